import type { Suite } from "../../engine/check/check.ts";
import { memoryIsolation } from "./memories.ts";
import { messageIsolation } from "./messages.ts";
import { createSides } from "./sides.ts";
import { taskIsolation } from "./tasks.ts";

/** A key of one workspace can neither read nor write nor change anything of another. */
export const isolationSuite: Suite = {
  name: "isolation",
  checks(context) {
    const sides = createSides(context);
    return [...messageIsolation(sides), ...taskIsolation(context, sides), ...memoryIsolation(sides)];
  },
};
