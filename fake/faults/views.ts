import { asObject, isObject, type Json } from "../../spec/json.ts";
import { type Change, together } from "../changes/change.ts";
import { answering, bodyMember, inputs, onSuccess, showing } from "../changes/hooks.ts";
import { editAt } from "../changes/paths.ts";
import { type Fault, fault } from "./fault.ts";
import { isWalk, RECALL } from "./memories/recalling.ts";
import { editingList } from "./tools.ts";

const LIST = ["create-task", "list-tasks"];
const GET = ["send-message", "get-messages"];
const SEARCH = ["send-message", "search-messages"];
const MEMORIES = ["remember", "search-memories", "recall"];

/** Cuts a text to its first characters, as a column or a preview does. */
const cutAt = (length: number) => (text: Json) => (typeof text === "string" ? text.slice(0, length) : text);

/** Changes the scores of queries in which a member stands. */
const scoresBeside = (name: string): Change =>
  onSuccess("recall", (reply, call) => {
    if (!isWalk(call) && bodyMember(call, name) !== undefined) editAt(reply.body, "data.scores", () => []);
  });

/** Changes answers to calls without a count. */
const withoutCount = (operation: string, path: string, value: Json): Change =>
  onSuccess(operation, (reply, call) => {
    if (!call.query.has("limit")) editAt(reply.body, path, () => value);
  });

/** Faults of one view of a thing: what another shows, it lacks where a text is long, or beside one other member. */
export const viewFaults: readonly Fault[] = [
  fault("found-content-cut-at-2000", "consistency.message-views", "hits hold 2,000 characters", SEARCH, () =>
    showing("MessageSearchHit", "content", cutAt(2000)),
  ),
  fault("listed-content-cut-at-3000", "consistency.message-views", "pages hold 3,000 characters", GET, () =>
    showing("MessageListItem", "content", cutAt(3000)),
  ),
  fault("listed-content-cut-at-10000", "consistency.message-views", "pages hold 10,000 characters", GET, () =>
    showing("MessageListItem", "content", cutAt(10_000)),
  ),
  fault("listed-content-trimmed", "consistency.message-views", "a page shows contents without blank edges", GET, () =>
    showing("MessageListItem", "content", (text) => String(text).trim()),
  ),
  fault("searched-memory-cut-at-3000", "consistency.memory-views", "a search shows 3,000 characters", MEMORIES, () =>
    editingList("search-memories", "data.hits", (hits) => hits.map(withContent(cutAt(3000)))),
  ),
  fault("recalled-memory-cut-at-1000", "consistency.memory-views", "a recall shows 1,000 characters", MEMORIES, () =>
    editingList("recall", "data.hits", (hits) => hits.map(withContent(cutAt(1000)))),
  ),
  fault("recalled-memory-cut-at-3000", "consistency.memory-views", "a recall shows 3,000 characters", MEMORIES, () =>
    editingList("recall", "data.hits", (hits) => hits.map(withContent(cutAt(3000)))),
  ),
  fault(
    "provenance-content-cut-at-1000",
    "recall.expand.provenance-content",
    "provenance shows 1,000 characters",
    ["send-message", "remember", "recall"],
    () => showing("ProvenanceMessage", "content", cutAt(1000)),
  ),
  fault("listed-description-cut-at-1000", "consistency.task-views", "lists hold 1,000 characters", LIST, () =>
    editingList("list-tasks", "data", (tasks) => tasks.map(withDescription(cutAt(1000)))),
  ),
  fault("listed-description-cut-at-255", "consistency.task-views", "lists hold 255 characters", LIST, () =>
    editingList("list-tasks", "data", (tasks) => tasks.map(withDescription(cutAt(255)))),
  ),
  ...(["scope_id", "limit", "expand", "metadata_filter"] as const).map((name) =>
    fault(
      `recall-scores-lost-beside-${name.replace("_", "-")}`,
      "recall.scores.per-hit",
      `a query with ${name} has no scores`,
      RECALL,
      () => scoresBeside(name),
    ),
  ),
  fault("has-more-false-without-limit", "messages.get.has-more-true", "without a limit there is never more", GET, () =>
    withoutCount("get-messages", "data.hasMore", false),
  ),
  fault(
    "memory-cursor-lost-without-limit",
    "memories.search.walk",
    "without a limit no cursor leads on",
    ["remember", "search-memories"],
    () => withoutCount("search-memories", "data.nextCursor", null),
  ),
  fault(
    "has-more-false-where-clamped",
    "messages.get.has-more-true",
    "a count above the greatest gives as many, and says that there is no more",
    GET,
    () =>
      together(
        inputs("get-messages", { limit: { maximum: 25, above: "clamp" } }),
        beyond("get-messages", 25, "data.hasMore", false),
      ),
  ),
  fault(
    "memory-cursor-lost-where-clamped",
    "memories.search.walk",
    "a limit above the largest gives as many, and no cursor leads on",
    ["remember", "search-memories"],
    () =>
      together(
        inputs("search-memories", { limit: { above: "clamp" } }),
        beyond("search-memories", 100, "data.nextCursor", null),
      ),
  ),
  fault("fourth-attachment-lost", "messages.send.attachments", "three attachments are kept", ["send-message"], () =>
    answering("send-message", "data.attachments", (all) => (Array.isArray(all) ? all.slice(0, 3) : all)),
  ),
];

const withContent = (edit: (text: Json) => Json) => (item: Json) =>
  isObject(item) ? { ...item, content: edit(item.content ?? null) } : item;

const withDescription = (edit: (text: Json) => Json) => (item: Json) =>
  isObject(item) ? { ...asObject(item), description: edit(item.description ?? null) } : item;

/** Edits what an answer says about further pages where more was asked for than a page holds. */
const beyond = (operation: string, most: number, path: string, value: Json) =>
  onSuccess(operation, (reply, call) => {
    if (Number(call.query.get("limit")) > most) editAt(reply.body, path, () => value);
  });
