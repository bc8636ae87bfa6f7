import { shareLetterPair } from "../../models/shared-letters.ts";
import { searchedTextOf } from "../../models/task-filters.ts";
import { createdFieldsOf } from "./population.ts";
import type { CreatedTask } from "./requests.ts";

/** Returns true if the searched fields of a task have a text similar to this one: a target may match a few letters. */
export function mayMatchText(task: CreatedTask, text: string): boolean {
  return shareLetterPair(searchedTextOf(createdFieldsOf(task)), text);
}
