import { areAlike } from "../../models/alike.ts";
import { searchedOf } from "../../models/task-filters.ts";
import { natureOf } from "./population.ts";
import type { CreatedTask } from "./requests.ts";

/** True where what is searched of a task has anything like the text: a target may look for a few letters of it. */
export function mayHold(task: CreatedTask, text: string): boolean {
  return areAlike(searchedOf(natureOf(task)), text);
}
