import { bag, isJsonObject, type JsonObject } from "../shape.ts";
import { type Around, forgives, misreads, refusesWhen, spoils, spoilsItems, without, zoneless } from "./around.ts";

const RECALL: readonly Around[] = [
  spoilsItems("recall.edge-zoneless", "recall", "edges", (edge) => ({
    ...edge,
    created_at: zoneless(edge.created_at),
  })),
  spoilsItems("recall.message-day", "recall", "messages", (one) => ({
    ...one,
    created_at: zoneless(one.created_at).slice(0, 10),
  })),
  spoilsItems("recall.provenance-cut", "recall", "messages", (one) => ({
    ...one,
    content: String(one.content).slice(0, 10),
  })),
  spoils("recall.messages-withheld", "recall", (data) => without(data, "messages")),
  spoils("recall.no-neighbours", "recall", (data, { fields }) =>
    fields.seed_id ? { ...data, hits: [], edges: [], scores: [] } : data,
  ),
  spoils("recall.deep-walk-empty", "recall", (data, { fields }) =>
    Number(fields.depth) === 3 ? { ...data, hits: [], edges: [], scores: [] } : data,
  ),
  spoils("recall.related-bare", "recall", (data, { fields }) =>
    Array.isArray(fields.expand) && fields.expand.includes("related") ? { ...data, edges: [] } : data,
  ),
  spoils("recall.long-query-empty", "recall", (data, { fields }) =>
    String(fields.query).length > 60 ? { ...data, hits: [], edges: [], scores: [] } : data,
  ),
  refusesWhen(
    "recall.filters-refused",
    "recall",
    ({ filters }) => isJsonObject(filters) && Object.keys(filters).length > 2,
  ),
  forgives("recall.limit-word", "recall", (fields) =>
    typeof fields.limit === "string" ? without(fields, "limit") : fields,
  ),
  forgives("recall.flag-word", "recall", (fields) => without(fields, "filters")),
  forgives("recall.unknown-seed", "recall", (fields, { world, caller }) => {
    const own = world.memories.rows().find(({ workspace }) => workspace === caller.workspace);
    return fields.seed_id && own && !world.memories.find(String(fields.seed_id))
      ? { ...fields, seed_id: own.id }
      : fields;
  }),
  misreads("recall.metadata-filter-with-limit", "recall", (fields) =>
    fields.limit === undefined ? fields : without(fields, "metadata_filter"),
  ),
];

const OTHERS: readonly Around[] = [
  refusesWhen("bootstrap.scope-refused", "bootstrap-context", (fields) => fields.scope_id),
  forgives("bootstrap.scope-object", "bootstrap-context", (fields) =>
    isJsonObject(fields.scope_id) ? without(fields, "scope_id") : fields,
  ),
  spoilsItems("bootstrap.membership-number", "bootstrap-context", "scope_membership", (item) => ({ ...item, kind: 4 })),
  spoilsItems("bootstrap.membership-nameless", "bootstrap-context", "scope_membership", (item) => without(item, "id")),
  spoils("connection.time-number", "verify-connection", (data) => ({ ...data, verifiedAt: 17 })),
  spoils("connection.not-ok", "verify-connection", (data): JsonObject => bag({ ...data, ok: false, reason: "busy" })),
];

/** Faults around recall, the orientation payload and the connection check. */
export const AROUND_RECALL: readonly Around[] = [...RECALL, ...OTHERS];
