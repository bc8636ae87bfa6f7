import { precedes } from "../client/exchange.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { TASK_LIST } from "../knowledge/item-lists.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { acceptedHere, createdHere, creationsById, viewsOfListing } from "../knowledge/resources.ts";
import { expectThat } from "../verifiers/expect.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { asCreated } from "../verifiers/same-resource.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

const FIELD = "createdByAgentId";

const MOVES = ["block", "release"] as const;

/** A task names the agent that created it and keeps it, whichever agent changes it and however. */
export const taskCreatorRules: readonly Rule[] = [
  {
    requirement: "tasks.create.creator",
    name: "a task names the agent that created it",
    operations: ["create-task", "list-tasks"],
    judge: judgeCreators,
  },
  ...MOVES.map(keptCreatorRule),
];

/** Judges the creator that creations and lists show, whoever the task is assigned to. */
function judgeCreators(knowledge: Knowledge): number {
  const creations = creationsById(knowledge, "create-task");
  const created = [...creations.values()].map(({ exchange }) => asCreated(exchange));
  let judged = 0;
  for (const { exchange, value, pointer } of [...created, ...viewsOfListing(knowledge, TASK_LIST)]) {
    const creation = creations.get(String(value.id));
    const expected = creation && agentOf(knowledge, creation);
    if (creation === undefined || expected === undefined || isUnset(value[FIELD])) continue;
    judged += 1;
    withEvidence([creation.exchange, exchange], () =>
      expectThat(value[FIELD] === expected, {
        message: "a task must name the agent that created it",
        expected,
        actual: JSON.stringify(value[FIELD]),
        pointer: `${pointer}/${FIELD}`,
        keyword: "value",
      }),
    );
  }
  return judged;
}

/** Returns the id of the agent that sent a creation; undefined if neither the target file nor another task names it. */
function agentOf(knowledge: Knowledge, { isOwn }: HistoryEntry): string | undefined {
  const { agent, otherAgent } = knowledge.context.target.fixtures;
  if (!isOwn) return otherAgent?.id;
  const first = accepted(knowledge, "create-task").find((entry) => entry.isOwn);
  const named = first === undefined ? undefined : valueAt(first.exchange, `/data/${FIELD}`);
  return agent?.id ?? (typeof named === "string" ? named : undefined);
}

function keptCreatorRule(move: (typeof MOVES)[number]): Rule {
  return {
    requirement: `tasks.${move}.keeps-fields`,
    name: "a task keeps its creator, whoever changes it",
    operations: [`${move}-task`, "create-task"],
    judge: (knowledge) => {
      const created = createdHere(knowledge, "create-task");
      const moved = acceptedHere(knowledge, `${move}-task`);
      let judged = 0;
      for (const entry of moved) {
        const before = created.get(String(requested(entry, "taskId"))) ?? null;
        const creator = before === null ? null : valueAt(before.exchange, `/data/${FIELD}`);
        const shown = valueAt(entry.exchange, `/data/${FIELD}`);
        // A response may omit the field; null states that no agent created it.
        if (before === null || typeof creator !== "string" || shown === undefined) continue;
        // A creator that an earlier change lost is a finding about that change.
        if (isLostBefore(knowledge, entry, creator)) continue;
        judged += 1;
        withEvidence([before.exchange, entry.exchange], () =>
          expectThat(shown === creator, {
            message: `a ${move} must not change the ${FIELD} of a task`,
            expected: creator,
            actual: JSON.stringify(shown),
            pointer: `/data/${FIELD}`,
            keyword: "value",
          }),
        );
      }
      return judged;
    },
  };
}

function isLostBefore(knowledge: Knowledge, entry: HistoryEntry, creator: string): boolean {
  return MOVES.flatMap((move) => accepted(knowledge, `${move}-task`)).some((other) => {
    const shown = valueAt(other.exchange, `/data/${FIELD}`);
    const isEarlier =
      precedes(other.exchange, entry.exchange) && requested(other, "taskId") === requested(entry, "taskId");
    return isEarlier && shown !== undefined && shown !== creator;
  });
}
