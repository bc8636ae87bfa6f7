import { breath, type Call, notThere, type Operation, type Outcome } from "./call.ts";
import { memoryView, statusNow } from "./memory-view.ts";
import { refuse } from "./refusal.ts";
import { bag, type JsonObject } from "./shape.ts";
import { readsScope, seesMemory } from "./sight.ts";
import type { Memory, Scope } from "./world.ts";

function bootstrap(call: Call): Outcome {
  const { input, isMutated, world, choices } = call;
  const identity = input.id("agent_identity_id");
  checkIdentity(call, identity);
  const scope = readableScope(call, input.id("scope_id"));
  input.end();
  const ofNobody = identity === undefined && scope === undefined && isMutated("bootstrap.unreadable-nobody");
  const memories = world.memories
    .rows()
    .filter((memory) => (ofNobody || inReach(call, memory)) && (scope === undefined || memory.scope === scope))
    .reverse();
  const show = (memory: Memory) => memoryView(call, memory);
  const isCurrent = (memory: Memory) => statusNow(call, memory) === "current";
  const constraints =
    choices.orientation.constraints === "none" ? [] : preferences(memories.filter(isCurrent)).map(show);
  const data = bag({
    current_decisions: decisions(call, memories).map(show),
    active_constraints: isMutated("bootstrap.constraints-object") ? { items: constraints } : constraints,
    open_questions: isMutated("bootstrap.questions-missing") ? undefined : open(call, memories).map(show),
    scope_membership: membership(call).map((one) => scopeView(call, one)),
    recent_activity: isMutated("bootstrap.activity-null") ? null : `${memories.length} memories in reach.`,
    advice: [],
  });
  return { data };
}

function checkIdentity(call: Call, id: string | undefined): void {
  const { caller, world, choices } = call;
  if (id === undefined || id === caller.identity) return;
  const other = world.agents.rows().find((agent) => agent.identity === id && agent.workspace === caller.workspace);
  if (!other) notThere(call, "identity", id);
  const { otherIdentity } = choices.orientation;
  if (otherIdentity !== "own") refuse(otherIdentity, "not your identity", { id });
}

function readableScope(call: Call, id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const scope = call.world.scopes.find(id);
  if (!scope || scope.workspace !== call.caller.workspace) return notThere(call, "scope", id);
  if (!readsScope(scope, call.caller)) refuse(call.choices.orientation.hiddenScope, "no access to this scope", { id });
  return id;
}

function inReach(call: Call, memory: Memory): boolean {
  const { caller, isMutated } = call;
  const here = memory.workspace === caller.workspace;
  return seesMemory(call, caller, memory) || (here && memory.kind === "decision" && isMutated("bootstrap.unreadable"));
}

function decisions(call: Call, memories: Memory[]): Memory[] {
  const { isMutated, choices } = call;
  const contested = choices.liberties.contestedDecisions ? ["contested"] : [];
  const statuses = [...contested, ...(isMutated("bootstrap.superseded") ? ["superseded"] : []), "current"];
  const found = memories.filter((memory) => memory.kind === "decision" || isMutated("bootstrap.facts"));
  const current = found.filter((memory) => statuses.includes(statusNow(call, memory)));
  const first = (memory: Memory) => Number(oddOne(call, memory));
  return current.sort((one, other) => first(other) - first(one)).slice(0, choices.orientation.decisions);
}

/** Under a planted fault what should not be shown comes first, so that the page is never too short for it. */
function oddOne(call: Call, memory: Memory): boolean {
  const { isMutated, caller } = call;
  if (isMutated("bootstrap.superseded")) return memory.status === "superseded";
  if (isMutated("bootstrap.facts")) return memory.kind === "fact";
  const shown = isMutated("bootstrap.unreadable") || isMutated("bootstrap.unreadable-nobody");
  return shown && !seesMemory(call, caller, memory);
}

function preferences(memories: Memory[]): Memory[] {
  return memories.filter(({ kind }) => kind === "preference").slice(0, 5);
}

function open(call: Call, memories: Memory[]): Memory[] {
  return memories.filter((memory) => ["contested", "proposed"].includes(statusNow(call, memory))).slice(0, 10);
}

function membership(call: Call): Scope[] {
  const { world, caller, isMutated, choices } = call;
  if (isMutated("bootstrap.no-membership") || choices.liberties.thinMembership) return [];
  const scopes = world.scopes.rows().filter((scope) => {
    const here = scope.workspace === caller.workspace;
    if (!here) return isMutated("bootstrap.other-workspace");
    return readsScope(scope, caller) || isMutated("bootstrap.unreadable-membership");
  });
  return isMutated("bootstrap.scope-twice") ? [...scopes, ...scopes.slice(-1)] : scopes;
}

function scopeView({ world }: Call, scope: Scope): JsonObject {
  const { id, kind, name } = scope;
  return bag({ id, kind, name, org_id: world.workspaces.find(scope.workspace)?.org, archived: false });
}

async function verify(call: Call): Promise<Outcome> {
  const { input, world, caller, choices, clock, isMutated } = call;
  const token = input.id(choices.names["verify-connection"]?.token ?? "") ?? refuse("invalid", "the token is missing");
  input.end();
  const challenge = world.challenges.find(token);
  const anybody = isMutated("connection.other-workspace");
  const valid =
    challenge && (challenge.agent === caller.id || anybody) && (!challenge.used || isMutated("connection.twice"));
  if (!valid && !isMutated("connection.unknown")) refuse(choices.orientation.failedToken, "this token is not valid");
  if (isMutated("connection.race")) await breath(20);
  if (challenge) world.challenges.change(token, { used: true });
  const { full } = choices.orientation;
  const data = bag({
    verifiedAt: clock.write(clock.now()),
    message: full ? "The agent can be reached." : undefined,
    ok: isMutated("connection.ok-text") ? "yes" : true,
    agentId: full ? (isMutated("connection.agent-wrong") ? caller.identity : caller.id) : undefined,
    workspaceId: full ? (isMutated("connection.workspace-wrong") ? caller.id : caller.workspace) : undefined,
  });
  return { data };
}

/** bootstrap-context and verify-connection. */
export const orientation: readonly Operation[] = [
  { name: "bootstrap-context", method: "POST", family: "sdk", run: bootstrap },
  { name: "verify-connection", method: "GET", family: "agent", run: verify },
];
