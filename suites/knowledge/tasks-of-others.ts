import type { Json } from "../../spec/json.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { accepted, requested } from "./exchanges.ts";
import type { Past } from "./history.ts";
import type { Knowledge } from "./knowledge.ts";

/** Returns the tasks that another agent created only for itself and that the caller has not tried to change. */
export function tasksOfOthers(knowledge: Knowledge): readonly string[] {
  const { otherAgent, ownedAgent, tasks } = knowledge.context.target.fixtures;
  // The caller takes part in every task of an agent that it owns.
  if (otherAgent?.id !== undefined && otherAgent.id === ownedAgent) return [];
  const moved = ["block-task", "release-task"].flatMap((operation) =>
    knowledge.history(operation).flatMap((past) => (past.isOwn ? [requested(past, "taskId")] : [])),
  );
  const isOfOther = ({ otherKey }: Past) => otherKey !== null && otherKey === otherAgent?.apiKey;
  const hidden = new Set<Json | undefined>([undefined]);
  for (const past of accepted(knowledge, "create-task").filter(isOfOther)) {
    const id = valueAt(past.exchange, "/data/id");
    const isAlone =
      isUnsetOr(otherAgent?.id, requested(past, "assigneeAgentId")) &&
      isUnsetOr(otherAgent?.channel, requested(past, "channelId")) &&
      requested(past, "assigneeUserId") === undefined &&
      // A sub-task may take over the assignee and channel of its parent.
      hidden.has(requested(past, "parentTaskId"));
    if (typeof id === "string" && isAlone && !moved.includes(id)) hidden.add(id);
  }
  return [tasks?.private, ...hidden]
    .flatMap((id) => (typeof id === "string" ? [id] : []))
    .filter((id) => !moved.includes(id));
}

function isUnsetOr(expected: string | undefined, id: Json | undefined): boolean {
  return isUnset(id) || id === expected;
}
