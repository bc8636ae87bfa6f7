import { ownKey } from "../../changes/identities.ts";
import type { Guard } from "../model.ts";

/** The plan of the caller's workspace is used up: `plan=exhausted`. */
export const plan: Guard = {
  name: "plan",
  rejected: (_level, { operation }) => (operation === "create-task" ? "denied" : null),
  levels: () => ["plan=exhausted"],
  calls: () => (call) => {
    const own = ownKey(call)?.workspace.plan;
    return own !== undefined && own.used >= own.monthlyTasks;
  },
};
