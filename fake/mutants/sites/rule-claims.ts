import type { RuleSite } from "../model.ts";

/** What a rule of the fake decides, in which operation it shows, and what is broken when it says the opposite. */
interface RuleClaim {
  readonly operation: string;
  readonly claims: RuleSite["claims"];
}

const rule = (operation: string, claims: RuleSite["claims"]): RuleClaim => ({ operation, claims });
const filter = (operation: string, requirement: string) => rule(operation, { allow: requirement, deny: requirement });

/**
 * By path into `Rules`; behind a slash, the operation whose calls alone are meant. A rule that is not here decides what the
 * contract leaves open.
 */
export const RULE_CLAIMS: Readonly<Record<string, RuleClaim>> = {
  "tasks.maySee": rule("list-tasks", { allow: "tasks.visibility.hidden", deny: "tasks.create.listed" }),
  "tasks.mayBind": rule("create-task", { deny: "tasks.create.channel" }),
  "tasks.withinAllowance": rule("create-task", { allow: "tasks.plan.limit-code", deny: "tasks.create.succeeds" }),
  "tasks.blockableFrom": rule("block-task", { deny: "tasks.block.succeeds" }),
  "tasks.mayRelease": rule("release-task", { allow: "tasks.release.other-assignee", deny: "tasks.release.succeeds" }),
  "tasks.blockComments": rule("block-task", { deny: "tasks.block.comment" }),
  "tasks.filters.status": filter("list-tasks", "tasks.list.status"),
  "tasks.filters.priority": filter("list-tasks", "tasks.list.priority"),
  "tasks.filters.assigneeAgent": filter("list-tasks", "tasks.list.assignee-agent"),
  "tasks.filters.assigneeUser": filter("list-tasks", "tasks.list.assignee-user"),
  "tasks.filters.channel": filter("list-tasks", "tasks.list.channel"),
  "tasks.filters.text": rule("list-tasks", { allow: "tasks.list.text-relevant", deny: "tasks.list.text-title" }),
  "messages.mayRead": rule("get-messages", { allow: "messages.get.membership", deny: "messages.get.succeeds" }),
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
  "files.needsUpload": rule("send-message", { flip: "messages.send.not-uploaded" }),
  "memories.mayRead": rule("search-memories", {
    allow: "memories.permissions.unreadable-scope",
    deny: "memories.search.succeeds",
  }),
  "memories.mayRead/search-memories": rule("search-memories", { allow: "memories.permissions.unreadable-hidden" }),
  "memories.mayRead/recall": rule("recall", { allow: "recall.permissions.hits" }),
  "memories.mayRead/bootstrap-context": rule("bootstrap-context", {
    allow: "bootstrap.permissions",
    deny: "bootstrap.membership",
  }),
  "memories.recall.mayShowEdge": rule("recall", { deny: "memories.remember.provenance-edges" }),
  "memories.indexed/search-memories": rule("search-memories", { deny: "memories.remember.found" }),
  "memories.indexed/recall": rule("recall", { deny: "recall.finds" }),
  "memories.mayWrite": rule("remember", { deny: "memories.remember.succeeds" }),
  "memories.oneLifetime": rule("remember", {
    allow: "memories.remember.ttl-exclusive",
    deny: "memories.remember.ttl-seconds",
  }),
  "memories.filters.kind": filter("search-memories", "memories.search.kind"),
  "memories.filters.status": filter("search-memories", "memories.search.status"),
  "memories.filters.text": filter("search-memories", "memories.search.text"),
  "memories.filters.tags": filter("search-memories", "memories.search.tags"),
  "memories.filters.createdFrom": filter("search-memories", "memories.search.created-from"),
  "memories.filters.createdTo": filter("search-memories", "memories.search.created-to"),
  "memories.recall.oneWay": rule("recall", { allow: "recall.one-of" }),
  "memories.recall.minConfidence": filter("recall", "recall.filters.min-confidence"),
  "memories.recall.minSimilarity": filter("recall", "recall.filters.min-similarity"),
  "memories.recall.metadataMatches": filter("recall", "recall.metadata-filter"),
  "memories.recall.mayShowMessage": rule("recall", {
    allow: "recall.permissions.messages",
    deny: "recall.expand.provenance",
  }),
};
