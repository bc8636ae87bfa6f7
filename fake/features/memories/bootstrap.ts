import { notFound } from "../../access.ts";
import type { Scope } from "../../directory.ts";
import type { ValuesOf } from "../../http/fields.ts";
import { rejection } from "../../rejection.ts";
import type { RuledCaller } from "../../rules.ts";
import { newestFirst } from "../../sorted-index.ts";
import type { bootstrapFields } from "./fields.ts";
import type { Memory, StoredMemory } from "./model.ts";
import { readableScope, readableScopes } from "./scopes.ts";

/** At most this many memories in each list. */
const MAX_MEMORIES = 20;
const DAY_MS = 86_400_000;

/** The context that an agent loads at the start of its work. */
export interface BootstrapContext {
  readonly current_decisions: readonly Memory[];
  readonly active_constraints: readonly Memory[];
  readonly open_questions: readonly Memory[];
  readonly scope_membership: readonly Scope[];
  readonly recent_activity: string;
}

/** Returns the context of the scopes that the caller may read, or of one of them. */
export function bootstrapContext(caller: RuledCaller, input: ValuesOf<typeof bootstrapFields>): BootstrapContext {
  checkIdentity(caller, input.agent_identity_id);
  const membership = readableScopes(caller);
  const scopes = input.scope_id === undefined ? membership : [readableScope(caller, input.scope_id)];
  const pick = (belongs: (memory: Memory) => boolean) => newestOf(caller, scopes, belongs);
  return {
    current_decisions: pick(({ kind, status }) => kind === "decision" && status === "current"),
    active_constraints: pick(({ kind, status }) => kind === "preference" && status === "current"),
    open_questions: pick(({ status }) => status === "contested" || status === "proposed"),
    scope_membership: membership,
    recent_activity: recentActivity(caller),
  };
}

function checkIdentity({ workspace, agent }: RuledCaller, identityId: string): void {
  if (identityId === agent.identityId) return;
  const { agents, users } = workspace.directory;
  const exists = [...agents.values(), ...users.values()].some((someone) => someone.identityId === identityId);
  if (!exists) throw notFound("identity", identityId);
  throw rejection("permission-denied", "agent_identity_id names another identity than the caller's", {
    suggestion: `Pass the caller's own identity, ${agent.identityId}.`,
  });
}

function newestOf(
  caller: RuledCaller,
  scopes: readonly Scope[],
  belongs: (memory: Memory) => boolean,
): readonly Memory[] {
  const found: Memory[] = [];
  for (const { memory } of newestFirst(scopes.map((scope) => caller.workspace.memories.byScope.of(scope.id)))) {
    if (belongs(memory)) found.push(memory);
    if (found.length === MAX_MEMORIES) break;
  }
  return found;
}

/** Returns a sentence on the last day in the caller's channels and scopes. */
function recentActivity(caller: RuledCaller): string {
  const { messages, memories, directory } = caller.workspace;
  const since = caller.now - DAY_MS;
  const channels = [...directory.channelsOf(caller.agent.id)].map((id) => messages.inChannel(id));
  const scopes = readableScopes(caller).map((scope) => memories.byScope.of(scope.id));
  return `In the last day: ${countSince(channels, since)} messages in ${channels.length} channels, ${countSince(scopes, since)} memories in ${scopes.length} scopes.`;
}

function countSince(lists: readonly (readonly Pick<StoredMemory, "madeAt">[])[], since: number): number {
  return lists.reduce((sum, list) => sum + list.length - firstSince(list, since), 0);
}

/** Returns the index of the first entry created at or after an instant in a list sorted oldest first. */
function firstSince(list: readonly Pick<StoredMemory, "madeAt">[], since: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.madeAt ?? 0) < since) low = middle + 1;
    else high = middle;
  }
  return low;
}
