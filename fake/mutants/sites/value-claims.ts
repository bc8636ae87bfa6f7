/**
 * The requirements on the members of a resource, by its operation: the one that a wrong value breaks, and the one that
 * a missing value breaks. Derived only from the contract; other members may have any value of their type.
 */
export interface MemberClaims {
  /** Members whose value the contract decides. */
  readonly changed?: Readonly<Record<string, string>>;
  /** Members that may not be missing if a request set them. */
  readonly absent?: Readonly<Record<string, string>>;
  /** Members that may not be true instead of false, or set instead of empty. */
  readonly raised?: Readonly<Record<string, string>>;
  /** Members that may not be false instead of true, 0, or an earlier time. */
  readonly lowered?: Readonly<Record<string, string>>;
}

/** Returns the same requirement for several members. */
const all = (requirement: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(" ").map((name) => [name, requirement]));

const TASK_SET = "title description status priority assigneeAgentId assigneeUserId parentTaskId channelId";
const TASK_KEPT = "title description priority parentTaskId channelId createdByAgentId createdAt identifier workspaceId";
/** Members of a task that have no value unless something sets them. */
const TASK_UNTOUCHED = "dueAt completedAt cancelledAt archivedAt originMessageId";
const TASK_VIEW = `${TASK_SET} identifier workspaceId createdByAgentId createdAt`;

const created = {
  title: "tasks.create.title",
  description: "tasks.create.description",
  status: "tasks.create.initial-status",
  priority: "tasks.create.priority",
  assigneeAgentId: "tasks.create.assignee-agent",
  assigneeUserId: "tasks.create.assignee-user",
  parentTaskId: "tasks.create.parent",
  channelId: "tasks.create.channel",
};

const MEMORY_SET = "content kind confidence metadata";
const memoryView = (more = "") => ({
  changed: {
    ...all("consistency.memory-views", `id ${MEMORY_SET} created_at expires_at ttl_seconds${more}`),
    org_id: "memories.fields.org",
  },
  absent: all("consistency.memory-views", MEMORY_SET),
  lowered: { version: "consistency.memory-views" },
});

/** The claims of a page's pagination. */
const PAGINATION: MemberClaims = {
  changed: { hasMore: "pagination.agrees", total: "pagination.agrees" },
  lowered: { hasMore: "pagination.agrees", total: "pagination.agrees" },
};

/** By the place of the resource: `list-tasks:/data/*`. */
export const VALUE_CLAIMS: Readonly<Record<string, MemberClaims>> = {
  "get-messages:/meta/pagination": PAGINATION,
  "search-memories:/meta/pagination": PAGINATION,
  "recall:/meta/pagination": PAGINATION,
  "create-task:/data": {
    changed: {
      ...created,
      id: "consistency.unique-ids",
      createdByAgentId: "tasks.create.creator",
      workspaceId: "auth.own-workspace",
    },
    absent: created,
    lowered: { updatedAt: "consistency.timestamps" },
  },
  "block-task:/data": {
    changed: {
      ...all("tasks.block.keeps-fields", `${TASK_KEPT} assigneeAgentId assigneeUserId`),
      id: "tasks.block.status",
      status: "tasks.block.status",
      version: "tasks.fields.version-never-falls",
    },
    absent: {
      ...all("tasks.block.keeps-fields", "title priority parentTaskId channelId"),
      description: "tasks.fields.in-every-answer",
      status: "tasks.block.status",
    },
    raised: all("tasks.block.keeps-fields", TASK_UNTOUCHED),
  },
  "release-task:/data": {
    changed: {
      ...all("tasks.release.keeps-fields", TASK_KEPT),
      id: "tasks.release.clears-assignment",
      assigneeAgentId: "tasks.release.clears-assignment",
      version: "tasks.fields.version-never-falls",
    },
    absent: all("tasks.release.keeps-fields", "title description priority parentTaskId channelId"),
    raised: {
      ...all("tasks.release.keeps-fields", TASK_UNTOUCHED),
      assigneeAgentId: "tasks.release.clears-assignment",
    },
  },
  "list-tasks:/data/*": {
    changed: {
      ...all("consistency.task-views", TASK_VIEW),
      id: "tasks.create.listed",
      version: "tasks.fields.version-never-falls",
    },
    absent: all("consistency.task-views", TASK_SET),
    lowered: { updatedAt: "consistency.timestamps" },
  },
  "send-message:/data": {
    changed: {
      id: "messages.send.readable",
      channelId: "messages.send.channel",
      parentId: "messages.send.reply",
      content: "messages.send.content",
      senderId: "messages.send.sender",
      senderType: "messages.send.sender-type",
      createdAt: "consistency.message-views",
    },
    absent: { channelId: "messages.send.channel", parentId: "messages.send.reply", content: "messages.send.content" },
    raised: { parentId: "messages.send.root", ...all("messages.send.untouched", "isEdited deletedAt") },
    lowered: { updatedAt: "consistency.timestamps" },
  },
  "send-message:/data/attachments/*": {
    changed: {
      id: "messages.send.attachments",
      name: "files.flow.attachment-name",
      mimeType: "files.flow.attachment-type",
      sizeBytes: "files.flow.attachment-size",
      messageId: "files.flow.attachment-message",
    },
    absent: { name: "files.flow.attachment-name", mimeType: "files.flow.attachment-type" },
  },
  "flag-needs-human:/data": {
    changed: {
      ...all("messages.flag.keeps-content", "content channelId parentId senderId createdAt replyCount"),
      id: "messages.flag.same-message",
    },
    absent: {
      ...all("messages.flag.full-form", "content channelId parentId senderId"),
      metadata: "messages.flag.sets-needs-human",
    },
    lowered: { version: "messages.fields.version-never-falls", replyCount: "messages.flag.keeps-content" },
  },
  "flag-needs-human:/data/attachments/*": {
    changed: all("messages.flag.keeps-content", "id name mimeType sizeBytes"),
  },
  "get-messages:/data/messages/*": {
    changed: {
      ...all("consistency.message-views", "content parentId senderId senderType createdAt"),
      id: "messages.send.readable",
    },
    absent: { ...all("consistency.message-views", "content parentId"), metadata: "messages.flag.persists" },
    raised: { parentId: "messages.send.root" },
  },
  "get-messages:/data": {
    changed: { hasMore: "messages.get.has-more-true" },
    raised: { hasMore: "messages.get.has-more-false" },
    lowered: { hasMore: "messages.get.has-more-true" },
  },
  "search-messages:/data/messages/*": {
    changed: {
      ...all("consistency.message-views", "content senderId senderType createdAt"),
      id: "messages.search.finds",
      channelId: "messages.search.channel",
    },
  },
  "remember:/data": {
    changed: {
      id: "memories.remember.found",
      kind: "memories.remember.kind",
      content: "memories.remember.content",
      confidence: "memories.remember.confidence",
      metadata: "memories.remember.metadata",
      ttl_seconds: "memories.remember.ttl-seconds",
      expires_at: "memories.remember.ttl-seconds",
      status: "memories.remember.current",
      org_id: "memories.fields.org",
    },
    absent: {
      kind: "memories.remember.kind",
      content: "memories.remember.content",
      confidence: "memories.remember.confidence",
      metadata: "memories.remember.metadata",
      expires_at: "memories.remember.ttl-seconds",
    },
    raised: { invalidated_at: "memories.remember.current" },
    lowered: { last_reinforced_at: "consistency.timestamps" },
  },
  "search-memories:/data/hits/*": memoryView(" status"),
  "recall:/data/hits/*": memoryView(" status"),
  "bootstrap-context:/data/current_decisions/*": memoryView(),
  "bootstrap-context:/data/active_constraints/*": memoryView(),
  "bootstrap-context:/data/open_questions/*": memoryView(),
  "bootstrap-context:/data/scope_membership/*": { changed: { id: "bootstrap.membership" } },
  "recall:/data/scores/*": {
    changed: { memory_id: "recall.scores.per-hit" },
    absent: { memory_id: "recall.scores.per-hit" },
  },
  "recall:/data/edges/*": { changed: all("memories.remember.provenance-edges", "from_id to_id") },
  "search-memories:/data": { absent: { nextCursor: "memories.search.walk" } },
  "recall:/data": { absent: { messages: "recall.expand.messages" } },
  "bootstrap-context:/data": { absent: { recent_activity: "bootstrap.recent-activity" } },
  "recall:/data/messages/*": {
    changed: {
      ...all("recall.expand.provenance-content", "content channel_id"),
      created_at: "consistency.message-views",
    },
    absent: all("recall.expand.provenance-content", "content channel_id"),
  },
  "request-file-upload:/data": {
    changed: {
      attachmentId: "files.flow.attach",
      uploadUrl: "files.flow.put",
      method: "files.upload.method",
      maxBytes: "files.upload.max-bytes",
      expiresAt: "files.upload.short-lived",
    },
    raised: { expiresAt: "files.flow.short-lived" },
  },
  "request-file-download:/data": {
    changed: {
      signedUrl: "files.download.get",
      name: "files.download.name",
      mimeType: "files.download.type",
      sizeBytes: "files.download.size",
      expiresAt: "files.download.short-lived",
    },
  },
  "verify-connection:/data": {
    changed: { ok: "connection.fresh-token", agentId: "connection.agent", workspaceId: "connection.workspace" },
  },
};
