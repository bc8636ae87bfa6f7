import type { Suite } from "../../engine/check/check.ts";
import { memoryIsolation } from "./memories.ts";
import { messageIsolation } from "./messages.ts";
import { createSides } from "./sides.ts";
import { taskIsolation } from "./tasks.ts";

/** Nothing of one workspace is read, written or changed with a key of another. */
export const isolationSuite: Suite = {
  name: "isolation",
  checks(context) {
    const sides = createSides(context);
    return [...messageIsolation(sides), ...taskIsolation(context, sides), ...memoryIsolation(sides)];
  },
};
