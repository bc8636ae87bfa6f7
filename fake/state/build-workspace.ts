import type { ScopePermission } from "../directory.ts";
import { createWorkspace, type Workspace } from "../workspace.ts";
import type { AgentRecord, StateRecord, WorkspaceFacts } from "./records.ts";

/** Creates a workspace from its records. */
export function buildWorkspace(records: Iterable<StateRecord>): Workspace {
  let workspace: Workspace | null = null;
  for (const record of records) {
    if (record[0] === "workspace") workspace = emptyWorkspace(record[1]);
    else if (workspace !== null) addRecord(workspace, record);
  }
  if (workspace === null) throw new Error("the records of a workspace begin with its own");
  return workspace;
}

/** Creates an empty workspace. */
export function emptyWorkspace({ id, orgId, name, taskPrefix, plan, room: quota, counted }: WorkspaceFacts): Workspace {
  const workspace = createWorkspace({ id, orgId, name, taskPrefix, plan: { ...plan } });
  Object.assign(workspace.quota, quota);
  Object.assign(workspace.counted, counted);
  return workspace;
}

/** Adds the content of a record to its workspace. */
export function addRecord(workspace: Workspace, record: Exclude<StateRecord, readonly ["workspace", unknown]>): void {
  const { directory, messages, tasks, files, memories, challenges } = workspace;
  switch (record[0]) {
    case "channel":
      directory.addChannel({ ...record[1], archivedAt: record[1].archivedAt ?? null });
      break;
    case "scope":
      directory.addScope(record[1]);
      break;
    case "user":
      directory.addUser(record[1]);
      break;
    case "agent":
      addAgent(workspace, record[1]);
      break;
    case "message": {
      const { message, authorIdentityId, madeAt } = record[1];
      messages.keep({ ...message }, authorIdentityId, madeAt);
      break;
    }
    case "task": {
      const { task, comments, mentioned, madeAt } = record[1];
      const stored = tasks.add({ ...task }, madeAt);
      for (const comment of comments) tasks.comment(stored, comment);
      for (const agentId of mentioned) tasks.mention(stored, agentId);
      break;
    }
    case "file": {
      const { content, ...file } = record[1];
      const stored = files.add({ ...file, content: null });
      if (content !== null) files.keep(stored, content);
      break;
    }
    case "memory": {
      const { memory, scopeId, madeAt } = record[1];
      memories.add({ ...memory }, scopeId, madeAt);
      break;
    }
    case "edge":
      memories.edges.add(record[1]);
      break;
    case "challenge":
      challenges.add({ ...record[1] });
      break;
  }
}

function addAgent({ directory }: Workspace, { channels, scopes, ...agent }: AgentRecord): void {
  directory.addAgent(agent);
  for (const channelId of channels) directory.join(channelId, agent.id);
  for (const permission of Object.keys(scopes) as ScopePermission[]) {
    for (const scopeId of scopes[permission]) directory.grant(scopeId, agent.id, permission);
  }
}
