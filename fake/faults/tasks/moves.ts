import { asObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { answering, bodyMember, onReply, onSuccess, rules } from "../../changes/hooks.ts";
import { ownKey } from "../../changes/identities.ts";
import { editAt } from "../../changes/paths.ts";
import { refusingBefore } from "../../changes/refusing.ts";
import { postAsService } from "../../features/messages/posting.ts";
import { taskRules } from "../../features/tasks/rules.ts";
import type { Call } from "../../http/call.ts";
import { isoInstant } from "../../runtime/clock.ts";
import type { Caller } from "../../service.ts";
import { type Fault, fault } from "../fault.ts";
import { closedChannels, editingList, invented, member } from "../tools.ts";
import { storedTaskOf } from "./named-task.ts";

const WAITING: ReadonlySet<string> = new Set(["triage", "backlog", "todo"]);

/** Faults of blocking tasks. */
export const taskBlockFaults: readonly Fault[] = [
  fault(
    "block-refused-for-creators",
    "tasks.block.succeeds",
    "only the assignee can block a task",
    ["block-task"],
    () =>
      refusingBefore("block-task", (call) => {
        const key = ownKey(call);
        const task = key?.workspace.tasks.get(String(bodyMember(call, "taskId")))?.task;
        return task === undefined || task.assigneeAgentId === key?.agent.id ? null : [403, "permission_denied"];
      }),
  ),
  fault(
    "block-answers-before",
    "tasks.block.status",
    "the answer to a block shows the status before it",
    ["block-task"],
    () => answering("block-task", "data.status", () => "todo"),
  ),
  fault("block-answers-another", "tasks.block.status", "the answer to a block is another task", ["block-task"], () =>
    answering("block-task", "data.id", () => "another-task"),
  ),
  fault(
    "block-starts-the-newest",
    "tasks.block.only-the-task",
    "blocking a task starts the newest of the others that wait",
    ["block-task", "list-tasks"],
    () =>
      onSuccess("block-task", (reply, { at, caller }) => {
        const tasks = caller?.workspace.tasks;
        const { id } = asObject(reply.body.data);
        const newest = [...(tasks?.all() ?? [])].findLast(({ task }) => task.id !== id && WAITING.has(task.status));
        if (newest === undefined) return;
        const { version } = newest.task;
        tasks?.change(newest, { status: "in_progress", version: version + 1, updatedAt: isoInstant(at) });
      }),
  ),
  fault(
    "block-sets-in-review",
    "tasks.block.persists",
    "a blocked task is listed as in review",
    ["block-task", "list-tasks"],
    () => blockingInAnswerAlone(),
  ),
  fault(
    "block-of-urgent-not-kept",
    "tasks.block.persists",
    "blocking a task that was in progress is not kept",
    ["block-task", "list-tasks"],
    () =>
      together(
        rules({ tasks: { blocked: (_caller, task) => (task.status === "in_progress" ? {} : { status: "blocked" }) } }),
        answering("block-task", "data.status", () => "blocked"),
      ),
  ),
  fault(
    "block-without-comment",
    "tasks.block.comment",
    "blocking leaves no comment",
    ["block-task", "list-tasks"],
    () => rules({ tasks: { blockComments: () => false } }),
  ),
  fault(
    "block-for-long-reason-without-comment",
    "tasks.block.comment",
    "a reason of more than 100 characters leaves no comment",
    ["block-task", "list-tasks"],
    () => rules({ tasks: { blockComments: (_task, reason) => reason.length <= 100 } }),
  ),
  fault("block-clears-assignee", "tasks.block.keeps-fields", "blocking clears the assignment", ["block-task"], () =>
    rules({ tasks: { blocked: () => ({ status: "blocked", assigneeAgentId: null }) } }),
  ),
  fault("block-raises-priority", "tasks.block.keeps-fields", "blocking makes a task urgent", ["block-task"], () =>
    rules({ tasks: { blocked: () => ({ status: "blocked", priority: "urgent" }) } }),
  ),
  fault(
    "block-replaces-description",
    "tasks.block.keeps-fields",
    "the reason of a block replaces the description",
    ["block-task"],
    () => rules({ tasks: { blocked: () => ({ status: "blocked", description: "blocked" }) } }),
  ),
  fault(
    "block-blocks-sub-tasks",
    "tasks.block.only-the-task",
    "blocking a task blocks the one made after it",
    ["block-task", "list-tasks"],
    () => onSuccess("block-task", (_reply, call) => touchingNeighbour(call)),
  ),
  fault(
    "block-unknown-accepted",
    "tasks.block.unknown-task",
    "blocking a task that does not exist is accepted",
    ["block-task"],
    () => inventing("block-task", "blocked"),
  ),
  fault(
    "block-hidden-accepted",
    "tasks.block.hidden-task",
    "any task of the workspace can be blocked",
    ["block-task"],
    () => seeingAllDuring("block-task"),
  ),
  fault(
    "version-falls-on-block",
    "tasks.fields.version-never-falls",
    "blocking sets the version back to 0",
    ["block-task"],
    () => rules({ tasks: { blocked: () => ({ status: "blocked" }), nextVersion: () => 0 } }),
  ),
  fault(
    "version-stale-in-listing",
    "tasks.fields.version-never-falls",
    "a listing shows the version before the last change",
    ["list-tasks"],
    () =>
      editingList("list-tasks", "data", (tasks) =>
        tasks.map((task) => ({ ...asObject(task), version: Math.max(1, Number(member(task, "version")) - 1) })),
      ),
  ),
  fault(
    "version-stays",
    "tasks.fields.version-rises",
    "changes leave the version as it is",
    ["block-task", "release-task"],
    () => rules({ tasks: { nextVersion: (version) => version } }),
  ),
];

/** Answers the block, but keeps the task in review. */
function blockingInAnswerAlone(): Change {
  return together(
    rules({ tasks: { blocked: () => ({ status: "in_review" }) } }),
    answering("block-task", "data.status", () => "blocked"),
  );
}

function touchingNeighbour(call: Call): void {
  const { caller } = call;
  const stored = storedTaskOf(call);
  if (caller === null || stored === undefined) return;
  const all = [...caller.workspace.tasks.all()].filter(
    ({ task }) => task.createdByAgentId === caller.agent.id && task.status !== "done",
  );
  const place = all.indexOf(stored);
  const neighbour = all[place + 1] ?? all[place - 1];
  if (neighbour !== undefined) caller.workspace.tasks.change(neighbour, { status: "blocked" });
}

/** Answers for a task that does not exist. */
function inventing(operation: string, status: string): Change {
  return onReply(operation, (reply, call) => {
    const id = bodyMember(call, "taskId");
    if (reply.status !== 404 || typeof id !== "string") return;
    const at = new Date(call.at).toISOString();
    Object.assign(
      reply,
      invented(call, { id, title: "?", status, priority: "none", version: 1, createdAt: at, updatedAt: at }),
    );
  });
}

/** Lets the caller see every task of its workspace while it performs one operation. */
function seeingAllDuring(operation: string): Change {
  let during = false;
  return together(rules({ tasks: { maySee: (caller, stored) => during || taskRules.maySee(caller, stored) } }), {
    around: (call, next) => {
      during = call.operation === operation;
      const reply = next();
      during = false;
      return reply;
    },
  });
}

/** Faults of releasing tasks. */
export const taskReleaseFaults: readonly Fault[] = [
  fault(
    "release-of-blocked-refused",
    "tasks.release.succeeds",
    "a task that its assignee created cannot be released",
    ["release-task"],
    () =>
      rules({
        tasks: {
          mayRelease: (caller, task) => taskRules.mayRelease(caller, task) && task.createdByAgentId !== caller.agent.id,
        },
      }),
  ),
  fault(
    "release-answers-before",
    "tasks.release.clears-assignment",
    "the answer to a release still names the assignee",
    ["release-task"],
    () =>
      onSuccess("release-task", (reply, call) =>
        editAt(reply.body, "data.assigneeAgentId", () => call.caller?.agent.id ?? null),
      ),
  ),
  fault(
    "release-hands-on",
    "tasks.release.clears-assignment",
    "a release assigns the task to another agent of the workspace",
    ["release-task", "list-tasks"],
    () =>
      rules({
        tasks: {
          released: ({ agent, workspace }) => ({
            assigneeAgentId: [...workspace.directory.agents.keys()].find((id) => id !== agent.id) ?? null,
          }),
        },
      }),
  ),
  fault(
    "release-not-kept",
    "tasks.release.persists",
    "a release is in the answer alone",
    ["release-task", "list-tasks"],
    () =>
      together(
        rules({ tasks: { released: () => ({}) } }),
        answering("release-task", "data.assigneeAgentId", () => null),
      ),
  ),
  fault(
    "release-of-others-accepted",
    "tasks.release.other-assignee",
    "anyone who sees a task may release it",
    ["release-task"],
    () => rules({ tasks: { mayRelease: (_caller, task) => task.assigneeAgentId !== null } }),
  ),
  fault(
    "release-by-creator-accepted",
    "tasks.release.other-assignee",
    "the creator of a task may release it",
    ["release-task"],
    () =>
      rules({
        tasks: {
          mayRelease: (caller, task) =>
            taskRules.mayRelease(caller, task) ||
            (task.createdByAgentId === caller.agent.id && task.assigneeAgentId !== null),
        },
      }),
  ),
  fault(
    "release-by-owner-accepted",
    "tasks.release.other-assignee",
    "the owner of an agent may release its tasks",
    ["release-task"],
    () =>
      rules({
        tasks: {
          mayRelease: (caller, task) =>
            taskRules.mayRelease(caller, task) ||
            caller.workspace.directory.ownedBy(caller.agent.id).some((owned) => owned === task.assigneeAgentId),
        },
      }),
  ),
  fault(
    "release-of-unassigned-accepted",
    "tasks.release.unassigned",
    "a task that nobody is assigned to can be released",
    ["release-task"],
    () =>
      rules({
        tasks: { mayRelease: (caller, task) => taskRules.mayRelease(caller, task) || task.assigneeAgentId === null },
      }),
  ),
  fault(
    "refused-release-clears",
    "tasks.release.refused-without-effect",
    "a refused release clears the assignment all the same",
    ["release-task", "list-tasks"],
    () => clearingRefused(),
  ),
  fault(
    "release-resets-priority",
    "tasks.release.keeps-fields",
    "releasing resets the priority",
    ["release-task"],
    () => rules({ tasks: { released: () => ({ assigneeAgentId: null, priority: "none" }) } }),
  ),
  fault(
    "release-unbinds",
    "tasks.release.keeps-fields",
    "the answer to a release names no channel",
    ["release-task"],
    () => answering("release-task", "data.channelId", () => null),
  ),
  fault(
    "release-drops-description",
    "tasks.release.keeps-fields",
    "releasing drops the description",
    ["release-task"],
    () => rules({ tasks: { released: () => ({ assigneeAgentId: null, description: null }) } }),
  ),
  fault(
    "release-unknown-accepted",
    "tasks.release.unknown-task",
    "releasing a task that does not exist is accepted",
    ["release-task"],
    () => inventing("release-task", "todo"),
  ),
];

function clearingRefused(): Change {
  return onReply("release-task", (reply, call) => {
    const tasks = call.caller?.workspace.tasks;
    const stored = tasks?.get(String(bodyMember(call, "taskId")));
    if (reply.status === 409 && stored !== undefined) tasks?.change(stored, { assigneeAgentId: null });
  });
}

/** Faults of task cards. */
export const taskEventFaults: readonly Fault[] = [
  fault(
    "no-cards",
    "events.task-card",
    "bound tasks post no cards",
    ["create-task", "block-task", "release-task", "get-messages"],
    () => rules({ tasks: { cardsFor: new Set() } }),
  ),
  fault(
    "no-card-at-creation",
    "events.card-at-creation",
    "creating a bound task posts no card",
    ["create-task", "get-messages"],
    () => rules({ tasks: { cardsFor: new Set(["blocked", "released", "completed", "cancelled"] as const) } }),
  ),
  fault(
    "cards-for-unbound-tasks",
    "events.no-card-unbound",
    "tasks without a channel post cards into the caller's first one",
    ["create-task", "get-messages"],
    () => strayCards((bound) => !bound),
  ),
  fault(
    "cards-in-every-channel",
    "events.card-own-channel",
    "cards of bound tasks appear in all channels of the caller",
    ["create-task", "get-messages"],
    () => strayCards((bound) => bound),
  ),
  fault(
    "cards-in-channels-of-others",
    "events.card-own-channel",
    "cards of bound tasks appear in the channels that their maker does not belong to as well",
    ["create-task", "get-messages"],
    () => strayCards((bound) => bound, closedChannels),
  ),
];

const ownChannels = ({ workspace, agent }: Caller): Iterable<string> => workspace.directory.channelsOf(agent.id);

/** Posts a card into channels, those of the caller unless others are named, that the task is not bound to. */
function strayCards(concerned: (bound: boolean) => boolean, channelsFor = ownChannels): Change {
  return onSuccess("create-task", (reply, { caller }) => {
    const task = asObject(reply.body.data);
    if (caller === null || !concerned(task.channelId !== null)) return;
    for (const channelId of channelsFor(caller)) {
      if (channelId === task.channelId) continue;
      postAsService(caller, {
        channelId,
        content: `Task ${task.identifier} created: ${task.title}`,
        metadata: { taskCard: { taskId: task.id, identifier: task.identifier } },
      });
    }
  });
}
