import type { ValuesOf } from "../../http/fields.ts";
import type { RuledCaller } from "../../rules.ts";
import { newestFirst } from "../../sorted-index.ts";
import type { listTasksFields } from "./fields.ts";
import type { StoredTask, Task } from "./model.ts";
import { type TaskFilter, taskRules } from "./rules.ts";

/** Tasks that the caller may see and that pass every filter, newest first, up to the limit. */
export function listTasks(caller: RuledCaller, input: ValuesOf<typeof listTasksFields>): readonly Task[] {
  const { limit, ...wanted } = input;
  const { tasks: rules } = caller.rules;
  const filters = activeFilters(caller, wanted);
  const found: Task[] = [];
  for (const stored of newestFirst(candidates(caller, wanted))) {
    const { task } = stored;
    if (filters.length > 0 && !filters.every((passes) => passes(task))) continue;
    if (task.deletedAt !== null || !rules.indexed(caller, stored) || !rules.maySee(caller, stored)) continue;
    found.push(task);
    if (found.length === limit && rules.order === "newest-first") break;
  }
  return rules.order === "newest-first" ? found : found.reverse().slice(0, limit);
}

type Wanted = Readonly<Partial<Record<TaskFilter, string | undefined>>>;

function activeFilters(caller: RuledCaller, wanted: Wanted): ((task: Task) => boolean)[] {
  const passing = caller.rules.tasks.filters;
  return (Object.keys(passing) as TaskFilter[]).flatMap((filter) => {
    const value = wanted[filter];
    return value === undefined ? [] : [(task: Task) => passing[filter](task, value)];
  });
}

/**
 * Returns the shortest lists of the store that contain every possible result. The indexes follow only the rules of the
 * reference.
 */
function candidates(caller: RuledCaller, wanted: Wanted): (readonly StoredTask[])[] {
  const { workspace, rules } = caller;
  const choices = [rules.tasks.maySee === taskRules.maySee ? visible(caller) : [[...workspace.tasks.all()]]];
  for (const filter of ["channel", "assigneeAgent", "assigneeUser", "status", "priority"] as const) {
    const value = wanted[filter];
    const indexed = rules.tasks.filters[filter] === taskRules.filters[filter];
    if (value !== undefined && indexed) choices.push([workspace.tasks.by[filter].of(value)]);
  }
  return choices.reduce((best, choice) => (total(choice) < total(best) ? choice : best));
}

function visible({ workspace, agent }: RuledCaller): (readonly StoredTask[])[] {
  const { directory, tasks } = workspace;
  return [
    ...[agent.id, ...directory.ownedBy(agent.id)].map((id) => tasks.by.participant.of(id)),
    ...[...directory.channelsOf(agent.id)].map((id) => tasks.by.channel.of(id)),
  ];
}

function total(lists: readonly (readonly unknown[])[]): number {
  return lists.reduce((sum, list) => sum + list.length, 0);
}
