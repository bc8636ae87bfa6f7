import { statusOf } from "../client/exchange.ts";
import { askedFor, granted, isTold, thingsAt } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { isOfTheWorkspace, madeHere } from "../knowledge/resources.ts";
import { expectEqual } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import type { Rule } from "./rule.ts";

/** What a change does to a task, and the requirements that fail where it shows on a task that was not changed. */
const CHANGES = [
  { operation: "block-task", field: "status", area: "tasks.block" },
  { operation: "release-task", field: "assigneeAgentId", area: "tasks.release" },
] as const;
type Change = (typeof CHANGES)[number];

/** A task of which no change was granted is listed as it was made: what was rejected, and what happened to others, leaves it unchanged. */
export const untouchedRules: readonly Rule[] = CHANGES.flatMap((change): Rule[] => {
  const rule = { operations: [change.operation, "create-task", "list-tasks"] };
  return [
    {
      ...rule,
      requirement: `${change.area}.refused-without-effect`,
      name: "tasks of which every change was rejected are as they were made",
      judge: (knowledge) => judgeUntouched(knowledge, change, true),
    },
    {
      ...rule,
      requirement: `${change.area}.only-the-task`,
      name: "tasks of which nobody asked for a change are as they were made",
      judge: (knowledge) => judgeUntouched(knowledge, change, false),
    },
  ];
});

/** What any other response has left behind is not known. */
const REFUSALS = [400, 401, 403, 404, 409];

function judgeUntouched(knowledge: Knowledge, { operation, field }: Change, wasRefused: boolean): number {
  if (!isTold(knowledge) || (!wasRefused && granted(knowledge, operation).length === 0)) return 0;
  const asked = CHANGES.flatMap((change) => knowledge.history(change.operation));
  const made = new Map(
    [...madeHere(knowledge, "create-task")].filter(([id]) => {
      const changes = asked.filter((past) => askedFor(past, "taskId") === id);
      const ofThisKind = knowledge.history(operation).some((past) => askedFor(past, "taskId") === id);
      return changes.every(({ exchange }) => REFUSALS.includes(statusOf(exchange))) && ofThisKind === wasRefused;
    }),
  );
  const { agent, otherAgent } = knowledge.world.target.fixtures;
  const callers = field === "assigneeAgentId" ? [agent?.id, otherAgent?.id].filter((id) => id !== undefined) : [];
  let judged = 0;
  for (const past of granted(knowledge, "list-tasks")) {
    if (!isOfTheWorkspace(knowledge, past)) continue;
    for (const { value, pointer } of thingsAt(past, "/data")) {
      const before = made.get(String(value.id)) ?? null;
      if (before === null || value[field] === undefined) continue;
      const was = before.value[field] ?? null;
      // What is nobody's may be given to someone, but not to whom has asked to release it.
      const isTaken = was === null && wasRefused && callers.includes(String(value[field]));
      if (!isTaken && (typeof was !== "string" || was === "")) continue;
      judged += 1;
      const why = `the ${field} of a task must stay as it was made while no change of it is granted`;
      judging([before.exchange, past.exchange], () => expectEqual(past.exchange, `${pointer}/${field}`, was, why));
    }
  }
  return judged;
}
