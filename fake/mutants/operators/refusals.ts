import { asObject } from "../../../spec/json.ts";
import type { Operator, RuleMutation } from "../model.ts";
import { ruleOperator } from "./rule-operator.ts";

/** Statuses that a rejection has instead. */
const statuses = ([400, 403, 409, 410, 422] as const).map((status) =>
  ruleOperator(`status-${status}`, `responds with ${status} instead`, (before) => ({ ...asObject(before), status })),
);

/** The codes of each family for the same thing. */
const TWINS: readonly (readonly [agent: string, sdk: string])[] = [
  ["invalid_input", "VALIDATION_ERROR"],
  ["permission_denied", "AUTH_INVALID_KEY"],
  ["not_found", "NOT_FOUND"],
];

const otherFamily = (code: unknown): string => {
  const twin = TWINS.find((codes) => codes.some((known) => known === code));
  return twin?.find((known) => known !== code) ?? "UNKNOWN";
};

const recoded = (name: RuleMutation, title: string, edit: (code: unknown) => string) =>
  ruleOperator(name, title, (before) => ({ ...asObject(before), code: edit(asObject(before).code) }));

export const refusalOperators: readonly Operator[] = [
  ...statuses,
  recoded("other-code", "gives a code that is not listed", () => "something_wrong"),
  recoded("code-of-other-family", "gives the code of the other family", otherFamily),
  recoded("code-of-plan", "gives the code of a plan that is used up", () => "plan_limit_reached"),
  recoded("code-of-permission", "gives the code of a missing permission", () => "permission_denied"),
].map((operator) => ({ ...operator, family: "refusal" }));
