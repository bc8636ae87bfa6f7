import type { StoredMemory } from "../../features/memories/model.ts";
import type { StoredTask } from "../../features/tasks/model.ts";
import type { Call } from "../../http/call.ts";
import { inputAt } from "../inputs.ts";
import type { RuleRow, RuleSite } from "../model.ts";
import { REFUSAL_CLAIMS } from "./refusal-claims.ts";

/** What a rule of the fake decides, in which operation it shows, and what is broken when it says the opposite. */
interface RuleClaim {
  readonly operation: string;
  readonly claims: RuleSite["claims"];
  readonly row?: RuleRow;
  /** Which calls alone it is about, for a part behind a slash. */
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

const rule = (operation: string, claims: RuleSite["claims"], more: Omit<RuleClaim, "operation" | "claims"> = {}) => ({
  operation,
  claims,
  ...more,
});
const filter = (operation: string, requirement: string, row: RuleRow) =>
  rule(operation, { allow: requirement, deny: requirement }, { row });
const bound = (operation: string, requirement: string, row: RuleRow | null, boundary = requirement) =>
  rule(operation, { allow: requirement, deny: requirement, boundary }, row === null ? {} : { row });

/** A task that a rule is given; a memory or task with what the store knows of it, of which the thing itself is taken. */
const TASK: RuleRow = { name: "task", of: ([task]) => task as object };
const TASK_AFTER_CALLER: RuleRow = { name: "task", of: ([, task]) => task as object };
const STORED_TASK: RuleRow = { name: "task", of: ([, stored]) => (stored as StoredTask).task };
const STORED_MEMORY: RuleRow = { name: "memory", of: ([stored]) => (stored as StoredMemory).memory };
const MEMORY_AFTER_CALLER: RuleRow = { name: "memory", of: ([, stored]) => (stored as StoredMemory).memory };
const MEMORY: RuleRow = { name: "memory", of: ([memory]) => memory as object };

/**
 * By path into `Rules`; behind a slash, the operation whose calls alone are meant. A rule that is not here decides what the
 * contract leaves open.
 */
export const RULE_CLAIMS: Readonly<Record<string, RuleClaim>> = {
  ...Object.fromEntries(
    Object.entries(REFUSAL_CLAIMS).map(([path, claims]) => [
      path,
      rule(path.endsWith("plan-limit") ? "create-task" : "*", claims),
    ]),
  ),
  "tasks.maySee": rule(
    "list-tasks",
    { allow: "tasks.visibility.hidden", deny: "tasks.create.listed" },
    { row: STORED_TASK },
  ),
  "tasks.maySee/foreign-channel": rule(
    "list-tasks",
    { allow: "tasks.visibility.foreign-channel" },
    { row: STORED_TASK, calls: gives("channelId") },
  ),
  "tasks.maySee/block-task": rule("block-task", { allow: "tasks.block.hidden-task", deny: "tasks.block.succeeds" }),
  "tasks.mayBind": rule("create-task", { deny: "tasks.create.channel" }),
  "tasks.withinAllowance": rule("create-task", {
    allow: "tasks.plan.limit-code",
    deny: "tasks.create.succeeds",
    more: "tasks.plan.counts",
    less: "tasks.plan.counts",
  }),
  "tasks.blockableFrom": rule("block-task", { deny: "tasks.block.succeeds" }),
  "tasks.mayRelease": rule(
    "release-task",
    { allow: "tasks.release.other-assignee", deny: "tasks.release.succeeds" },
    { row: TASK_AFTER_CALLER },
  ),
  "tasks.nextVersion": rule("block-task", { more: "tasks.fields.version-rises" }),
  "tasks.blockComments": rule("block-task", { deny: "tasks.block.comment" }, { row: TASK }),
  "tasks.filters.status": filter("list-tasks", "tasks.list.status", TASK),
  "tasks.filters.priority": filter("list-tasks", "tasks.list.priority", TASK),
  "tasks.filters.assigneeAgent": filter("list-tasks", "tasks.list.assignee-agent", TASK),
  "tasks.filters.assigneeUser": filter("list-tasks", "tasks.list.assignee-user", TASK),
  "tasks.filters.channel": filter("list-tasks", "tasks.list.channel", TASK),
  "tasks.filters.text": rule(
    "list-tasks",
    { allow: "tasks.list.text-relevant", deny: "tasks.list.text-title" },
    { row: TASK },
  ),
  "messages.mayRead": rule("get-messages", { allow: "messages.get.membership", deny: "messages.get.succeeds" }),
  "messages.mayRead/get-messages": rule("get-messages", { allow: "messages.get.membership" }),
  "messages.mayRead/search-messages": rule("search-messages", { allow: "messages.search.membership" }),
  "messages.mayRead/flag-needs-human": rule("flag-needs-human", { allow: "messages.flag.hidden-message" }),
  "messages.countReply": rule("send-message", {
    skip: "messages.send.reply-count",
    twice: "messages.send.reply-count",
  }),
  "messages.maySend": rule("send-message", { allow: "messages.send.membership", deny: "messages.send.succeeds" }),
  "messages.cursorsExclude": rule("get-messages", { flip: "messages.get.before-exclusive" }),
  "messages.hasMore": rule("get-messages", {
    allow: "messages.get.has-more-false",
    deny: "messages.get.has-more-true",
  }),
  "files.mayUpload": rule("request-file-upload", { allow: "files.upload.membership", deny: "files.upload.succeeds" }),
  "files.mayDownload": rule("request-file-download", {
    allow: "files.download.membership",
    deny: "files.download.succeeds",
  }),
  "files.isAllowedType": rule("request-file-upload", {
    allow: "files.upload.other-types",
    deny: "files.upload.allowed-types",
  }),
  "files.maxBytes": rule("request-file-upload", {
    unbounded: "files.upload.max-bytes",
    "one-over": "files.upload.max-bytes",
    "one-under": "files.upload.max-bytes-accepted",
  }),
  "files.checksSignature": rule("request-file-download", { flip: "files.flow.tampered-url" }),
  "files.needsUpload": rule("send-message", { flip: "messages.send.not-uploaded" }),
  "memories.mayRead": rule("search-memories", {
    allow: "memories.permissions.unreadable-scope",
    deny: "memories.search.succeeds",
  }),
  "memories.mayRead/search-memories": rule(
    "search-memories",
    { allow: "memories.permissions.unreadable-hidden" },
    { calls: lacks("scope_id") },
  ),
  "memories.mayRead/recall": rule(
    "recall",
    { allow: "recall.permissions.hits" },
    { calls: lacks("seed_id", "scope_id") },
  ),
  "memories.mayRead/recall-walk": rule("recall", { allow: "recall.permissions.walk" }, { calls: gives("seed_id") }),
  "memories.mayRead/recall-scope": rule("recall", { allow: "recall.permissions.scope" }, { calls: gives("scope_id") }),
  "memories.mayRead/bootstrap-context": rule("bootstrap-context", {
    allow: "bootstrap.permissions",
    deny: "bootstrap.membership",
  }),
  "memories.recall.mayShowEdge": rule("recall", { deny: "memories.remember.provenance-edges" }),
  "memories.indexed/search-memories": rule(
    "search-memories",
    { deny: "memories.remember.found" },
    { row: MEMORY_AFTER_CALLER },
  ),
  "memories.indexed/recall": rule("recall", { deny: "recall.finds" }, { row: MEMORY_AFTER_CALLER }),
  "memories.mayWrite": rule("remember", { deny: "memories.remember.succeeds" }),
  "memories.oneLifetime": rule("remember", {
    allow: "memories.remember.ttl-exclusive",
    deny: "memories.remember.ttl-seconds",
  }),
  "memories.filters.kind": filter("search-memories", "memories.search.kind", STORED_MEMORY),
  "memories.filters.status": filter("search-memories", "memories.search.status", STORED_MEMORY),
  "memories.filters.status/default": rule(
    "search-memories",
    { allow: "memories.search.default-status" },
    { row: STORED_MEMORY, calls: lacks("status") },
  ),
  ...Object.fromEntries(
    ["kind", "text", "tags", "createdFrom", "createdTo"].map((name) => [
      `memories.filters.${name}/cursor`,
      rule(
        "search-memories",
        { allow: "memories.search.cursor-filters" },
        { row: STORED_MEMORY, calls: gives("cursor") },
      ),
    ]),
  ),
  "memories.filters.text": filter("search-memories", "memories.search.text", STORED_MEMORY),
  "memories.filters.tags": filter("search-memories", "memories.search.tags", STORED_MEMORY),
  "memories.filters.createdFrom": bound(
    "search-memories",
    "memories.search.created-from",
    STORED_MEMORY,
    "memories.search.created-from-inclusive",
  ),
  "memories.filters.createdTo": bound(
    "search-memories",
    "memories.search.created-to",
    STORED_MEMORY,
    "memories.search.created-to-exclusive",
  ),
  "memories.presetSeconds.VOLATILE": rule("remember", { number: "memories.remember.ttl-preset" }),
  "memories.presetSeconds.ACTIVE": rule("remember", { number: "memories.remember.ttl-preset" }),
  "memories.presetSeconds.STABLE": rule("remember", { number: "memories.remember.ttl-preset" }),
  "memories.cursorCounts": rule("search-memories", { flip: "memories.search.walk-while-writing" }),
  "memories.recall.oneWay": rule("recall", { allow: "recall.one-of" }),
  "memories.recall.minConfidence": bound("recall", "recall.filters.min-confidence", MEMORY),
  "memories.recall.minSimilarity": bound("recall", "recall.filters.min-similarity", null),
  "memories.recall.metadataMatches": rule("recall", {
    allow: "recall.metadata-filter",
    deny: "recall.metadata-filter",
  }),
  "memories.recall.mayShowMessage": rule("recall", {
    allow: "recall.permissions.messages",
    deny: "recall.expand.provenance",
  }),
};
