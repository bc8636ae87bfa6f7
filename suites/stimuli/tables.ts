import type { CheckContext } from "../engine/check/check.ts";
import { type KnownResource, messagesOf, tasksOf } from "./known-resources.ts";
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
 * Returns the tables of all other operations that have one, and of requests that must have no effect. `createdIds` are
 * the ids of the resources that stimuli have created, in the order of creation.
 */
export function tablesOf(check: CheckContext, createdIds: ReadonlySet<string>): readonly Table[] {
  const tasks = () => changeable(tasksOf(check), createdIds);
  const messages = () => changeable(messagesOf(check), createdIds);
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

/** One in this many resources is never changed: a change that also affects another resource shows on it. */
const UNCHANGED_EVERY = 4;

/** Returns the resources of stimuli that may be changed. Checks rely on those that are not of stimuli. */
function changeable(resources: readonly KnownResource[], createdIds: ReadonlySet<string>): readonly KnownResource[] {
  const byId = new Map(resources.map((resource) => [resource.id, resource]));
  const created = [...createdIds].flatMap((id) => byId.get(id) ?? []);
  return created.filter((_, index) => (index + 1) % UNCHANGED_EVERY !== 0);
}
