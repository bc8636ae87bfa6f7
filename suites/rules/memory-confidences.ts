import { itemsAt } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acceptedHere, createdHere } from "../knowledge/resources.ts";
import { expectThat } from "../verifiers/expect.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

const LISTED = ["search-memories", "recall"];
/** With this many different confidences, a service has no reason to show one value for all of them. */
const DIFFERENT = 4;

/**
 * The confidence of a memory may change over time, but a list that shows one confidence for all memories shows a wrong
 * one.
 */
export const memoryConfidenceRules: readonly Rule[] = [
  {
    requirement: "consistency.memory-views",
    name: "memories of different confidences are not all listed with the same one",
    operations: ["remember", ...LISTED],
    judge,
  },
];

function judge(knowledge: Knowledge): number {
  const created = createdHere(knowledge, "remember");
  let judged = 0;
  for (const operation of LISTED) {
    const pairs = acceptedHere(knowledge, operation).flatMap((entry) =>
      itemsAt(entry, "/data/hits").flatMap(({ value, pointer }) => {
        const before = created.get(String(value.id))?.value.confidence;
        const { confidence: shown } = value;
        return typeof before === "number" && typeof shown === "number" ? [{ before, shown, entry, pointer }] : [];
      }),
    );
    const [first] = pairs;
    if (first === undefined || new Set(pairs.map(({ before }) => before)).size < DIFFERENT) continue;
    judged += 1;
    withEvidence([first.entry.exchange], () =>
      expectThat(
        pairs.some(({ shown }) => shown !== first.shown),
        {
          message: `memories that were created with different confidences must not all have the same one in ${operation}`,
          expected: "the confidence of each",
          actual: `${first.shown} for each of ${pairs.length}`,
          pointer: `${first.pointer}/confidence`,
          keyword: "confidence",
        },
      ),
    );
  }
  return judged;
}
