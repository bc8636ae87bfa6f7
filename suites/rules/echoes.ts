import { isObject, type Json } from "../../spec/json.ts";
import { accepted, createdAnew, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { namedIds } from "../target/named-ids.ts";
import { expectEqual, expectThat } from "../verifiers/expect.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";
import { isKept, isUndisputed } from "./undisputed.ts";

/** Members whose accepted value must be in the response, whatever else the request contains. */
const ECHOED = [
  { operation: "create-task", member: "status", requirement: "tasks.create.initial-status" },
  { operation: "create-task", member: "priority", requirement: "tasks.create.priority" },
  { operation: "create-task", member: "title", requirement: "tasks.create.title" },
  { operation: "create-task", member: "description", requirement: "tasks.create.description" },
  { operation: "create-task", member: "assigneeAgentId", requirement: "tasks.create.assignee-agent" },
  { operation: "create-task", member: "assigneeUserId", requirement: "tasks.create.assignee-user" },
  { operation: "create-task", member: "parentTaskId", requirement: "tasks.create.parent" },
  { operation: "create-task", member: "channelId", requirement: "tasks.create.channel" },
  { operation: "remember", member: "kind", requirement: "memories.remember.kind" },
  { operation: "remember", member: "content", requirement: "memories.remember.content" },
  { operation: "send-message", member: "content", requirement: "messages.send.content" },
  { operation: "send-message", member: "channelId", requirement: "messages.send.channel" },
] as const;

/** Operations that create resources, the response field with the id, and the plural noun of the resource. */
const CREATIONS = [
  { operation: "create-task", field: "id", things: "tasks" },
  { operation: "remember", field: "id", things: "memories" },
  { operation: "send-message", field: "id", things: "messages" },
  { operation: "request-file-upload", field: "attachmentId", things: "uploads" },
] as const;

/** A created resource has the requested values, and an id of its own. */
export const echoRules: readonly Rule[] = [
  ...ECHOED.map(
    ({ operation, member, requirement }): Rule => ({
      requirement,
      name: `the ${member} is returned as sent`,
      operations: [operation],
      judge: (knowledge) => judgeEchoes(knowledge, operation, member),
    }),
  ),
  ...CREATIONS.map(
    ({ operation, field, things }): Rule => ({
      requirement: "consistency.unique-ids",
      name: `no two ${things} share an id`,
      operations: [operation],
      judge: (knowledge) => judgeDistinct(knowledge, operation, field),
    }),
  ),
  {
    requirement: "tasks.fields.identifier",
    name: "no two tasks share an identifier",
    operations: ["create-task"],
    judge: (knowledge) => judgeDistinct(knowledge, "create-task", "identifier"),
  },
  {
    requirement: "messages.send.root",
    name: "a message that was sent outside a thread has no parent",
    operations: ["send-message"],
    judge: judgeRoots,
  },
  {
    requirement: "messages.send.reply",
    name: "a message that was sent into a thread names its message as the parent",
    operations: ["send-message"],
    judge: judgeReplies,
  },
  {
    requirement: "messages.send.sender",
    name: "messages that are sent with one key name one sender",
    operations: ["send-message"],
    judge: (knowledge) =>
      judgeNamed(knowledge, "send-message", {
        field: "senderId",
        message: "all messages that are sent with one key must name the same sender",
        keyword: "sender",
      }),
  },
];

function judgeEchoes(knowledge: Knowledge, operation: string, member: string): number {
  const known = thingsThatAreThere(knowledge);
  const asking = createdAnew(knowledge, operation).filter((past) => {
    const value = requested(past, member);
    // For other callers, above all of another workspace, the resource may not exist.
    if (!past.isOwn && member.endsWith("Id")) return false;
    // Tasks with both an agent and a user, and references to unknown resources, have requirements of their own.
    if (typeof value !== "string" || hasTwoAssignees(past)) return false;
    return member.endsWith("Id") ? known.has(value) : isKept(value) && isUndisputed(knowledge, operation, past);
  });
  for (const past of asking) {
    const why = `what is made with a ${member} must come back with it`;
    withEvidence([past.exchange], () =>
      expectEqual(past.exchange, `/data/${member}`, requested(past, member) ?? null, why),
    );
  }
  return asking.length;
}

function hasTwoAssignees(past: HistoryEntry): boolean {
  return ["assigneeAgentId", "assigneeUserId"].every((name) => requested(past, name) !== undefined);
}

function judgeRoots(knowledge: Knowledge): number {
  const roots = accepted(knowledge, "send-message").filter((past) => requested(past, "threadId") === undefined);
  for (const { exchange } of roots) {
    const parent = valueAt(exchange, "/data/parentId") ?? "";
    withEvidence([exchange], () =>
      expectThat(parent === "", {
        message: "a message sent into no thread must have no parent",
        expected: "no parentId",
        actual: JSON.stringify(parent),
        pointer: "/data/parentId",
        keyword: "set",
      }),
    );
  }
  return roots.length;
}

/**
 * Judges the parents of replies. The contract leaves open which message is the parent of a reply to a reply, but there
 * must be one.
 */
function judgeReplies(knowledge: Knowledge): number {
  const sent = accepted(knowledge, "send-message").filter(({ isOwn }) => isOwn);
  const byId = new Map(sent.map((past) => [valueAt(past.exchange, "/data/id"), past]));
  let judged = 0;
  for (const past of sent) {
    const thread = requested(past, "threadId");
    const head = thread === undefined ? undefined : byId.get(thread);
    // A message of another channel may count as unknown; the outcome of such a reply belongs to another requirement.
    if (head === undefined || requested(head, "channelId") !== requested(past, "channelId")) continue;
    judged += 1;
    const isRoot = requested(head, "threadId") === undefined;
    withEvidence([past.exchange], () =>
      isRoot
        ? expectEqual(past.exchange, "/data/parentId", thread ?? null, `${IN_A_THREAD} the message of the thread`)
        : expectThat(!isUnset(valueAt(past.exchange, "/data/parentId")), {
            message: `${IN_A_THREAD} a message of the thread`,
            expected: "a parentId",
            actual: "none",
            pointer: "/data/parentId",
            keyword: "parent",
          }),
    );
  }
  return judged;
}

const IN_A_THREAD = "a message sent into a thread must have for its parent";

/** Returns the ids of the target file, and those of created tasks and their creators. */
function thingsThatAreThere(knowledge: Knowledge): ReadonlySet<string> {
  const made = ["id", "createdByAgentId"].flatMap((field) =>
    given(knowledge, "create-task", field).map(({ value }) => value),
  );
  return new Set([...namedIds(knowledge.context.target), ...made]);
}

/**
 * Returns the values of a field in the responses to own creations, each with its exchange and the requested content.
 */
function given(knowledge: Knowledge, operation: string, field: string) {
  const own = accepted(knowledge, operation).filter(({ isOwn }) => isOwn);
  return own.flatMap(({ exchange, input }) => {
    const value: Json | undefined = valueAt(exchange, `/data/${field}`);
    return typeof value === "string" && value !== "" ? [{ exchange, value, said: saidIn(operation, input.body) }] : [];
  });
}

/** The members that identify a claim. Creating it again from other sources may reinforce the earlier one. */
const CLAIM = ["content", "kind", "scope_id"] as const;

/** Returns the content of a request without white space, punctuation and letter case, which a server need not keep. */
function saidIn(operation: string, body: Json | undefined): string {
  const said = operation === "remember" && isObject(body) ? CLAIM.map((member) => body[member] ?? null) : body;
  return JSON.stringify(said ?? null, (_name, value: Json) =>
    typeof value === "string"
      ? (
          value
            .normalize("NFKC")
            .toLowerCase()
            .match(/[\p{L}\p{N}]+/gu) ?? []
        ).join(" ")
      : value,
  );
}

/** Judges that no two responses share a value. A repeated request may be treated as a duplicate. */
function judgeDistinct(knowledge: Knowledge, operation: string, field: string): number {
  const known = new Map<string, (typeof all)[number]>();
  const all = given(knowledge, operation, field);
  for (const one of all) {
    const earlier = known.get(one.value);
    withEvidence([...(earlier ? [earlier.exchange] : []), one.exchange], () =>
      expectThat(earlier === undefined || earlier.said === one.said, {
        message: `no two responses of ${operation} must share the ${field}`,
        expected: `one of its own`,
        actual: `${one.value}, which another has`,
        pointer: `/data/${field}`,
        keyword: "shared",
      }),
    );
    known.set(one.value, one);
  }
  return all.length > 1 ? all.length : 0;
}

/** The field that names an author, and the finding if it differs between two resources. */
interface Naming {
  readonly field: string;
  readonly message: string;
  readonly keyword: string;
}

/** Judges that all resources created with the caller's key name the same author. */
function judgeNamed(knowledge: Knowledge, operation: string, { field, message, keyword }: Naming): number {
  const all = given(knowledge, operation, field);
  const [first] = all;
  for (const { exchange, value } of all) {
    withEvidence([...(first ? [first.exchange] : []), exchange], () =>
      expectThat(value === first?.value, {
        message,
        expected: String(first?.value),
        actual: value,
        pointer: `/data/${field}`,
        keyword,
      }),
    );
  }
  return all.length > 1 ? all.length : 0;
}
