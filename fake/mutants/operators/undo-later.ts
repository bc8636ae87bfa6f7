import type { Call } from "../../http/call.ts";
import { type Change, together } from "../../overrides/change.ts";
import { bodyMember, onCall, onSuccess } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import type { Conditions } from "../model.ts";
import { operationOperator } from "./operation-operator.ts";

/** Calls of any operation after which a change is undone. */
const CALLS = 25;

export const undoLater = operationOperator(
  "undo-later",
  `undoes a change ${CALLS} calls later`,
  ({ claims }) => claims.lasts,
  ({ operation }, conditions) => undoing(operation, conditions),
);

function undoing(operation: string, { confined }: Conditions): Change {
  const due: { readonly at: number; readonly undo: () => void }[] = [];
  let count = 0;
  let before: (() => void) | null = null;
  return together(
    confined(
      together(
        onSuccess(operation, () => {
          if (before !== null) due.push({ at: count + CALLS, undo: before });
        }),
        onCall(operation, (call) => {
          before = restoring(call);
        }),
      ),
    ),
    onCall("*", () => {
      count += 1;
      while ((due[0]?.at ?? Number.POSITIVE_INFINITY) <= count) due.shift()?.undo();
    }),
  );
}

/** What gives a task its status and assignee back, and a message its metadata. */
function restoring(call: Call): (() => void) | null {
  const { tasks, messages } = ownKey(call)?.workspace ?? {};
  const task = tasks?.get(String(bodyMember(call, "taskId")));
  const message = messages?.get(String(bodyMember(call, "messageId")))?.message;
  if (task !== undefined) {
    const { status, assigneeAgentId } = task.task;
    const isBlock = call.operation === "block-task";
    return () => tasks?.change(task, isBlock ? { status } : { assigneeAgentId });
  }
  if (message === undefined) return null;
  const { metadata } = message;
  return () => Object.assign(message, { metadata });
}
