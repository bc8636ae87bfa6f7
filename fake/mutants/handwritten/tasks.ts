import { asObject, type Json } from "../../../spec/json.ts";
import { postAsService } from "../../features/messages/posting.ts";
import { changeTask } from "../../features/tasks/logic.ts";
import { type StoredTask, takesPart } from "../../features/tasks/model.ts";
import { taskRules } from "../../features/tasks/rules.ts";
import type { Call } from "../../http/call.ts";
import { type Change, together } from "../../overrides/change.ts";
import { bodyMember, onCall, onReply, onSuccess, rules } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import { referenceRules } from "../../reference-rules.ts";
import { isoInstant } from "../../runtime/clock.ts";
import type { Caller } from "../../service.ts";
import type { HandwrittenSite } from "../model.ts";
import { handwritten } from "./handwritten.ts";

const above = ({ workspace }: Caller, { task }: StoredTask): StoredTask | undefined =>
  task.parentTaskId === null ? undefined : workspace.tasks.get(task.parentTaskId);

/** Lets callers see more tasks than they may. */
const alsoSeeing = (also: (caller: Caller, stored: StoredTask) => boolean): Change =>
  rules({ tasks: { maySee: (caller, stored) => taskRules.maySee(caller, stored) || also(caller, stored) } });

/** Lets callers release more tasks than they may. */
const alsoReleasing = (also: (caller: Caller, stored: StoredTask) => boolean): Change =>
  rules({
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
const afterRefusedRelease = (change: (stored: StoredTask, caller: Caller) => object | null): Change =>
  onReply("release-task", (reply, call) => {
    const { caller } = call;
    const stored = storedOf(call);
    const changes = reply.status === 200 || !caller || !stored ? null : change(stored, caller);
    if (caller && stored && changes) changeTask({ ...caller, rules: referenceRules() }, stored, changes);
  });

/** Responds with a task instead of a rejection. */
function answerWith(reply: { status: number; body: unknown }, call: Call, data: Json): void {
  const meta = { requestId: call.requestId, timestamp: new Date(call.at).toISOString() };
  Object.assign(reply, { status: 200, body: { success: true, data, meta } });
}

const visibility: readonly HandwrittenSite[] = [
  handwritten(
    "sub-tasks-of-visible-listed",
    "tasks.visibility.hidden",
    "who sees a task is listed those below it",
    "list-tasks",
    () => alsoSeeing((caller, stored) => isSeen(caller, above(caller, stored))),
  ),
  handwritten(
    "sub-tasks-of-own-listed",
    "tasks.visibility.hidden",
    "who created a task is listed those below it",
    "list-tasks",
    () => alsoSeeing((caller, stored) => above(caller, stored)?.task.createdByAgentId === caller.agent.id),
  ),
  handwritten(
    "parents-of-visible-listed",
    "tasks.visibility.hidden",
    "who sees a task is listed the one above it",
    "list-tasks",
    () =>
      alsoSeeing((caller, stored) =>
        [...caller.workspace.tasks.all()].some((one) => above(caller, one) === stored && isSeen(caller, one)),
      ),
  ),
  handwritten(
    "whole-texts-found-by-all",
    "tasks.visibility.hidden",
    "a text that is a whole title or description finds any task",
    "list-tasks",
    () => {
      let wanted: string | null = null;
      return together(
        onCall("*", (call) => {
          wanted = call.operation === "list-tasks" ? call.query.get("query") : null;
        }),
        alsoSeeing((_caller, { task }) => wanted !== null && [task.title, task.description].includes(wanted)),
      );
    },
  ),
  handwritten(
    "channel-tasks-for-agents-hidden",
    "tasks.visibility.channel",
    "in its channels an agent is listed no tasks that others create for agents",
    "list-tasks",
    () =>
      rules({
        tasks: {
          // Without it no other agent binds a task to a channel of the caller's.
          mayBind: () => true,
          maySee: (caller, stored) =>
            taskRules.maySee(caller, stored) &&
            (takesPart(stored, caller.agent.id) ||
              stored.task.createdByAgentId === null ||
              stored.task.assigneeAgentId === null),
        },
      }),
  ),
  handwritten(
    "commented-by-the-last-alone",
    "tasks.block.comment",
    "a task is listed for the last who commented on it, and not for those before",
    "list-tasks",
    () =>
      rules({
        tasks: {
          maySee: (caller, stored) => taskRules.maySee(caller, { ...stored, comments: stored.comments.slice(-1) }),
        },
      }),
  ),
];

const isSeen = (caller: Caller, stored: StoredTask | undefined): boolean =>
  stored !== undefined && taskRules.maySee(caller, stored);

const moves: readonly HandwrittenSite[] = [
  handwritten(
    "reason-becomes-description",
    "tasks.block.keeps-fields",
    "the reason of a block becomes the description of a task that has none",
    "block-task",
    () => {
      let reason: string | null = null;
      return together(
        onCall("block-task", (call) => {
          reason = String(bodyMember(call, "reason"));
        }),
        rules({
          tasks: { blocked: (_caller, { description }) => ({ status: "blocked", description: description ?? reason }) },
        }),
      );
    },
  ),
  handwritten(
    "block-restores-assignee",
    "tasks.block.keeps-fields",
    "blocking a released task assigns it again",
    "block-task",
    () => {
      const former = new Map<string, string | null>();
      return rules({
        tasks: {
          released: (_caller, { id, assigneeAgentId }) => {
            former.set(id, assigneeAgentId);
            return { assigneeAgentId: null };
          },
          blocked: (_caller, { id, assigneeAgentId }) => ({
            status: "blocked",
            assigneeAgentId: former.get(id) ?? assigneeAgentId,
          }),
        },
      });
    },
  ),
  handwritten(
    "block-forgets-earlier-comments",
    "tasks.block.comment",
    "a block takes away the comments that the task had",
    "block-task",
    () => ({
      around: (call, next) => {
        const before = storedOf(call)?.comments.length ?? 0;
        const reply = next();
        if (call.operation === "block-task" && reply.status === 200) storedOf(call)?.comments.splice(0, before);
        return reply;
      },
    }),
  ),
  handwritten(
    "second-release-at-once-accepted",
    "tasks.release.unassigned",
    "a second release that comes with the first is accepted too",
    "release-task",
    () => {
      let accepted = { id: "", at: 0, data: null as Json };
      return onReply("release-task", (reply, call) => {
        const id = String(bodyMember(call, "taskId"));
        const now = call.at;
        if (reply.status === 200) accepted = { id, at: now, data: reply.body.data ?? null };
        else if (accepted.id === id && now - accepted.at < 15) answerWith(reply, call, accepted.data);
      });
    },
  ),
  handwritten(
    "release-of-others-ignored",
    "tasks.release.other-assignee",
    "a release by another gets the unchanged task",
    "release-task",
    () =>
      onReply("release-task", (reply, call) => {
        const task = storedOf(call)?.task;
        if (reply.status === 409 && task !== undefined && task.assigneeAgentId !== null)
          answerWith(reply, call, { ...task });
      }),
  ),
  handwritten(
    "refused-release-takes",
    "tasks.release.refused-without-effect",
    "a rejected release assigns an unassigned task to the caller",
    "release-task",
    () =>
      afterRefusedRelease(({ task }, { agent }) =>
        task.assigneeAgentId === null ? { assigneeAgentId: agent.id } : null,
      ),
  ),
  handwritten(
    "refused-release-counted",
    "tasks.release.refused-without-effect",
    "a rejected release makes another version of the task",
    "release-task",
    () => afterRefusedRelease(() => ({})),
  ),
  handwritten(
    "release-by-commenter",
    "tasks.release.other-assignee",
    "who commented on a task of another agent may release it",
    "release-task",
    () => alsoReleasing(({ agent }, { comments }) => comments.some(({ authorAgentId }) => authorAgentId === agent.id)),
  ),
  handwritten(
    "release-by-assignee-above",
    "tasks.release.other-assignee",
    "who has the task above one of another agent may release that one",
    "release-task",
    () => alsoReleasing((caller, stored) => above(caller, stored)?.task.assigneeAgentId === caller.agent.id),
  ),
];

const listing: readonly HandwrittenSite[] = [
  handwritten(
    "user-dropped-beside-agent",
    "tasks.create.both-assignees",
    "of an agent and a user as assignees the user is dropped",
    "create-task",
    () =>
      rules({
        tasks: {
          created: (_caller, { assigneeAgentId, assigneeUserId = null }) => ({
            assigneeUserId: assigneeAgentId === undefined ? assigneeUserId : null,
          }),
        },
      }),
  ),
  handwritten(
    "parent-updated-before-its-creation",
    "consistency.timestamps",
    "a task that gets one below it counts as updated a minute before it was created",
    "create-task",
    () =>
      onSuccess("create-task", (_reply, call) => {
        const tasks = call.caller?.workspace.tasks;
        const parent = tasks?.get(String(bodyMember(call, "parentTaskId")));
        if (parent === undefined) return;
        tasks?.change(parent, { updatedAt: isoInstant(Date.parse(parent.task.createdAt) - 60_000) });
      }),
  ),
  handwritten(
    "channel-lists-sub-tasks",
    "tasks.list.channel",
    "a channel lists the sub-tasks of its tasks too, bound or not",
    "list-tasks",
    () =>
      knowingTasks(
        (tasks, { task }, wanted) => tasks?.get(task.parentTaskId ?? "")?.task.channelId === wanted,
        "channel",
      ),
  ),
  handwritten(
    "text-found-in-comments",
    "tasks.list.text-relevant",
    "the text search looks into comments",
    "list-tasks",
    () =>
      knowingTasks(
        (_tasks, { comments }, wanted) =>
          comments.some(({ body }) => body.toLowerCase().includes(wanted.toLowerCase())),
        "text",
      ),
  ),
];

type Tasks = Caller["workspace"]["tasks"];

/** A filter that passes more, by what other tasks and comments say. */
function knowingTasks(
  also: (tasks: Tasks | undefined, stored: StoredTask, wanted: string) => boolean,
  filter: "channel" | "text",
): Change {
  let tasks: Tasks | undefined;
  return together(
    onCall("list-tasks", (call) => {
      tasks = ownKey(call)?.workspace.tasks;
    }),
    rules({
      tasks: {
        filters: {
          [filter]: (task: StoredTask["task"], wanted: string) => {
            const stored = tasks?.get(task.id);
            return taskRules.filters[filter](task, wanted) || (stored !== undefined && also(tasks, stored, wanted));
          },
        },
      },
    }),
  );
}

const cards: readonly HandwrittenSite[] = [
  handwritten(
    "no-card-at-creation",
    "events.card-at-creation",
    "creating a bound task posts no card",
    "create-task",
    () => rules({ tasks: { cardsFor: new Set(["blocked", "released", "completed", "cancelled"] as const) } }),
  ),
  handwritten(
    "cards-in-closed-channels",
    "events.card-own-channel",
    "cards of bound tasks appear in channels that their creator does not belong to as well",
    "create-task",
    () =>
      onSuccess("create-task", ({ body }, { caller }) => {
        const { id: taskId, identifier, title, channelId } = asObject(body.data);
        if (caller === null || channelId === null) return;
        const { directory } = caller.workspace;
        for (const other of directory.channels.keys()) {
          if (other === channelId || directory.isMember(other, caller.agent.id)) continue;
          const metadata = { taskCard: { taskId, identifier } };
          postAsService(caller, { channelId: other, content: `Task ${identifier}: ${title}`, metadata });
        }
      }),
  ),
];

/** Mutants of tasks. */
export const taskSites: readonly HandwrittenSite[] = [...visibility, ...moves, ...listing, ...cards];
