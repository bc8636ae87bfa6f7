import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Call } from "../../http/call.ts";
import type { Change } from "../../overrides/changes.ts";
import { editAt, REMOVED } from "../../overrides/edit-at-path.ts";
import { onReply, onSuccess } from "../../overrides/hooks.ts";
import type { ResponsePart } from "../../rules.ts";
import type { Caller } from "../../service.ts";
import { choice } from "../variant.ts";

/** Changes everything that responses show, as plain JSON. */
export const reshaping = (edit: (thing: JsonObject, what: ResponsePart) => JsonObject): Change => ({
  rules: (before) => ({
    present: (what: ResponsePart, thing: object, caller: Caller) =>
      edit(JSON.parse(JSON.stringify(before.present(what, thing, caller))), what),
  }),
});

/** Members whose content belongs to the author, not to the service. */
const FREE = new Set(["metadata", "properties"]);

const DATES = new Set([
  ...["timestamp", "cutoffAt", "expiresAt", "verifiedAt"],
  ...["createdAt", "updatedAt", "deletedAt", "dueAt", "startedAt", "completedAt", "cancelledAt", "archivedAt"],
  ...["created_at", "last_reinforced_at", "expires_at", "invalidated_at"],
]);

/** Rewrites every point in time of a response, or of some. */
export const rewritingDates = (
  rewrite: (instant: Date, text: string) => string,
  concerns: (call: Call) => boolean = () => true,
): Change =>
  onReply("*", (reply, call) => {
    if (!concerns(call)) return;
    const visit = (value: Json): void => {
      if (Array.isArray(value)) value.forEach(visit);
      if (!isObject(value)) return;
      for (const [name, member] of Object.entries(value)) {
        if (FREE.has(name)) continue;
        if (DATES.has(name) && typeof member === "string") value[name] = rewrite(new Date(member), member);
        else visit(member);
      }
    };
    visit(reply.body);
  });

/** Returns a time cut to its second, in the same zone. */
export const wholeSecond = (text: string) => text.replace(/\.\d+/, "");

const CHANGES = ["flag-needs-human", "block-task", "release-task"];

const shifted = (instant: Date, minutes: number, sign: string) =>
  new Date(instant.getTime() + minutes * 60_000).toISOString().replace("Z", sign);

/** Choices about the format on the wire. */
export const shapeChoices = [
  choice({
    name: "absent-values",
    title: "a field without a value",
    values: ["null", "omitted"],
    varies: ["omitted"],
    change: () =>
      reshaping(
        (thing) => Object.fromEntries(Object.entries(thing).filter(([, value]) => value !== null)) as JsonObject,
      ),
  }),
  choice({
    name: "task-identifiers",
    title: "the identifier of a task",
    values: ["shown", "absent"],
    change: () =>
      reshaping((thing, what) => {
        if (what !== "Task") return thing;
        const { identifier: _, ...rest } = thing;
        return rest;
      }),
  }),
  choice({
    name: "extra-fields",
    title: "fields that the contract does not name",
    values: ["none", "many"],
    varies: ["many"],
    change: () => {
      const extras = { _links: { self: "/" }, etag: 'W/"1"', labels: [], score: null, success: "maybe" };
      const decorated = reshaping((thing) => ({ ...thing, ...extras }));
      const enveloped = onReply("*", (reply) => {
        Object.assign(reply.body, { apiVersion: "1.0.0", warnings: [] });
        editAt(reply.body, "meta", (meta) => ({ ...asObject(meta), region: "eu", durationMs: 3 }));
        if (isObject(reply.body.error ?? null)) editAt(reply.body, "error.traceId", () => "4bf92f");
      });
      return { rules: decorated.rules, around: enveloped.around } as Change;
    },
  }),
  choice({
    name: "meta",
    title: "which responses have a meta",
    values: ["always", "never", "successes", "rejections"],
    varies: ["never", "successes", "rejections"],
    change: (value) =>
      onReply("*", (reply) => {
        const wanted = value === "successes" ? reply.status === 200 : value === "rejections" && reply.status !== 200;
        if (!wanted) delete reply.body.meta;
      }),
  }),
  choice({
    name: "pagination",
    title: "pagination in meta",
    values: ["short", "none", "full"],
    varies: ["none", "full"],
    change: (value) =>
      onSuccess(["get-messages", "search-memories", "recall", "list-tasks", "search-messages"], (reply) =>
        editAt(reply.body, "meta.pagination", (pagination) => {
          if (value === "none") return REMOVED;
          const historyCutoff = { beyondCount: 0, cutoffAt: "2020-01-01T00:00:00.000Z" };
          // The contract leaves open if a total counts the page or all matches.
          const total = shownIn(reply.body.data ?? null);
          return { hasMore: false, cursor: null, total, historyCutoff, ...asObject(pagination) };
        }),
      ),
  }),
  choice({
    name: "timestamps",
    title: "precision and offset of times",
    values: ["milliseconds", "seconds", "nearest-seconds", "microseconds", "offset-east", "offset-west"],
    varies: ["seconds", "microseconds", "offset-east", "offset-west"],
    change: (value) =>
      rewritingDates((instant, text) => {
        if (value === "seconds") return wholeSecond(text);
        if (value === "nearest-seconds") return wholeSecond(new Date(instant.getTime() + 500).toISOString());
        if (value === "microseconds") return text.replace("Z", "000Z");
        return value === "offset-east" ? shifted(instant, 330, "+05:30") : shifted(instant, -480, "-08:00");
      }),
  }),
  choice({
    name: "whole-second-responses",
    title: "which responses show times without fractions of a second",
    values: ["none", "changes", "text-searches"],
    change: (value) =>
      rewritingDates(
        (_instant, text) => wholeSecond(text),
        ({ operation, query }) =>
          value === "changes" ? CHANGES.includes(operation ?? "") : operation === "list-tasks" && query.has("query"),
      ),
  }),
  choice({
    name: "error-members",
    title: "optional members of errors",
    values: ["some", "none", "all"],
    varies: ["none", "all"],
    change: (value) =>
      onReply("*", (reply, call) => {
        if (!isObject(reply.body.error ?? null)) return;
        editAt(reply.body, "error", (error) => {
          const { code = null, message = null } = error as JsonObject;
          if (value === "none") return { code, message };
          const more =
            call.family === "agent"
              ? { retryable: false }
              : { suggestion: "Look again.", docs: "https://docs.example.com" };
          return { details: {}, ...more, ...(error as JsonObject) };
        });
      }),
  }),
  choice({
    name: "content-type",
    title: "the content type of responses",
    values: ["with-charset", "bare", "plus-json"],
    varies: ["bare", "plus-json"],
    change: (value) => {
      const types = { bare: "application/json", "plus-json": "application/problem+json" };
      return onReply("*", (reply) => {
        reply.headers["Content-Type"] = value === "with-charset" ? "application/json; charset=utf-8" : types[value];
      });
    },
  }),
  choice({
    name: "last-cursor",
    title: "nextCursor on the last page of search-memories",
    values: ["null", "absent", "empty-page"],
    varies: ["absent"],
    change: (value) =>
      value === "absent"
        ? onSuccess("search-memories", (reply) => editAt(reply.body, "data.nextCursor", (cursor) => cursor ?? REMOVED))
        : emptyLastPage(),
  }),
  choice({
    name: "vocabulary",
    title: "words of open enumerations",
    values: ["reference", "other"],
    change: () =>
      reshaping((thing, what) => {
        if ("senderType" in thing && thing.senderType !== "human")
          thing.senderType = thing.senderType === "agent" ? "bot" : "app";
        if (what === "Edge" && thing.edge_type !== "OWNS") thing.edge_type = `LINK_${thing.edge_type}`;
        if (what === "ScopeMembership" && thing.kind !== "org") thing.kind = "group";
        return thing;
      }),
  }),
];

/** Gives a cursor with every page that holds something; only an empty page ends the walk. */
function emptyLastPage(): Change {
  const END = "end-of-walk";
  return {
    around: (call, next) => {
      if (call.operation !== "search-memories") return next();
      const atEnd = call.query.get("cursor") === END;
      if (atEnd) call.query.delete("cursor");
      const reply = next();
      const body = JSON.parse(JSON.stringify(reply.body));
      if (reply.status !== 200) return reply;
      if (atEnd) body.data.hits = [];
      const ended = body.data.nextCursor ?? null;
      body.data.nextCursor = atEnd ? null : (ended ?? (body.data.hits.length > 0 ? END : null));
      return { ...reply, body };
    },
  };
}

/** Things in the longest list of a response's data. */
function shownIn(data: Json): number {
  const lists = Array.isArray(data) ? [data] : Object.values(asObject(data)).filter(Array.isArray);
  return Math.max(0, ...lists.map(({ length }) => length));
}
