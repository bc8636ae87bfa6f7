import { bodyMember } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { Workspace } from "../../workspace.ts";
import type { Guard } from "../model.ts";

/** Tasks above the parent that a new task names, at the least. */
const LEVELS: Readonly<Record<string, number>> = { "parent=sub-task": 1, "parent=third-level": 2 };

/** A new task goes below one that stands below others itself: `parent=sub-task`. */
export const parent: Guard = {
  name: "parent",
  needsCaller: true,
  about: () => ["parentTaskId"],
  levels: ({ operation }) => (operation === "create-task" ? Object.keys(LEVELS) : []),
  calls: (level) => (call) => {
    const workspace = ownKey(call)?.workspace;
    const parentId = bodyMember(call, "parentTaskId");
    if (workspace === undefined || typeof parentId !== "string") return false;
    return tasksAbove(workspace, parentId) >= (LEVELS[level] ?? 0);
  },
};

function tasksAbove(workspace: Workspace, id: string): number {
  const above = workspace.tasks.get(id)?.task.parentTaskId ?? null;
  return above === null ? 0 : 1 + tasksAbove(workspace, above);
}
