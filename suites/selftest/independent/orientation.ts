import { type Call, notThere, type Operation, type Outcome } from "./call.ts";
import { memoryView, statusNow } from "./memory-view.ts";
import { refuse } from "./refusal.ts";
import { bag, type JsonObject } from "./shape.ts";
import { readsScope, seesMemory } from "./visibility.ts";
import type { Memory, Scope } from "./world.ts";

function bootstrap(call: Call): Outcome {
  const { input, world, choices, caller } = call;
  checkIdentity(call, input.id("agent_identity_id"));
  const scope = readableScope(call, input.id("scope_id"));
  input.end();
  const memories = world.memories
    .rows()
    .filter((memory) => seesMemory(call, caller, memory) && (scope === undefined || memory.scope === scope))
    .reverse();
  const show = (memory: Memory) => memoryView(call, memory);
  const isCurrent = (memory: Memory) => statusNow(call, memory) === "current";
  const constraints =
    choices.orientation.constraints === "none" ? [] : preferences(memories.filter(isCurrent)).map(show);
  const data = bag({
    current_decisions: decisions(call, memories).map(show),
    active_constraints: constraints,
    open_questions: open(call, memories).map(show),
    scope_membership: membership(call).map((one) => scopeView(call, one)),
    recent_activity: `${memories.length} memories in reach.`,
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

function decisions(call: Call, memories: Memory[]): Memory[] {
  const { choices } = call;
  const statuses = choices.liberties.contestedDecisions ? ["contested", "current"] : ["current"];
  return memories
    .filter((memory) => memory.kind === "decision" && statuses.includes(statusNow(call, memory)))
    .slice(0, choices.orientation.decisions);
}

function preferences(memories: Memory[]): Memory[] {
  return memories.filter(({ kind }) => kind === "preference").slice(0, 5);
}

function open(call: Call, memories: Memory[]): Memory[] {
  return memories.filter((memory) => ["contested", "proposed"].includes(statusNow(call, memory))).slice(0, 10);
}

function membership(call: Call): Scope[] {
  const { world, caller, choices } = call;
  if (choices.liberties.thinMembership) return [];
  return world.scopes.rows().filter((scope) => readsScope(scope, caller));
}

function scopeView({ world }: Call, scope: Scope): JsonObject {
  const { id, kind, name } = scope;
  return bag({ id, kind, name, org_id: world.workspaces.find(scope.workspace)?.org, archived: false });
}

function verify(call: Call): Outcome {
  const { input, world, caller, choices, clock } = call;
  const token = input.id(choices.names["verify-connection"]?.token ?? "") ?? refuse("invalid", "the token is missing");
  input.end();
  const challenge = world.challenges.find(token);
  const valid = challenge && challenge.agent === caller.id && !challenge.used;
  if (!valid) refuse(choices.orientation.failedToken, "this token is not valid");
  world.challenges.change(token, { used: true });
  const { full } = choices.orientation;
  const data = bag({
    verifiedAt: clock.write(clock.now()),
    message: full ? "The agent can be reached." : undefined,
    ok: true,
    agentId: full ? caller.id : undefined,
    workspaceId: full ? caller.workspace : undefined,
  });
  return { data };
}

/** bootstrap-context and verify-connection. */
export const orientation: readonly Operation[] = [
  { name: "bootstrap-context", method: "POST", family: "sdk", run: bootstrap },
  { name: "verify-connection", method: "GET", family: "agent", run: verify },
];
