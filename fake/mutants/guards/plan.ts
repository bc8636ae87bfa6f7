import { ownKey } from "../../overrides/identities.ts";
import type { Guard } from "../model.ts";

/** What a workspace without an allowance has no tasks for. */
const ON_TASKS: ReadonlySet<string> = new Set(["block-task", "release-task", "create-task"]);

/** The plan of the caller's workspace is used up: `plan=exhausted`. Whoever has such a plan is alone, and tries what needs no task. */
export const plan: Guard = {
  name: "plan",
  needsCaller: true,
  about: () => ["plan", "caller"],
  rejected: (_level, { operation }) => (operation === "create-task" ? "denied" : null),
  levels: () => ["plan=exhausted"],
  never: (_level, site) => {
    if (site.kind === "operation") return ON_TASKS.has(site.operation);
    return !(site.kind === "value" && site.outcome === "failure") && site.kind !== "handwritten";
  },
  calls: () => (call) => {
    const own = ownKey(call)?.workspace.plan;
    return own !== undefined && own.used >= own.monthlyTasks;
  },
};
