import { canonicalJson } from "../document/canonical-json.ts";
import { openMarks, reasonIn } from "../document/constraints.ts";
import { nullableBranch } from "../document/nullable.ts";
import type { Json, JsonObject } from "../json.ts";
import { isObject } from "../json.ts";
import { pointerTo, valueAt } from "../pointer.ts";
import type { Failure } from "./failure.ts";
import { isCombinator, type PreparationOptions } from "./prepared-schema.ts";

/** Judges a value by the schema at a pointer; pointers into the value start at "". */
type Judge = (pointer: string, value: Json) => readonly Failure[];

/** One combinator at work. */
interface Case {
  readonly keyword: string;
  /** The value of the keyword, and its pointer. */
  readonly held: Json;
  readonly pointer: string;
  readonly schema: JsonObject;
  readonly value: Json;
  readonly judge: Judge;
}

/**
 * Returns the failures of the keywords of a schema that are judged separately (combinators, comparisons): one for
 * each. If a list or an object can only be meant for one branch, they are the failures of that branch.
 */
export function combinatorFailures(
  root: JsonObject,
  pointer: string,
  value: Json,
  instancePointer: string,
  judge: Judge,
  { open }: PreparationOptions,
): Failure[] {
  const schema = valueAt(root, pointer);
  if (!isObject(schema)) return [];
  const marks = open ? {} : openMarks(schema);
  return Object.entries(schema).flatMap(([keyword, held]) => {
    if (!isCombinator(keyword, held) || reasonIn(marks, keyword) !== null) return [];
    const one: Case = { keyword, held, pointer: pointerTo(pointer, keyword), schema, value, judge };
    return judgeCase(one).map((failure) => ({
      ...failure,
      instancePointer: instancePointer + failure.instancePointer,
    }));
  });
}

function judgeCase(one: Case): readonly Failure[] {
  switch (one.keyword) {
    case "not":
      return one.judge(one.pointer, one.value).length > 0 ? [] : [failure(one, describeNot(one.held), {})];
    case "contains":
      return judgeContains(one);
    case "propertyNames":
      return judgeNames(one);
    case "uniqueItems":
      return judgeUnique(one);
    case "const":
      return judgeListed(one, [one.held]);
    case "enum":
      return judgeListed(one, Array.isArray(one.held) ? one.held : []);
    default:
      return judgeBranches(one);
  }
}

function judgeBranches(one: Case): readonly Failure[] {
  const branches = Array.isArray(one.held) ? one.held : [];
  const outcomes = branches.map((_, index) => one.judge(pointerTo(one.pointer, index), one.value));
  const fitting = branches.filter((_, index) => outcomes[index]?.length === 0);
  if (fitting.length === 1 || (fitting.length > 1 && one.keyword === "anyOf")) return [];
  const nullable = nullableBranch(branches);
  if (nullable !== null && one.keyword === "anyOf") return outcomes[nullable] ?? [];
  const names = branches.map(nameOf);
  if (fitting.length > 1) {
    const message = `must match exactly one of ${branches.length} forms (${names.join("; ")}), matches ${fitting.length}`;
    return [failure(one, message, { matching: fitting.length })];
  }
  const meant = outcomes.filter((failures) => isMeant(failures, one.value));
  if (meant.length === 1 && meant[0] !== undefined) return meant[0];
  const reasons = outcomes.map((failures, index) => `${names[index]}: ${failures[0]?.message ?? "does not fit"}`);
  return [failure(one, `must match one of ${branches.length} forms (${reasons.join("; ")})`, { matching: 0 })];
}

/**
 * Returns true if a branch is meant: an object or list has the right type for it and no constant of it contradicts.
 */
function isMeant(failures: readonly Failure[], value: Json): boolean {
  if (typeof value !== "object" || value === null) return false;
  return !failures.some(({ instancePointer, keyword }) => {
    const depth = instancePointer.split("/").length - 1;
    return (depth === 0 && ["type", "enum"].includes(keyword)) || (depth <= 1 && keyword === "const");
  });
}

function judgeContains(one: Case): Failure[] {
  if (!Array.isArray(one.value)) return [];
  const { minContains = 1, maxContains = Number.POSITIVE_INFINITY } = one.schema;
  const count = one.value.filter((item) => one.judge(one.pointer, item).length === 0).length;
  const parent = one.pointer.slice(0, one.pointer.lastIndexOf("/"));
  if (count < Number(minContains)) {
    const keyword = one.schema.minContains === undefined ? "contains" : "minContains";
    const place = { ...one, keyword, pointer: pointerTo(parent, keyword) };
    return [failure(place, `must contain at least ${minContains} of the items described, has ${count}`, { count })];
  }
  if (count <= Number(maxContains)) return [];
  const place = { ...one, keyword: "maxContains", pointer: pointerTo(parent, "maxContains") };
  return [failure(place, `must contain at most ${maxContains} of the items described, has ${count}`, { count })];
}

function judgeNames(one: Case): Failure[] {
  if (!isObject(one.value)) return [];
  return Object.keys(one.value).flatMap((propertyName) => {
    const [first] = one.judge(one.pointer, propertyName);
    if (first === undefined) return [];
    const message = `must not have a member named ${JSON.stringify(propertyName)}: a name ${first.message}`;
    return [failure(one, message, { propertyName })];
  });
}

function judgeUnique(one: Case): Failure[] {
  if (!Array.isArray(one.value)) return [];
  const places = new Map<string, number>();
  for (const [index, item] of one.value.entries()) {
    const text = canonicalJson(item);
    const before = places.get(text);
    if (before !== undefined) {
      return [failure(one, `must not hold equal items: ${before} and ${index} are equal`, { i: index, j: before })];
    }
    places.set(text, index);
  }
  return [];
}

function judgeListed(one: Case, listed: readonly Json[]): Failure[] {
  const text = canonicalJson(one.value);
  if (listed.some((value) => canonicalJson(value) === text)) return [];
  const values = listed.map((value) => JSON.stringify(value)).join(", ");
  const message = one.keyword === "const" ? `must be ${values}` : `must be one of ${values}`;
  return [failure(one, message, { allowedValues: [...listed] })];
}

function failure({ keyword, pointer }: Case, message: string, params: Record<string, Json>): Failure {
  return { instancePointer: "", documentPointer: pointer, keyword, message, params };
}

/** Returns the name of a branch in messages: its title, the component that it refers to, or its type. */
function nameOf(branch: Json, index: number): string {
  if (!isObject(branch)) return `form ${index + 1}`;
  if (typeof branch.title === "string") return branch.title;
  if (typeof branch.$ref === "string") return branch.$ref.slice(branch.$ref.lastIndexOf("/") + 1);
  return typeof branch.type === "string" ? branch.type : `form ${index + 1}`;
}

function describeNot(held: Json): string {
  const required = isObject(held) && Array.isArray(held.required) ? held.required : null;
  return required === null ? "must not have this form" : `must not have ${required.join(" and ")} together`;
}
