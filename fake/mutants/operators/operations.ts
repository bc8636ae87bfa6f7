import { isObject, type Json } from "../../../spec/json.ts";
import type { Call, Reply } from "../../http/call.ts";
import { readInput } from "../../http/perform.ts";
import { OPERATIONS } from "../../operations.ts";
import { type Change, combine } from "../../overrides/changes.ts";
import { bodyMember, editBody, onCall, onFailure, onReply, onSuccess } from "../../overrides/hooks.ts";
import { ownKey, withKey } from "../../overrides/identities.ts";
import { referenceRules } from "../../reference-rules.ts";
import type { Rules } from "../../rules.ts";
import type { ApiKey } from "../../service.ts";
import { failWith } from "../fail-with.ts";
import { asJson } from "../json-value.ts";
import type { Conditions, OperationSite, Operator } from "../model.ts";
import { createUndoLater } from "../undo-later.ts";
import { hideItems } from "./hide-items.ts";
import { operatorAt, unconfinedOperatorAt } from "./operator.ts";

type Claim = string | Readonly<Record<string, string>> | ((site: OperationSite) => string | null);

/** Creates an operator that changes an operation as a whole. */
export const operationOperator = (
  name: string,
  title: string,
  claim: Claim,
  change: (operation: string, conditions: Conditions) => Change,
): Operator =>
  operatorAt("operation", name, title, claim, ({ operation }, conditions) => change(operation, conditions));

/** One that acts around the calls of the operation. */
export const aroundOperator = (
  name: string,
  title: string,
  claim: Claim,
  around: (call: Call, next: () => Reply) => Reply,
): Operator =>
  operationOperator(name, title, claim, (operation) => ({
    around: (call, next) => (call.operation === operation ? around(call, next) : next()),
  }));

/** Returns true if the input would be rejected for any caller. */
export function isInvalid(call: Call): boolean {
  const operation = OPERATIONS.find(({ id }) => id === call.operation);
  if (operation === undefined) return false;
  try {
    readInput(referenceRules(), operation, call);
    return false;
  } catch {
    return true;
  }
}

/** The codes of rejections in each family. */
const CODES = {
  400: { agent: "invalid_input", sdk: "VALIDATION_ERROR" },
  403: { agent: "permission_denied", sdk: "FORBIDDEN" },
};

/** Returns a rejection of a request that is not performed. */
export function rejection({ family, requestId, at }: Call, status: keyof typeof CODES): Reply {
  const meta = { requestId, timestamp: new Date(at).toISOString() };
  const error = { code: CODES[status][family === "agent" ? "agent" : "sdk"], message: "The request cannot be served" };
  return { status, headers: {}, body: { success: false, error, meta } };
}

const rejecting = (name: string, status: keyof typeof CODES): Operator =>
  aroundOperator(
    name,
    `rejects a valid request with ${status}`,
    ({ claims }) => claims.succeeds,
    (call, next) => (ownKey(call) === undefined || isInvalid(call) ? next() : rejection(call, status)),
  );

/** Returns an invented success for a resource with this id. */
function inventedSuccess(call: Call, id: Json): Partial<Reply> {
  const at = new Date(call.at).toISOString();
  const data = { id, title: "?", content: "?", status: "blocked", version: 1, createdAt: at, updatedAt: at };
  return { status: 200, body: { success: true, data, meta: { requestId: call.requestId, timestamp: at } } };
}

/** The requirement that is broken if an unknown resource is accepted, and the member that names it. */
const UNKNOWN: Readonly<Record<string, string>> = {
  "block-task": "tasks.block.unknown-task",
  "release-task": "tasks.release.unknown-task",
  "flag-needs-human": "messages.flag.unknown-message",
};

const namedBy = (call: Call): Json => asJson(bodyMember(call, "taskId") ?? bodyMember(call, "messageId"));

/** Gives its first response to a request again each time. */
function caching(operation: string): Change {
  const known = new Map<string, Reply>();
  return {
    around: (call, next) => {
      if (call.operation !== operation) return next();
      const { headers, query, body } = call;
      const key = JSON.stringify([headers.authorization, [...query], body.kind === "json" ? body.value : null]);
      const reply = known.get(key) ?? next();
      if (reply.status === 200) known.set(key, reply);
      return reply;
    },
  };
}

/** Hides resources from every list that an operation creates in the calls that the guards select. */
function losing(operation: string, { confined }: Conditions): Change {
  const lost = new Set<string>();
  const note = onSuccess(operation, ({ body: { data } }) => {
    if (isObject(data) && typeof data.id === "string") lost.add(data.id);
  });
  return combine(
    confined(note),
    hideItems(({ id }) => typeof id === "string" && lost.has(id)),
  );
}

/** Calls of any operation after which a change is undone. */
const CALLS = 25;

function undoingLater(operation: string, { confined }: Conditions): Change {
  const { undoLater, counting } = createUndoLater(CALLS);
  let undo: (() => void) | null = null;
  const noting = combine(
    onSuccess(operation, () => {
      if (undo !== null) undoLater(undo);
    }),
    onCall(operation, (call) => {
      undo = restoring(call);
    }),
  );
  return combine(confined(noting), counting);
}

/** Returns a function that restores the status and assignee of a task, or the metadata of a message. */
function restoring(call: Call): (() => void) | null {
  const { tasks, messages } = ownKey(call)?.workspace ?? {};
  const task = tasks?.get(String(bodyMember(call, "taskId")));
  const message = messages?.get(String(bodyMember(call, "messageId")))?.message;
  if (task !== undefined) {
    const { status, assigneeAgentId } = task.task;
    return () => tasks?.change(task, call.operation === "block-task" ? { status } : { assigneeAgentId });
  }
  if (message === undefined) return null;
  const { metadata } = message;
  return () => Object.assign(message, { metadata });
}

/** Returns the change that permits everything while `isForced`. */
function permittingWhile(isForced: () => boolean): Change {
  const or =
    <T extends readonly never[]>(rule: (...given: T) => boolean) =>
    (...given: T) =>
      isForced() || rule(...given);
  return {
    rules: ({ tasks, messages, memories }: Rules) =>
      ({
        tasks: {
          maySee: or(tasks.maySee),
          mayBind: or(tasks.mayBind),
          mayRelease: or(tasks.mayRelease),
          blockableFrom: or(tasks.blockableFrom),
          withinAllowance: or(tasks.withinAllowance),
        },
        messages: { mayRead: or(messages.mayRead), maySend: or(messages.maySend) },
        memories: { mayWrite: or(memories.mayWrite) },
      }) as never,
  };
}

function performingForbidden(operation: string): Change {
  let isForced = false;
  return combine(
    permittingWhile(() => isForced),
    {
      around: (call, next) => {
        const reply = next();
        if (call.operation !== operation || ![403, 404, 409].includes(reply.status)) return reply;
        isForced = true;
        next();
        isForced = false;
        return reply;
      },
    },
  );
}

function performingUnauthenticated({ operation }: OperationSite, { confined }: Conditions): Change {
  let last: ApiKey | undefined;
  const noting = onCall("*", (call) => {
    last = ownKey(call) ?? last;
  });
  const performing: Change = {
    around: (call, next) => {
      const reply = next();
      if (call.operation === operation && reply.status === 401 && last !== undefined) withKey(call, last, next);
      return reply;
    },
  };
  return combine(noting, confined(performing));
}

const succeeds = ({ claims }: OperationSite) => claims.succeeds;

/** Operations that fail, are not performed, or are performed once too often. */
export const operationOperators: readonly Operator[] = [
  operationOperator("server-error", "responds to a valid request with 500", succeeds, (operation) =>
    onSuccess(operation, (reply, call) => failWith(reply, call)),
  ),
  operationOperator("crash", "responds to every request with 500", "errors.no-server-error", (operation) =>
    onReply(operation, (reply, call) => {
      if (call.caller !== null) failWith(reply, call);
    }),
  ),
  operationOperator("created-status", "responds to a success with 201", "statuses.success", (operation) =>
    onSuccess(operation, (reply) => Object.assign(reply, { status: 201 })),
  ),
  operationOperator("unlisted-status", "responds to invalid input with 422", "statuses.known", (operation) =>
    onFailure(operation, (reply) => {
      if (reply.status === 400) reply.status = 422;
    }),
  ),
  rejecting("reject", 400),
  rejecting("forbid", 403),
  aroundOperator(
    "anonymous",
    "treats a call without valid credentials as one with the first key",
    ({ claims }) => claims.authenticated,
    (call, next) => {
      const [first] = call.service.keys.values();
      return ownKey(call) !== undefined || first === undefined ? next() : withKey(call, first, next);
    },
  ),
  operationOperator("accept-unknown", "responds to an unknown id with a made-up resource", UNKNOWN, (operation) =>
    onReply(operation, (reply, call) => {
      if (reply.status === 404) Object.assign(reply, inventedSuccess(call, namedBy(call)));
    }),
  ),
  operationOperator(
    "accept-malformed",
    "accepts an unreadable body",
    ({ effect }) => (effect === "read" ? null : "errors.malformed-json"),
    (operation) =>
      onReply(operation, (reply, call) => {
        if (reply.status === 400 && call.body.kind === "unreadable")
          Object.assign(reply, inventedSuccess(call, call.requestId));
      }),
  ),
  aroundOperator(
    "repeat-write",
    "does one write twice, the second time without files",
    ({ claims }) => claims.once,
    (call, next) => {
      const reply = next();
      if (reply.status !== 200) return reply;
      editBody(call, ({ attachmentIds: _sent, ...body }) => body);
      next();
      return reply;
    },
  ),
  operationOperator("cache", "repeats its first response to a request", ({ claims }) => claims.fresh, caching),
  unconfinedOperatorAt(
    "operation",
    "lose-write",
    "reports a write as successful, and discards it",
    ({ claims }) => claims.written,
    ({ operation }, conditions) => losing(operation, conditions),
  ),
  unconfinedOperatorAt(
    "operation",
    "undo-later",
    `undoes a change ${CALLS} calls later`,
    ({ claims }) => claims.lasts,
    ({ operation }, conditions) => undoingLater(operation, conditions),
  ),
  operationOperator(
    "perform-forbidden",
    "rejects a forbidden request, and performs it",
    ({ claims }) => claims.rejected,
    performingForbidden,
  ),
  unconfinedOperatorAt(
    "operation",
    "perform-unauthenticated",
    "rejects a call without valid credentials, and performs it for the last caller",
    ({ claims, effect }) => (effect === "read" ? null : claims.unauthenticated),
    performingUnauthenticated,
  ),
  operationOperator(
    "uncounted",
    "creates something without counting it against the plan",
    { "create-task": "tasks.plan.counts" },
    (operation) =>
      onSuccess(operation, (_reply, { caller }) => {
        if (caller !== null) caller.workspace.plan.used -= 1;
      }),
  ),
  operationOperator(
    "mention-refused",
    "makes the caller take part in a task that a rejected request names",
    ({ operation }) => (/^(block|release|create)-task$/.test(operation) ? "tasks.visibility.hidden" : null),
    (operation) =>
      onFailure(operation, (_reply, call) => {
        const key = ownKey(call);
        const named = bodyMember(call, operation === "create-task" ? "parentTaskId" : "taskId");
        const stored = key?.workspace.tasks.get(String(named));
        if (key && stored) key.workspace.tasks.mention(stored, key.agent.id);
      }),
  ),
];
