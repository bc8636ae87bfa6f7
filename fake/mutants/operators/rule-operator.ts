import type { Change, Patch } from "../../changes/change.ts";
import { rules, when } from "../../changes/hooks.ts";
import type { Rules } from "../../rules.ts";
import type { Operator, RuleSite } from "../model.ts";

/** An operator that puts another decision in the place of one of the fake's rules. */
export function ruleOperator(
  name: keyof RuleSite["claims"],
  title: string,
  decide: (before: unknown) => unknown,
): Operator {
  return {
    name,
    title,
    at: (site) => {
      const breaks = site.kind === "rule" ? site.claims[name] : undefined;
      if (site.kind !== "rule" || breaks === undefined) return null;
      return { breaks, plant: ({ confined }) => confined(rulePatch(site, decide(site.value))) };
    },
  };
}

/** Another value of a rule. */
export function rulePatch({ path, operation, alone }: RuleSite, value: unknown): Change {
  const change = rules(nested(path, value));
  return alone ? when((call) => call.operation === operation, change) : change;
}

function nested(path: readonly string[], value: unknown): Patch<Rules> {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Patch<Rules>;
}
