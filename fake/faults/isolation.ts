import { asObject } from "../../spec/json.ts";
import type { Change } from "../changes/change.ts";
import { bodyMember, editBody, everyNth, onCall, onReply, onSuccess, showing, when } from "../changes/hooks.ts";
import { keyElsewhere, ownKey, withKey } from "../changes/identities.ts";
import { editAt } from "../changes/paths.ts";
import type { Call } from "../http/call.ts";
import type { ApiKey } from "../service.ts";
import type { Workspace } from "../workspace.ts";
import { reach, unionOfWorkspaces } from "./across.ts";
import { type Fault, fault } from "./fault.ts";
import { invented } from "./tools.ts";

/** Workspaces that own what a request names. */
type Owns = (workspace: Workspace, call: Call) => boolean;

/** Performs an operation as an agent of the workspace that owns what is named, when that is another than the caller's. */
function asOwner(operation: string, owns: Owns): Change {
  return {
    around: (call, next) => {
      if (call.operation !== operation || ownKey(call) === undefined) return next();
      const key = keyElsewhere(call, (workspace) => owns(workspace, call));
      const able = key === undefined ? undefined : mostAble(call, key, owns);
      return able === undefined ? next() : withKey(call, able, next);
    },
  };
}

/** Among the keys of a workspace, one whose agent sees the most: it belongs to the most channels. */
function mostAble(call: Call, { workspace }: ApiKey, owns: Owns): ApiKey | undefined {
  const keys = [...call.service.keys.values()].filter(
    (key) => key.workspace === workspace && owns(key.workspace, call),
  );
  const channel = named(call, "channelId");
  const member = keys.find(({ agent }) => workspace.directory.isMember(channel, agent.id));
  return member ?? keys.toSorted((a, b) => reach(b) - reach(a))[0];
}

/** A value of the query or the body, as text. */
function named(call: Call, name: string): string {
  return call.query.get(name) ?? String(bodyMember(call, name) ?? "");
}

const ownsChannel: Owns = ({ directory }, call) => directory.channels.has(named(call, "channelId"));
const ownsMessage: Owns = ({ messages }, call) => messages.get(named(call, "messageId")) !== undefined;
const ownsReply: Owns = ({ messages }, call) =>
  (messages.get(named(call, "messageId"))?.message.parentId ?? null) !== null;
const ownsFlagged: Owns = ({ messages }, call) =>
  asObject(messages.get(named(call, "messageId"))?.message.metadata).needsHuman !== undefined;
const ownsTask: Owns = ({ tasks }, call) => tasks.get(named(call, "taskId")) !== undefined;
const ownsScope: Owns = ({ directory }, call) => directory.scopes.has(named(call, "scope_id"));
const ownsSeed: Owns = ({ memories }, call) => memories.get(named(call, "seed_id")) !== undefined;

/** Performs a task's move in the workspace that owns the task, as its assignee or creator. */
function moveAnywhere(operation: string): Change {
  return {
    around: (call, next) => {
      if (call.operation !== operation || ownKey(call) === undefined) return next();
      const owner = keyElsewhere(call, (workspace) => ownsTask(workspace, call));
      const task = owner?.workspace.tasks.get(named(call, "taskId"))?.task;
      const agents = [task?.assigneeAgentId, task?.createdByAgentId];
      const key = [...call.service.keys.values()].find(({ agent }) => agents.includes(agent.id));
      return key === undefined ? next() : withKey(call, key, next);
    },
  };
}

/** Faults that let one workspace see into another. */
export const isolationFaults: readonly Fault[] = [
  fault(
    "isolation-search-messages",
    "isolation.search-messages",
    "messages of all workspaces are searched",
    ["search-messages"],
    () => unionOfWorkspaces("search-messages", "data.messages"),
  ),
  fault(
    "isolation-search-messages-by-channel",
    "isolation.search-messages",
    "naming a channel of another workspace searches it",
    ["search-messages"],
    () => asOwner("search-messages", ownsChannel),
  ),
  fault(
    "isolation-get-messages",
    "isolation.get-messages",
    "channels of other workspaces can be read",
    ["get-messages"],
    () => asOwner("get-messages", ownsChannel),
  ),
  fault(
    "isolation-send-message",
    "isolation.send-message",
    "messages can be sent to channels of other workspaces",
    ["send-message"],
    () => asOwner("send-message", ownsChannel),
  ),
  fault(
    "isolation-flag",
    "isolation.flag-needs-human",
    "messages of other workspaces can be flagged",
    ["flag-needs-human"],
    () => asOwner("flag-needs-human", ownsMessage),
  ),
  fault(
    "isolation-flag-of-replies",
    "isolation.flag-needs-human",
    "replies of other workspaces can be flagged",
    ["flag-needs-human"],
    () => asOwner("flag-needs-human", ownsReply),
  ),
  fault(
    "isolation-flag-of-flagged",
    "isolation.flag-needs-human",
    "messages of other workspaces can be flagged once they are flagged there",
    ["flag-needs-human"],
    () => asOwner("flag-needs-human", ownsFlagged),
  ),
  fault("isolation-list-tasks", "isolation.list-tasks", "tasks of all workspaces are listed", ["list-tasks"], () =>
    unionOfWorkspaces("list-tasks", "data"),
  ),
  fault(
    "isolation-list-tasks-by-text",
    "isolation.list-tasks",
    "a text search lists tasks of all workspaces",
    ["list-tasks"],
    () => unionOfWorkspaces("list-tasks", "data", (call) => call.query.has("query")),
  ),
  fault(
    "isolation-list-tasks-by-whole-title",
    "isolation.list-tasks",
    "a text that is a whole title finds a task of any workspace",
    ["list-tasks"],
    () =>
      unionOfWorkspaces(
        "list-tasks",
        "data",
        ({ query }) => query.has("query"),
        (task, { query }) => asObject(task).title === query.get("query"),
      ),
  ),
  fault("isolation-block", "isolation.block-task", "tasks of other workspaces can be blocked", ["block-task"], () =>
    moveAnywhere("block-task"),
  ),
  fault(
    "isolation-release",
    "isolation.release-task",
    "tasks of other workspaces can be released",
    ["release-task"],
    () => moveAnywhere("release-task"),
  ),
  fault(
    "isolation-create-in-channel",
    "isolation.create-task-channel",
    "a task can be bound to a channel of another workspace",
    ["create-task"],
    () => asOwner("create-task", ownsChannel),
  ),
  fault(
    "isolation-upload",
    "isolation.request-file-upload",
    "files can be uploaded to channels of other workspaces",
    ["request-file-upload"],
    () => asOwner("request-file-upload", ownsChannel),
  ),
  fault(
    "isolation-download",
    "isolation.request-file-download",
    "files of other workspaces can be downloaded",
    ["request-file-download"],
    () => asOwner("request-file-download", ownsChannel),
  ),
  fault(
    "isolation-attachment",
    "isolation.attachment",
    "uploads of other workspaces can be attached",
    ["send-message"],
    () => borrowingFiles(),
  ),
  fault(
    "isolation-attachment-behind-own",
    "isolation.attachment",
    "an upload of another workspace can be attached behind one of its own",
    ["send-message"],
    () => when((call) => [bodyMember(call, "attachmentIds")].flat().length > 1, borrowingFiles()),
  ),
  fault(
    "isolation-search-memories",
    "isolation.search-memories",
    "memories of all workspaces are searched",
    ["search-memories"],
    () =>
      unionOfWorkspaces(
        "search-memories",
        "data.hits",
        (call) => !call.query.has("scope_id") && !call.query.has("cursor"),
      ),
  ),
  fault(
    "isolation-search-memories-scope",
    "isolation.search-memories-scope",
    "naming a scope of another workspace finds nothing, without a refusal",
    ["search-memories"],
    () => answeringEmpty(),
  ),
  fault(
    "isolation-search-memories-read-scope",
    "isolation.search-memories-scope",
    "naming a scope of another workspace reads it",
    ["search-memories"],
    () => asOwner("search-memories", ownsScope),
  ),
  fault(
    "isolation-recall-query",
    "isolation.recall-query",
    "a recall by query finds memories of all workspaces",
    ["recall"],
    () =>
      unionOfWorkspaces(
        "recall",
        "data.hits",
        (call) => bodyMember(call, "query") !== undefined && bodyMember(call, "scope_id") === undefined,
      ),
  ),
  fault("isolation-recall-seed", "isolation.recall-seed", "a walk may start in another workspace", ["recall"], () =>
    asOwner("recall", ownsSeed),
  ),
  fault(
    "isolation-remember",
    "isolation.remember-scope",
    "a memory can be written into a scope of another workspace",
    ["remember"],
    () => asOwner("remember", ownsScope),
  ),
  fault(
    "isolation-bootstrap",
    "isolation.bootstrap-context",
    "a bootstrap with a scope of another workspace shows it",
    ["bootstrap-context"],
    () => bootstrappingElsewhere(),
  ),
  fault(
    "isolation-verify",
    "isolation.verify-connection",
    "a token of another workspace verifies",
    ["verify-connection"],
    () => verifyingElsewhere(),
  ),
  fault(
    "acts-as-another-agent",
    "auth.acts-as-agent",
    "what is done with a key is done by the workspace's first agent",
    ["create-task", "verify-connection"],
    () =>
      onSuccess(["create-task", "verify-connection"], (reply, { caller }) => {
        const first = caller?.workspace.directory.agents.keys().next().value ?? null;
        editAt(reply.body, "data", (data) => ({
          ...asObject(data),
          ...("agentId" in asObject(data) ? { agentId: first } : { createdByAgentId: first }),
        }));
      }),
  ),
  fault(
    "acts-as-many-agents",
    "auth.acts-as-agent",
    "the creator of every third task is another agent",
    ["create-task"],
    () =>
      everyNth(
        3,
        "create-task",
        onSuccess("create-task", (reply, { caller }) =>
          editAt(
            reply.body,
            "data.createdByAgentId",
            (id) => [...(caller?.workspace.directory.agents.keys() ?? [])].find((other) => other !== id) ?? id,
          ),
        ),
      ),
  ),
  fault(
    "tasks-of-one-workspace",
    "auth.own-workspace",
    "tasks of all keys name the same workspace",
    ["create-task", "block-task", "release-task", "list-tasks"],
    () => showing("Task", "workspaceId", () => "00000000-0000-7000-8000-000000000000"),
  ),
  fault(
    "tasks-of-many-workspaces",
    "auth.own-workspace",
    "urgent tasks name another workspace",
    ["create-task", "list-tasks"],
    () =>
      onSuccess("create-task", (reply) =>
        editAt(reply.body, "data.workspaceId", (id) =>
          asObject(reply.body.data).priority === "none" ? id : "another-workspace",
        ),
      ),
  ),
];

/** Checks the connection as the agent that a token of another workspace was issued for. */
function verifyingElsewhere(): Change {
  return {
    around: (call, next) => {
      if (call.operation !== "verify-connection" || ownKey(call) === undefined) return next();
      const tokenOf = ({ challenges }: Workspace) => challenges.get(named(call, "token"));
      const owner = keyElsewhere(call, (workspace) => tokenOf(workspace) !== undefined);
      const agentId = owner && tokenOf(owner.workspace)?.agentId;
      const key = [...call.service.keys.values()].find(({ agent }) => agent.id === agentId);
      return key === undefined ? next() : withKey(call, key, next);
    },
  };
}

/** Takes a file of another workspace for the caller's own, in the caller's channel. */
function borrowingFiles(): Change {
  return onCall("send-message", (call) => {
    const own = ownKey(call);
    const ids = bodyMember(call, "attachmentIds");
    if (own === undefined || !Array.isArray(ids)) return;
    for (const { files } of call.service.workspaces.values()) {
      for (const id of ids) {
        const file = typeof id === "string" ? files.get(id) : undefined;
        if (file === undefined || own.workspace.files.get(file.id) !== undefined) continue;
        own.workspace.files.add({
          ...file,
          channelId: named(call, "channelId"),
          requesterId: own.agent.id,
          messageId: null,
        });
      }
    }
  });
}

function answeringEmpty(): Change {
  return onReply("search-memories", (reply, call) => {
    const elsewhere = keyElsewhere(call, (workspace) => ownsScope(workspace, call));
    if (reply.status === 404 && elsewhere !== undefined)
      Object.assign(reply, invented(call, { hits: [], nextCursor: null }));
  });
}

/** Bootstraps with a scope of another workspace as an agent of that workspace. */
function bootstrappingElsewhere(): Change {
  return {
    around: (call, next) => {
      const key =
        call.operation === "bootstrap-context"
          ? keyElsewhere(call, (workspace) => ownsScope(workspace, call))
          : undefined;
      if (key === undefined || ownKey(call) === undefined) return next();
      editBody(call, (body) => ({ ...body, agent_identity_id: key.agent.identityId }));
      return withKey(call, key, next);
    },
  };
}
