import { asObject, isObject, type Json } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, onSuccess, rules } from "../../changes/hooks.ts";
import { editAt } from "../../changes/paths.ts";
import { memoryRules } from "../../features/memories/rules.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, member } from "../tools.ts";
import { RECALL } from "./recalling.ts";
import { asking, lax, SEARCH } from "./searching.ts";

const REMEMBER = ["remember"];
const READING = ["search-memories", "recall", "bootstrap-context"];
const VIEWS = "consistency.memory-views";

/** Faults of memories that show where two things come together: two filters, two members, a bound and a query. */
export const combinedMemoryFaults: readonly Fault[] = [
  fault(
    "memory-status-ignored-beside-tags",
    "memories.search.status",
    "the status filter is ignored beside tags",
    SEARCH,
    () => lax("status", (query) => query.has("tags") && query.has("status")),
  ),
  fault(
    "memory-cursor-forgets-text-beside-tags",
    "memories.search.cursor-filters",
    "later pages of a search by text and tags obey the tags alone",
    SEARCH,
    () => lax("text", (query) => query.has("cursor") && query.has("tags")),
  ),
  fault(
    "memory-tags-reach-everywhere",
    "memories.permissions.unreadable-hidden",
    "a search by tags finds memories of every scope",
    SEARCH,
    () => {
      let open = false;
      return together(
        onCall("*", (call) => {
          open = call.operation === "search-memories" && call.query.has("tags") && !call.query.has("scope_id");
        }),
        rules({ memories: { mayRead: (caller, scopeId) => open || memoryRules.mayRead(caller, scopeId) } }),
      );
    },
  ),
  fault(
    "recall-min-similarity-beside-confidence",
    "recall.filters.min-similarity",
    "the least similarity is ignored beside a least confidence",
    RECALL,
    () => forgetting("min_similarity", "min_confidence"),
  ),
  fault(
    "recall-min-confidence-beside-similarity",
    "recall.filters.min-confidence",
    "the least confidence is ignored beside a least similarity",
    RECALL,
    () => forgetting("min_confidence", "min_similarity"),
  ),
  fault("memory-limit-100-gives-99", "memories.search.limit-fills", "the largest limit gives one less", SEARCH, () =>
    asking(
      (query) => query.get("limit") === "100",
      (query) => query.set("limit", "99"),
    ),
  ),
  fault(
    "preset-ignored-beside-confidence",
    "memories.remember.ttl-preset",
    "beside a confidence every named lifetime is the middle one",
    REMEMBER,
    () =>
      keeping(({ ttl_preset, confidence }) =>
        ttl_preset === undefined || confidence === undefined ? {} : { ttl_preset: "ACTIVE" },
      ),
  ),
  fault(
    "preset-ignored-beside-metadata",
    "memories.remember.ttl-preset",
    "a named lifetime beside metadata is ignored",
    REMEMBER,
    () =>
      onCall("remember", (call) => {
        if (bodyMember(call, "metadata") !== undefined) editBody(call, ({ ttl_preset: _preset, ...body }) => body);
      }),
  ),
  fault(
    "preference-with-a-preset-is-a-fact",
    "memories.remember.kind",
    "a preference with a named lifetime is kept as a fact",
    REMEMBER,
    () =>
      keeping(({ kind, ttl_preset }) => (kind === "preference" && ttl_preset !== undefined ? { kind: "fact" } : {})),
  ),
  fault(
    "memory-confidence-of-two-digits",
    "memories.remember.confidence-fine",
    "a confidence is rounded to two digits",
    REMEMBER,
    () =>
      keeping(({ confidence }) =>
        // What is out of bounds stays so: it has to be refused all the same.
        typeof confidence === "number" && confidence >= 0 && confidence <= 1
          ? { confidence: Math.round(confidence * 100) / 100 }
          : {},
      ),
  ),
  fault(
    "memory-content-hard-breaks-lost",
    "memories.remember.content",
    "blanks at the end of a line are dropped",
    REMEMBER,
    () => keeping(({ content }) => (typeof content === "string" ? { content: content.replace(/ +\n/g, "\n") } : {})),
  ),
  fault(
    "recall-expand-first-checked-alone",
    "recall.expand-enum",
    "items of expand behind the first are not looked at",
    RECALL,
    () =>
      onCall("recall", (call) => {
        const expand = bodyMember(call, "expand");
        if (Array.isArray(expand) && expand.length > 1) {
          const known = expand.filter((item) => item === "provenance" || item === "related");
          editBody(call, (body) => ({ ...body, expand: [...expand.slice(0, 1), ...known.slice(1)] }));
        }
      }),
  ),
  fault("recall-limit-101-by-query", "recall.limit-max", "a query may have a limit of 101", RECALL, () =>
    onCall("recall", (call) => {
      if (bodyMember(call, "query") !== undefined && bodyMember(call, "limit") === 101)
        editBody(call, (body) => ({ ...body, limit: 100 }));
    }),
  ),
  fault(
    "recall-metadata-by-beginning",
    "recall.metadata-filter",
    "a metadata filter compares the beginnings of texts",
    RECALL,
    () =>
      rules({
        memories: {
          recall: {
            metadataMatches: (metadata, wanted) =>
              Object.entries(wanted ?? {}).every(([name, value]) => {
                const kept = isObject(metadata as Json) ? member(metadata as Json, name) : null;
                return typeof value === "string" && typeof kept === "string" ? kept.startsWith(value) : kept === value;
              }),
          },
        },
      }),
  ),
  fault(
    "recall-edges-of-hits-unchecked",
    "recall.permissions.edges",
    "edges of the hits of a query lead into scopes that may not be read",
    RECALL,
    () => hiddenEdges(),
  ),
  fault(
    "bootstrap-confidence-whole",
    "consistency.memory-views",
    "decisions of a bootstrap show their confidence as a whole number",
    ["remember", "bootstrap-context"],
    () =>
      onSuccess("bootstrap-context", (reply) =>
        editAt(reply.body, "data.current_decisions[].confidence", (value) => Math.trunc(Number(value))),
      ),
  ),
  fault(
    "shown-metadata-without-nothing",
    VIEWS,
    "memories that are looked up show no metadata that is null or empty",
    READING,
    () => viewing("metadata", (metadata) => withoutNothing(metadata)),
  ),
  fault("shown-lifetime-of-an-hour", VIEWS, "memories that are looked up show one lifetime for all", READING, () =>
    viewing("ttl_seconds", (seconds) => (seconds === null ? null : 3600)),
  ),
  fault(
    "shown-content-without-markup",
    VIEWS,
    "memories that are looked up show no tags and backslashes",
    READING,
    () => viewing("content", (content) => String(content).replace(/<[^>]*>|\\/g, "")),
  ),
  fault("found-confidence-full", VIEWS, "found memories show full confidence", ["search-memories"], () =>
    onSuccess("search-memories", (reply) => editAt(reply.body, "data.hits[].confidence", () => 1)),
  ),
  fault("scoped-bootstrap-cut", VIEWS, "a bootstrap of a scope shows the first words", ["bootstrap-context"], () =>
    onSuccess("bootstrap-context", (reply, call) => {
      if (bodyMember(call, "scope_id") === undefined) return;
      editAt(reply.body, "data.current_decisions[].content", (content) => String(content).slice(0, 20));
    }),
  ),
  fault("walked-content-cut", VIEWS, "a walk shows the first words of a memory", RECALL, () =>
    onSuccess("recall", (reply, call) => {
      if (bodyMember(call, "seed_id") === undefined) return;
      editAt(reply.body, "data.hits[].content", (content) => String(content).slice(0, 20));
    }),
  ),
];

/** Edits a member of memories in every list that shows them. */
function viewing(name: string, edit: (value: Json) => Json): Change {
  const lists = ["hits", "current_decisions", "active_constraints", "open_questions"];
  return onSuccess(READING, (reply) => {
    for (const list of lists) editAt(reply.body, `data.${list}[].${name}`, edit);
  });
}

function withoutNothing(value: Json): Json {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([, one]) => one !== null && JSON.stringify(one).length > 2);
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutNothing(one)]));
}

/** Keeps other members of a claim than were sent. */
function keeping(edit: (body: Record<string, Json | undefined>) => Record<string, Json>) {
  return onCall("remember", (call) => editBody(call, (body) => ({ ...body, ...edit(body) })));
}

/** Adds an edge from a hit to every memory that the caller may not read, where the hit is one of its sources. */
function hiddenEdges() {
  return editingList("recall", "data.edges", (edges, call) => {
    const { caller } = call;
    if (caller === null || bodyMember(call, "query") === undefined) return edges;
    const hidden = [...caller.workspace.memories.all()].filter(
      ({ scopeId }) => !caller.workspace.directory.may("CAN_READ", scopeId, caller.agent.id),
    );
    return [...edges, ...hidden.map(({ memory }) => edgeTo(call, memory.id))];
  });
}

function edgeTo(call: Call, id: string): Json {
  const created_at = new Date(call.at).toISOString();
  return {
    id: `edge-to-${id}`,
    from_id: String(asObject(null).id ?? "somewhere"),
    from_type: "memory",
    to_id: id,
    to_type: "memory",
    edge_type: "REFERENCES",
    properties: {},
    created_at,
  };
}

/** A recall forgets one of its filters beside another. */
function forgetting(forgotten: string, beside: string): Change {
  return onCall("recall", (call) =>
    editBody(call, (body) => {
      const { [forgotten]: _value, ...filters } = asObject(body.filters);
      return beside in filters ? { ...body, filters } : body;
    }),
  );
}
