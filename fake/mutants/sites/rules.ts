import { isPlain } from "../../changes/change.ts";
import { referenceRules } from "../../reference-rules.ts";
import type { RuleSite } from "../model.ts";
import { RULE_CLAIMS } from "./rule-claims.ts";

/** The members of the fake's rules that decide what the contract does, those of one operation alone by its name. */
export function ruleSites(): RuleSite[] {
  const members = new Map(membersOf(referenceRules(), []).map((member) => [member.path.join("."), member]));
  return Object.entries(RULE_CLAIMS).flatMap(([name, known]): RuleSite[] => {
    const member = members.get(name.replace(/\/.*/, ""));
    return member === undefined
      ? []
      : [{ kind: "rule", id: `rules.${name}`, ...member, alone: name.includes("/"), row: null, ...known }];
  });
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
