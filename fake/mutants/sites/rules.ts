import { isPlain } from "../../overrides/changes.ts";
import { referenceRules } from "../../reference-rules.ts";
import type { RuleSite } from "../model.ts";
import { RULE_CLAIMS } from "./rule-claims.ts";

/** Returns the members of the fake's rules that decide what the contract states, and those for some calls only. */
export function ruleSites(): RuleSite[] {
  const members = new Map(membersOf(referenceRules(), []).map((member) => [member.path.join("."), member]));
  return Object.entries(RULE_CLAIMS).flatMap(([name, known]): RuleSite[] => {
    const member = members.get(name.replace(/\/.*/, ""));
    return member === undefined
      ? []
      : [{ kind: "rule", id: `rules.${name}`, row: null, ...member, ...known, calls: callsOf(name, known) }];
  });
}

/**
 * Returns the calls of a rule with a part behind a slash: those of its operation, narrowed by the claim's own
 * condition.
 */
function callsOf(name: string, { operation, calls }: (typeof RULE_CLAIMS)[string]): RuleSite["calls"] {
  if (!name.includes("/")) return null;
  return (call) => call.operation === operation && (calls?.(call) ?? true);
}

function membersOf(
  table: object,
  path: readonly string[],
): { readonly path: readonly string[]; readonly value: unknown }[] {
  return Object.entries(table).flatMap(([name, value]) => [
    { path: [...path, name], value },
    ...(isPlain(value) ? membersOf(value, [...path, name]) : []),
  ]);
}
