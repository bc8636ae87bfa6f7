import type { JsonObject } from "../../spec/json.ts";
import { acceptedHere } from "../knowledge/resources.ts";
import { isExpiringNow } from "../verifiers/is-expiring-now.ts";
import { judgeItems, type Rule } from "./rule.ts";

const EXPECTED = { kind: "decision", status: "current" };

/** The current decisions of a bootstrap context are decisions, and current. */
export const currentDecisionRules: readonly Rule[] = [
  {
    requirement: "bootstrap.decisions",
    name: "current decisions have the kind decision and the status current",
    operations: ["bootstrap-context"],
    judge: (knowledge) => {
      let judged = 0;
      for (const entry of acceptedHere(knowledge, "bootstrap-context")) {
        judgeItems(entry, "/data/current_decisions", (memory) => {
          const shown = Object.entries(EXPECTED).filter(([field]) => typeof memory[field] === "string");
          judged += shown.length;
          const wrong = shown.find(([field, value]) => memory[field] !== value);
          // A memory may expire between being selected and being shown.
          if (wrong === undefined || isExpiringNow(knowledge, entry, memory)) return null;
          const [member, value] = wrong;
          return complaint(member, value, memory);
        });
      }
      return judged;
    },
  },
];

function complaint(member: string, value: string, memory: JsonObject) {
  return {
    message: `the current decisions should have the ${member} ${value}`,
    expected: value,
    actual: String(memory[member]),
    member,
    keyword: member,
  };
}
