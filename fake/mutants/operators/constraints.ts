import { isObject, type Json } from "../../../spec/json.ts";
import type { Call } from "../../http/call.ts";
import type { Field } from "../../http/fields.ts";
import type { Patch } from "../../overrides/changes.ts";
import { editBody, inputs, onCall } from "../../overrides/hooks.ts";
import { inputAt } from "../inputs.ts";
import { asJson } from "../json-value.ts";
import type { ConstraintSite, Operator } from "../model.ts";
import { operatorAt } from "./operator.ts";

/** The kind of a keyword: a lower bound, an upper bound, a list of values, or the form of a value. */
type Side = "lower" | "upper" | "values" | "form";

function sideOf({ keyword }: ConstraintSite): Side {
  if (keyword === "enum") return "values";
  if (["type", "required", "pattern"].includes(keyword)) return "form";
  return keyword.startsWith("min") ? "lower" : "upper";
}

type Changes = Readonly<Partial<Record<Side, (bound: number, site: ConstraintSite) => Patch<Field> | null>>>;

/** Creates an operator that reads input by another rule than the document's, if there is one for the keyword. */
const reading = (name: string, title: string, changes: Changes): Operator => {
  const patchAt = (site: ConstraintSite) => changes[sideOf(site)]?.(Number(site.value), site) ?? null;
  return operatorAt(
    "constraint",
    name,
    title,
    (site) => (patchAt(site) === null ? null : site.claim),
    (site) => inputs(site.operation, { [site.role]: patchAt(site) ?? {} }),
  );
};

/** Returns the value of an input in a call; the first of several in a query. */
function givenFor(call: Call, name: string): Json {
  const given = asJson(inputAt(call, name));
  return call.query.has(name) && Array.isArray(given) ? (given[0] ?? null) : given;
}

/** Changes a value that has not the type of its field; undefined leaves it out. */
function editInvalid({ operation, role, keyword, field }: ConstraintSite, edit: (value: Json) => Json | undefined) {
  const name = field.name ?? role;
  return onCall(operation, (call) => {
    const given = givenFor(call, name);
    if (given === null) return;
    const isListed = keyword !== "enum" || field.values?.includes(String(given)) === true;
    if (isListed && fits(field, given, call.method === "GET")) return;
    const value = edit(given);
    if (call.method === "GET") {
      call.query.delete(name);
      if (value !== undefined) call.query.set(name, String(value));
      return;
    }
    editBody(call, ({ [name]: _invalid, ...body }) => (value === undefined ? body : { ...body, [name]: value }));
  });
}

/** Returns true if a value has the type that a field requires. */
function fits({ kind, fields = {} }: Field, value: Json, isQuery: boolean): boolean {
  const all = (items: Json, holds: (item: Json) => boolean) => Array.isArray(items) && items.every(holds);
  const types: Readonly<Record<Field["kind"], () => boolean>> = {
    text: () => typeof value === "string",
    integer: () => (isQuery ? /^-?\d+(\.\d+)?$/.test(String(value)) : typeof value === "number"),
    number: () => (isQuery ? /^-?\d+(\.\d+)?$/.test(String(value)) : typeof value === "number"),
    boolean: () => isQuery || typeof value === "boolean",
    instant: () => !Number.isNaN(Date.parse(String(value))),
    texts: () => isQuery || all(value, (item) => typeof item === "string"),
    pointers: () => all(value, (item) => isObject(item) && typeof item.id === "string"),
    free: () => isObject(value),
    group: () =>
      isObject(value) &&
      Object.entries(fields).every(
        ([name, field]) => (value[name] ?? null) === null || fits(field, value[name] ?? null, false),
      ),
  };
  return types[kind]();
}

/** Returns a value of the right type, derived from another. */
function coerced({ field }: ConstraintSite, value: Json): Json {
  if (field.kind === "integer") return 1;
  if (field.kind === "text") return Array.isArray(value) ? String(value[0] ?? "none") : String(value);
  const textOf = (item: Json): string => (typeof item === "string" ? item : "unknown");
  return [value].flat().map((item) => (isObject(item) && typeof item.id === "string" ? item : { id: textOf(item) }));
}

/** Input that is read by other rules than those of the document. */
export const constraintOperators: readonly Operator[] = [
  reading("accept", "accepts what breaks a rule", {
    lower: () => ({ minimum: undefined }),
    upper: () => ({ maximum: undefined }),
    values: () => ({ values: undefined }),
  }),
  reading("loosen", "accepts one beyond a bound, or one value too many", {
    lower: (bound) => ({ minimum: bound - 1 }),
    upper: (bound) => ({ maximum: bound + 1 }),
    values: (_bound, { field }) => ({ values: [...(field.values ?? []), "other"] }),
  }),
  reading("tighten", "rejects the value at a bound, or one of those listed", {
    lower: (bound) => ({ minimum: bound + 1 }),
    upper: (bound) => ({ maximum: bound - 1 }),
    values: (_bound, { field }) => ({ values: (field.values ?? []).slice(0, -1) }),
  }),
  reading("half-bound", "accepts up to half of a bound", { upper: (bound) => ({ maximum: bound / 2 }) }),
  reading("double-bound", "accepts up to twice a bound", { upper: (bound) => ({ maximum: bound * 2 }) }),
  reading("clamp", "reduces what is above a bound to it", {
    upper: (_bound, { keyword }) => (keyword === "maximum" ? { above: "clamp" } : null),
  }),
  operatorAt(
    "constraint",
    "ignore-invalid",
    "treats an invalid value as absent",
    ({ keyword, field, claim }) =>
      keyword === "required" || (["type", "pattern", "enum"].includes(keyword) && field.required !== true)
        ? claim
        : null,
    (site) => {
      if (site.keyword !== "required") return editInvalid(site, () => undefined);
      const fallback = site.field.kind === "text" ? "the" : [];
      return inputs(site.operation, { [site.role]: { required: false, fallback } as Patch<Field> });
    },
  ),
  operatorAt(
    "constraint",
    "coerce",
    "converts a value of another type",
    ({ keyword, field, claim }) =>
      keyword === "type" && ["text", "pointers", "integer"].includes(field.kind) ? claim : null,
    (site) => editInvalid(site, (value) => coerced(site, value)),
  ),
  operatorAt(
    "input",
    "no-maximum",
    "returns more items than the maximum when requested",
    // The contract leaves open if a higher value is rejected or reduced to the maximum.
    { "list-tasks?limit": "tasks.list.max-limit", "search-memories?limit": "memories.search.max-limit" },
    (site) => inputs(site.operation, { [site.role]: { maximum: undefined } }),
  ),
];
