import type { Change, Patch } from "../../overrides/change.ts";
import { rules, when } from "../../overrides/hooks.ts";
import type { Rules } from "../../rules.ts";
import type { Applies, Operator, RuleMutation, RuleSite } from "../model.ts";

/** An operator that puts another decision instead of one of the fake's rules. */
export function ruleOperator(name: RuleMutation, title: string, decide: (before: unknown) => unknown): Operator {
  return {
    name,
    title,
    at: (site) => {
      const breaks = site.kind === "rule" ? site.claims[name] : undefined;
      if (site.kind !== "rule" || breaks === undefined) return null;
      return { breaks, plant: ({ applies, confined }) => confined(rulePatch(site, decide(site.value), applies)) };
    },
  };
}

/** Another value of a rule, for the things that guards let through. */
export function rulePatch(site: RuleSite, value: unknown, applies: Applies): Change {
  const { path, calls } = site;
  const change = rules(nested(path, decidedWhere(site, applies, value)));
  return calls === null ? change : when(calls, change);
}

/** The other decision about the things that guards let through, and the usual one about the rest. */
function decidedWhere({ row, value }: RuleSite, applies: Applies, decided: unknown): unknown {
  if (row === null || typeof value !== "function" || typeof decided !== "function") return decided;
  return (...given: unknown[]) => {
    const thing = asRow(row.of(given));
    return (applies(thing, thing, null) ? decided : value)(...given);
  };
}

const asRow = (thing: object): Parameters<Applies>[1] => thing as Parameters<Applies>[1];

function nested(path: readonly string[], value: unknown): Patch<Rules> {
  return path.reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as Patch<Rules>;
}
