import type { CheckContext } from "../engine/check/check.ts";
import { messagesOf, tasksOf } from "./known-resources.ts";
import { fromOtherWorkspace, withBrokenRules, withoutValidKey, withReplacedIds } from "./requests-without-effect.ts";
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
export function creationTable(check: CheckContext): Table {
  return createTask(check);
}

/**
 * Returns the tables of all other operations that have one, and of requests that must have no effect. Only resources
 * that stimuli have created, by the ids in `createdIds`, are changed, since checks rely on the others.
 */
export function tablesOf(check: CheckContext, createdIds: ReadonlySet<string>): readonly Table[] {
  const tasks = () => tasksOf(check).filter(({ id }) => createdIds.has(id));
  const messages = () => messagesOf(check).filter(({ id }) => createdIds.has(id));
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
  const changing = check.context.readOnly ? [] : [creationTable(check), ...writes];
  const withBrokenRule = changing.flatMap((table) => withBrokenRules(check, table));
  const withoutEffect = [...changing, ...all.slice(writes.length)].flatMap((table) => [
    ...withReplacedIds(check, table),
    ...fromOtherWorkspace(check, table),
    ...withoutValidKey(check, table),
  ]);
  return [...all, ...withBrokenRule, ...withoutEffect];
}
