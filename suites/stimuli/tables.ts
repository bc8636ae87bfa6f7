import type { CheckContext } from "../engine/check/check.ts";
import { fromAbroad, fromStrangers, withFlaws, withOtherIds } from "./aside.ts";
import { messagesOf, tasksOf } from "./resources.ts";
import type { Table } from "./table.ts";
import { bootstrapContext } from "./tables/bootstrap-context.ts";
import { listTasks } from "./tables/list-tasks.ts";
import { getMessages, searchMessages } from "./tables/messages.ts";
import { recall } from "./tables/recall.ts";
import { remember } from "./tables/remember.ts";
import { searchMemories } from "./tables/search-memories.ts";
import { flagNeedsHuman, sendMessage } from "./tables/sending.ts";
import { blockTask, createTask, releaseTask } from "./tables/tasks.ts";

/** Returns the table of creations, which are scarce. */
export function creationsOf(check: CheckContext): Table {
  return createTask(check);
}

/**
 * Returns the tables of all other operations that have one, and of requests that must have no effect. Only resources
 * that stimuli have created, by the ids in `made`, are changed, since checks rely on the others.
 */
export function tablesOf(check: CheckContext, made: ReadonlySet<string>): readonly Table[] {
  const tasks = () => tasksOf(check).filter(({ id }) => made.has(id));
  const messages = () => messagesOf(check).filter(({ id }) => made.has(id));
  const reads = [listTasks, searchMemories, searchMessages, getMessages, recall, bootstrapContext];
  const writes = check.context.readOnly
    ? []
    : [
        blockTask(check, tasks),
        sendMessage(check),
        releaseTask(check, tasks),
        remember(check),
        flagNeedsHuman(check, messages),
      ];
  const all = [...writes, ...reads.map((read) => read(check))];
  const changing = check.context.readOnly ? [] : [creationsOf(check), ...writes];
  const flawed = changing.flatMap((table) => withFlaws(check, table));
  const others = [...changing, ...all.slice(writes.length)].flatMap((table) => [
    ...withOtherIds(check, table),
    ...fromAbroad(check, table),
    ...fromStrangers(check, table),
  ]);
  return [...all, ...flawed, ...others];
}
