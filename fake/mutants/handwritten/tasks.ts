import { asObject, type Json } from "../../../spec/json.ts";
import { postAsAgent } from "../../features/messages/posting.ts";
import { changeTask } from "../../features/tasks/logic.ts";
import { type StoredTask, takesPart } from "../../features/tasks/model.ts";
import { taskRules } from "../../features/tasks/rules.ts";
import type { Call, Reply } from "../../http/call.ts";
import { type Change, combine } from "../../overrides/changes.ts";
import { editAt } from "../../overrides/edit-at-path.ts";
import { bodyMember, editBody, onCall, onReply, onSuccess, rules } from "../../overrides/hooks.ts";
import { keyOfOtherWorkspace, ownKey } from "../../overrides/identities.ts";
import { referenceRules } from "../../reference-rules.ts";
import { isoInstant } from "../../runtime/clock.ts";
import type { Caller } from "../../service.ts";
import { createUndoLater } from "../undo-later.ts";
import { handwritten, hookMutant, mutantOf, replyMutant, ruleMutant, successMutant } from "./handwritten.ts";
import { copyOf, successWith } from "./tools.ts";

const HIDDEN = "tasks.visibility.hidden";
const REJECTED_RELEASE = "tasks.release.refused-without-effect";

const above = ({ workspace }: Caller, { task }: StoredTask): StoredTask | undefined =>
  task.parentTaskId === null ? undefined : workspace.tasks.get(task.parentTaskId);

const isSeen = (caller: Caller, stored: StoredTask | undefined): boolean =>
  stored !== undefined && taskRules.maySee(caller, stored);

type Also = (caller: Caller, stored: StoredTask) => boolean;

const maySeeMore = (also: Also) =>
  rules({ tasks: { maySee: (caller, stored) => taskRules.maySee(caller, stored) || also(caller, stored) } });

/** Lets callers see more tasks than they may. */
const alsoSeeing = (title: string, also: Also) => mutantOf(title, HIDDEN, () => maySeeMore(also));

/** Lets callers release more tasks of others than they may. */
const alsoReleasing = (title: string, also: Also) =>
  ruleMutant(title, "tasks.release.other-assignee", {
    tasks: {
      mayRelease: (caller, task) => {
        const stored = caller.workspace.tasks.get(task.id);
        const isOthers = stored !== undefined && task.assigneeAgentId !== null;
        return taskRules.mayRelease(caller, task) || (isOthers && also(caller, stored));
      },
    },
  });

const storedOf = (call: Call): StoredTask | undefined =>
  ownKey(call)?.workspace.tasks.get(String(bodyMember(call, "taskId")));

/** Does something to the task that a rejected release names. */
const afterRejectedRelease = (title: string, change: (stored: StoredTask, caller: Caller) => object | null) =>
  replyMutant(title, REJECTED_RELEASE, ({ status }, call) => {
    const { caller } = call;
    const stored = storedOf(call);
    const changes = status === 200 || !caller || !stored ? null : change(stored, caller);
    if (caller && stored && changes) changeTask({ ...caller, rules: referenceRules() }, stored, changes);
  });

/** Creates a filter that also accepts tasks because of other tasks and comments. */
const alsoListing = (
  title: string,
  breaks: string,
  filter: "channel" | "text",
  also: (tasks: Caller["workspace"]["tasks"], stored: StoredTask, wanted: string) => boolean,
) =>
  mutantOf(title, breaks, (operation) => {
    let tasks: Caller["workspace"]["tasks"] | undefined;
    const passes = (task: StoredTask["task"], wanted: string) => {
      const stored = tasks?.get(task.id);
      return taskRules.filters[filter](task, wanted) || (!!tasks && !!stored && also(tasks, stored, wanted));
    };
    return combine(
      onCall(operation, (call) => {
        tasks = ownKey(call)?.workspace.tasks;
      }),
      rules({ tasks: { filters: { [filter]: passes } } }),
    );
  });

/** Posts a card for a task that is rejected with some code. */
const cardOfRejected = (title: string, breaks: string, code: string) =>
  replyMutant(title, breaks, ({ status, body }, call) => {
    const key = ownKey(call);
    const channelId = String(bodyMember(call, "channelId"));
    if (status === 200 || asObject(body.error ?? null).code !== code) return;
    if (!key?.workspace.directory.channels.has(channelId)) return;
    const post = { service: call.service, workspace: key.workspace, now: call.at };
    postAsAgent(post, key.agent, { channelId, content: `New task: ${String(bodyMember(call, "title"))}` });
  });

/** Keeps a listing until its caller changes something. */
function keepingListings(operation: string): Change {
  const kept = new Map<string, Map<string, Reply>>();
  return {
    around: (call, next) => {
      const key = ownKey(call)?.key ?? "";
      if (call.method === "POST") kept.delete(key);
      if (call.operation !== operation) return next();
      const own = kept.get(key) ?? new Map<string, Reply>();
      const reply = own.get(call.query.toString()) ?? next();
      if (reply.status === 200) kept.set(key, own.set(call.query.toString(), reply));
      return reply;
    },
  };
}

/** Lets agents of other workspaces be assignees, who then list the task. */
function assigningAbroad(): Change {
  const given = new Map<unknown, Json[]>();
  return {
    around: (call, next) => {
      const assignee = String(bodyMember(call, "assigneeAgentId"));
      const isForeign =
        call.operation === "create-task" &&
        ownKey(call) !== undefined &&
        keyOfOtherWorkspace(call, ({ directory }) => directory.agents.has(assignee)) !== undefined;
      if (isForeign) editBody(call, ({ assigneeAgentId: _id, ...body }) => body);
      const reply = next();
      const body = copyOf(reply.body as object);
      if (isForeign && reply.status === 200) {
        editAt(body, "data.assigneeAgentId", () => assignee);
        given.set(assignee, [...(given.get(assignee) ?? []), body.data ?? null]);
      } else if (call.operation === "list-tasks") {
        const more = given.get(call.caller?.agent.id) ?? [];
        editAt(body, "data", (tasks) => (Array.isArray(tasks) ? [...tasks, ...more] : tasks));
      }
      return { ...reply, body };
    },
  };
}

const listing = handwritten("list-tasks", {
  "sub-tasks-of-visible-tasks-listed": alsoSeeing(
    "lists sub-tasks of every task that the caller can see",
    (caller, stored) => isSeen(caller, above(caller, stored)),
  ),
  "sub-tasks-of-own-tasks-listed": alsoSeeing(
    "lists sub-tasks of tasks that the caller has created",
    (caller, stored) => {
      return above(caller, stored)?.task.createdByAgentId === caller.agent.id;
    },
  ),
  "parents-of-visible-tasks-listed": alsoSeeing(
    "lists the parents of tasks that the caller can see",
    (caller, stored) =>
      [...caller.workspace.tasks.all()].some((one) => above(caller, one) === stored && isSeen(caller, one)),
  ),
  "complete-text-finds-hidden-tasks": mutantOf(
    "finds a hidden task by its complete title or description",
    HIDDEN,
    (operation) => {
      let wanted: string | null = null;
      const asking = onCall("*", (call) => {
        wanted = call.operation === operation ? call.query.get("query") : null;
      });
      const isWhole = ({ task }: StoredTask) => wanted !== null && [task.title, task.description].includes(wanted);
      return combine(
        asking,
        maySeeMore((_caller, stored) => isWhole(stored)),
      );
    },
  ),
  "channel-tasks-between-agents-hidden": ruleMutant(
    "hides tasks of the caller's channels that one agent has created for another",
    "tasks.visibility.channel",
    {
      tasks: {
        // Without it no other agent binds a task to a channel of the caller's.
        mayBind: () => true,
        maySee: (caller, stored) =>
          taskRules.maySee(caller, stored) &&
          (takesPart(stored, caller.agent.id) ||
            stored.task.createdByAgentId === null ||
            stored.task.assigneeAgentId === null),
      },
    },
  ),
  "commented-tasks-of-last-commenter-only": ruleMutant(
    "shows a task to its last commenter, but to no earlier one",
    "tasks.block.comment",
    {
      tasks: {
        maySee: (caller, stored) => taskRules.maySee(caller, { ...stored, comments: stored.comments.slice(-1) }),
      },
    },
  ),
  "channel-filter-includes-sub-tasks": alsoListing(
    "lists the sub-tasks of a channel's tasks as tasks of the channel",
    "tasks.list.channel",
    "channel",
    (tasks, { task }, wanted) => {
      return tasks.get(task.parentTaskId ?? "")?.task.channelId === wanted;
    },
  ),
  "text-filter-searches-comments": alsoListing(
    "finds tasks by the text of their comments",
    "tasks.list.text-relevant",
    "text",
    (_tasks, { comments }, wanted) => comments.some(({ body }) => body.toLowerCase().includes(wanted.toLowerCase())),
  ),
  "listing-cached-until-own-change": mutantOf(
    "returns a cached listing until the caller changes something",
    "tasks.block.persists",
    keepingListings,
  ),
});

const creating = handwritten("create-task", {
  "user-assignee-dropped-with-agent": ruleMutant(
    "drops the user of a task that is assigned to an agent and a user",
    "tasks.create.both-assignees",
    {
      tasks: {
        created: (_caller, { assigneeAgentId, assigneeUserId = null }) => ({
          assigneeUserId: assigneeAgentId === undefined ? assigneeUserId : null,
        }),
      },
    },
  ),
  "parent-updated-before-its-creation": successMutant(
    "sets updatedAt of the parent of a new sub-task to a minute before its createdAt",
    "consistency.timestamps",
    (_reply, call) => {
      const tasks = call.caller?.workspace.tasks;
      const parent = tasks?.get(String(bodyMember(call, "parentTaskId")));
      if (parent !== undefined)
        tasks?.change(parent, { updatedAt: isoInstant(Date.parse(parent.task.createdAt) - 60_000) });
    },
  ),
  "no-card-at-creation": ruleMutant("posts no card when a task is created", "events.card-at-creation", {
    tasks: { cardsFor: new Set(["blocked", "released", "completed", "cancelled"] as const) },
  }),
  "rejected-task-posts-card": cardOfRejected(
    "posts a card for a task that is rejected as invalid input",
    "tasks.create.refused-without-effect",
    "invalid_input",
  ),
  "task-above-plan-limit-posts-card": cardOfRejected(
    "posts a card for a task that is rejected because of the plan limit",
    "tasks.plan.creates-nothing",
    "plan_limit_reached",
  ),
  "tasks-assigned-across-workspaces": mutantOf(
    "accepts agents of other workspaces as assignees, who then list the task",
    "isolation.list-tasks",
    assigningAbroad,
  ),
});

const blocking = handwritten("block-task", {
  "block-reason-becomes-description": mutantOf(
    "uses the reason of a block as the description of a task without one",
    "tasks.block.keeps-fields",
    (operation) => {
      let reason: string | null = null;
      return combine(
        onCall(operation, (call) => {
          reason = String(bodyMember(call, "reason"));
        }),
        rules({
          tasks: { blocked: (_caller, { description }) => ({ status: "blocked", description: description ?? reason }) },
        }),
      );
    },
  ),
  "block-restores-assignee": mutantOf(
    "assigns a released task again when it is blocked",
    "tasks.block.keeps-fields",
    () => {
      const former = new Map<string, string | null>();
      return rules({
        tasks: {
          released: (_caller, { id, assigneeAgentId }) => {
            former.set(id, assigneeAgentId);
            return { assigneeAgentId: null };
          },
          blocked: (_caller, { id, assigneeAgentId }) => {
            return { status: "blocked", assigneeAgentId: former.get(id) ?? assigneeAgentId };
          },
        },
      });
    },
  ),
  "block-removes-earlier-comments": hookMutant(
    "removes the earlier comments of a task when it is blocked",
    "tasks.block.comment",
    (call, next) => {
      const before = storedOf(call)?.comments.length ?? 0;
      const reply = next();
      if (reply.status === 200) storedOf(call)?.comments.splice(0, before);
      return reply;
    },
  ),
  "block-comment-removed-later": mutantOf(
    "removes the comment of a block ten requests later",
    "tasks.block.comment",
    (operation) => {
      const { undoLater, counting } = createUndoLater(10);
      return combine(
        onSuccess(operation, (_reply, call) => {
          const comments = storedOf(call)?.comments ?? [];
          const place = comments.length - 1;
          undoLater(() => comments.splice(place, 1));
        }),
        counting,
      );
    },
  ),
  "block-duplicates-task": successMutant(
    "adds a copy of a task when it is blocked",
    "consistency.made-once",
    ({ body }, { caller, at }) => {
      const { tasks } = caller?.workspace ?? {};
      const blocked = tasks?.get(String(asObject(body.data).id));
      if (tasks && blocked) tasks.add({ ...blocked.task, id: `${blocked.task.id}-${tasks.count}` }, at);
    },
  ),
  "rejected-block-returns-plan-limit": mutantOf(
    "returns the plan limit error for a rejected block once the plan is used up",
    "errors.plan-limit-only-create-task",
    (operation) => {
      const beyond = new Set<unknown>();
      return combine(
        onReply("create-task", (_reply, call) => {
          if (call.rejection?.reason === "plan-limit") beyond.add(ownKey(call));
        }),
        onReply(operation, (reply, call) => {
          if (reply.status === 200 || !beyond.has(ownKey(call))) return;
          const error = { code: "plan_limit_reached", message: "The plan is used up" };
          Object.assign(reply, { status: 403, body: { success: false, error } });
        }),
      );
    },
  ),
});

const releasing = handwritten("release-task", {
  "concurrent-second-release-accepted": mutantOf(
    "accepts a second release of a task within 15 ms",
    "tasks.release.unassigned",
    (operation) => {
      let accepted = { id: "", at: 0, data: null as Json };
      return onReply(operation, (reply, call) => {
        const id = String(bodyMember(call, "taskId"));
        if (reply.status === 200) accepted = { id, at: call.at, data: reply.body.data ?? null };
        else if (accepted.id === id && call.at - accepted.at < 15)
          Object.assign(reply, successWith(call, accepted.data));
      });
    },
  ),
  "release-of-others-returns-success": replyMutant(
    "returns success and the unchanged task for the release of another agent's task",
    "tasks.release.other-assignee",
    (reply, call) => {
      const task = storedOf(call)?.task;
      if (reply.status === 409 && task !== undefined && task.assigneeAgentId !== null)
        Object.assign(reply, successWith(call, { ...task }));
    },
  ),
  "rejected-release-assigns-task": afterRejectedRelease(
    "assigns an unassigned task to the agent whose release it rejects",
    ({ task }, { agent }) => (task.assigneeAgentId === null ? { assigneeAgentId: agent.id } : null),
  ),
  "rejected-release-raises-version": afterRejectedRelease(
    "raises the version of a task whose release it rejects",
    () => ({}),
  ),
  "release-by-commenter": alsoReleasing(
    "lets agents that have commented on a task release it",
    ({ agent }, { comments }) => comments.some(({ authorAgentId }) => authorAgentId === agent.id),
  ),
  "release-by-parent-assignee": alsoReleasing("lets the assignee of a task's parent release it", (caller, stored) => {
    return above(caller, stored)?.task.assigneeAgentId === caller.agent.id;
  }),
});

/** Mutants of tasks. */
export const taskSites = [...listing, ...creating, ...blocking, ...releasing];
