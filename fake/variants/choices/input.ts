import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { maySeeNode, nodeType } from "../../features/memories/graph.ts";
import type { Field } from "../../http/fields.ts";
import { OPERATIONS } from "../../operations.ts";
import { type Change, combine, type Patch } from "../../overrides/changes.ts";
import { bodyMember, editBody, inputs, onCall } from "../../overrides/hooks.ts";
import { rejectBefore } from "../../overrides/reject-before.ts";
import { rejection } from "../../rejection.ts";
import type { Caller } from "../../service.ts";
import { choice } from "../variant.ts";

/** Changes fields of several operations. */
const fields = (changes: Readonly<Record<string, Readonly<Record<string, Patch<Field>>>>>): Change =>
  combine(...Object.entries(changes).map(([operation, patch]) => inputs(operation, patch)));

/** Returns a change of every field of every operation with a body. */
const everyBodyField = (patch: Patch<Field>): Change =>
  fields(
    Object.fromEntries(
      OPERATIONS.filter(({ method }) => method === "POST").map(({ id, fields }) => [
        id,
        Object.fromEntries(Object.keys(fields).map((role) => [role, patch])),
      ]),
    ),
  );

/** Changes texts of bodies before they are read. */
const editingTexts = (edit: (text: string) => string): Change =>
  onCall("*", (call) =>
    editBody(call, (body) =>
      Object.fromEntries(
        Object.entries(body).map(([name, value]) => [name, typeof value === "string" ? edit(value) : value]),
      ),
    ),
  );

const PAGES: Readonly<Record<string, Patch<Field>>> = {
  "50-of-200": { fallback: 50, maximum: 200 },
  "5-of-25": { fallback: 5, maximum: 25, above: "clamp" },
  "5-of-5": { fallback: 5, maximum: 5 },
  "3-of-10-clamped": { fallback: 3, maximum: 10, above: "clamp" },
  "1-of-1-clamped": { fallback: 1, maximum: 1, above: "clamp" },
};

/** The separators of tags in one text. */
const TAG_MARKS: Readonly<Record<string, string>> = { commas: ",", bars: "|", blanks: " " };

/** Choices about accepted input that the contract leaves open. */
export const inputChoices = [
  choice({
    name: "limit-above-maximum",
    title: "a limit above its maximum in list-tasks and search-memories",
    values: ["rejected", "clamped"],
    change: () =>
      fields({ "list-tasks": { limit: { above: "clamp" } }, "search-memories": { limit: { above: "clamp" } } }),
  }),
  choice({
    name: "tags-form",
    title: "how several tags are written in a query",
    values: ["repeated", "commas", "bars", "blanks"],
    change: (value) =>
      onCall("search-memories", (call) => {
        // Of a repeated parameter such a server reads only the last.
        const last = call.query.getAll("tags").at(-1);
        if (last === undefined) return;
        const query = new URLSearchParams(call.query);
        query.delete("tags");
        for (const tag of last.split(TAG_MARKS[value] ?? ",")) query.append("tags", tag);
        call.query = query;
      }),
  }),
  choice({
    name: "message-pages",
    title: "default and maximum count of get-messages",
    values: ["20-of-100", "50-of-200", "5-of-25", "5-of-5", "3-of-10-clamped", "1-of-1-clamped"],
    change: (value) => fields({ "get-messages": { limit: PAGES[value] ?? {} } }),
  }),
  choice({
    name: "title-unit",
    title: "the unit in which the length of a title is counted",
    values: ["code-points", "utf-16"],
    change: () => fields({ "create-task": { title: { unit: "utf-16" } } }),
  }),
  choice({
    name: "metadata-bytes",
    title: "the maximum size of metadata in bytes",
    values: ["4096", "4000"],
    change: () => fields({ remember: { metadata: { maximum: 4000 } } }),
  }),
  choice({
    name: "coercion",
    title: "which values of another type are converted",
    values: ["rejected", "scalars", "scalars-and-single-item-lists"],
    change: (value) =>
      value === "scalars"
        ? everyBodyField({ coerce: true })
        : combine(
            everyBodyField({ coerce: true }),
            onCall("*", (call) => editBody(call, unlisted)),
          ),
  }),
  choice({
    name: "required-fields",
    title: "which body fields are required",
    values: ["reference", "more", "fewer"],
    change: (value) =>
      value === "more"
        ? fields({
            "create-task": { description: { required: true }, priority: { required: true } },
            remember: { confidence: { required: true } },
            recall: { expand: { required: true, fallback: undefined }, limit: { required: true, fallback: undefined } },
          })
        : fields({
            "create-task": { title: { required: false, fallback: "Untitled" } },
            "block-task": { reason: { required: false, fallback: "" } },
            "flag-needs-human": { reason: { required: false, fallback: "" } },
            remember: { kind: { required: false, fallback: "fact" } },
          }),
  }),
  choice({
    name: "unknown-members",
    title: "body fields that the contract does not name",
    values: ["ignored", "rejected"],
    change: () =>
      onCall("*", (call) => {
        const operation = OPERATIONS.find(({ id }) => id === call.operation);
        if (operation === undefined || call.body.kind !== "json" || typeof call.body.value !== "object") return;
        const known = new Set(Object.keys(operation.fields));
        const unknown = Object.keys(call.body.value ?? {}).find((name) => !known.has(name));
        if (unknown !== undefined) call.body = { kind: "unreadable", problem: `unknown field ${unknown}` };
      }),
  }),
  choice({
    name: "surrounding-whitespace",
    title: "white space at the start and end of texts",
    values: ["kept", "trimmed", "trimmed-and-empty-is-null"],
    varies: ["trimmed"],
    change: (value) => (value === "trimmed" ? editingTexts((text) => text.trim()) : emptyAsNull()),
  }),
  choice({
    name: "line-endings",
    title: "line endings of texts",
    values: ["kept", "line-feeds"],
    varies: ["line-feeds"],
    change: () => editingTexts((text) => text.replace(/\r\n?/g, "\n")),
  }),
  choice({
    name: "normalization",
    title: "Unicode normalization of texts",
    values: ["kept", "nfc"],
    varies: ["nfc"],
    change: () => editingTexts((text) => text.normalize("NFC")),
  }),
  choice({
    name: "task-defaults",
    title: "status and priority of a task that states none",
    values: ["todo-none", "triage-medium", "backlog-low"],
    change: (value) => {
      const [status, priority] = value.split("-");
      return fields({ "create-task": { status: { fallback: status }, priority: { fallback: priority } } });
    },
  }),
  choice({
    name: "recall-defaults",
    title: "default limit, depth, expand and filters of a recall",
    values: ["reference", "depth-3-all-statuses", "limit-10-no-expand", "min-confidence-0.5"],
    change: (value) => {
      if (value === "min-confidence-0.5") return filteredBy({ min_confidence: 0.5 });
      const all = { include_superseded: true, include_expired: true };
      return value === "depth-3-all-statuses"
        ? combine(fields({ recall: { depth: { fallback: 3 }, limit: { fallback: 100 } } }), filteredBy(all))
        : fields({ recall: { limit: { fallback: 10 }, expand: { fallback: [] } } });
    },
  }),
  choice({
    name: "confidence-default",
    title: "the confidence of a claim that states none",
    values: ["1", "0.5", "0.25"],
    change: (value) => fields({ remember: { confidence: { fallback: Number(value) } } }),
  }),
  choice({
    name: "lifetime-default",
    title: "the lifetime of a claim that states none",
    values: ["none", "90-days"],
    change: () =>
      onCall("remember", (call) => {
        if (bodyMember(call, "ttl_seconds") === undefined && bodyMember(call, "ttl_preset") === undefined) {
          editBody(call, (body) => ({ ...body, ttl_preset: "ACTIVE" }));
        }
      }),
  }),
  choice({
    name: "lifetime-range",
    title: "the range of ttl_seconds",
    values: ["1-second-to-100-years", "1-hour-to-5-years", "1-minute-to-1-year", "raised-to-1-minute"],
    change: (value) => {
      if (value === "raised-to-1-minute") return lengthening(60);
      const [minimum, maximum] = value === "1-hour-to-5-years" ? [3600, 157_680_000] : [60, 31_536_000];
      return fields({ remember: { ttl_seconds: { minimum, maximum } } });
    },
  }),
  choice({
    name: "claim-lengths",
    title: "the maximum length of the content of a claim, and of its where and why",
    values: ["any", "1000-and-200", "250-and-200"],
    change: (value) => {
      const most = Number.parseInt(value, 10);
      return fields({ remember: { content: { maximum: most }, where: { maximum: 200 }, why: { maximum: 200 } } });
    },
  }),
  choice({
    name: "memory-query-length",
    title: "the allowed length of the text of a memory search",
    values: ["any", "3-to-64"],
    change: () => fields({ "search-memories": { text: { minimum: 3, maximum: 64 } } }),
  }),
  choice({
    name: "pointers-without-id",
    title: "a provenance pointer without an id in a list with valid ones",
    values: ["rejected", "ignored"],
    change: () =>
      onCall("remember", (call) =>
        editBody(call, (body) => {
          const given = Array.isArray(body.derived_from) ? body.derived_from : [];
          const named = given.filter((pointer) => !isObject(pointer) || pointer.id !== undefined);
          return named.length === 0 ? body : { ...body, derived_from: named };
        }),
      ),
  }),
  choice({
    name: "repeated-pointers",
    title: "a claim that names the same source twice",
    values: ["accepted", "rejected"],
    change: () =>
      rejectBefore("remember", (call) => {
        const given = bodyMember(call, "derived_from");
        const ids = (Array.isArray(given) ? given : []).map((pointer) => (isObject(pointer) ? pointer.id : null));
        return new Set(ids).size < ids.length ? [400, "VALIDATION_ERROR"] : null;
      }),
  }),
  choice({
    name: "provenance-ids",
    title: "what a provenance pointer may name",
    values: ["any", "existing", "messages", "visible"],
    change: (value, tools) => ({
      rules: () => ({
        memories: {
          mayDeriveFrom: (caller: Caller, id: string) => {
            const type = nodeType(caller.workspace, id);
            const isHidden = value === "visible" && !maySeeNode({ ...caller, rules: tools.rules() }, id);
            if (type === "external" || isHidden) {
              throw rejection("not-found", "A provenance pointer names nothing that exists");
            }
            if (value === "messages" && type !== "message") {
              throw rejection("invalid-input", "A provenance pointer must name a message");
            }
          },
        },
      }),
    }),
  }),
];

/** Members that are lists or free of form. */
const MORE_THAN_ONE = ["attachmentIds", "derived_from", "expand", "metadata", "metadata_filter"];

/** Replaces a list of one item by that item if a single value is expected. */
function unlisted(body: JsonObject): JsonObject {
  const members = Object.entries(body).map(([name, value]): [string, Json] => {
    const isAlone = Array.isArray(value) && value.length === 1 && !MORE_THAN_ONE.includes(name);
    return [name, isAlone ? (value[0] ?? null) : value];
  });
  return Object.fromEntries(members);
}

/** Extends lifetimes to the shortest that such a server supports, and shows that in the response. */
function lengthening(shortest: number): Change {
  return onCall("remember", (call) =>
    editBody(call, (body) => {
      const { ttl_seconds: asked } = body;
      return typeof asked === "number" && asked > 0 && asked < shortest ? { ...body, ttl_seconds: shortest } : body;
    }),
  );
}

/**
 * Trims every text of a body at any depth and replaces an empty one by null, as some frameworks do before validation.
 * The title of a task stays empty, since it has a minimum length even if a missing title is generated.
 */
function emptyAsNull(): Change {
  const edited = (value: Json): Json => {
    if (typeof value === "string") return value.trim() || null;
    if (Array.isArray(value)) return value.map(edited);
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, edited(member)]));
  };
  return onCall("*", (call) =>
    editBody(call, (body) => {
      const { title } = body;
      const read = edited(body) as JsonObject;
      return call.operation === "create-task" && typeof title === "string" ? { ...read, title: title.trim() } : read;
    }),
  );
}

/** Returns the change that uses these as default filters of a recall. */
function filteredBy(usual: JsonObject): Change {
  return onCall("recall", (call) =>
    editBody(call, (body) => {
      const given =
        typeof body.filters === "object" && body.filters !== null && !Array.isArray(body.filters) ? body.filters : {};
      if (body.filters !== undefined && given !== body.filters) return body;
      return { ...body, filters: { ...usual, ...given } };
    }),
  );
}
