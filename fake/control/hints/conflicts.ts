import type { Call } from "../../http/call.ts";
import { bodyMember } from "../../overrides/hooks.ts";
import type { Caller } from "../../service.ts";
import { controlPath } from "./hint-text.ts";

/** Returns the hint if the state of a resource does not allow the call: the state, and the remedy. */
export function conflictHint(call: Call, caller: Caller): string | null {
  const { workspace, agent } = caller;
  const channel = workspace.directory.channels.get(String(bodyMember(call, "channelId")));
  if (channel !== undefined && channel.archivedAt !== null) {
    const open = `POST ${controlPath(workspace.id, "channels", channel.id, "unarchive")}`;
    return `${channel.name} was archived at ${channel.archivedAt}. To open it again: ${open}.`;
  }
  const task = workspace.tasks.get(String(bodyMember(call, "taskId")))?.task;
  if (task !== undefined && call.operation === "release-task") {
    const assignee = workspace.directory.agents.get(task.assigneeAgentId ?? "")?.name;
    const state = assignee === undefined ? "It is assigned to no agent" : `It is assigned to "${assignee}"`;
    const assign = `PATCH ${controlPath(workspace.id, "tasks", task.id)} {"assigneeAgent":"${agent.id}"}`;
    return `${state}. To assign it to "${agent.name}": ${assign}.`;
  }
  if (task !== undefined) {
    const open = `PATCH ${controlPath(workspace.id, "tasks", task.id)} {"status":"todo"}`;
    return `${task.identifier} is ${task.status}; open tasks can be blocked. To open it again: ${open}.`;
  }
  const attachments = bodyMember(call, "attachmentIds");
  const used = Array.isArray(attachments)
    ? attachments.map((id) => workspace.files.get(String(id))).find((file) => file?.messageId)
    : undefined;
  if (used === undefined) return null;
  return `${used.name} is in the message ${used.messageId}: call request-file-upload again for another message.`;
}

/** Returns the hint if the month's tasks are used up: when they are renewed, and how to get more. */
export function planHint({ workspace }: Caller): string {
  const { used, monthlyTasks, month } = workspace.plan;
  const upgrade = `PATCH ${controlPath(workspace.id, "plan")} {"monthlyTasks":${monthlyTasks + 100}}`;
  return `${used} of ${monthlyTasks} tasks of ${month} are used. Advance the clock past the month (POST /_fake/clock/advance {"days":31}), or ${upgrade}.`;
}
