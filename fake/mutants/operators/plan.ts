import { onSuccess } from "../../overrides/hooks.ts";
import type { Operator } from "../model.ts";

export const uncounted: Operator = {
  name: "uncounted",
  title: "creates something without counting it against the plan",
  at: (site) => {
    if (site.kind !== "operation" || site.id !== "create-task") return null;
    return {
      breaks: "tasks.plan.counts",
      plant: ({ confined }) =>
        confined(
          onSuccess("create-task", (_reply, { caller }) => {
            if (caller !== null) caller.workspace.plan.used -= 1;
          }),
        ),
    };
  },
};
