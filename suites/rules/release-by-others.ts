import { precedes, statusOf } from "../client/exchange.ts";
import { agentIds } from "../effects/changes.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { agentOf } from "../knowledge/listings.ts";
import { creationsById } from "../knowledge/resources.ts";
import { expectThat } from "../verifiers/expect.ts";
import { valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** An agent that a task was never assigned to cannot release it. */
export const releaseByOthersRules: readonly Rule[] = [
  {
    requirement: "tasks.release.other-assignee",
    name: "only the assignee can release a task",
    operations: ["release-task", "create-task"],
    fixtures: ["agent.id"],
    judge,
  },
];

function judge(knowledge: Knowledge): number {
  const creations = creationsById(knowledge, "create-task");
  let judged = 0;
  for (const entry of knowledge.history("release-task")) {
    const agent = agentOf(knowledge, entry);
    const creation = creations.get(String(requested(entry, "taskId")));
    if (agent === null || creation === undefined) continue;
    const assignee = valueAt(creation.exchange, "/data/assigneeAgentId");
    const { id } = agentIds(knowledge.context)[agent];
    // An unassigned task may have been assigned to any agent since.
    if (
      id === undefined ||
      typeof assignee !== "string" ||
      assignee === id ||
      assignee !== requested(creation, "assigneeAgentId")
    )
      continue;
    if (wasReleased(knowledge, entry)) continue;
    judged += 1;
    withEvidence([creation.exchange, entry.exchange], () =>
      expectThat(statusOf(entry.exchange) !== 200, {
        message: "the release of a task by an agent that it is not assigned to must be rejected",
        expected: "a rejection",
        actual: "200",
        keyword: "accepted",
      }),
    );
  }
  return judged;
}

/** Returns true if another release of the same task may have come first. */
function wasReleased(knowledge: Knowledge, entry: HistoryEntry): boolean {
  return accepted(knowledge, "release-task").some(
    (other) =>
      other !== entry &&
      requested(other, "taskId") === requested(entry, "taskId") &&
      !precedes(entry.exchange, other.exchange),
  );
}
