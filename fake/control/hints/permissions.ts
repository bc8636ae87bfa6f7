import type { ScopePermission } from "../../directory.ts";
import type { Call } from "../../http/call.ts";
import { bodyMember } from "../../overrides/hooks.ts";
import type { Rejection } from "../../rejection.ts";
import type { Caller } from "../../service.ts";
import { controlPath, enumerated } from "./hint-text.ts";

/** Returns the hint for a caller that is not a member of a channel: its channels, and how it joins. */
export function membershipHint({ workspace, agent }: Caller, { texts }: Rejection): string {
  const { directory } = workspace;
  const channelId = String(texts.details?.channelId ?? "");
  const own = [...directory.channelsOf(agent.id)].map((id) => `${directory.channels.get(id)?.name} (${id})`);
  const join = `POST ${controlPath(workspace.id, "channels", channelId, "members")} {"agent":"${agent.id}"}`;
  return `"${agent.name}" is a member of ${enumerated(own)}. To let it in: ${join}.`;
}

/** Returns the hint for a missing permission: the permitted alternatives. */
export function permissionHint(call: Call, caller: Caller, { texts }: Rejection): string | null {
  const { scopeId, permission } = texts.details ?? {};
  if (typeof scopeId === "string" && (permission === "CAN_READ" || permission === "CAN_WRITE")) {
    return scopeHint(caller, scopeId, permission);
  }
  if (call.operation === "bootstrap-context") return `Its own identity is ${caller.agent.identityId}.`;
  const taskId = bodyMember(call, "taskId") ?? bodyMember(call, "parentTaskId");
  if (typeof taskId === "string") return taskHint(caller, taskId);
  const attachments = bodyMember(call, "attachmentIds");
  return Array.isArray(attachments) ? requesterHint(caller, attachments) : null;
}

function scopeHint({ workspace, agent }: Caller, scopeId: string, permission: ScopePermission): string {
  const { directory } = workspace;
  const own = [...directory.scopesOf(permission, agent.id)].map((id) => `${directory.scopes.get(id)?.name} (${id})`);
  const verb = permission === "CAN_READ" ? "read" : "write to";
  const grant = `POST ${controlPath(workspace.id, "scopes", scopeId, "permissions")} {"agent":"${agent.id}","permissions":["${permission}"]}`;
  return `"${agent.name}" may ${verb} ${enumerated(own)}. To grant it: ${grant}.`;
}

function taskHint({ workspace, agent }: Caller, taskId: string): string | null {
  const task = workspace.tasks.get(taskId)?.task;
  if (task === undefined) return null;
  const { agents, channels } = workspace.directory;
  const creator = agents.get(task.createdByAgentId ?? "")?.name;
  const channel = channels.get(task.channelId ?? "")?.name;
  const made = creator === undefined ? "" : `, created by "${creator}"`;
  const bound = channel === undefined ? "" : `, in the channel ${channel}`;
  const comment = `POST ${controlPath(workspace.id, "tasks", taskId, "comments")} {"body":"…","mentions":["${agent.id}"]}`;
  return `It is ${task.identifier}${made}${bound}. A mention lets the agent see it: ${comment}.`;
}

function requesterHint({ workspace, agent }: Caller, ids: readonly unknown[]): string | null {
  const file = ids
    .map((id) => workspace.files.get(String(id)))
    .find((each) => each !== undefined && each.requesterId !== agent.id);
  const requester = workspace.directory.agents.get(file?.requesterId ?? "");
  if (requester === undefined) return null;
  return `"${requester.name}" requested its upload: send the message with that agent's key, or upload the file again.`;
}
