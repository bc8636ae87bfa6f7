import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Change } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, rules } from "../../changes/hooks.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, refusingWhen } from "../tools.ts";

const REMEMBER = ["remember"];

/** Keeps something else of a claim than what was sent. */
const keeping = (edit: (body: JsonObject) => JsonObject): Change => onCall("remember", (call) => editBody(call, edit));

/** Keeps other metadata; `edit` sees every value, at every depth. */
const keepingMetadata = (edit: (value: Json) => Json): Change =>
  rules({ memories: { keptMetadata: (metadata) => asObject(everywhere(metadata as JsonObject, edit)) } });

const asNumber = (value: Json): Json =>
  typeof value === "string" && /^-?\d+(\.\d+)?$/u.test(value) ? Number(value) : value;

function everywhere(value: Json, edit: (value: Json) => Json): Json {
  if (Array.isArray(value)) return edit(value.map((item) => everywhere(item, edit)));
  if (!isObject(value)) return edit(value);
  return edit(Object.fromEntries(Object.entries(value).map(([name, item]) => [name, everywhere(item ?? null, edit)])));
}

/** Faults of keeping metadata that show for some values alone. */
export const subtleMetadataFaults: readonly Fault[] = [
  fault(
    "metadata-yields-to-context",
    "memories.remember.metadata",
    "where and why of a claim take the place of what its metadata says under these names",
    REMEMBER,
    () =>
      keeping(({ metadata, ...body }) => {
        if (!isObject(metadata)) return body;
        const taken = Object.keys(metadata).filter((name) => ["where", "why"].includes(name) && name in body);
        return {
          ...body,
          metadata: { ...metadata, ...Object.fromEntries(taken.map((name) => [name, body[name] ?? null])) },
        };
      }),
  ),
  fault(
    "metadata-empty-values-dropped",
    "memories.remember.metadata",
    "empty lists and objects in metadata are dropped",
    REMEMBER,
    () =>
      keepingMetadata((value) =>
        isObject(value)
          ? Object.fromEntries(
              Object.entries(value).filter(
                ([, item]) => JSON.stringify(item) !== "{}" && JSON.stringify(item) !== "[]",
              ),
            )
          : value,
      ),
  ),
  fault(
    "metadata-empty-texts-dropped",
    "memories.remember.metadata",
    "members of metadata that are empty texts are dropped",
    REMEMBER,
    () =>
      keepingMetadata((value) =>
        isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, item]) => item !== "")) : value,
      ),
  ),
  fault("metadata-lists-sorted", "memories.remember.metadata", "lists in metadata are sorted", REMEMBER, () =>
    keepingMetadata((value) => (Array.isArray(value) ? value.toSorted() : value)),
  ),
  fault(
    "metadata-lists-unique",
    "memories.remember.metadata",
    "lists in metadata lose what they repeat",
    REMEMBER,
    () => keepingMetadata((value) => (Array.isArray(value) ? [...new Set(value)] : value)),
  ),
  fault("metadata-tags-lowercased", "memories.remember.metadata", "tags are kept in small letters", REMEMBER, () =>
    keepingTags((tags) => tags.map((tag) => tag.toLowerCase())),
  ),
  fault("metadata-last-tag-lost", "memories.remember.metadata", "of several tags the last is lost", REMEMBER, () =>
    keepingTags((tags) => (tags.length > 1 ? tags.slice(0, -1) : tags)),
  ),
  fault(
    "metadata-instants-in-utc",
    "memories.remember.metadata",
    "texts in metadata that are instants are kept in UTC",
    REMEMBER,
    () =>
      keepingMetadata((value) =>
        typeof value === "string" && /^\d{4}-\d\d-\d\dT/u.test(value) && !Number.isNaN(Date.parse(value))
          ? new Date(value).toISOString().replace(".000Z", "Z")
          : value,
      ),
  ),
  fault(
    "metadata-members-of-digits-as-numbers",
    "memories.remember.metadata",
    "members of metadata whose text is a number are kept as that number",
    REMEMBER,
    () =>
      keeping(({ metadata, ...body }) =>
        isObject(metadata)
          ? {
              ...body,
              metadata: Object.fromEntries(
                Object.entries(metadata).map(([name, value]) => [name, asNumber(value ?? null)]),
              ),
            }
          : { ...body, ...(metadata === undefined ? {} : { metadata }) },
      ),
  ),
  fault(
    "metadata-beside-tags-in-less-room",
    "memories.remember.metadata-size",
    "beside tags there is less room for metadata",
    REMEMBER,
    () =>
      refusingWhen("remember", (call) => {
        const metadata = bodyMember(call, "metadata") as Json;
        return isObject(metadata) && "tags" in metadata && JSON.stringify(metadata).length > 3500;
      }),
  ),
  fault("metadata-fractions-cut", "memories.remember.metadata", "numbers in metadata are whole", REMEMBER, () =>
    keepingMetadata((value) => (typeof value === "number" ? Math.trunc(value) : value)),
  ),
  fault("metadata-numbers-in-32-bits", "memories.remember.metadata", "numbers in metadata have 32 bits", REMEMBER, () =>
    keepingMetadata((value) => (typeof value === "number" && Number.isInteger(value) ? value | 0 : value)),
  ),
  fault("metadata-texts-as-numbers", "memories.remember.metadata", "digits in metadata become numbers", REMEMBER, () =>
    keepingMetadata((value) => (typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value)),
  ),
  fault("metadata-true-is-1", "memories.remember.metadata", "true in metadata becomes 1", REMEMBER, () =>
    keepingMetadata((value) => (value === true ? 1 : value)),
  ),
  fault("metadata-dots-nest", "memories.remember.metadata", "a dot in a name of metadata nests", REMEMBER, () =>
    keepingMetadata((value) =>
      isObject(value)
        ? Object.fromEntries(
            Object.entries(value).map(([name, item]) => {
              const [head = name, ...rest] = name.split(".");
              return rest.length === 0 ? [name, item] : [head, { [rest.join(".")]: item ?? null }];
            }),
          )
        : value,
    ),
  ),
  fault(
    "metadata-names-ascii",
    "memories.remember.metadata",
    "names outside ASCII are dropped from metadata",
    REMEMBER,
    () =>
      keepingMetadata((value) =>
        isObject(value)
          ? Object.fromEntries(Object.entries(value).filter(([name]) => /^[\x20-\x7e]*$/.test(name)))
          : value,
      ),
  ),
  fault(
    "metadata-texts-ascii",
    "memories.remember.metadata",
    "letters outside ASCII in metadata become question marks",
    REMEMBER,
    () => keepingMetadata((value) => (typeof value === "string" ? value.replace(/[^\x20-\x7e\n]/g, "?") : value)),
  ),
  fault("metadata-three-levels", "memories.remember.metadata", "metadata is kept to its third level", REMEMBER, () =>
    rules({ memories: { keptMetadata: (metadata) => asObject(cutBelow(metadata as JsonObject, 3)) } }),
  ),
  fault(
    "metadata-texts-cut",
    "memories.remember.metadata",
    "texts in metadata are cut after 255 characters",
    REMEMBER,
    () => keepingMetadata((value) => (typeof value === "string" ? value.slice(0, 255) : value)),
  ),
  fault(
    "metadata-nulls-in-lists",
    "memories.remember.metadata",
    "null is dropped from lists in metadata",
    REMEMBER,
    () => keepingMetadata((value) => (Array.isArray(value) ? value.filter((item) => item !== null) : value)),
  ),
  fault(
    "metadata-dates-rewritten",
    "memories.remember.metadata",
    "what looks like a date in metadata is rewritten",
    REMEMBER,
    () =>
      keepingMetadata((value) =>
        typeof value === "string" && /^\d{4}-\d\d-\d\d/.test(value) ? new Date(value).toISOString() : value,
      ),
  ),
  fault("metadata-of-preferences-lost", "memories.remember.metadata", "preferences keep no metadata", REMEMBER, () =>
    keeping((body) => (body.kind === "preference" ? { ...body, metadata: {} } : body)),
  ),
  fault(
    "metadata-size-of-values-alone",
    "memories.remember.metadata-size",
    "only the values of metadata are counted",
    REMEMBER,
    () =>
      onCall("remember", (call) => {
        const metadata = bodyMember(call, "metadata") as Json;
        if (
          isObject(metadata) &&
          JSON.stringify(Object.values(metadata)).length <= 4096 &&
          JSON.stringify(metadata).length > 4096
        )
          editBody(call, (body) => ({ ...body, metadata: {} }));
      }),
  ),
  fault(
    "metadata-names-of-every-object-dropped",
    "memories.remember.metadata",
    "names in metadata that every object has are dropped",
    REMEMBER,
    () => keepingNames((name) => (name in {} ? null : name)),
  ),
  fault(
    "metadata-names-of-digits-dropped",
    "memories.remember.metadata",
    "names in metadata that are numbers are dropped",
    REMEMBER,
    () => keepingNames((name) => (/^\d+$/.test(name) ? null : name)),
  ),
  fault(
    "metadata-names-cut",
    "memories.remember.metadata",
    "names in metadata are cut after 40 characters",
    REMEMBER,
    () => keepingNames((name) => name.slice(0, 40)),
  ),
  fault(
    "metadata-numbers-of-12-digits",
    "memories.remember.metadata",
    "numbers in metadata have twelve digits",
    REMEMBER,
    () => keepingMetadata((value) => (typeof value === "number" ? Number(value.toPrecision(12)) : value)),
  ),
  fault(
    "metadata-numbers-with-exponent-lost",
    "memories.remember.metadata",
    "numbers in metadata that are written with an exponent become null",
    REMEMBER,
    () => keepingMetadata((value) => (typeof value === "number" && String(value).includes("e") ? null : value)),
  ),
  fault("metadata-tags-of-one-word", "memories.remember.metadata", "blanks in tags become hyphens", REMEMBER, () =>
    keepingTags((tags) => tags.map((tag) => tag.replaceAll(" ", "-"))),
  ),
  fault("metadata-ten-tags", "memories.remember.metadata", "the first ten tags are kept", REMEMBER, () =>
    keepingTags((tags) => tags.slice(0, 10)),
  ),
  fault(
    "metadata-size-without-tags",
    "memories.remember.metadata-size",
    "the tags of metadata are not counted",
    REMEMBER,
    () =>
      onCall("remember", (call) => {
        const metadata = bodyMember(call, "metadata") as Json;
        if (isObject(metadata) && "tags" in metadata)
          editBody(call, (body) => ({ ...body, metadata: { ...metadata, tags: [] } }));
      }),
  ),
  fault(
    "metadata-size-of-flat-values",
    "memories.remember.metadata-size",
    "nested metadata is not counted",
    REMEMBER,
    () =>
      onCall("remember", (call) => {
        const metadata = bodyMember(call, "metadata") as Json;
        if (isObject(metadata) && Object.values(metadata).some((value) => typeof value === "object" && value !== null))
          editBody(call, (body) => ({ ...body, metadata: {} }));
      }),
  ),
  fault(
    "recall-without-metadata-of-two",
    "consistency.memory-views",
    "a recall leaves out metadata of two members and more",
    ["recall"],
    () => withoutMetadata("recall", (metadata) => Object.keys(metadata).length > 1),
  ),
  fault(
    "next-page-without-metadata",
    "consistency.memory-views",
    "from the second page on a search leaves out metadata",
    ["search-memories"],
    () => withoutMetadata("search-memories", (_metadata, call) => call.query.has("cursor")),
  ),
];

/** Hits are shown without some metadata. */
function withoutMetadata(operation: string, isLost: (metadata: JsonObject, call: Call) => boolean): Change {
  return editingList(operation, "data.hits", (hits, call) =>
    hits.map((hit) => {
      if (!isObject(hit) || !isObject(hit.metadata ?? null) || !isLost(asObject(hit.metadata), call)) return hit;
      const { metadata: _lost, ...rest } = hit;
      return rest;
    }),
  );
}

/** Keeps members of metadata under other names, at every depth; those whose name becomes null are dropped. */
function keepingNames(rename: (name: string) => string | null): Change {
  return keepingMetadata((value) => {
    if (!isObject(value)) return value;
    const renamed = Object.entries(value).map(([name, item]) => [rename(name), item] as const);
    return Object.fromEntries(renamed.filter(([name]) => name !== null));
  });
}

function cutBelow(value: Json, levels: number): Json {
  if (!isObject(value)) return value;
  if (levels === 0) return {};
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, cutBelow(item ?? null, levels - 1)]));
}

/** Keeps other tags than those that were sent. */
function keepingTags(edit: (tags: readonly string[]) => readonly string[]): Change {
  return onCall("remember", (call) =>
    editBody(call, (body) => {
      const { metadata } = body;
      if (!isObject(metadata) || !Array.isArray(metadata.tags)) return body;
      return { ...body, metadata: { ...metadata, tags: [...edit(metadata.tags.map(String))] } };
    }),
  );
}
