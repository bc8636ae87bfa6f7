import { asObject, type Json } from "../../spec/json.ts";
import { type Change, together } from "../changes/change.ts";
import { answering, bodyMember, editBody, onCall, onSuccess, showing } from "../changes/hooks.ts";
import { editAt } from "../changes/paths.ts";
import { type Fault, fault } from "./fault.ts";
import { storedOf } from "./messages/tools.ts";
import { editingList, member } from "./tools.ts";

const MAKING = ["create-task", "send-message", "remember"];

/** Faults of agreement between answers. */
export const consistencyFaults: readonly Fault[] = [
  fault(
    "task-ids-repeat",
    "consistency.unique-ids",
    "every fourth task gets the id of the one before",
    ["create-task"],
    () => repeatingIds("create-task", "id"),
  ),
  fault(
    "message-ids-repeat",
    "consistency.unique-ids",
    "every fourth message gets the id of the one before",
    ["send-message"],
    () => repeatingIds("send-message", "id"),
  ),
  fault(
    "memory-ids-repeat",
    "consistency.unique-ids",
    "every fourth memory gets the id of the one before",
    ["remember"],
    () => repeatingIds("remember", "id"),
  ),
  fault(
    "attachment-ids-repeat",
    "consistency.unique-ids",
    "every fourth upload gets the id of the one before",
    ["request-file-upload"],
    () => repeatingIds("request-file-upload", "attachmentId"),
  ),
  fault("tasks-made-twice", "consistency.made-once", "every third task is made twice", MAKING, () =>
    makingTwice(3, "create-task"),
  ),
  fault("every-ninth-memory-made-twice", "consistency.made-once", "every ninth memory is made twice", MAKING, () =>
    makingTwice(9, "remember"),
  ),
  fault("messages-sent-twice", "consistency.made-once", "every third message is sent twice", MAKING, () =>
    makingTwice(3, "send-message"),
  ),
  fault(
    "messages-of-two-files-sent-twice",
    "consistency.made-once",
    "what has two files is sent twice",
    MAKING,
    () => ({
      around: (call, next) => {
        const reply = next();
        const files = bodyMember(call, "attachmentIds");
        if (call.operation !== "send-message" || !Array.isArray(files) || files.length < 2) return reply;
        editBody(call, ({ attachmentIds: _sent, ...body }) => body);
        next();
        return reply;
      },
    }),
  ),
  fault(
    "sub-tasks-made-twice",
    "consistency.made-once",
    "what stands below another task is made twice",
    MAKING,
    () => ({
      around: (call, next) => {
        const reply = next();
        const isBelow = call.operation === "create-task" && typeof bodyMember(call, "parentTaskId") === "string";
        if (isBelow && reply.status === 200) next();
        return reply;
      },
    }),
  ),
  fault(
    "blocks-leave-a-twin",
    "consistency.made-once",
    "a block leaves a copy of the task under an id of its own",
    ["block-task", "list-tasks"],
    () =>
      onSuccess("block-task", (reply, { caller, at }) => {
        const { tasks } = caller?.workspace ?? {};
        const blocked = tasks?.get(String(asObject(reply.body.data).id));
        if (tasks && blocked) tasks.add({ ...blocked.task, id: `${blocked.task.id}-${tasks.count}` }, at);
      }),
  ),
  fault("memories-made-twice", "consistency.made-once", "every third memory is made twice", MAKING, () =>
    makingTwice(3, "remember"),
  ),
  fault(
    "listed-priority-differs",
    "consistency.task-views",
    "a listing shows the priority medium as low",
    ["create-task", "list-tasks"],
    () =>
      editingList("list-tasks", "data", (tasks) =>
        tasks.map((task) => (member(task, "priority") === "medium" ? { ...asObject(task), priority: "low" } : task)),
      ),
  ),
  fault(
    "listed-times-differ",
    "consistency.task-views",
    "a listing shows the time of the listing as the creation",
    ["create-task", "list-tasks"],
    () => tellingTheMoment(["list-tasks"], "data[].createdAt"),
  ),
  fault(
    "moved-times-differ",
    "consistency.task-views",
    "the answers to a block and a release show their own time as the creation",
    ["block-task", "release-task"],
    () => tellingTheMoment(["block-task", "release-task"], "data.createdAt"),
  ),
  fault(
    "paged-times-differ",
    "consistency.message-views",
    "a page shows the time of the page as the creation",
    ["get-messages"],
    () => tellingTheMoment(["get-messages"], "data.messages[].createdAt"),
  ),
  fault(
    "hits-times-differ",
    "consistency.message-views",
    "a search shows the time of the search as the creation of its hits",
    ["search-messages"],
    () => tellingTheMoment(["search-messages"], "data.messages[].createdAt"),
  ),
  fault(
    "recalled-times-differ",
    "consistency.memory-views",
    "a recall shows the time of the recall as the creation of its hits",
    ["recall"],
    () => tellingTheMoment(["recall"], "data.hits[].created_at"),
  ),
  fault(
    "listed-description-missing",
    "consistency.task-views",
    "a listing shows descriptions cut after 50 characters",
    ["create-task", "list-tasks"],
    () =>
      editingList("list-tasks", "data", (tasks) =>
        tasks.map((task) => ({
          ...asObject(task),
          description:
            typeof member(task, "description") === "string" ? String(member(task, "description")).slice(0, 50) : null,
        })),
      ),
  ),
  fault(
    "listed-content-differs",
    "consistency.message-views",
    "listed messages are cut after 80 characters",
    ["send-message", "get-messages"],
    () => showing("MessageListItem", "content", (text) => String(text).slice(0, 80)),
  ),
  fault(
    "found-content-differs",
    "consistency.message-views",
    "search hits hold a snippet of the content",
    ["send-message", "search-messages"],
    () => showing("MessageSearchHit", "content", (text) => String(text).slice(0, 24)),
  ),
  fault(
    "found-long-content-cut",
    "consistency.message-views",
    "search hits hold the first 150 characters of a long content",
    ["send-message", "search-messages"],
    () => showing("MessageSearchHit", "content", (text) => String(text).slice(0, 150)),
  ),
  fault(
    "found-times-differ",
    "consistency.message-views",
    "search hits show whole minutes",
    ["send-message", "search-messages"],
    () => showing("MessageSearchHit", "createdAt", (at) => `${String(at).slice(0, 16)}:00.000Z`),
  ),
  fault(
    "found-message-half-a-second-later",
    "consistency.message-views",
    "search hits show the time when they were indexed, half a second after they were sent",
    ["send-message", "search-messages"],
    () => showing("MessageSearchHit", "createdAt", (at) => new Date(Date.parse(String(at)) + 500).toISOString()),
  ),
  fault(
    "found-reply-names-sender-above",
    "consistency.message-views",
    "a reply that is found names the sender of the message above it",
    ["send-message", "search-messages"],
    () =>
      onSuccess("search-messages", (reply, call) =>
        editAt(reply.body, "data.messages[]", (hit) => {
          const parent = storedOf(call, storedOf(call, member(hit, "id"))?.message.parentId)?.message;
          return parent === undefined ? hit : { ...asObject(hit), senderId: parent.senderId };
        }),
      ),
  ),
  fault(
    "recalled-content-differs",
    "consistency.memory-views",
    "recalled memories are cut after 60 characters",
    ["remember", "recall"],
    () =>
      editingList("recall", "data.hits", (hits) =>
        hits.map((hit) => ({ ...asObject(hit), content: String(member(hit, "content")).slice(0, 60) })),
      ),
  ),
  fault(
    "found-confidence-differs",
    "consistency.memory-views",
    "found memories show a confidence of two digits less",
    ["remember", "search-memories"],
    () =>
      editingList("search-memories", "data.hits", (hits) =>
        hits.map((hit) => ({ ...asObject(hit), confidence: Math.floor(Number(member(hit, "confidence")) * 10) / 10 })),
      ),
  ),
  fault(
    "found-memories-without-their-version",
    "consistency.memory-views",
    "found memories show the version 0",
    ["remember", "search-memories"],
    () => editingList("search-memories", "data.hits", (hits) => hits.map((hit) => ({ ...asObject(hit), version: 0 }))),
  ),
  fault(
    "found-confidence-in-percent",
    "consistency.memory-views",
    "found memories show their confidence in whole percent",
    ["remember", "search-memories"],
    () =>
      editingList("search-memories", "data.hits", (hits) =>
        hits.map((hit) => ({
          ...asObject(hit),
          confidence: Math.round(Number(member(hit, "confidence")) * 100) / 100,
        })),
      ),
  ),
  fault(
    "found-metadata-missing",
    "consistency.memory-views",
    "found memories show empty metadata",
    ["remember", "search-memories"],
    () =>
      editingList("search-memories", "data.hits", (hits) => hits.map((hit) => ({ ...asObject(hit), metadata: {} }))),
  ),
  fault(
    "updated-before-created",
    "consistency.timestamps",
    "a task is updated a minute before it was created",
    ["create-task", "block-task", "release-task", "list-tasks"],
    () => showing("Task", "updatedAt", (at) => new Date(Date.parse(String(at)) - 60_000).toISOString()),
  ),
  fault(
    "message-updated-before-created",
    "consistency.timestamps",
    "a message is updated five seconds before it was created",
    ["send-message", "flag-needs-human"],
    () => answering(["send-message"], "data.updatedAt", (at) => new Date(Date.parse(String(at)) - 5000).toISOString()),
  ),
  fault(
    "reinforced-before-made",
    "consistency.timestamps",
    "a memory is reinforced before it was made",
    ["remember"],
    () =>
      answering("remember", "data.last_reinforced_at", (at) => new Date(Date.parse(String(at)) - 60_000).toISOString()),
  ),
  fault(
    "concurrent-tasks-lost",
    "consistency.concurrent-writers",
    "of two tasks made in the same instant one is lost",
    MAKING,
    () => losingTogether("create-task", "list-tasks", "data"),
  ),
  fault(
    "concurrent-messages-lost",
    "consistency.concurrent-writers",
    "of two messages sent in the same instant one is lost",
    MAKING,
    () => losingTogether("send-message", "get-messages", "data.messages"),
  ),
  fault(
    "concurrent-memories-mixed",
    "consistency.concurrent-writers",
    "a memory made in the instant of another gets its content",
    MAKING,
    () => mixingTogether(),
  ),
];

/** Shows when the call was made in place of another time. */
function tellingTheMoment(operations: readonly string[], path: string): Change {
  return onSuccess(operations, (reply, call) => editAt(reply.body, path, () => new Date(call.at).toISOString()));
}

/** Gives every fourth thing the id of the one before it. */
function repeatingIds(operation: string, name: string): Change {
  let last: Json = null;
  let count = 0;
  return onSuccess(operation, (reply) =>
    editAt(reply.body, `data.${name}`, (id) => {
      count += 1;
      const given = count % 4 === 0 ? last : id;
      last = id;
      return given;
    }),
  );
}

function makingTwice(n: number, operation: string): Change {
  let count = 0;
  return {
    around: (call, next) => {
      const reply = next();
      if (
        call.operation === operation &&
        reply.status === 200 &&
        bodyMember(call, "attachmentIds") === undefined &&
        ++count % n === 0
      )
        next();
      return reply;
    },
  };
}

/** How close two writes must be to count as concurrent, in milliseconds. */
const TOGETHER_MS = 5;

/** Hides a thing that was made within a few milliseconds of the one before it, where that is not lost itself: one of two. */
function losingTogether(making: string, reading: string, path: string): Change {
  const lost = new Set<Json>();
  let last = Number.NEGATIVE_INFINITY;
  const note = onSuccess(making, (reply, { at }) => {
    const isSecond = at - last < TOGETHER_MS;
    if (isSecond) lost.add(asObject(reply.body.data).id ?? null);
    last = isSecond ? Number.NEGATIVE_INFINITY : at;
  });
  return together(
    note,
    editingList(reading, path, (items) => items.filter((item) => !lost.has(member(item, "id")))),
  );
}

function mixingTogether(): Change {
  let last = { at: Number.NEGATIVE_INFINITY, content: "" };
  return onCall("remember", (call) => {
    const content = bodyMember(call, "content");
    if (typeof content !== "string") return;
    const mixed = call.at - last.at < TOGETHER_MS ? last.content : content;
    last = { at: call.at, content };
    editBody(call, (body) => ({ ...body, content: mixed }));
  });
}
