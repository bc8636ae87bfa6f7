import type { Json } from "../../spec/json.ts";
import type { KnowledgeContext } from "../knowledge/knowledge.ts";
import { STABLE_TASK_FIELDS } from "../models/stable-fields.ts";
import { isFlagSet } from "../verifiers/needs-human.ts";
import { isUnset } from "../verifiers/read.ts";

/** A request that changes a resource. */
export interface Change {
  readonly operation: string;
  /** The operation that creates the changed resource. */
  readonly creation: string;
  /** The body member that holds the id of the resource. */
  readonly naming: string;
  readonly what: string;
  /** The view that shows the changed resource. */
  readonly shown: { readonly operation: string; readonly pointer: string };
  /** The field in which the change shows. */
  readonly field: string;
  /** The requirement that is broken if the change is not seen later. */
  readonly persists: string;
  /** Returns true if a value of the field shows the change, false if it contradicts it, null if it proves nothing. */
  holds(value: Json | undefined, caller: Agents): boolean | null;
  /** Other changes of the same resource that may undo this one. */
  readonly undoneBy: readonly string[];
  /** Describes a value that shows the change. */
  readonly expected: string;
  /** The fields that the change must not touch, and the requirement that is broken if a response shows one changed. */
  readonly keeps: {
    readonly requirement: string;
    readonly fields: readonly string[];
    /** Fields that the change must not set where they are unset. */
    readonly unset: readonly string[];
    /** True if null is a changed value. Otherwise it may mean that the response omits a field that was not requested. */
    readonly isNullChanged?: boolean;
  };
  /** Fields that a response should have if that to the creation has them, and the requirement that states this. */
  readonly complete: { readonly requirement: string; readonly fields: readonly string[] };
  /** Fields that the change empties. Responses to later changes show them empty. */
  readonly clears: readonly string[];
  /** The requirement that is broken if the version falls from one response to the next. */
  readonly versions: string;
}

const ASSIGNEES = ["assigneeAgentId", "assigneeUserId"];
/** Fields of other moves and of the origin of a task, and the description, since a reason belongs in a comment. */
const OF_OTHER_MOVES = [
  ...["description", "dueAt", "completedAt", "cancelledAt", "archivedAt", "deletedAt"],
  ...["originMessageId", "originExtractionId"],
];
const OF_A_MESSAGE = ["content", "channelId", "parentId", "senderType", "senderId"];

/** The agent that asked for a change, as far as the target file names it. */
export interface Agents {
  readonly id: string | undefined;
}

export const CHANGES: readonly Change[] = [
  {
    operation: "block-task",
    creation: "create-task",
    naming: "taskId",
    what: "task",
    shown: { operation: "list-tasks", pointer: "/data" },
    field: "status",
    persists: "tasks.block.persists",
    holds: (value) => (isUnset(value) ? null : value === "blocked"),
    undoneBy: ["release-task"],
    expected: "blocked",
    keeps: {
      requirement: "tasks.block.keeps-fields",
      fields: [...STABLE_TASK_FIELDS, ...ASSIGNEES],
      unset: OF_OTHER_MOVES,
    },
    complete: { requirement: "tasks.fields.in-every-answer", fields: STABLE_TASK_FIELDS },
    clears: [],
    versions: "tasks.fields.version-never-falls",
  },
  {
    operation: "release-task",
    creation: "create-task",
    naming: "taskId",
    what: "task",
    shown: { operation: "list-tasks", pointer: "/data" },
    field: "assigneeAgentId",
    persists: "tasks.release.persists",
    holds: (value, { id }) => (id === undefined ? null : value !== id),
    undoneBy: [],
    expected: "not assigned to who has released it",
    keeps: { requirement: "tasks.release.keeps-fields", fields: STABLE_TASK_FIELDS, unset: OF_OTHER_MOVES },
    complete: { requirement: "tasks.fields.in-every-answer", fields: STABLE_TASK_FIELDS },
    clears: ASSIGNEES,
    versions: "tasks.fields.version-never-falls",
  },
  {
    operation: "flag-needs-human",
    creation: "send-message",
    naming: "messageId",
    what: "message",
    shown: { operation: "get-messages", pointer: "/data/messages" },
    field: "metadata",
    persists: "messages.flag.persists",
    holds: (value) => (value === undefined ? null : isFlagSet(value)),
    undoneBy: [],
    expected: "an entry needsHuman",
    keeps: {
      requirement: "messages.flag.keeps-content",
      fields: [...OF_A_MESSAGE, "createdAt"],
      unset: [],
      isNullChanged: true,
    },
    complete: {
      requirement: "messages.flag.full-form",
      fields: [...OF_A_MESSAGE, "isEdited", "replyCount", "reactions", "attachments", "createdAt"],
    },
    clears: [],
    versions: "messages.fields.version-never-falls",
  },
];

/** Returns the two agents of the target file, by the key that their requests carry. */
export function agentIds({ target }: KnowledgeContext): { readonly caller: Agents; readonly other: Agents } {
  const { agent, otherAgent } = target.fixtures;
  return { caller: { id: agent?.id }, other: { id: otherAgent?.id } };
}
