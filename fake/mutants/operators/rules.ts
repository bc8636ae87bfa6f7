import { asObject } from "../../../spec/json.ts";
import type { Change, Patch } from "../../overrides/changes.ts";
import { onlyWhen, rules } from "../../overrides/hooks.ts";
import type { Rules } from "../../rules.ts";
import type { Applies, Operator, RuleMutation, RuleSite } from "../model.ts";
import { inFamily, operatorAt } from "./operator.ts";

/** Creates an operator that replaces the decision of one of the fake's rules. */
export const ruleOperator = (name: RuleMutation, title: string, decide: (before: unknown) => unknown): Operator =>
  operatorAt(
    "rule",
    name,
    title,
    ({ claims }) => claims[name],
    (site, { applies }) => rulePatch(site, decide(site.value), applies),
  );

/** Returns the change of a rule's value, for the resources that guards select. */
export function rulePatch(site: RuleSite, value: unknown, applies: Applies): Change {
  const { path, calls } = site;
  const decided = decidedWhere(site, applies, value);
  const change = rules(path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), decided) as Patch<Rules>);
  return calls === null ? change : onlyWhen(calls, change);
}

/** Returns the changed decision for the resources that guards select, and the usual one for the rest. */
function decidedWhere({ row, value }: RuleSite, applies: Applies, decided: unknown): unknown {
  if (row === null || typeof value !== "function" || typeof decided !== "function") return decided;
  return (...given: unknown[]) => {
    const thing = row.of(given) as Parameters<Applies>[1];
    return (applies(thing, thing, null) ? decided : value)(...given);
  };
}

type AnyFunction = (...given: unknown[]) => unknown;
const asFunction = (rule: unknown): AnyFunction => rule as AnyFunction;

const counting = (by: number) => (before: unknown) =>
  typeof before === "function" ? (count: number, ...given: unknown[]): unknown => before(count + by, ...given) : before;

const bounding =
  (edit: (bound: number) => number) =>
  (before: unknown): AnyFunction =>
  (...given) =>
    edit(Number(asFunction(before)(...given)));

/** The value that a rule compares with a bound. */
const COMPARED: Readonly<Record<string, (given: unknown) => unknown>> = {
  "memories.recall.minConfidence": (memory) => (memory as { readonly confidence: number }).confidence,
  "memories.recall.minSimilarity": (similarity) => similarity,
  "memories.filters.createdFrom": (stored) => (stored as { readonly madeAt: number }).madeAt,
  "memories.filters.createdTo": (stored) => (stored as { readonly madeAt: number }).madeAt,
};

const boundary: Operator = operatorAt(
  "rule",
  "boundary",
  "reverses whether a bound is inclusive",
  ({ path, claims }) => (path.join(".") in COMPARED ? claims.boundary : null),
  (site, { applies }) => {
    const usual = asFunction(site.value);
    const rule: AnyFunction = (given, bound) =>
      (usual(given, bound) === true) !== (COMPARED[site.path.join(".")]?.(given) === bound);
    return rulePatch(site, rule, applies);
  },
);

/** The codes of both families with the same meaning. */
const CODE_PAIRS: readonly (readonly [agent: string, sdk: string])[] = [
  ["invalid_input", "VALIDATION_ERROR"],
  ["permission_denied", "AUTH_INVALID_KEY"],
  ["not_found", "NOT_FOUND"],
];

const otherFamily = (code: unknown): string => {
  const pair = CODE_PAIRS.find((codes) => codes.some((known) => known === code));
  return pair?.find((known) => known !== code) ?? "UNKNOWN";
};

/** Statuses and codes of rejections. */
const recoded = (name: RuleMutation, title: string, edit: (code: unknown) => object) =>
  ruleOperator(name, title, (before) => ({ ...asObject(before), ...edit(asObject(before).code) }));

/** Other decisions than those of the fake's rules. */
export const ruleOperators: readonly Operator[] = [
  ruleOperator("allow", "always says yes", () => () => true),
  ruleOperator("deny", "always says no", () => () => false),
  ruleOperator("flip", "inverts a setting", (before) => before !== true),
  ruleOperator("opposite", "inverts the result", (before) => (...given: unknown[]): unknown => {
    return !asFunction(before)(...given);
  }),
  ruleOperator("more", "counts one too few, so that one more passes", counting(-1)),
  ruleOperator("less", "counts one too many, so that one less passes", counting(1)),
  ruleOperator("skip", "omits a step", () => () => undefined),
  ruleOperator("twice", "repeats a step", (before) => (...given: unknown[]): unknown => {
    asFunction(before)(...given);
    return asFunction(before)(...given);
  }),
  ruleOperator(
    "unbounded",
    "accepts any amount",
    bounding(() => Number.MAX_SAFE_INTEGER),
  ),
  ruleOperator(
    "one-over",
    "accepts one more than the maximum",
    bounding((bound) => bound + 1),
  ),
  ruleOperator(
    "one-under",
    "accepts one less than the maximum",
    bounding((bound) => bound - 1),
  ),
  boundary,
  ...inFamily("rejection", [
    ...([400, 403, 409, 410, 422] as const).map((status) =>
      recoded(`status-${status}`, `responds with ${status} instead`, () => ({ status })),
    ),
    recoded("other-code", "returns a code that is not listed", () => ({ code: "something_wrong" })),
    recoded("code-of-other-family", "returns the code of the other family", (code) => ({ code: otherFamily(code) })),
    recoded("code-of-plan", "returns plan_limit_reached", () => ({ code: "plan_limit_reached" })),
    recoded("code-of-permission", "returns the code of a missing permission", () => ({ code: "permission_denied" })),
  ]),
];
