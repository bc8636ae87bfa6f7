import type { Edge, StoredMemory } from "../../features/memories/model.ts";
import type { StoredTask } from "../../features/tasks/model.ts";
import type { Call } from "../../http/call.ts";
import type { Caller } from "../../service.ts";
import { inputAt } from "../inputs.ts";
import type { RuleRow, RuleSite } from "../model.ts";
import { REJECTION_CLAIMS } from "./rejection-claims.ts";

/**
 * The decision of a rule of the fake, the operation that shows it, and the requirements that a wrong decision breaks.
 */
interface RuleClaim {
  readonly operation: string;
  readonly claims: RuleSite["claims"];
  readonly row?: RuleRow;
  /** Returns true for the calls that it concerns, for a part behind a slash. */
  readonly calls?: (call: Call) => boolean;
}

const gives =
  (...names: readonly string[]) =>
  (call: Call): boolean =>
    names.every((name) => inputAt(call, name) !== undefined);
const lacks =
  (...names: readonly string[]) =>
  (call: Call): boolean =>
    names.every((name) => inputAt(call, name) === undefined);

type Claims = RuleSite["claims"];
type Claimed = Omit<RuleClaim, "operation">;

const rule = (claims: Claims, more: Omit<Claimed, "claims"> = {}): Claimed => ({ claims, ...more });
const filter = (requirement: string, row: RuleRow): Claimed =>
  rule({ allow: requirement, deny: requirement, opposite: requirement }, { row });
const bound = (requirement: string, row: RuleRow | null, boundary = requirement): Claimed =>
  rule({ allow: requirement, deny: requirement, opposite: requirement, boundary }, row === null ? {} : { row });

/** Returns the rules that show in one operation. */
const of = (operation: string, rules: Readonly<Record<string, Claimed>>): Readonly<Record<string, RuleClaim>> =>
  Object.fromEntries(Object.entries(rules).map(([path, claimed]) => [path, { operation, ...claimed }]));

/** The task among a rule's arguments; for a memory or task with further data of the store, the resource itself. */
const TASK: RuleRow = { name: "task", of: ([task]) => task as object };
const TASK_AFTER_CALLER: RuleRow = { name: "task", of: ([, task]) => task as object };
const STORED_TASK: RuleRow = { name: "task", of: ([, stored]) => (stored as StoredTask).task };
const STORED_MEMORY: RuleRow = { name: "memory", of: ([stored]) => (stored as StoredMemory).memory };
const MEMORY_AFTER_CALLER: RuleRow = { name: "memory", of: ([, stored]) => (stored as StoredMemory).memory };
/** The memory that an edge comes from. */
const EDGE_SOURCE: RuleRow = {
  name: "memory",
  of: ([caller, edge]) => (caller as Caller).workspace.memories.get((edge as Edge).from_id)?.memory ?? {},
};
const MEMORY: RuleRow = { name: "memory", of: ([memory]) => memory as object };

/**
 * By path into `Rules`; behind a slash is the operation whose calls it is limited to. Other rules decide what the
 * contract leaves open.
 */
export const RULE_CLAIMS: Readonly<Record<string, RuleClaim>> = {
  ...Object.fromEntries(
    Object.entries(REJECTION_CLAIMS).map(([path, claims]) => {
      return [path, { operation: path.endsWith("plan-limit") ? "create-task" : "*", claims }];
    }),
  ),
  ...of("list-tasks", {
    "tasks.maySee": rule({ allow: "tasks.visibility.hidden", deny: "tasks.create.listed" }, { row: STORED_TASK }),
    "tasks.maySee/foreign-channel": rule(
      { allow: "tasks.visibility.foreign-channel" },
      { row: STORED_TASK, calls: gives("channelId") },
    ),
    "tasks.filters.status": filter("tasks.list.status", TASK),
    "tasks.filters.priority": filter("tasks.list.priority", TASK),
    "tasks.filters.assigneeAgent": filter("tasks.list.assignee-agent", TASK),
    "tasks.filters.assigneeUser": filter("tasks.list.assignee-user", TASK),
    "tasks.filters.channel": filter("tasks.list.channel", TASK),
    "tasks.filters.text": rule({ allow: "tasks.list.text-relevant", deny: "tasks.list.text-title" }, { row: TASK }),
  }),
  ...of("create-task", {
    "tasks.mayBind": rule({ deny: "tasks.create.channel" }),
    "tasks.withinAllowance": rule({
      allow: "tasks.plan.limit-code",
      deny: "tasks.create.succeeds",
      more: "tasks.plan.counts",
      less: "tasks.plan.counts",
    }),
  }),
  ...of("block-task", {
    "tasks.maySee/block-task": rule({ allow: "tasks.block.hidden-task", deny: "tasks.block.succeeds" }),
    "tasks.blockableFrom": rule({ deny: "tasks.block.succeeds" }),
    "tasks.nextVersion": rule({ more: "tasks.fields.version-rises" }),
    "tasks.blockComments": rule({ deny: "tasks.block.comment" }, { row: TASK }),
  }),
  ...of("release-task", {
    "tasks.mayRelease": rule(
      { allow: "tasks.release.other-assignee", deny: "tasks.release.succeeds" },
      { row: TASK_AFTER_CALLER },
    ),
  }),
  ...of("get-messages", {
    "messages.mayRead": rule({ allow: "messages.get.membership", deny: "messages.get.succeeds" }),
    "messages.mayRead/get-messages": rule({ allow: "messages.get.membership" }),
    "messages.cursorsExclude": rule({ flip: "messages.get.before-exclusive" }),
    "messages.hasMore": rule({
      allow: "messages.get.has-more-false",
      deny: "messages.get.has-more-true",
      more: "messages.get.has-more-true",
    }),
  }),
  ...of("search-messages", { "messages.mayRead/search-messages": rule({ allow: "messages.search.membership" }) }),
  ...of("flag-needs-human", { "messages.mayRead/flag-needs-human": rule({ allow: "messages.flag.hidden-message" }) }),
  ...of("send-message", {
    "messages.countReply": rule({ skip: "messages.send.reply-count", twice: "messages.send.reply-count" }),
    "messages.maySend": rule({ allow: "messages.send.membership", deny: "messages.send.succeeds" }),
    "files.needsUpload": rule({ flip: "messages.send.not-uploaded" }),
  }),
  ...of("request-file-upload", {
    "files.mayUpload": rule({ allow: "files.upload.membership", deny: "files.upload.succeeds" }),
    "files.isAllowedType": rule({ allow: "files.upload.other-types", deny: "files.upload.allowed-types" }),
    "files.maxBytes": rule({
      unbounded: "files.upload.max-bytes",
      "one-over": "files.upload.max-bytes",
      "one-under": "files.upload.max-bytes-accepted",
    }),
  }),
  ...of("request-file-download", {
    "files.mayDownload": rule({ allow: "files.download.membership", deny: "files.download.succeeds" }),
    "files.checksSignature": rule({ flip: "files.flow.tampered-url" }),
  }),
  ...of("search-memories", {
    "memories.mayRead": rule({ allow: "memories.permissions.unreadable-scope", deny: "memories.search.succeeds" }),
    "memories.mayRead/search-memories": rule(
      { allow: "memories.permissions.unreadable-hidden" },
      { calls: lacks("scope_id") },
    ),
    "memories.indexed/search-memories": rule({ deny: "memories.remember.found" }, { row: MEMORY_AFTER_CALLER }),
    "memories.filters.kind": filter("memories.search.kind", STORED_MEMORY),
    "memories.filters.status": filter("memories.search.status", STORED_MEMORY),
    "memories.filters.status/default": rule(
      { allow: "memories.search.default-status" },
      { row: STORED_MEMORY, calls: lacks("status") },
    ),
    ...Object.fromEntries(
      ["kind", "text", "tags", "createdFrom", "createdTo"].map((name) => {
        const more = { row: STORED_MEMORY, calls: gives("cursor") };
        return [`memories.filters.${name}/cursor`, rule({ allow: "memories.search.cursor-filters" }, more)];
      }),
    ),
    "memories.filters.text": filter("memories.search.text", STORED_MEMORY),
    "memories.filters.tags": filter("memories.search.tags", STORED_MEMORY),
    "memories.filters.createdFrom": bound(
      "memories.search.created-from",
      STORED_MEMORY,
      "memories.search.created-from-inclusive",
    ),
    "memories.filters.createdTo": bound(
      "memories.search.created-to",
      STORED_MEMORY,
      "memories.search.created-to-exclusive",
    ),
    "memories.cursorCounts": rule({ flip: "memories.search.walk-while-writing" }),
  }),
  ...of("recall", {
    "memories.mayRead/recall": rule({ allow: "recall.permissions.hits" }, { calls: lacks("seed_id", "scope_id") }),
    "memories.mayRead/recall-walk": rule({ allow: "recall.permissions.walk" }, { calls: gives("seed_id") }),
    "memories.mayRead/recall-scope": rule({ allow: "recall.permissions.scope" }, { calls: gives("scope_id") }),
    "memories.recall.mayShowEdge": rule({ deny: "memories.remember.provenance-edges" }, { row: EDGE_SOURCE }),
    "memories.recall.steps": rule({ "one-over": "recall.walk.depth-bound" }),
    "memories.indexed/recall": rule({ deny: "recall.finds" }, { row: MEMORY_AFTER_CALLER }),
    "memories.recall.oneWay": rule({ allow: "recall.one-of" }),
    "memories.recall.minConfidence": bound("recall.filters.min-confidence", MEMORY),
    "memories.recall.minSimilarity": bound("recall.filters.min-similarity", null),
    "memories.recall.metadataMatches": rule({ allow: "recall.metadata-filter", deny: "recall.metadata-filter" }),
    "memories.recall.mayShowMessage": rule({
      allow: "recall.permissions.messages",
      deny: "recall.expand.provenance",
    }),
  }),
  ...of("bootstrap-context", {
    "memories.mayRead/bootstrap-context": rule({ allow: "bootstrap.permissions", deny: "bootstrap.membership" }),
  }),
  ...of("remember", {
    "memories.mayWrite": rule({ deny: "memories.remember.succeeds" }),
    "memories.oneLifetime": rule({ allow: "memories.remember.ttl-exclusive", deny: "memories.remember.ttl-seconds" }),
    ...Object.fromEntries(
      ["VOLATILE", "ACTIVE", "STABLE"].map((preset) => {
        return [`memories.presetSeconds.${preset}`, rule({ number: "memories.remember.ttl-preset" })];
      }),
    ),
  }),
  ...of("verify-connection", { "connection.use": rule({ skip: "connection.one-shot" }) }),
};
