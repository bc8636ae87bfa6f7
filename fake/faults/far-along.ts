import { asObject } from "../../spec/json.ts";
import { type Change, together } from "../changes/change.ts";
import { bodyMember, onCall, onSuccess, rules, when } from "../changes/hooks.ts";
import { editAt } from "../changes/paths.ts";
import { memoryRules } from "../features/memories/rules.ts";
import { messageRules } from "../features/messages/rules.ts";
import { type Fault, fault } from "./fault.ts";
import { startingAfterInstant } from "./memories/pages.ts";
import { editingFilters, editingHits, RECALL } from "./memories/recalling.ts";
import { filtering, SEARCH, usual } from "./memories/searching.ts";
import { listing, storedOf } from "./messages/tools.ts";
import { editingList, member } from "./tools.ts";

/** Faults that show far along: behind many signs, at the end of a walk, or where others have written more. */
export const farAlongFaults: readonly Fault[] = [
  fault("walk-edges-lost-at-the-third-step", "recall.walk.depth", "a walk of three steps shows no edges", RECALL, () =>
    onSuccess("recall", (reply, call) => {
      if (bodyMember(call, "depth") === 3) editAt(reply.body, "data.edges", () => []);
    }),
  ),
  fault(
    "walk-to-five-of-many-sources",
    "recall.walk.depth-reach",
    "a walk of one step follows the first five of what a memory comes from",
    RECALL,
    () => editingHits((hits, call) => (bodyMember(call, "depth") === 1 ? hits.slice(0, 6) : hits)),
  ),
  fault(
    "recall-superseded-lost-beside-confidence",
    "recall.filters.superseded",
    "beside a least confidence superseded memories are not shown, wanted or not",
    RECALL,
    () =>
      editingFilters((filters) =>
        filters.min_confidence === undefined ? filters : { ...filters, include_superseded: false },
      ),
  ),
  fault(
    "search-limit-before-membership",
    "messages.search.limit-fills",
    "messages of channels that the caller may not read count among the hits that it asks for",
    ["search-messages"],
    () =>
      rules({
        messages: {
          search: (caller, query, limit, mayShow) =>
            messageRules.search(caller, query, limit, () => true).filter(({ stored }) => mayShow(stored)),
        },
      }),
  ),
  fault(
    "get-before-without-cards",
    "messages.get.walk-back",
    "pages before a message leave task cards out",
    ["get-messages", "create-task"],
    () =>
      listing("get-messages", (messages, { query }) =>
        query.has("before")
          ? messages.filter((message) => asObject(member(message, "metadata")).taskCard === undefined)
          : messages,
      ),
  ),
  fault(
    "flag-for-a-long-reason-sets-nothing",
    "messages.flag.sets-needs-human",
    "a flag with a reason of more than a thousand characters is answered, and sets no entry",
    ["flag-needs-human"],
    () =>
      onSuccess("flag-needs-human", (reply, call) => {
        if (String(bodyMember(call, "reason")).length > 1000)
          editAt(reply.body, "data.metadata", (metadata) => {
            const { needsHuman: _lost, ...others } = asObject(metadata);
            return others;
          });
      }),
  ),
  fault(
    "memory-cursor-by-instant-beside-kind",
    "memories.search.walk",
    "beside a kind a page starts after the instant of the last memory",
    SEARCH,
    () => when(({ query }) => query.has("kind"), startingAfterInstant()),
  ),
  ...(["kind", "cursor"] as const).map((name) =>
    fault(
      `memory-text-cased-beside-${name}`,
      "memories.search.text-case",
      `beside a ${name} the text filter regards case`,
      SEARCH,
      () => casedBeside(name),
    ),
  ),
  fault(
    "memory-cursor-lost-between-bounds",
    "memories.search.walk",
    "beside both bounds no page leads on",
    SEARCH,
    () =>
      onSuccess("search-memories", (reply, { query }) => {
        if (query.has("from") && query.has("to")) editAt(reply.body, "data.nextCursor", () => null);
      }),
  ),
  fault(
    "like-memories-of-a-kind-once",
    "memories.remember.found",
    "of memories that say the same a page of one kind shows one",
    ["remember", "search-memories"],
    () =>
      editingList("search-memories", "data.hits", (hits, { query }) =>
        query.has("kind") ? [...new Map(hits.map((hit) => [member(hit, "content"), hit])).values()] : hits,
      ),
  ),
  fault(
    "memory-text-cut-at-255",
    "memories.search.text",
    "a text counts up to its two hundred and fifty-fifth character",
    SEARCH,
    () => filtering({ text: (stored, wanted) => usual.text(stored, wanted.slice(0, 255)) }),
  ),
  fault(
    "memory-tags-of-255-characters",
    "memories.search.tags",
    "tags are compared by their first 255 characters",
    SEARCH,
    () =>
      filtering({
        tags: ({ tags }, wanted) =>
          wanted.every((tag) => [...tags].some((own) => own.slice(0, 255) === tag.slice(0, 255))),
      }),
  ),
  fault(
    "memory-long-tags-not-indexed",
    "memories.search.tags",
    "tags of more than 255 characters find nothing",
    SEARCH,
    () =>
      filtering({
        tags: (stored, wanted) => wanted.every(({ length }) => length <= 255) && usual.tags(stored, wanted),
      }),
  ),
  fault(
    "metadata-of-3500-bytes-keeps-its-first",
    "memories.remember.metadata-size",
    "of metadata of more than 3,500 bytes the first entry is kept",
    ["remember"],
    () =>
      rules({
        memories: {
          keptMetadata: (metadata) =>
            JSON.stringify(metadata).length > 3500
              ? Object.fromEntries(Object.entries(metadata).slice(0, 1))
              : metadata,
        },
      }),
  ),
  fault(
    "get-after-without-files",
    "messages.send.readable",
    "pages after a message leave out what has files",
    ["get-messages", "send-message"],
    () =>
      listing("get-messages", (messages, call) =>
        call.query.has("after")
          ? messages.filter((message) => storedOf(call, member(message, "id"))?.message.attachments.length === 0)
          : messages,
      ),
  ),
  fault(
    "list-one-of-each-title",
    "tasks.create.listed",
    "of several tasks with one title a listing shows one",
    ["list-tasks", "create-task"],
    () =>
      editingList("list-tasks", "data", (tasks) => [
        ...new Map(tasks.map((task) => [member(task, "title"), task])).values(),
      ]),
  ),
];

/** Regards case in searches that have a parameter whose name begins so. */
function casedBeside(name: string): Change {
  let isCased = false;
  return together(
    onCall("search-memories", ({ query }) => {
      isCased = [...query.keys()].some((one) => one.startsWith(name));
    }),
    filtering({
      text: (stored, wanted) =>
        isCased ? stored.memory.content.includes(wanted) : memoryRules.filters.text(stored, wanted),
    }),
  );
}
