import { listTasks } from "./list-tasks.ts";
import { searchMemories } from "./search-memories.ts";
import { searchMessages } from "./search-messages.ts";
import type { View } from "./view.ts";

/** The lists that must contain each item of the run that matches their filters. */
export const VIEWS: readonly View[] = [listTasks, searchMemories, searchMessages];
