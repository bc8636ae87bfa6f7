import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Task } from "../../features/tasks/model.ts";
import type { Call, Reply } from "../../http/call.ts";
import type { Change } from "../../overrides/changes.ts";
import { editAt } from "../../overrides/edit-at-path.ts";
import { bodyMember, editBody, editPart, editSuccess, isSelected, onCall, onSuccess } from "../../overrides/hooks.ts";
import type { ResponsePart } from "../../rules.ts";
import type { Caller } from "../../service.ts";
import { choice } from "../variant.ts";
import { rising } from "./recalls.ts";

/** Lists of memories in the responses that show them. */
const LISTS = {
  "search-memories": ["data.hits[]"],
  recall: ["data.hits[]"],
  "bootstrap-context": ["data.current_decisions[]", "data.active_constraints[]", "data.open_questions[]"],
} as const;

/** The amount by which a recall raises the confidence of a memory. */
const HIGHER_CONFIDENCE = 0.001;

const isListOfTexts = (value: Json): boolean => Array.isArray(value) && value.every((one) => typeof one === "string");

/** Choices about memories in responses that the contract leaves open. */
export const memoryAnswerChoices = [
  choice({
    name: "search-cursors",
    title: "the cursors of the pages of a memory search",
    values: ["one-per-page", "also-on-last-page", "one-per-search"],
    change: (value) => (value === "also-on-last-page" ? alwaysGiven() : oneForTheWalk()),
  }),
  choice({
    name: "recall-reinforcement",
    title: "the effect of a recall on the confidence of its hits",
    values: ["none", "raises-confidence"],
    change: () => rising(HIGHER_CONFIDENCE),
  }),
  choice({
    name: "enriched-metadata",
    title: "whether the service adds to the metadata of a memory",
    values: ["never", "later"],
    change: () =>
      viewing("metadata", (metadata) => (isObject(metadata) ? { ...metadata, entities: ["found later"] } : metadata)),
  }),
  choice({
    name: "tag-lists",
    title: "how the tags of a memory are stored",
    values: ["as-sent", "sorted-set"],
    change: () =>
      onCall("remember", (call) =>
        editBody(call, (body) => {
          const { metadata } = body;
          if (!isObject(metadata) || !Array.isArray(metadata.tags)) return body;
          return { ...body, metadata: { ...metadata, tags: [...new Set(metadata.tags)].toSorted() } };
        }),
      ),
  }),
  choice({
    name: "non-string-tags",
    title: "tags of a memory that are not a list of strings",
    values: ["as-sent", "rejected", "converted-to-strings"],
    change: (value) =>
      onCall("remember", (call) => {
        const metadata = bodyMember(call, "metadata") as Json;
        if (!isObject(metadata) || metadata.tags === undefined || isListOfTexts(metadata.tags)) return;
        if (value === "rejected") call.body = { kind: "unreadable", problem: "metadata.tags must be a list of texts" };
        const tags = [metadata.tags].flat().map((tag) => (typeof tag === "string" ? tag : JSON.stringify(tag)));
        editBody(call, (body) => ({ ...body, metadata: { ...metadata, tags } }));
      }),
  }),
  choice({
    name: "related-hits",
    title: "whether related hits count towards the limit of a recall",
    values: ["within-the-limit", "outside-the-limit"],
    varies: ["outside-the-limit"],
    change: () => ({ around: withNeighbours }),
  }),
  choice({
    name: "memory-times",
    title: "the precision of the creation time of a memory",
    values: ["exact", "rounded-to-hundredths"],
    change: () => editPart("Memory", "created_at", (time) => roundedToHundredths(Date.parse(String(time)))),
  }),
  choice({
    name: "task-update-times",
    title: "updatedAt of tasks",
    values: ["exact", "slightly-early", "raised-later"],
    change: (value) =>
      value === "slightly-early"
        ? editPart("Task", "updatedAt", (time) => new Date(Date.parse(String(time)) - 3).toISOString())
        : touched(),
  }),
];

/** Milliseconds after its creation at which a service changes a task by itself, without a new version. */
const TOUCHED_MS = 300;

function touched(): Change {
  return {
    rules: (before) => ({
      present: (what: ResponsePart, thing: object, caller: Caller) => {
        if (what !== "Task") return before.present(what, thing, caller);
        const task = thing as Task;
        const at = Date.parse(task.createdAt) + TOUCHED_MS;
        const isTouched = at <= caller.now && at >= Date.parse(task.updatedAt);
        return before.present(what, isTouched ? { ...task, updatedAt: new Date(at).toISOString() } : task, caller);
      },
    }),
  };
}

function roundedToHundredths(time: number): string {
  return new Date(Math.round(time / 10) * 10).toISOString().replace("0Z", "Z");
}

/** Edits a member of every memory that is shown after its making. */
function viewing(name: string, edit: (value: Json, memory: JsonObject) => Json): Change {
  return onSuccess(Object.keys(LISTS), (reply, { operation }) => {
    for (const list of LISTS[operation as keyof typeof LISTS]) {
      editAt(reply.body, list, (memory) =>
        isObject(memory) ? { ...memory, [name]: edit(memory[name] ?? null, memory) } : memory,
      );
    }
  });
}

function around(change: Change, call: Call, next: () => Reply): Reply {
  return change.around === undefined ? next() : change.around(call, next);
}

/** Returns the cursor among the parameters of a search, whatever its name. */
function cursorOf(call: Call, holds: (value: string) => boolean): [name: string, value: string] | undefined {
  return isSelected("search-memories", call) ? [...call.query].find(([, value]) => holds(value)) : undefined;
}

/** Removes `meta.pagination`, so that a page does not contain its cursor twice. */
function unpaged(reply: { body: JsonObject }): void {
  editAt(reply.body, "meta", (meta) => {
    if (!isObject(meta)) return meta;
    const { pagination: _none, ...rest } = meta;
    return rest;
  });
}

/** Returns the change that adds an empty page after the last one, whose cursor leads to it again. */
function alwaysGiven(): Change {
  const END = "behind-the-last";
  const given = onSuccess("search-memories", (reply) => {
    editAt(reply.body, "data.nextCursor", (cursor) => cursor ?? END);
    unpaged(reply);
  });
  return {
    around: (call, next) => {
      const end = cursorOf(call, (value) => value === END);
      if (end === undefined) return around(given, call, next);
      call.query.delete(end[0]);
      return around(
        onSuccess("search-memories", (reply) => {
          editAt(reply.body, "data", () => ({ hits: [], nextCursor: END }));
          unpaged(reply);
        }),
        call,
        next,
      );
    },
  };
}

/** Returns the change to a server that stores the position of a search: all its pages have the same cursor. */
function oneForTheWalk(): Change {
  const places = new Map<string, string>();
  return {
    around: (call, next) => {
      const walk = cursorOf(call, (value) => places.has(value));
      const name = walk?.[1] ?? `walk-${places.size + 1}`;
      if (walk !== undefined) call.query.set(walk[0], places.get(name) ?? "");
      return around(
        onSuccess("search-memories", (reply) => {
          editAt(reply.body, "data.nextCursor", (cursor) => {
            if (typeof cursor !== "string") return cursor;
            places.set(name, cursor);
            return name;
          });
          unpaged(reply);
        }),
        call,
        next,
      );
    },
  };
}

/** This many memories are added to the hits of a recall. */
const NEIGHBOURS = 3;
/** Recalls with a higher limit are not changed. */
const MAX_HITS = 100 - NEIGHBOURS;

/** Adds related memories to the ranked hits, unless the request excludes them. */
function withNeighbours(call: Call, next: () => Reply): Reply {
  const limit = Number(bodyMember(call, "limit") ?? 0);
  const expand = bodyMember(call, "expand");
  const isPlain = Array.isArray(expand) && !expand.includes("related");
  if (!isSelected("recall", call) || isPlain || !Number.isInteger(limit) || limit < 1 || limit > MAX_HITS)
    return next();
  const ranked = next();
  if (ranked.status !== 200 || call.body.kind !== "json") return ranked;
  const { body } = call;
  call.body = { ...body, value: { ...(body.value as JsonObject), limit: limit + NEIGHBOURS } };
  const more = next();
  call.body = body;
  if (more.status !== 200) return ranked;
  const best = hitsOf(ranked);
  // If copies of an index respond in turn, the second reading may find fewer: hits with a score stay.
  const related = hitsOf(more).filter(({ id }) => !best.some((hit) => hit.id === id));
  return around(
    editSuccess("recall", "data.hits", () => [...best, ...related.slice(0, NEIGHBOURS)]),
    call,
    () => ranked,
  );
}

function hitsOf({ body }: Reply): readonly JsonObject[] {
  const { hits } = (JSON.parse(JSON.stringify(body)) as { data: { hits: JsonObject[] } }).data;
  return hits;
}
