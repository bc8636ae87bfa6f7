import { listTasks } from "./list-tasks.ts";
import { searchMemories } from "./search-memories.ts";
import { searchMessages } from "./search-messages.ts";
import type { View } from "./view.ts";

/** The lists that an item of the run is in for certain while it satisfies their filters. */
export const VIEWS: readonly View[] = [listTasks, searchMemories, searchMessages];
