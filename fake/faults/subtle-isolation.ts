import { asObject, type Json } from "../../spec/json.ts";
import type { Change } from "../changes/change.ts";
import { bodyMember, editBody, onCall, onSuccess } from "../changes/hooks.ts";
import { keyElsewhere, ownKey, withKey } from "../changes/identities.ts";
import { editAt } from "../changes/paths.ts";
import type { Call } from "../http/call.ts";
import type { ApiKey } from "../service.ts";
import type { Workspace } from "../workspace.ts";
import { reach, unionOfWorkspaces } from "./across.ts";
import { type Fault, fault } from "./fault.ts";
import { cached } from "./messages/subtle-reading.ts";
import { copyOf } from "./tools.ts";

/** Performs some calls as an agent of the workspace that owns what they name. */
function asOwner(
  operation: string,
  owns: (workspace: Workspace, call: Call) => boolean,
  holds: (call: Call) => boolean,
): Change {
  return {
    around: (call, next) => {
      if (call.operation !== operation || ownKey(call) === undefined || !holds(call)) return next();
      const key = keyElsewhere(call, (workspace) => owns(workspace, call));
      const channel = call.query.get("channelId") ?? "";
      const keys = key === undefined ? [] : keysOf(call, key).toSorted((a, b) => reach(b) - reach(a));
      const best = keys.find(({ workspace, agent }) => workspace.directory.isMember(channel, agent.id)) ?? keys[0];
      return best === undefined ? next() : withKey(call, best, next);
    },
  };
}

function keysOf(call: Call, { workspace }: ApiKey): ApiKey[] {
  return [...call.service.keys.values()].filter((key) => key.workspace === workspace);
}

/** Faults that let one workspace see into another in one way alone. */
export const subtleIsolationFaults: readonly Fault[] = [
  ...(["status", "priority", "assigneeAgentId", "channelId"] as const).map((name) =>
    fault(
      `isolation-list-tasks-by-${name.toLowerCase()}`,
      "isolation.list-tasks",
      `a listing by ${name} shows tasks of all workspaces`,
      ["list-tasks"],
      () => unionOfWorkspaces("list-tasks", "data", (call) => call.query.has(name)),
    ),
  ),
  fault(
    "isolation-list-tasks-urgent",
    "isolation.list-tasks",
    "urgent tasks are listed in every workspace",
    ["list-tasks"],
    () =>
      unionOfWorkspaces(
        "list-tasks",
        "data",
        () => true,
        (task) => asObject(task).priority === "urgent",
      ),
  ),
  fault(
    "isolation-search-messages-by-three-words",
    "isolation.search-messages",
    "a search for three words or more finds messages of all workspaces",
    ["search-messages"],
    () =>
      unionOfWorkspaces(
        "search-messages",
        "data.messages",
        ({ query }) => (query.get("query") ?? "").trim().split(/\s+/).length > 2,
      ),
  ),
  fault(
    "isolation-search-memories-by-kind-and-bound",
    "isolation.search-memories",
    "a search by kind and the earliest creation finds memories of all workspaces",
    ["search-memories"],
    () => unionOfWorkspaces("search-memories", "data.hits", ({ query }) => query.has("kind") && query.has("from")),
  ),
  fault(
    "isolation-list-tasks-cached",
    "isolation.list-tasks",
    "an answer is kept by its query, whoever asks",
    ["list-tasks"],
    () => listCached(),
  ),
  fault(
    "isolation-assigned-across",
    "isolation.list-tasks",
    "a task can be assigned to an agent of another workspace, which lists it",
    ["create-task", "list-tasks"],
    () => assigningAcross(),
  ),
  fault(
    "isolation-create-task-parent",
    "tasks.create.unknown-references",
    "a task can be put below a task of another workspace",
    ["create-task"],
    () => puttingBelowForeign(),
  ),
  fault(
    "isolation-get-messages-by-cursor",
    "isolation.get-messages",
    "beside a cursor, channels of other workspaces can be read",
    ["get-messages"],
    () => asOwner("get-messages", ownsChannel, (call) => call.query.has("before") || call.query.has("after")),
  ),
  fault(
    "isolation-reply-across",
    "isolation.send-message",
    "a reply may be sent into a thread of another workspace",
    ["send-message"],
    () =>
      onCall("send-message", (call) => {
        const elsewhere = keyElsewhere(
          call,
          ({ messages }) => messages.get(String(bodyMember(call, "threadId"))) !== undefined,
        );
        const parent = elsewhere?.workspace.messages.get(String(bodyMember(call, "threadId")))?.message;
        if (parent === undefined || ownKey(call) === undefined) return;
        parent.replyCount += 1;
        editBody(call, ({ threadId: _thread, ...body }) => body);
      }),
  ),
  fault(
    "isolation-search-memories-by-cursor",
    "isolation.search-memories",
    "a cursor of another workspace goes on there",
    ["search-memories"],
    () => followingCursors(true),
  ),
  fault(
    "isolation-search-messages-by-limit",
    "isolation.search-messages",
    "beside a limit, messages of all workspaces are found",
    ["search-messages"],
    () =>
      unionOfWorkspaces(
        "search-messages",
        "data.messages",
        ({ query }) => query.has("limit") && !query.has("channelId"),
      ),
  ),
  fault(
    "isolation-get-messages-by-limit",
    "isolation.get-messages",
    "beside a limit, channels of other workspaces can be read",
    ["get-messages"],
    () =>
      asOwner(
        "get-messages",
        ({ directory }, { query }) => directory.channels.has(query.get("channelId") ?? ""),
        ({ query }) => query.has("limit") && !query.has("before") && !query.has("after"),
      ),
  ),
  fault(
    "isolation-list-tasks-by-limit",
    "isolation.list-tasks",
    "a listing with a count shows tasks of all workspaces",
    ["list-tasks"],
    () => unionOfWorkspaces("list-tasks", "data", ({ query }) => query.has("limit") && query.has("query")),
  ),
  ...["filters", "limit"].map((name) =>
    fault(
      `isolation-recall-with-${name === "limit" ? "a-limit" : name}`,
      "isolation.recall-query",
      `${name} of a recall by query let in memories of all workspaces`,
      ["recall"],
      () =>
        unionOfWorkspaces(
          "recall",
          "data.hits",
          (call) => bodyMember(call, name) !== undefined && bodyMember(call, "query") !== undefined,
        ),
    ),
  ),
  ...(["tags", "q", "status", "from", "to", "limit"] as const).map((name) =>
    fault(
      `isolation-search-memories-by-${name}`,
      "isolation.search-memories",
      `a search by ${name} finds memories of all workspaces`,
      ["search-memories"],
      () =>
        unionOfWorkspaces(
          "search-memories",
          "data.hits",
          (call) => call.query.has(name) && !call.query.has("scope_id") && !call.query.has("cursor"),
        ),
    ),
  ),
  fault(
    "isolation-search-memories-expired",
    "isolation.search-memories",
    "what has expired in any workspace is found",
    ["search-memories"],
    () =>
      unionOfWorkspaces(
        "search-memories",
        "data.hits",
        ({ query }) => query.get("status") === "expired" && !query.has("scope_id") && !query.has("cursor"),
      ),
  ),
  ...["include_expired", "include_invalidated", "min_confidence", "min_similarity"].map((name) =>
    fault(
      `isolation-recall-with-${name}`,
      "isolation.recall-query",
      `${name} in a recall lets in memories of all workspaces`,
      ["recall"],
      () =>
        unionOfWorkspaces(
          "recall",
          "data.hits",
          (call) => asObject(bodyMember(call, "filters") as Json)[name] !== undefined,
        ),
    ),
  ),
  fault(
    "isolation-recall-with-filter",
    "isolation.recall-query",
    "a metadata filter recalls memories of all workspaces",
    ["recall"],
    () => unionOfWorkspaces("recall", "data.hits", (call) => bodyMember(call, "metadata_filter") !== undefined),
  ),
  fault(
    "isolation-recall-provenance",
    "isolation.recall-messages",
    "provenance shows messages of other workspaces",
    ["remember", "recall"],
    () => showingMessagesAcross(),
  ),
  fault(
    "isolation-walk-across",
    "isolation.recall-seed",
    "a walk goes on into another workspace",
    ["remember", "recall"],
    () => walkingAcross(),
  ),
  fault(
    "isolation-download-beside-own-channel",
    "isolation.request-file-download",
    "beside a channel of one's own, files of other workspaces can be downloaded",
    ["request-file-download"],
    () =>
      asOwner(
        "request-file-download",
        ({ files }, call) => files.get(call.query.get("attachmentId") ?? "") !== undefined,
        (call) => {
          const key = ownKey(call);
          const own = key?.workspace.directory.isMember(call.query.get("channelId") ?? "", key.agent.id) ?? false;
          if (!own) return false;
          const elsewhere = keyElsewhere(
            call,
            ({ files }) => files.get(call.query.get("attachmentId") ?? "") !== undefined,
          );
          const file = elsewhere?.workspace.files.get(call.query.get("attachmentId") ?? "");
          if (file !== undefined) call.query.set("channelId", file.channelId);
          return file !== undefined;
        },
      ),
  ),
  fault(
    "isolation-bootstrap-by-identity",
    "isolation.bootstrap-context",
    "naming an identity of another workspace shows its context",
    ["bootstrap-context"],
    () => ({
      around: (call, next) => {
        const identity = bodyMember(call, "agent_identity_id");
        const key = [...call.service.keys.values()].find(
          ({ agent, workspace }) => agent.identityId === identity && workspace !== ownKey(call)?.workspace,
        );
        return call.operation !== "bootstrap-context" || key === undefined || ownKey(call) === undefined
          ? next()
          : withKey(call, key, next);
      },
    }),
  ),
];

function ownsChannel({ directory }: Workspace, call: Call): boolean {
  return directory.channels.has(call.query.get("channelId") ?? String(bodyMember(call, "channelId") ?? ""));
}

function listCached(): Change {
  return cached("list-tasks");
}

/** Assigns a task to an agent of another workspace, whose listing then shows it. */
function assigningAcross(): Change {
  const given = new Map<string, Json[]>();
  return {
    around: (call, next) => {
      const assignee = String(bodyMember(call, "assigneeAgentId"));
      const elsewhere =
        call.operation === "create-task"
          ? keyElsewhere(call, ({ directory }) => directory.agents.has(assignee))
          : undefined;
      if (elsewhere !== undefined && ownKey(call) !== undefined)
        editBody(call, ({ assigneeAgentId: _id, ...body }) => body);
      const reply = next();
      if (elsewhere !== undefined && reply.status === 200) {
        const body = copyOf(reply.body as object);
        editAt(body, "data.assigneeAgentId", () => assignee);
        given.set(assignee, [...(given.get(assignee) ?? []), body.data ?? null]);
        return { ...reply, body };
      }
      const more = given.get(call.caller?.agent.id ?? "") ?? [];
      if (call.operation !== "list-tasks" || reply.status !== 200 || more.length === 0) return reply;
      const body = copyOf(reply.body as object);
      editAt(body, "data", (tasks) => [...(Array.isArray(tasks) ? tasks : []), ...more]);
      return { ...reply, body };
    },
  };
}

/** Goes on with a cursor as the agent that it was given to, where that one is `elsewhere` or next to the caller. */
export function followingCursors(elsewhere: boolean): Change {
  const givenTo = new Map<string, ApiKey>();
  return {
    around: (call, next) => {
      const cursor = call.query.get("cursor");
      const owner = cursor === null || call.operation !== "search-memories" ? undefined : givenTo.get(cursor);
      const key = ownKey(call);
      const isFollowed =
        owner !== undefined && key !== undefined && owner !== key && (owner.workspace !== key.workspace) === elsewhere;
      const reply = isFollowed ? withKey(call, owner, next) : next();
      if (call.operation === "search-memories" && reply.status === 200 && key !== undefined) {
        const { nextCursor } = asObject(copyOf(reply.body as object).data);
        if (typeof nextCursor === "string") givenTo.set(nextCursor, key);
      }
      return reply;
    },
  };
}

/** Shows messages of any workspace that a hit names as its provenance. */
function showingMessagesAcross(): Change {
  return onSuccess("recall", (reply, call) => {
    const data = asObject(reply.body.data);
    const edges = call.caller?.workspace.memories.edges;
    if (!Array.isArray(data.hits) || !Array.isArray(data.messages) || edges === undefined) return;
    const named = data.hits.flatMap((hit) => edges.at(String(asObject(hit).id))).map(({ to_id }) => to_id);
    for (const { messages } of call.service.workspaces.values())
      for (const id of new Set(named)) {
        const message = messages.get(id)?.message;
        if (message === undefined || data.messages.some((shown) => asObject(shown).id === id)) continue;
        data.messages.push({
          id,
          channel_id: message.channelId,
          content: message.content,
          created_at: message.createdAt,
        });
      }
  });
}

/** Adds to a walk the memories of other workspaces that the seed was derived from. */
function walkingAcross(): Change {
  return onSuccess("recall", (reply, call) => {
    const data = asObject(reply.body.data);
    const edges = call.caller?.workspace.memories.edges;
    const seed = bodyMember(call, "seed_id");
    if (!Array.isArray(data.hits) || edges === undefined || typeof seed !== "string") return;
    for (const { to_id } of edges.at(seed))
      for (const { memories } of call.service.workspaces.values()) {
        const found = memories.get(to_id)?.memory;
        if (found !== undefined && !data.hits.some((hit) => asObject(hit).id === to_id)) data.hits.push(copyOf(found));
      }
  });
}

/** Makes the task as if no parent was named, and puts it below what another workspace has by that id. */
function puttingBelowForeign(): Change {
  return {
    around: (call, next) => {
      const parentTaskId = bodyMember(call, "parentTaskId");
      const own = ownKey(call)?.workspace.tasks;
      const has = ({ tasks }: Pick<Workspace, "tasks">, id: string) => tasks.get(id) !== undefined;
      if (call.operation !== "create-task" || own === undefined || typeof parentTaskId !== "string") return next();
      if (own.get(parentTaskId) || !keyElsewhere(call, (workspace) => has(workspace, parentTaskId))) return next();
      editBody(call, ({ parentTaskId: _foreign, ...body }) => body);
      const reply = next();
      const body = copyOf(reply.body as object);
      const stored = own.get(String(asObject(body.data).id));
      if (stored === undefined) return reply;
      own.change(stored, { parentTaskId });
      editAt(body, "data.parentTaskId", () => parentTaskId);
      return { ...reply, body };
    },
  };
}
