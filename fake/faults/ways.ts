import { asObject, type Json } from "../../spec/json.ts";
import type { Change } from "../changes/change.ts";
import { bodyMember, editBody, onCall, onReply, onSuccess, rules, type Where } from "../changes/hooks.ts";
import { ownKey } from "../changes/identities.ts";
import { editAt } from "../changes/paths.ts";
import type { Task } from "../features/tasks/model.ts";
import { taskRules } from "../features/tasks/rules.ts";
import type { Call } from "../http/call.ts";
import { type Fault, fault } from "./fault.ts";
import { listItem, listing, storedOf } from "./messages/tools.ts";
import { followingCursors } from "./subtle-isolation.ts";
import { member } from "./tools.ts";

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
        editAt(reply.body, "data.metadata", (metadata) => ({ ...asObject(metadata), needsHuman: flag }));
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
        editAt(reply.body, "data.metadata", (metadata) => ({ ...asObject(metadata), needsHuman: flag }));
      }),
  ),
  ...(["block-task", "release-task"] as const).map((operation) =>
    fault(
      `refused-${operation}-shows-the-task`,
      "tasks.visibility.hidden",
      `a ${operation} that is refused makes its caller take part in the task`,
      [operation, "list-tasks"],
      () => takingPart(operation, "taskId"),
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
  fault(
    "refused-sub-task-shows-the-parent",
    "tasks.visibility.hidden",
    "who tries to put a task below another takes part in that one",
    ["create-task", "list-tasks"],
    () => takingPart("create-task", "parentTaskId"),
  ),
  fault(
    "get-after-without-own-messages",
    "messages.get.has-more-true",
    "pages after a message leave the caller's own out, and say that there is no more",
    MESSAGES,
    () =>
      onSuccess("get-messages", (reply, { query, caller }) => {
        if (!query.has("after")) return;
        editAt(reply.body, "data.messages", (messages) =>
          (Array.isArray(messages) ? messages : []).filter((one) => member(one, "senderId") !== caller?.agent.id),
        );
        editAt(reply.body, "data.hasMore", () => false);
      }),
  ),
  ...(["flagged", "replied to"] as const).map((what) =>
    fault(
      `get-after-with-older-ones-${what.replace(" ", "-")}`,
      "messages.get.after",
      `after a message, older ones come that were ${what} since`,
      ["get-messages", "flag-needs-human", "send-message"],
      () =>
        listing("get-messages", (messages, call) => {
          const named = storedOf(call, call.query.get("after"));
          if (named === undefined) return messages;
          const { createdAt, channelId } = named.message;
          const there = call.caller?.workspace.messages.inChannel(channelId) ?? [];
          const since = there.filter(({ message }) => message.createdAt > createdAt);
          const changed = there.filter(
            ({ message }) =>
              message.createdAt < createdAt &&
              (what === "flagged"
                ? message.metadata.needsHuman !== undefined && message.updatedAt > createdAt
                : since.some((later) => later.message.parentId === message.id)),
          );
          return [...changed.slice(-1).map(({ message }) => listItem(message)), ...messages];
        }),
    ),
  ),
  ...(["channel", "assigneeAgent", "assigneeUser"] as const).map((filter) =>
    fault(
      `list-${filter.toLowerCase()}-loses-what-is-blocked`,
      {
        channel: "tasks.list.channel",
        assigneeAgent: "tasks.list.assignee-agent",
        assigneeUser: "tasks.list.assignee-user",
      }[filter],
      `a task that was blocked is not found by its ${filter}`,
      ["block-task", "list-tasks"],
      () =>
        rules({
          tasks: {
            filters: {
              [filter]: (task: Task, wanted: string) =>
                (task.status !== "blocked" || task.version === 1) && taskRules.filters[filter](task, wanted),
            },
          },
        }),
    ),
  ),
  fault(
    "assigned-hidden-in-channels-of-others",
    "tasks.visibility.assigned",
    "a task that is bound to a channel is shown to nobody but its members",
    LISTED,
    () =>
      rules({
        tasks: {
          maySee: (caller, stored) => {
            const { channelId } = stored.task;
            const isMember = channelId === null || caller.workspace.directory.isMember(channelId, caller.agent.id);
            return isMember && taskRules.maySee(caller, stored);
          },
        },
      }),
  ),
];

const firstWords = (text: Json): Json => (typeof text === "string" ? text.slice(0, 20) : text);

/** Edits a place of successful answers to calls with a parameter. */
const showingWhere = (where: Where, parameter: string, path: string, edit: (value: Json) => Json): Change =>
  onSuccess(where, (reply, { query }) => {
    if (query.has(parameter)) editAt(reply.body, path, edit);
  });

/** Lets who is refused something that names a task take part in that task. */
const takingPart = (operation: string, name: string): Change =>
  onReply(operation, ({ status }, call) => {
    const key = ownKey(call);
    const stored = key?.workspace.tasks.get(String(bodyMember(call, name)));
    if (status !== 200 && key && stored) key.workspace.tasks.mention(stored, key.agent.id);
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
