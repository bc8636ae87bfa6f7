import { bodyMember } from "../../changes/hooks.ts";
import type { StoredTask, Task } from "../../features/tasks/model.ts";
import type { Call } from "../../http/call.ts";

/** What is stored of the task that the body of a call names; undefined where the caller's workspace has none. */
export function storedTaskOf(call: Call): StoredTask | undefined {
  return call.caller?.workspace.tasks.get(String(bodyMember(call, "taskId")));
}

/** The task that the body of a call names. */
export function taskOf(call: Call): Task | undefined {
  return storedTaskOf(call)?.task;
}
