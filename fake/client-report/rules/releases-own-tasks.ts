import { bodyOf, nameOf } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** A client releases only tasks that are assigned to its agent. */
export const releasesOwnTasks: ClientRule = {
  id: "releases-own-tasks",
  severity: "warning",
  title: "Releases only tasks that are assigned to its agent",
  clause: { section: "release-task", text: "Id of a task that is assigned to the caller." },
  remedy: "Look at assigneeAgentId before you release, and take the conflict as: someone else has the task by now.",
  judge: ({ entries }) => {
    const releases = entries.filter(({ operation, rule }) => operation === "release-task" && rule === null);
    return {
      judged: releases.length,
      violations: releases
        .filter(({ status }) => status === 409)
        .map((entry) => ({
          cause: "not the assignee",
          message: `${nameOf(entry)} released the task ${String(bodyOf(entry).taskId)}, which is not assigned to the agent`,
          exchanges: [entry],
        })),
    };
  },
};
