import type { Json } from "../../spec/json.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { accepted, acceptedOrUnknown, requested } from "./exchanges.ts";
import type { HistoryEntry } from "./history.ts";
import type { Knowledge } from "./knowledge.ts";

/**
 * Returns the tasks that another agent created only for itself, and that the caller has not changed. A sub-task may take
 * over the assignee and channel of its parent, which may be a task that the caller created for that agent.
 */
export function tasksOfOthers(knowledge: Knowledge): readonly string[] {
  const { otherAgent, ownedAgent, tasks } = knowledge.context.target.fixtures;
  // The caller takes part in every task of an agent that it owns.
  if (otherAgent?.id !== undefined && otherAgent.id === ownedAgent) return [];
  const changed = new Set(
    ["block-task", "release-task"]
      .flatMap((operation) => acceptedOrUnknown(knowledge, operation))
      .flatMap((entry) => (entry.isOwn ? [requested(entry, "taskId")] : [])),
  );
  const isOfOther = ({ otherKey }: HistoryEntry) => otherKey !== null && otherKey === otherAgent?.apiKey;
  const hidden = tasks?.private === undefined ? [] : [tasks.private];
  const onlyForOther = new Set<Json | undefined>([undefined]);
  for (const entry of accepted(knowledge, "create-task").filter((entry) => entry.isOwn || isOfOther(entry))) {
    const id = valueAt(entry.exchange, "/data/id");
    const assignee = requested(entry, "assigneeAgentId");
    const isOnlyForOther =
      // A task that is assigned to nobody may go to its creator.
      ((isUnset(assignee) && !entry.isOwn) || assignee === otherAgent?.id) &&
      (isUnset(requested(entry, "channelId")) || requested(entry, "channelId") === otherAgent?.channel) &&
      requested(entry, "assigneeUserId") === undefined &&
      onlyForOther.has(requested(entry, "parentTaskId"));
    if (typeof id !== "string" || !isOnlyForOther) continue;
    onlyForOther.add(id);
    if (isOfOther(entry)) hidden.push(id);
  }
  return hidden.filter((id) => !changed.has(id));
}
