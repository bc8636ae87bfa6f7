import { precedes } from "../client/exchange.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acceptedHere, createdHere } from "../knowledge/resources.ts";
import { expectThat } from "../verifiers/expect.ts";
import { valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

const FIELD = "createdByAgentId";

const MOVES = ["block", "release"] as const;

/** A task keeps its creator, whichever agent changes it and however. */
export const taskCreatorRules: readonly Rule[] = MOVES.map((move) => ({
  requirement: `tasks.${move}.keeps-fields`,
  name: "a task keeps its creator, whoever changes it",
  operations: [`${move}-task`, "create-task"],
  judge: (knowledge) => {
    const made = createdHere(knowledge, "create-task");
    const moved = acceptedHere(knowledge, `${move}-task`);
    let judged = 0;
    for (const past of moved) {
      const before = made.get(String(requested(past, "taskId"))) ?? null;
      const creator = before === null ? null : valueAt(before.exchange, `/data/${FIELD}`);
      const shown = valueAt(past.exchange, `/data/${FIELD}`);
      // A response may omit the field; null states that no agent created it.
      if (before === null || typeof creator !== "string" || shown === undefined) continue;
      // A creator that an earlier change lost is a finding about that change.
      if (isLostBefore(knowledge, past, creator)) continue;
      judged += 1;
      withEvidence([before.exchange, past.exchange], () =>
        expectThat(shown === creator, {
          message: `a ${move} must leave the ${FIELD} of a task as it was`,
          expected: creator,
          actual: JSON.stringify(shown),
          pointer: `/data/${FIELD}`,
          keyword: "value",
        }),
      );
    }
    return judged;
  },
}));

function isLostBefore(knowledge: Knowledge, past: HistoryEntry, creator: string): boolean {
  return MOVES.flatMap((move) => accepted(knowledge, `${move}-task`)).some((other) => {
    const shown = valueAt(other.exchange, `/data/${FIELD}`);
    const isEarlier =
      precedes(other.exchange, past.exchange) && requested(other, "taskId") === requested(past, "taskId");
    return isEarlier && shown !== undefined && shown !== creator;
  });
}
