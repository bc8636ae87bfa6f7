import { integer, MAX_LENGTHS, oneOf, required, text, withDefault } from "../../http/fields.ts";
import { INITIAL_STATUSES, PRIORITIES, TASK_STATUSES } from "./model.ts";

/** Input of create-task. */
export const createTaskFields = {
  title: required(text({ minimum: 1, maximum: 500 })),
  description: text({ maximum: MAX_LENGTHS.text }),
  status: withDefault(oneOf(INITIAL_STATUSES), "todo"),
  priority: withDefault(oneOf(PRIORITIES), "none"),
  assigneeAgentId: text(),
  assigneeUserId: text(),
  parentTaskId: text(),
  channelId: text(),
};

/** Input of block-task. */
export const blockTaskFields = {
  taskId: required(text()),
  reason: required(text({ maximum: MAX_LENGTHS.remark })),
};

/** Input of release-task. */
export const releaseTaskFields = {
  taskId: required(text()),
};

/** Input of list-tasks. */
export const listTasksFields = {
  status: oneOf(TASK_STATUSES),
  assigneeAgent: text({ name: "assigneeAgentId" }),
  assigneeUser: text({ name: "assigneeUserId" }),
  priority: oneOf(PRIORITIES),
  channel: text({ name: "channelId" }),
  text: text({ name: "query" }),
  limit: withDefault(integer({ minimum: 1, maximum: 100 }), 50),
};
