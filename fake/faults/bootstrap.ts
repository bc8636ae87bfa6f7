import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { type Change, together } from "../changes/change.ts";
import { answering, bodyMember, editBody, onReply, onSuccess, rules } from "../changes/hooks.ts";
import { editAt } from "../changes/paths.ts";
import type { StoredMemory } from "../features/memories/model.ts";
import { memoryRules } from "../features/memories/rules.ts";
import { type Fault, fault } from "./fault.ts";
import { copyOf, member, refused, refusingWhen } from "./tools.ts";

const BOOTSTRAP = ["bootstrap-context"];
const VERIFY = ["verify-connection"];

/** Faults of bootstrap-context. */
export const bootstrapFaults: readonly Fault[] = [
  fault("bootstrap-with-scope-refused", "bootstrap.succeeds", "a bootstrap with a scope is refused", BOOTSTRAP, () =>
    refusingWhen("bootstrap-context", (call) => bodyMember(call, "scope_id") !== undefined),
  ),
  fault(
    "bootstrap-decisions-of-any-status",
    "bootstrap.decisions",
    "superseded decisions are among the current ones",
    BOOTSTRAP,
    () => addingDecisions(({ memory }) => memory.kind === "decision" && memory.status !== "current"),
  ),
  fault(
    "bootstrap-keeps-expired-decisions",
    "bootstrap.decisions",
    "decisions stay among the current ones when they have expired",
    BOOTSTRAP,
    () =>
      addingDecisions(
        ({ memory }) => memory.kind === "decision" && memory.status === "expired" && isShortLived(memory),
      ),
  ),
  fault(
    "bootstrap-expired-among-newest",
    "bootstrap.decisions",
    "a decision that has expired stays among the few newest that are listed",
    BOOTSTRAP,
    () => listingNewestLiving(),
  ),
  fault("bootstrap-facts-as-decisions", "bootstrap.decisions", "facts are among the decisions", BOOTSTRAP, () =>
    addingDecisions(({ memory }) => memory.kind === "fact" && memory.status === "current"),
  ),
  fault("bootstrap-membership-empty", "bootstrap.membership", "the scope membership is empty", BOOTSTRAP, () =>
    answering("bootstrap-context", "data.scope_membership", () => []),
  ),
  fault(
    "bootstrap-membership-of-all",
    "bootstrap.membership",
    "the scope membership names all scopes of the workspace",
    BOOTSTRAP,
    () =>
      onSuccess("bootstrap-context", (reply, { caller }) =>
        editAt(reply.body, "data.scope_membership", () =>
          [...(caller?.workspace.directory.scopes.values() ?? [])].map(copyOf),
        ),
      ),
  ),
  fault(
    "bootstrap-membership-of-named",
    "bootstrap.membership",
    "the scope membership has the scope that is named, whether it may be read or not",
    BOOTSTRAP,
    () => naming(),
  ),
  fault("bootstrap-reads-named-scope", "bootstrap.permissions", "naming a scope shows its memories", BOOTSTRAP, () =>
    showingNamedScope(),
  ),
  fault(
    "bootstrap-decision-twice",
    "bootstrap.no-repeats",
    "the first of the current decisions stands twice",
    BOOTSTRAP,
    () => answering("bootstrap-context", "data.current_decisions", firstTwice),
  ),
  fault(
    "bootstrap-scope-twice",
    "bootstrap.no-repeats",
    "the first scope of the membership stands twice",
    BOOTSTRAP,
    () => answering("bootstrap-context", "data.scope_membership", firstTwice),
  ),
  fault(
    "bootstrap-question-without-content",
    "consistency.memory-views",
    "a contested memory has no content among the open questions",
    BOOTSTRAP,
    () =>
      answering("bootstrap-context", "data.open_questions", (list) =>
        [list].flat().map((memory) => (isContested(memory) ? { ...memory, content: "" } : memory)),
      ),
  ),
];

function firstTwice(list: Json): Json {
  return Array.isArray(list) ? [...list, ...list.slice(0, 1)] : list;
}

function isContested(memory: Json): memory is JsonObject {
  return isObject(memory) && memory.status === "contested";
}

/** True for what was made to live for a minute at the most. */
function isShortLived({ ttl_seconds: seconds }: StoredMemory["memory"]): boolean {
  return seconds !== null && seconds <= 60;
}

/** Adds memories that the caller may read to the current decisions. */
function addingDecisions(belongs: (stored: StoredMemory) => boolean): Change {
  return onSuccess("bootstrap-context", (reply, { caller }) => {
    if (caller === null) return;
    const { workspace, agent } = caller;
    const readable = [...workspace.memories.all()].filter(({ scopeId }) =>
      workspace.directory.may("CAN_READ", scopeId, agent.id),
    );
    const added = readable
      .filter(belongs)
      .slice(0, 3)
      .map(({ memory }) => copyOf(memory));
    editAt(reply.body, "data.current_decisions", (list) => [...(Array.isArray(list) ? list : []), ...added]);
  });
}

/** Decisions that are listed by a server which looks at what was decided last, and not at what has become of it. */
const NEWEST = 6;

function listingNewestLiving(): Change {
  return onSuccess("bootstrap-context", (reply, call) => {
    const { caller } = call;
    if (caller === null) return;
    const { workspace, agent } = caller;
    const named = bodyMember(call, "scope_id");
    const newest = [...workspace.memories.all()]
      .filter(({ scopeId }) => named === undefined || scopeId === named)
      .filter(({ scopeId }) => workspace.directory.may("CAN_READ", scopeId, agent.id))
      .filter(({ memory }) => memory.kind === "decision" && ["current", "expired"].includes(memory.status))
      .sort((a, b) => b.sequence - a.sequence);
    editAt(reply.body, "data.current_decisions", () => newest.slice(0, NEWEST).map(({ memory }) => copyOf(memory)));
  });
}

/** Answers as if no scope were named, and adds the one that is to the membership. */
function naming(): Change {
  return {
    around: (call, next) => {
      const reply = next();
      const named = bodyMember(call, "scope_id");
      const scope = call.caller?.workspace.directory.scopes.get(String(named));
      if (call.operation !== "bootstrap-context" || reply.status !== 403 || scope === undefined) return reply;
      editBody(call, ({ scope_id: _scope, ...body }) => body);
      const answer = next();
      const copy = { ...answer, body: copyOf(answer.body as object) };
      editAt(copy.body, "data.scope_membership", (scopes) => [...(Array.isArray(scopes) ? scopes : []), copyOf(scope)]);
      return copy;
    },
  };
}

function showingNamedScope(): Change {
  let during = false;
  return together(
    rules({ memories: { mayRead: (caller, scopeId) => during || memoryRules.mayRead(caller, scopeId) } }),
    {
      around: (call, next) => {
        during = call.operation === "bootstrap-context" && bodyMember(call, "scope_id") !== undefined;
        const reply = next();
        const scope = bodyMember(call, "scope_id");
        const { memories } = call.caller?.workspace ?? {};
        during = false;
        if (reply.status !== 200 || memories === undefined || typeof scope !== "string") return reply;
        const copy = { ...reply, body: copyOf(reply.body as object) };
        editAt(copy.body, "data.open_questions", () => memories.byScope.of(scope).map(({ memory }) => copyOf(memory)));
        return copy;
      },
    },
  );
}

/** Faults of verify-connection. */
export const connectionFaults: readonly Fault[] = [
  fault("verify-fresh-400", "connection.succeeds", "a fresh token is answered with 400", VERIFY, () =>
    onReply("verify-connection", (reply, call) => {
      if (member(reply.body.data ?? null, "ok") === true) Object.assign(reply, refused(call, 400));
    }),
  ),
  fault("verify-never-ok", "connection.fresh-token", "a fresh token does not verify", VERIFY, () =>
    answering("verify-connection", "data.ok", () => false),
  ),
  fault("verify-again", "connection.one-shot", "a token verifies as often as it is used", VERIFY, () =>
    rules({ connection: { use: () => undefined } }),
  ),
  fault("verify-twice", "connection.one-shot", "a token verifies twice", VERIFY, () =>
    rules({
      connection: {
        use: (challenge, now) => {
          challenge.usedAt = usedOnce.has(challenge) ? now : null;
          usedOnce.add(challenge);
        },
      },
    }),
  ),
  fault("verify-anything", "connection.unknown-token", "any token verifies", VERIFY, () =>
    rules({ connection: { objection: (_caller, challenge) => (challenge?.usedAt ? "token_already_used" : null) } }),
  ),
  fault("verify-any-like-a-token", "connection.unknown-token", "any token that looks like one verifies", VERIFY, () =>
    onSuccess("verify-connection", (reply, call) => {
      if (member(reply.body.data ?? null, "reason") === "unknown_token" && (call.query.get("token") ?? "").length >= 16)
        editAt(reply.body, "data.ok", () => true);
    }),
  ),
  fault("verify-names-another-agent", "connection.agent", "a verification names another agent", VERIFY, () =>
    onSuccess("verify-connection", (reply, { caller }) =>
      editAt(
        reply.body,
        "data.agentId",
        (id) => [...(caller?.workspace.directory.agents.keys() ?? [])].find((other) => other !== id) ?? id,
      ),
    ),
  ),
  fault(
    "verify-names-another-workspace",
    "connection.workspace",
    "a verification names another workspace",
    VERIFY,
    () =>
      onSuccess("verify-connection", (reply, { service }) =>
        editAt(
          reply.body,
          "data.workspaceId",
          (id) => [...service.workspaces.keys()].find((other) => other !== id) ?? id,
        ),
      ),
  ),
];

const usedOnce = new WeakSet<object>();
