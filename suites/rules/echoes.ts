import { isObject, type Json } from "../../spec/json.ts";
import { accepted, requested, uniquelyCreated } from "../knowledge/exchanges.ts";
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
  { operation: "create-task", field: "id", plural: "tasks" },
  { operation: "remember", field: "id", plural: "memories" },
  { operation: "send-message", field: "id", plural: "messages" },
  { operation: "request-file-upload", field: "attachmentId", plural: "uploads" },
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
    ({ operation, field, plural }): Rule => ({
      requirement: "consistency.unique-ids",
      name: `no two ${plural} share an id`,
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
  const known = knownIds(knowledge);
  const entries = uniquelyCreated(knowledge, operation).filter((entry) => {
    const value = requested(entry, member);
    // For other callers, above all of another workspace, the resource may not exist.
    if (!entry.isOwn && member.endsWith("Id")) return false;
    // Tasks with both an agent and a user, and references to unknown resources, have requirements of their own.
    if (typeof value !== "string" || hasTwoAssignees(entry)) return false;
    return member.endsWith("Id") ? known.has(value) : isKept(value) && isUndisputed(knowledge, operation, entry);
  });
  for (const entry of entries) {
    const why = `a resource must be returned with the requested ${member}`;
    withEvidence([entry.exchange], () =>
      expectEqual(entry.exchange, `/data/${member}`, requested(entry, member) ?? null, why),
    );
  }
  return entries.length;
}

function hasTwoAssignees(entry: HistoryEntry): boolean {
  return ["assigneeAgentId", "assigneeUserId"].every((name) => requested(entry, name) !== undefined);
}

function judgeRoots(knowledge: Knowledge): number {
  const roots = accepted(knowledge, "send-message").filter((entry) => requested(entry, "threadId") === undefined);
  for (const { exchange } of roots) {
    const parent = valueAt(exchange, "/data/parentId") ?? "";
    withEvidence([exchange], () =>
      expectThat(parent === "", {
        message: "a message sent without threadId must have no parent",
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
  const byId = new Map(sent.map((entry) => [valueAt(entry.exchange, "/data/id"), entry]));
  let judged = 0;
  for (const entry of sent) {
    const thread = requested(entry, "threadId");
    const head = thread === undefined ? undefined : byId.get(thread);
    // A message of another channel may count as unknown; the outcome of such a reply belongs to another requirement.
    if (head === undefined || requested(head, "channelId") !== requested(entry, "channelId")) continue;
    judged += 1;
    const isRoot = requested(head, "threadId") === undefined;
    withEvidence([entry.exchange], () =>
      isRoot
        ? expectEqual(entry.exchange, "/data/parentId", thread ?? null, `${PARENT_OF_REPLY} the message of the thread`)
        : expectThat(!isUnset(valueAt(entry.exchange, "/data/parentId")), {
            message: `${PARENT_OF_REPLY} a message of the thread`,
            expected: "a parentId",
            actual: "no parentId",
            pointer: "/data/parentId",
            keyword: "parent",
          }),
    );
  }
  return judged;
}

const PARENT_OF_REPLY = "a message sent with threadId must have as its parent";

/** Returns the ids of the target file, and those of created tasks and their creators. */
function knownIds(knowledge: Knowledge): ReadonlySet<string> {
  const created = ["id", "createdByAgentId"].flatMap((field) =>
    createdValues(knowledge, "create-task", field).map(({ value }) => value),
  );
  return new Set([...namedIds(knowledge.context.target), ...created]);
}

/**
 * Returns the values of a field in the responses to own creations, each with its exchange and the requested content.
 */
function createdValues(knowledge: Knowledge, operation: string, field: string) {
  const own = accepted(knowledge, operation).filter(({ isOwn }) => isOwn);
  return own.flatMap(({ exchange, input }) => {
    const value: Json | undefined = valueAt(exchange, `/data/${field}`);
    return typeof value === "string" && value !== ""
      ? [{ exchange, value, content: contentKey(operation, input.body) }]
      : [];
  });
}

/** The members that identify a claim. Creating it again from other sources may reinforce the earlier one. */
const CLAIM = ["content", "kind", "scope_id"] as const;

/** Returns the content of a request without white space, punctuation and letter case, which a server need not keep. */
function contentKey(operation: string, body: Json | undefined): string {
  const content = operation === "remember" && isObject(body) ? CLAIM.map((member) => body[member] ?? null) : body;
  return JSON.stringify(content ?? null, (_name, value: Json) =>
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
  const all = createdValues(knowledge, operation, field);
  for (const created of all) {
    const earlier = known.get(created.value);
    withEvidence([...(earlier ? [earlier.exchange] : []), created.exchange], () =>
      expectThat(earlier === undefined || earlier.content === created.content, {
        message: `every response of ${operation} must have a different ${field}`,
        expected: `a unique ${field}`,
        actual: `${created.value}, which another one has`,
        pointer: `/data/${field}`,
        keyword: "shared",
      }),
    );
    known.set(created.value, created);
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
  const all = createdValues(knowledge, operation, field);
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
