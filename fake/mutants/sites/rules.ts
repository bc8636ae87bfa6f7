import { isPlain } from "../../changes/change.ts";
import { referenceRules } from "../../reference-rules.ts";
import type { RuleSite } from "../model.ts";
import { RULE_CLAIMS } from "./rule-claims.ts";

/** The members of the fake's rules that decide what the contract does. */
export function ruleSites(): RuleSite[] {
  return membersOf(referenceRules(), []).flatMap(({ path, value }): RuleSite[] => {
    const known = RULE_CLAIMS[path.join(".")];
    if (known === undefined) return [];
    return [{ kind: "rule", id: `rules.${path.join(".")}`, path, value, ...known }];
  });
}

function membersOf(
  table: object,
  path: readonly string[],
): { readonly path: readonly string[]; readonly value: unknown }[] {
  return Object.entries(table).flatMap(([name, value]) =>
    isPlain(value) ? membersOf(value, [...path, name]) : [{ path: [...path, name], value }],
  );
}
