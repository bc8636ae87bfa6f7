import { operation } from "../../http/operation.ts";
import type { RuledCaller } from "../../rules.ts";
import { blockTaskFields, createTaskFields, listTasksFields, releaseTaskFields } from "./fields.ts";
import { listTasks } from "./listing.ts";
import { blockTask, createTask, releaseTask } from "./logic.ts";
import type { Task } from "./model.ts";

/** The operations on tasks. */
export const taskOperations = [
  operation({
    id: "list-tasks",
    method: "GET",
    path: "/v1/agent/list-tasks",
    fields: listTasksFields,
    answer: (caller, input) => ({
      data: listTasks(caller, input).map((task) => shown(caller, task)),
      lasting: true,
    }),
  }),
  operation({
    id: "create-task",
    method: "POST",
    path: "/v1/agent/create-task",
    fields: createTaskFields,
    answer: (caller, input) => ({ data: shown(caller, createTask(caller, input)) }),
  }),
  operation({
    id: "block-task",
    method: "POST",
    path: "/v1/agent/block-task",
    fields: blockTaskFields,
    answer: (caller, input) => ({ data: shown(caller, blockTask(caller, input)) }),
  }),
  operation({
    id: "release-task",
    method: "POST",
    path: "/v1/agent/release-task",
    fields: releaseTaskFields,
    answer: (caller, input) => ({ data: shown(caller, releaseTask(caller, input)) }),
  }),
];

function shown(caller: RuledCaller, task: Task): unknown {
  return caller.rules.present("Task", task, caller);
}
