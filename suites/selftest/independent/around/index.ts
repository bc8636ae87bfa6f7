import type { Around } from "./around.ts";
import { AROUND_FILES } from "./files.ts";
import { AROUND_MEMORIES } from "./memories.ts";
import { AROUND_MESSAGES } from "./messages.ts";
import { AROUND_RECALL } from "./recall.ts";
import { AROUND_TASKS } from "./tasks.ts";

/** Every fault that surrounds an operation. */
export const AROUNDS: readonly Around[] = [
  ...AROUND_TASKS,
  ...AROUND_MESSAGES,
  ...AROUND_FILES,
  ...AROUND_MEMORIES,
  ...AROUND_RECALL,
];
