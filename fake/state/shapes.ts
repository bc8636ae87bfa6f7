import type { JsonObject } from "../../spec/json.ts";
import { MEMORY_KINDS, MEMORY_STATUSES } from "../features/memories/model.ts";
import { PRIORITIES, TASK_STATUSES } from "../features/tasks/model.ts";

/** Schemas of the state of the fake: for records of snapshots, and for responses of the control interface. */

export const text: JsonObject = { type: "string" };
export const id: JsonObject = { type: "string", minLength: 1 };
export const textOrNull: JsonObject = { type: ["string", "null"] };
export const number: JsonObject = { type: "number" };
export const count: JsonObject = { type: "integer", minimum: 0 };
export const truth: JsonObject = { type: "boolean" };
export const free: JsonObject = { type: "object" };
export const instant: JsonObject = {
  type: ["string", "null"],
  pattern: "^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$",
};
export const list = (items: JsonObject): JsonObject => ({ type: "array", items });
export const oneOf = (values: readonly string[]): JsonObject => ({ enum: [...values] });
/** Schemas of members, by name. */
export type Members = Readonly<Record<string, JsonObject>>;
/** Schema of an object that has these members, and may have the optional ones. */
export const shape = (properties: Members, optional: Members = {}): JsonObject => {
  return { type: "object", required: Object.keys(properties), properties: { ...properties, ...optional } };
};

export const message = shape({
  ...{ id, channelId: id, parentId: textOrNull, senderType: oneOf(["agent", "human", "system"]), senderId: text },
  ...{ content: text, metadata: free, isEdited: truth, version: count, replyCount: count },
  ...{ reactions: list(free), attachments: list(free), createdAt: text, updatedAt: text, deletedAt: textOrNull },
});

export const task = shape({
  ...{ id, identifier: text, workspaceId: text, title: text, description: textOrNull },
  ...{ status: oneOf(TASK_STATUSES), priority: oneOf(PRIORITIES), version: count, dueAt: textOrNull },
  ...{ assigneeUserId: textOrNull, assigneeAgentId: textOrNull, createdByUserId: textOrNull },
  ...{ createdByAgentId: textOrNull, parentTaskId: textOrNull, channelId: textOrNull, originMessageId: textOrNull },
  ...{ originExtractionId: textOrNull, startedAt: textOrNull, completedAt: textOrNull, cancelledAt: textOrNull },
  ...{ archivedAt: textOrNull, createdAt: text, updatedAt: text, deletedAt: textOrNull },
});

export const memory = shape({
  ...{ id, org_id: text, kind: oneOf(MEMORY_KINDS), status: oneOf(MEMORY_STATUSES), content: text },
  ...{ confidence: number, version: count, ttl_seconds: { type: ["number", "null"] }, created_at: text },
  ...{ last_reinforced_at: text, expires_at: instant, invalidated_at: textOrNull, invalidated_by: textOrNull },
  ...{ invalidated_reason: textOrNull, content_hash: text, metadata: free },
});

export const comment = shape({
  ...{ id, taskId: id, authorAgentId: textOrNull, authorUserId: textOrNull, body: text, createdAt: text },
});
