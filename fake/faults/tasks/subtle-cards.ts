import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { onSuccess } from "../../changes/hooks.ts";
import { postAsService } from "../../features/messages/posting.ts";
import type { Task } from "../../features/tasks/model.ts";
import type { Call } from "../../http/call.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, member } from "../tools.ts";
import { taskOf } from "./named-task.ts";

/** Faults of task cards that show for some tasks or events. */
export const subtleEventFaults: readonly Fault[] = [
  fault(
    "cards-for-urgent-alone",
    "events.task-card",
    "only urgent tasks post cards",
    ["create-task", "block-task"],
    () => cardless((task) => task.priority !== "urgent"),
  ),
  fault("no-cards-for-urgent", "events.task-card", "urgent tasks post no cards", ["create-task", "block-task"], () =>
    cardless((task) => task.priority === "urgent"),
  ),
  fault("no-cards-for-sub-tasks", "events.task-card", "sub-tasks post no cards", ["create-task", "block-task"], () =>
    cardless((task) => task.parentTaskId !== null),
  ),
  fault(
    "no-cards-for-backlog",
    "events.task-card",
    "tasks of the backlog post no cards",
    ["create-task", "block-task"],
    () => cardless((task) => task.status === "backlog"),
  ),
  fault(
    "no-cards-for-low",
    "events.task-card",
    "tasks of low priority post no cards",
    ["create-task", "block-task"],
    () => cardless((task) => task.priority === "low"),
  ),
  fault(
    "no-cards-for-started",
    "events.task-card",
    "tasks that begin in progress post no cards",
    ["create-task", "block-task"],
    () => cardless((task) => task.startedAt !== null),
  ),
  fault(
    "no-cards-for-assigned",
    "events.task-card",
    "tasks that are assigned to an agent post no cards",
    ["create-task", "block-task"],
    () => cardless((task) => task.assigneeAgentId !== null),
  ),
  fault(
    "cards-for-unbound-at-block",
    "events.no-card-unbound",
    "blocking an unbound task posts a card into the caller's first channel",
    ["block-task"],
    () => posting("block-task", (task) => task.channelId === null),
  ),
  fault(
    "cards-for-unbound-at-release",
    "events.no-card-unbound",
    "releasing an unbound task posts a card into the caller's first channel",
    ["release-task"],
    () => posting("release-task", (task) => task.channelId === null),
  ),
  fault(
    "cards-elsewhere-at-block",
    "events.card-own-channel",
    "blocking a bound task posts a card into all channels",
    ["block-task"],
    () => posting("block-task", (task) => task.channelId !== null),
  ),
  fault(
    "cards-of-sub-tasks-in-the-channel-of-the-parent",
    "events.card-own-channel",
    "the cards of a sub-task go to the channel of its parent",
    ["create-task", "block-task"],
    () =>
      together(
        cardless((task, call) => boundParentOf(task, call) !== undefined),
        onSuccess("create-task", (reply, call) => {
          const made = asObject(reply.body.data);
          const parent = boundParentOf(made, call);
          const task = call.caller?.workspace.tasks.get(String(made.id))?.task;
          if (parent && task) postInto(call, parent.channelId, task, {});
        }),
      ),
  ),
  fault(
    "card-hits-without-sender",
    "messages.hit.complete",
    "a task card that a search finds has no sender",
    ["search-messages"],
    () =>
      cardHits((hit) => {
        const { senderId: _, ...rest } = asObject(hit);
        return rest;
      }),
  ),
];

/** The parent of a bound task, where it is bound to another channel. */
function boundParentOf({ parentTaskId, channelId }: JsonObject, { caller }: Call) {
  const parent = caller?.workspace.tasks.get(String(parentTaskId))?.task;
  if (!parent?.channelId || channelId === null || parent.channelId === channelId) return undefined;
  return { channelId: parent.channelId };
}

/** Hits that the service itself has sent. */
const cardHits = (edit: (hit: Json) => Json): Change =>
  editingList("search-messages", "data.messages", (hits) =>
    hits.map((hit) => (member(hit, "senderType") === "system" ? edit(hit) : hit)),
  );

/** Shows no cards of tasks that were made in some way. */
function cardless(concerned: (task: JsonObject, call: Call) => boolean): Change {
  const without = new Set<Json>();
  return together(
    onSuccess("create-task", (reply, call) => {
      const task = asObject(reply.body.data);
      if (concerned(task, call)) without.add(task.id ?? null);
    }),
    ...(["get-messages", "search-messages"] as const).map((operation) =>
      editingList(operation, "data.messages", (messages) =>
        messages.filter(
          (message) => !without.has(member(asObject(member(message, "metadata")).taskCard ?? null, "taskId")),
        ),
      ),
    ),
  );
}

function posting(operation: string, concerned: (task: Task) => boolean): Change {
  return onSuccess(operation, (_reply, call) => {
    const { caller } = call;
    const task = taskOf(call);
    if (caller === null || task === undefined || !concerned(task)) return;
    for (const channelId of caller.workspace.directory.channelsOf(caller.agent.id))
      if (channelId !== task.channelId) postInto(call, channelId, task);
  });
}

function postInto(
  { caller }: Call,
  channelId: string,
  task: Task,
  metadata: JsonObject = { taskCard: { taskId: task.id, identifier: task.identifier } },
): void {
  if (caller) postAsService(caller, { channelId, content: `Task ${task.identifier}: ${task.title}`, metadata });
}
