import type { Suite } from "../../engine/check/check.ts";
import { memoryIsolation } from "./memories.ts";
import { messageIsolation } from "./messages.ts";
import { taskIsolation } from "./tasks.ts";
import { createWorkspaces } from "./workspaces.ts";

/** A key of one workspace can neither read nor write nor change anything of another. */
export const isolationSuite: Suite = {
  checks(context) {
    const workspaces = createWorkspaces(context);
    return [...messageIsolation(workspaces), ...taskIsolation(context, workspaces), ...memoryIsolation(workspaces)];
  },
};
