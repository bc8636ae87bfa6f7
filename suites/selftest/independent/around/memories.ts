import { isJsonObject, type JsonObject } from "../shape.ts";
import {
  type Around,
  crossesInto,
  forgives,
  misreads,
  refusesWhen,
  refusesYetDoes,
  spoils,
  spoilsItems,
  withFields,
  without,
  zoneless,
} from "./around.ts";

const SHAPES: readonly Around[] = [
  spoils("remember.kind-upper", "remember", (data) => ({ ...data, kind: String(data.kind).toUpperCase() })),
  spoilsItems("search.status-active", "search-memories", "hits", (hit) => ({ ...hit, status: "active" })),
  spoils("remember.created-zoneless", "remember", (data) => ({ ...data, created_at: zoneless(data.created_at) })),
  spoilsItems("search.metadata-text", "search-memories", "hits", (hit) => ({
    ...hit,
    metadata: JSON.stringify(hit.metadata ?? {}),
  })),
  spoils("remember.in-list", "remember", (memory) => [memory]),
  spoils("search.items", "search-memories", ({ hits = [] }) => ({ items: hits })),
  spoils("remember.org-number", "remember", (data) => ({ ...data, org_id: 7 })),
  spoilsItems("search.other-ids", "search-memories", "hits", (hit) => ({ ...hit, id: `${hit.id}-v1` })),
  spoils("search.walk-endless", "search-memories", (data, { fields, choices }) => {
    const { cursor = "" } = choices.names["search-memories"] ?? {};
    const next = data.nextCursor ?? fields[cursor];
    return next === undefined ? data : { ...data, nextCursor: next };
  }),
];

/** A fault by which a parameter of search-memories is not looked at. */
function drops(make: typeof misreads | typeof forgives, fault: Around["fault"], ...roles: string[]): Around {
  return make(fault, "search-memories", (fields, { choices }) =>
    roles.reduce((left, role) => without(left, choices.names["search-memories"]?.[role] ?? ""), fields),
  );
}

const INPUTS: readonly Around[] = [
  drops(forgives, "search.limit-word", "limit"),
  drops(forgives, "search.bound-word", "createdFrom", "createdTo"),
  drops(forgives, "search.kind-unknown", "kind"),
  drops(misreads, "search.scope-ignored", "scope"),
  drops(misreads, "search.kind-ignored", "kind"),
  misreads("search.limit-plus-one", "search-memories", (fields, { choices }) => {
    const { limit = "" } = choices.names["search-memories"] ?? {};
    return /^\d+$/.test(String(fields[limit])) ? { ...fields, [limit]: Number(fields[limit]) + 1 } : fields;
  }),
  misreads("remember.scope-first", "remember", (fields, { world, caller }) => ({
    ...fields,
    scope_id: world.scopes.rows().find(({ readers }) => readers.includes(caller.id))?.id ?? "",
  })),
  forgives("remember.confidence-word", "remember", (fields) =>
    typeof fields.confidence === "number" ? fields : without(fields, "confidence"),
  ),
  refusesYetDoes("remember.refused-yet-stored", "remember", (fields) =>
    ["metadata", "ttl_preset", "confidence"].reduce(without, fields),
  ),
  refusesWhen("remember.where-refused", "remember", (fields) => fields.where),
  refusesWhen(
    "remember.several-refused",
    "remember",
    ({ derived_from }) => Array.isArray(derived_from) && derived_from.length > 1,
  ),
  refusesWhen("search.three-filters-refused", "search-memories", (fields) => Object.keys(fields).length > 4),
  refusesWhen("search.everything-refused", "search-memories", (fields) => Object.keys(fields).length === 0),
];

const BEHAVIOUR: readonly Around[] = [
  crossesInto(
    "search.scope-other-workspace",
    "search-memories",
    ({ world, fields, choices }) =>
      world.scopes.find(String(fields[choices.names["search-memories"]?.scope ?? ""]))?.workspace,
  ),
  {
    fault: "remember.scope-other-workspace",
    operations: ["remember"],
    run: async (call, proceed) => {
      const scope = call.world.scopes.find(String(call.fields.scope_id));
      if (!scope || scope.workspace === call.caller.workspace) return proceed(call);
      const { data } = await proceed(withFields(call, without(call.fields, "scope_id")));
      call.world.memories.change(String((data as JsonObject).id), { scope: scope.id, workspace: scope.workspace });
      return { data };
    },
  },
  {
    fault: "remember.twice",
    operations: ["remember"],
    run: async (call, proceed) => {
      if (isJsonObject(call.fields.metadata)) await proceed(call);
      return proceed(call);
    },
  },
];

/** Faults around the operations on memories. */
export const AROUND_MEMORIES: readonly Around[] = [...SHAPES, ...INPUTS, ...BEHAVIOUR];
