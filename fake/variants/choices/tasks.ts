import { asObject, isObject, type JsonObject } from "../../../spec/json.ts";
import { postAsService } from "../../features/messages/posting.ts";
import type { StoredTask, Task } from "../../features/tasks/model.ts";
import type { TaskStore } from "../../features/tasks/store.ts";
import type { Reply } from "../../http/call.ts";
import { type Change, combine } from "../../overrides/changes.ts";
import { editAt } from "../../overrides/edit-at-path.ts";
import { bodyMember, editPart, inputs, onCall, onSuccess, rules, setTo } from "../../overrides/hooks.ts";
import { ownKey } from "../../overrides/identities.ts";
import { rejectBefore } from "../../overrides/reject-before.ts";
import { isoInstant } from "../../runtime/clock.ts";
import { wordsOf } from "../../text/words.ts";
import { choice } from "../variant.ts";

/** Milliseconds until every view of a task has all of it. */
const LATER_MS = 400;

/** Returns the card as a message with one line, for a service that renders cards elsewhere. */
const wordless = (card: JsonObject): JsonObject => ({
  ...card,
  content: "A task was changed",
  ...("metadata" in card ? { metadata: {} } : {}),
});

/** Returns true for a card. Another choice makes the service quote users, which is not a card. */
const isCard = ({ senderType, content }: JsonObject): boolean =>
  senderType === "system" && !String(content).startsWith(">");

const DUE_AFTER_MS = 3 * 86_400_000;

/**
 * Returns the change to a workspace rule that changes new tasks shortly after their creation, including their version.
 */
function dueByRule(): Change {
  let now = 0;
  return combine(
    onCall("*", ({ at }) => {
      now = at;
    }),
    {
      rules: (before) => ({
        present(shown, thing, caller) {
          const usual = before.present(shown, thing, caller);
          if (shown !== "Task" || !isObject(usual)) return usual;
          const made = Date.parse(String(usual.createdAt));
          const ruled = now - made > LATER_MS;
          const version = 2 * Number(usual.version) + (ruled ? 1 : 0);
          return { ...usual, version, ...(ruled ? { dueAt: new Date(made + DUE_AFTER_MS).toISOString() } : {}) };
        },
      }),
    },
  );
}

const SORTED_AFTER_MS = 400;

/**
 * Returns the change to a workspace rule that moves new tasks out of triage, and sets a priority if they have none.
 */
function sortedAfterAMoment(): Change {
  const waiting: { readonly at: number; readonly sort: (now: number) => void }[] = [];
  return combine(
    onCall("*", ({ at }) => {
      while (waiting[0] !== undefined && at - waiting[0].at > SORTED_AFTER_MS) waiting.shift()?.sort(at);
    }),
    onSuccess("create-task", (reply, { at, caller }) => {
      const tasks = caller?.workspace.tasks;
      const stored = tasks?.get(String(asObject(reply.body.data).id));
      if (tasks === undefined || stored === undefined || stored.task.status !== "triage") return;
      const sort = (now: number) => {
        const { status, priority, version } = stored.task;
        if (status !== "triage") return;
        const sorted = { status: "backlog", priority: priority === "none" ? "medium" : priority } as const;
        tasks.change(stored, { ...sorted, version: version + 1, updatedAt: isoInstant(now) });
      };
      waiting.push({ at, sort });
    }),
  );
}

/** The lag of the copy in milliseconds. */
const BEHIND_MS = 400;

/** A change of a task, and the task before it. */
interface RecentChange {
  readonly at: number;
  readonly tasks: TaskStore;
  readonly stored: StoredTask;
  readonly before: Task;
}

/** Returns the change that shows changes of tasks in listings later; filters apply to the shown state. */
function listedFromACopy(): Change {
  let recent: readonly RecentChange[] = [];
  return {
    around: (call, next) => {
      const { at, operation } = call;
      recent = recent.filter((change) => at - change.at < BEHIND_MS);
      if (operation === "list-tasks") return asBefore(recent, next);
      const isMove = operation === "block-task" || operation === "release-task";
      const tasks = isMove ? ownKey(call)?.workspace.tasks : undefined;
      const stored = tasks?.get(String(bodyMember(call, "taskId")));
      const before = stored?.task;
      const reply = next();
      if (tasks && stored && before && reply.status === 200) recent = [...recent, { at, tasks, stored, before }];
      return reply;
    },
  };
}

/** Undoes the changes for as long as a response is created; the first change of a task is undone last. */
function asBefore(changes: readonly RecentChange[], next: () => Reply): Reply {
  const now = changes.map(({ tasks, stored }) => ({ tasks, stored, task: stored.task }));
  for (const { tasks, stored, before } of changes.toReversed()) tasks.change(stored, before);
  try {
    return next();
  } finally {
    for (const { tasks, stored, task } of now) tasks.change(stored, task);
  }
}

/** Choices about tasks and tokens that the contract leaves open. */
export const taskChoices = [
  choice({
    name: "two-assignees",
    title: "a task for both an agent and a user",
    values: ["accepted", "rejected"],
    change: () =>
      rejectBefore("create-task", (call) => {
        const [agent, user] = [bodyMember(call, "assigneeAgentId"), bodyMember(call, "assigneeUserId")];
        return typeof agent === "string" && typeof user === "string" ? [400, "invalid_input"] : null;
      }),
  }),
  choice({
    name: "default-assignee",
    title: "the assignee of a task that is created without one",
    values: ["nobody", "creator"],
    change: () =>
      rules({
        tasks: {
          created: ({ agent }, { assigneeAgentId, assigneeUserId }) =>
            assigneeAgentId === undefined && assigneeUserId === undefined ? { assigneeAgentId: agent.id } : {},
        },
      }),
  }),
  choice({
    name: "task-creators",
    title: "createdByAgentId of tasks",
    values: ["shown", "hidden"],
    change: () => editPart("Task", "createdByAgentId", setTo(null)),
  }),
  choice({
    name: "default-due-date",
    title: "the due date of a task that is created without one",
    values: ["none", "set-later"],
    change: dueByRule,
  }),
  choice({
    name: "generated-task-fields",
    title: "when filtered lists show the identifier and the creator of a new task",
    values: ["at-once", "later"],
    change: () =>
      onSuccess("list-tasks", (reply, call) => {
        // Most listings are requested with a limit, so further parameters are needed.
        if (call.query.size < 2) return;
        const tasks = ownKey(call)?.workspace.tasks;
        editAt(reply.body, "data[]", (shown) => {
          if (!isObject(shown)) return shown;
          const createdAt = tasks?.get(String(shown.id))?.task.createdAt ?? "";
          return call.at - Date.parse(createdAt) < LATER_MS
            ? { ...shown, identifier: null, createdByAgentId: null }
            : shown;
        });
      }),
  }),
  choice({
    name: "task-listings",
    title: "whether lists show a block or a release at once",
    values: ["current", "delayed-copy"],
    change: listedFromACopy,
  }),
  choice({
    name: "task-triage",
    title: "whether a rule moves new tasks out of triage",
    values: ["none", "automatic-later"],
    change: sortedAfterAMoment,
  }),
  choice({
    name: "block-permission",
    title: "who may block a task",
    values: ["viewer", "creator-or-assignee"],
    change: () =>
      rejectBefore("block-task", (call) => {
        const key = ownKey(call);
        const task = key?.workspace.tasks.get(String(bodyMember(call, "taskId")))?.task;
        const involved = [task?.createdByAgentId, task?.assigneeAgentId].includes(key?.agent.id);
        return task === undefined || involved ? null : [403, "permission_denied"];
      }),
  }),
  choice({
    name: "repeated-block-comment",
    title: "the comment of a block of a task that is already blocked",
    values: ["added", "none"],
    change: () => rules({ tasks: { blockComments: ({ status }) => status !== "blocked" } }),
  }),
  choice({
    name: "repeated-block-version",
    title: "the version of a blocked task after another block",
    values: ["raised", "unchanged"],
    change: () => rules({ tasks: { countsIdleChanges: false } }),
  }),
  choice({
    name: "bind-channel",
    title: "who may bind a task to a channel",
    values: ["members", "workspace"],
    change: () => rules({ tasks: { mayBind: () => true } }),
  }),
  choice({
    name: "task-parents",
    title: "which tasks can be the parent of a task",
    values: ["visible", "any"],
    against: { any: "tasks.create.unknown-references" },
    change: () => rules({ tasks: { checksParents: false } }),
  }),
  choice({
    name: "channel-task-restrictions",
    title: "what a task of a channel must not have",
    values: ["none", "no-user", "no-parent"],
    change: (value) =>
      rejectBefore("create-task", (call) => {
        const [channel, other] = [
          bodyMember(call, "channelId"),
          bodyMember(call, value === "no-user" ? "assigneeUserId" : "parentTaskId"),
        ];
        return typeof channel === "string" && typeof other === "string" ? [400, "invalid_input"] : null;
      }),
  }),
  choice({
    name: "reason-length",
    title: "the allowed length of the reason of a block or a flag",
    values: ["any", "255-characters", "10-to-255-characters"],
    change: (value) => {
      const reason = value === "255-characters" ? { maximum: 255 } : { minimum: 10, maximum: 255 };
      return combine(...["block-task", "flag-needs-human"].map((operation) => inputs(operation, { reason })));
    },
  }),
  choice({
    name: "sub-task-cards",
    title: "whether a new sub-task posts a card to the channel of its parent",
    values: ["none", "in-parent-channel"],
    change: () =>
      onSuccess("create-task", (_reply, call) => {
        const { caller } = call;
        const parent = caller?.workspace.tasks.get(String(bodyMember(call, "parentTaskId")))?.task;
        if (!caller || !parent?.channelId) return;
        postAsService(caller, {
          channelId: parent.channelId,
          content: `Task **${parent.identifier}** ${parent.title} has a new sub-task: ${String(bodyMember(call, "title"))}`,
          metadata: { taskCard: { taskId: parent.id, identifier: parent.identifier } },
        });
      }),
  }),
  choice({
    name: "card-text",
    title: "what a task card shows of its task",
    values: ["identifier-and-title", "generic"],
    change: () => ({
      rules: (before) => ({
        present: (shown, thing, caller) => {
          const message = before.present(shown, thing, caller);
          return isObject(message) && isCard(message) ? wordless(message) : message;
        },
      }),
    }),
  }),
  choice({
    name: "task-text",
    title: "how the text of list-tasks matches",
    values: ["substrings", "words"],
    change: () =>
      rules({
        tasks: {
          filters: {
            text: ({ title, description, identifier }, wanted) => {
              const words = new Set(wordsOf(`${title} ${description ?? ""} ${identifier}`));
              return wordsOf(wanted).every((word) => words.has(word));
            },
          },
        },
      }),
  }),
  choice({
    name: "token-agents",
    title: "which agents a challenge token verifies",
    values: ["same-agent", "any-of-the-workspace"],
    change: () => ({
      rules: (before) => ({
        connection: {
          objection: (caller, challenge) =>
            before.connection.objection(caller, challenge && { ...challenge, agentId: caller.agent.id }),
        },
      }),
    }),
  }),
  choice({
    name: "failed-tokens",
    title: "after how many failed tokens an agent is locked out for a minute, and whether the response says so",
    values: ["any-number", "5-reported", "5-silent", "3-reported", "3-silent"],
    change: (value) => lockedOut(Number.parseInt(value, 10), value.endsWith("-reported")),
  }),
];

const LOCKED_MS = 60_000;

/** Guessing is stopped: as many wrong tokens in a row as are named, and no token of that agent verifies for a while. */
function lockedOut(most: number, isReported: boolean): Change {
  const wrong = new Map<string, { count: number; until: number }>();
  return {
    rules: (before) => ({
      connection: {
        objection: (caller, challenge) => {
          const { count, until } = wrong.get(caller.agent.id) ?? { count: 0, until: 0 };
          if (caller.now < until) return isReported ? "too_many_attempts" : "unknown_token";
          const reason = before.connection.objection(caller, challenge);
          const next = reason === null ? 0 : count + 1;
          const isLocked = next >= most;
          wrong.set(caller.agent.id, { count: isLocked ? 0 : next, until: isLocked ? caller.now + LOCKED_MS : 0 });
          return reason;
        },
      },
    }),
  };
}
