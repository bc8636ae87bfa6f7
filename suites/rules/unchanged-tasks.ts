import { groupBy } from "../../spec/group-by.ts";
import { statusOf } from "../client/exchange.ts";
import { accepted, hasTargetDetails, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { createdHere, isOfTheWorkspace } from "../knowledge/resources.ts";
import { expectEqual } from "../verifiers/expect.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import { type Cause, causeOf, INPUT_REJECTIONS } from "./rejections.ts";
import type { Rule } from "./rule.ts";

/**
 * The changes of a task, the field that each sets, and the area of the requirements that fail if the field changes on a
 * task that was not changed.
 */
const CHANGES = [
  { operation: "block-task", field: "status", area: "tasks.block" },
  { operation: "release-task", field: "assigneeAgentId", area: "tasks.release" },
] as const;
type Change = (typeof CHANGES)[number];
const ALL = CHANGES.map(({ operation }) => operation);

/**
 * A task without an accepted change is listed as it was created: rejected changes and changes of other tasks leave it
 * as it is.
 */
export const unchangedTaskRules: readonly Rule[] = CHANGES.flatMap((change): Rule[] => {
  const rule = { operations: [change.operation, "create-task", "list-tasks"] };
  return [
    {
      ...rule,
      requirement: `${change.area}.refused-without-effect`,
      name: "tasks of which every change was rejected are as they were created",
      judge: (knowledge) => judgeUntouched(knowledge, change, "input"),
    },
    {
      ...rule,
      requirement: "auth.refused-without-effect",
      name: `tasks of which a ${change.operation} was requested without valid credentials alone are as they were created`,
      judge: (knowledge) => judgeUntouched(knowledge, change, "credentials"),
    },
    {
      ...rule,
      requirement: `${change.area}.only-the-task`,
      name: "tasks for which nobody requested a change are as they were created",
      judge: (knowledge) => judgeUntouched(knowledge, change, "not requested"),
    },
  ];
});

/** Statuses that reject a change: 409 rejects it for the current state of the task. */
const CHANGE_REJECTIONS = [...INPUT_REJECTIONS, 409];

/** Returns the cause of the rejections of these changes by task id. Tasks without such a request are absent. */
function causesOf({ history }: Knowledge, operations: readonly string[]): ReadonlyMap<string, Cause> {
  const byTask = groupBy(operations.flatMap(history), (entry) => String(requested(entry, "taskId")));
  return new Map(
    [...byTask].map(([id, entries]) => [
      id,
      causeOf(
        entries.map(({ exchange }) => statusOf(exchange)),
        CHANGE_REJECTIONS,
      ),
    ]),
  );
}

function judgeUntouched(knowledge: Knowledge, { operation, field }: Change, cause: Cause): number {
  const wasRejected = cause !== "not requested";
  if (!hasTargetDetails(knowledge) || (!wasRejected && accepted(knowledge, operation).length === 0)) return 0;
  const [ofAll, ofThis] = [ALL, [operation]].map((operations) => causesOf(knowledge, operations));
  const created = new Map(
    [...createdHere(knowledge, "create-task")].filter(
      ([id]) => ofAll?.get(id) !== "unknown" && (ofThis?.get(id) ?? "not requested") === cause,
    ),
  );
  const { agent, otherAgent } = knowledge.context.target.fixtures;
  const callers = field === "assigneeAgentId" ? [agent?.id, otherAgent?.id].filter((id) => id !== undefined) : [];
  let judged = 0;
  for (const entry of accepted(knowledge, "list-tasks")) {
    if (!isOfTheWorkspace(knowledge, entry)) continue;
    for (const { value, pointer } of itemsAt(entry, "/data")) {
      const before = created.get(String(value.id)) ?? null;
      if (before === null || value[field] === undefined) continue;
      const was = before.value[field] ?? null;
      // An unassigned task may be assigned to someone else, but not to an agent whose release of it was rejected.
      const isTaken = was === null && wasRejected && callers.includes(String(value[field]));
      if (!isTaken && (typeof was !== "string" || was === "")) continue;
      judged += 1;
      const why = `the ${field} of a task must stay as it was created while no change of it is accepted`;
      withEvidence([before.exchange, entry.exchange], () =>
        expectEqual(entry.exchange, `${pointer}/${field}`, was, why),
      );
    }
  }
  return judged;
}
