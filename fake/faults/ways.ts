import type { Json } from "../../spec/json.ts";
import type { Change } from "../changes/change.ts";
import { bodyMember, editBody, onCall, onReply, onSuccess, type Where } from "../changes/hooks.ts";
import { ownKey } from "../changes/identities.ts";
import { editAt } from "../changes/paths.ts";
import type { Call } from "../http/call.ts";
import { type Fault, fault } from "./fault.ts";
import { storedOf } from "./messages/tools.ts";
import { followingCursors } from "./subtle-isolation.ts";
import { member, record } from "./tools.ts";

const MESSAGES = ["send-message", "get-messages"];
const HITS = ["send-message", "search-messages"];
const FOUND = ["remember", "search-memories"];
const LISTED = ["create-task", "list-tasks"];

/** Faults that show in one way of asking alone: beside a cursor, a filter or a limit, or after something else was asked. */
export const wayFaults: readonly Fault[] = [
  fault(
    "memory-cursor-brings-its-owner",
    "memories.permissions.unreadable-hidden",
    "who sends the cursor of another agent reads on as that agent",
    ["search-memories"],
    () => followingCursors(false),
  ),
  fault(
    "reply-takes-the-flag-over",
    "messages.flag.only-the-message",
    "a reply to a flagged message is flagged",
    ["send-message", "flag-needs-human"],
    () =>
      onSuccess("send-message", (reply, call) => {
        const flag = flagAbove(call, reply.body.data ?? null);
        const sent = storedOf(call, member(reply.body.data ?? null, "id"))?.message;
        if (flag === undefined || sent === undefined) return;
        sent.metadata = { ...sent.metadata, needsHuman: flag };
        editAt(reply.body, "data.metadata", (metadata) => ({ ...record(metadata), needsHuman: flag }));
      }),
  ),
  fault(
    "reply-is-answered-as-flagged",
    "messages.flag.only-the-message",
    "the answer to a reply shows the flag of its thread",
    ["send-message", "flag-needs-human"],
    () =>
      onSuccess("send-message", (reply, call) => {
        const flag = flagAbove(call, reply.body.data ?? null);
        if (flag === undefined) return;
        editAt(reply.body, "data.metadata", (metadata) => ({ ...record(metadata), needsHuman: flag }));
      }),
  ),
  ...(["block-task", "release-task"] as const).map((operation) =>
    fault(
      `refused-${operation}-shows-the-task`,
      "tasks.visibility.hidden",
      `a ${operation} that is refused makes its caller take part in the task`,
      [operation, "list-tasks"],
      () =>
        onReply(operation, ({ status }, call) => {
          const key = ownKey(call);
          const stored = key?.workspace.tasks.get(String(bodyMember(call, "taskId")));
          if (status !== 200 && key && stored) key.workspace.tasks.mention(stored, key.agent.id);
        }),
    ),
  ),
  fault(
    "description-cut-at-5000",
    "tasks.create.description",
    "descriptions are cut after 5,000 characters",
    ["create-task"],
    () => cutting("create-task", "description", 5_000),
  ),
  fault(
    "send-replies-cut-at-2000",
    "messages.send.content",
    "the content of a reply is cut after 2,000 characters",
    ["send-message"],
    () => cutting("send-message", "content", 2_000, (call) => bodyMember(call, "threadId") !== undefined),
  ),
  ...(["before", "after"] as const).flatMap((cursor) => [
    fault(
      `listed-content-short-${cursor}`,
      "consistency.message-views",
      `pages ${cursor} a message show the first words`,
      MESSAGES,
      () => showingWhere("get-messages", cursor, "data.messages[].content", firstWords),
    ),
    fault(
      `listed-parent-lost-${cursor}`,
      "consistency.message-views",
      `pages ${cursor} a message show replies without their parent`,
      MESSAGES,
      () => showingWhere("get-messages", cursor, "data.messages[].parentId", () => null),
    ),
    fault(
      `flag-not-shown-${cursor}`,
      "messages.flag.persists",
      `pages ${cursor} a message show empty metadata`,
      ["flag-needs-human", "get-messages"],
      () => showingWhere("get-messages", cursor, "data.messages[].metadata", () => ({})),
    ),
  ]),
  fault(
    "listed-content-short-between",
    "consistency.message-views",
    "pages between two messages show the first words",
    MESSAGES,
    () =>
      onSuccess("get-messages", (reply, { query }) => {
        if (query.has("before") && query.has("after")) editAt(reply.body, "data.messages[].content", firstWords);
      }),
  ),
  fault(
    "found-content-short-in-channels",
    "consistency.message-views",
    "a search within a channel shows the first words",
    HITS,
    () => showingWhere("search-messages", "channelId", "data.messages[].content", firstWords),
  ),
  fault(
    "found-sender-hidden-beside-limit",
    "consistency.message-views",
    "a search with a limit shows the workspace as the sender",
    HITS,
    () =>
      onSuccess("search-messages", (reply, { query, caller }) => {
        if (query.has("limit")) editAt(reply.body, "data.messages[].senderId", () => caller?.workspace.id ?? "");
      }),
  ),
  fault(
    "memory-content-short-later",
    "consistency.memory-views",
    "pages after the first show the first words of a memory",
    FOUND,
    () => showingWhere("search-memories", "cursor", "data.hits[].content", firstWords),
  ),
  fault(
    "memory-metadata-lost-later",
    "consistency.memory-views",
    "pages after the first show empty metadata",
    FOUND,
    () => showingWhere("search-memories", "cursor", "data.hits[].metadata", () => ({})),
  ),
  fault(
    "memory-confidence-low-beside-tags",
    "consistency.memory-views",
    "a search by tags shows every confidence as a tenth",
    FOUND,
    () => showingWhere("search-memories", "tags", "data.hits[].confidence", () => 0.1),
  ),
  ...(["status", "priority", "channelId"] as const).map((filter) =>
    fault(
      `listed-description-short-beside-${filter.toLowerCase()}`,
      "consistency.task-views",
      `a listing by ${filter} shows the first words of a description`,
      LISTED,
      () => showingWhere("list-tasks", filter, "data[].description", firstWords),
    ),
  ),
  fault(
    "listed-parent-lost-beside-status",
    "consistency.task-views",
    "a listing by status shows no parents",
    LISTED,
    () => showingWhere("list-tasks", "status", "data[].parentTaskId", () => null),
  ),
];

const firstWords = (text: Json): Json => (typeof text === "string" ? text.slice(0, 20) : text);

/** Edits a place of successful answers to calls with a parameter. */
const showingWhere = (where: Where, parameter: string, path: string, edit: (value: Json) => Json): Change =>
  onSuccess(where, (reply, { query }) => {
    if (query.has(parameter)) editAt(reply.body, path, edit);
  });

/** Cuts a member of the body, in calls that `holds` of. */
const cutting = (operation: string, name: string, most: number, holds: (call: Call) => boolean = () => true): Change =>
  onCall(operation, (call) => {
    const text = bodyMember(call, name);
    if (typeof text === "string" && holds(call)) editBody(call, (body) => ({ ...body, [name]: text.slice(0, most) }));
  });

/** The entry of the message that a reply stands below, where that is flagged. */
function flagAbove(call: Call, reply: Json): Json | undefined {
  return storedOf(call, member(reply, "parentId"))?.message.metadata.needsHuman as Json | undefined;
}
