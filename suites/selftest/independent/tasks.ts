import { type Call, notThere, type Operation, type Outcome } from "./call.ts";
import { postCard } from "./cards.ts";
import { refuse } from "./refusal.ts";
import { taskView } from "./task-view.ts";
import { ownChannel, seesTask } from "./visibility.ts";
import type { Task } from "./world.ts";

/** Statuses in which a task may start. */
const STARTING = ["triage", "backlog", "todo", "in_progress", "blocked", "in_review"] as const;
/** All statuses of tasks. */
export const STATUSES = [...STARTING, "done", "cancelled"] as const;
/** All priorities, the least first. */
export const PRIORITIES = ["none", "low", "medium", "high", "urgent"] as const;

function create(call: Call): Outcome {
  const wanted = readWanted(call);
  call.input.end();
  takeAllowance(call);
  const task = store(call, wanted);
  announce(call, task, "created");
  return { data: taskView(call, task) };
}

type Wanted = ReturnType<typeof readWanted>;

function readWanted(call: Call) {
  const { input, choices } = call;
  const channel = input.id("channelId");
  if (channel !== undefined) ownChannel(call, channel);
  return {
    title: readTitle(call),
    description: input.text("description"),
    status: input.oneOf("status", STARTING) ?? choices.tasks.status,
    priority: input.oneOf("priority", PRIORITIES) ?? choices.tasks.priority,
    ...readAssignees(call),
    parent: parentOf(call),
    channel,
  };
}

function readTitle({ input, choices }: Call): string {
  return input.text("title", { min: 1, max: 500, unit: choices.input.titleUnit }) ?? "Untitled";
}

function readAssignees(call: Call): { agent?: string | undefined; user?: string | undefined } {
  const { input, world, caller, choices } = call;
  const agent = input.id("assigneeAgentId");
  const user = input.id("assigneeUserId");
  if (agent !== undefined && user !== undefined && !choices.tasks.bothAssignees) {
    refuse("invalid", "a task has one assignee");
  }
  if (agent !== undefined && world.agents.find(agent)?.workspace !== caller.workspace) notThere(call, "agent", agent);
  if (user !== undefined && world.users.find(user)?.workspace !== caller.workspace) notThere(call, "user", user);
  return { agent, user };
}

function parentOf(call: Call): string | undefined {
  const id = call.input.id("parentTaskId");
  if (id !== undefined) seenTask(call, id);
  return id;
}

function takeAllowance({ world, caller }: Call): void {
  const { tasksLeft = 0 } = world.workspaces.find(caller.workspace) ?? {};
  if (tasksLeft <= 0) refuse("plan", "the monthly task allowance is used up");
  world.workspaces.change(caller.workspace, { tasksLeft: tasksLeft - 1 });
}

function store({ world, ids, clock, choices, caller, place }: Call, wanted: Wanted): Task {
  const at = clock.now();
  const position = place();
  return world.tasks.add({
    ...wanted,
    id: ids.next("task"),
    workspace: caller.workspace,
    place: position,
    identifier: `${choices.tasks.prefix}-${position}`,
    version: choices.tasks.firstVersion,
    creator: caller.id,
    creatorIsAgent: true,
    comments: [],
    mentions: [],
    created: at,
    updated: at,
  });
}

function announce(call: Call, task: Task, event: string): void {
  if (event === "created" && call.choices.liberties.noCardAtCreation) return;
  if (task.channel !== undefined) postCard(call, task, task.channel, event);
}

function seenTask(call: Call, id: string): Task {
  const task = call.world.tasks.find(id);
  if (!task || task.workspace !== call.caller.workspace) return notThere(call, "task", id);
  return call.choices.liberties.openBlocking || seesTask(call, call.caller, task)
    ? task
    : notThere(call, "task", id, true);
}

function change({ world, clock, choices }: Call, task: Task, patch: Partial<Task>): Task {
  const version = task.version + (choices.liberties.fixedVersion ? 0 : choices.tasks.step);
  return world.tasks.change(task.id, { version, updated: clock.now(), ...patch });
}

function block(call: Call): Outcome {
  const { input, choices, caller } = call;
  const id = input.id("taskId") ?? refuse("invalid", "taskId is missing");
  const reason = input.text("reason") ?? "";
  input.end();
  const task = seenTask(call, id);
  if ([...choices.tasks.unblockable, "done", "cancelled"].includes(task.status)) {
    refuse(choices.tasks.blockRefusal, `a task in ${task.status} cannot be blocked`);
  }
  const comments = [...task.comments, { by: caller.id, text: reason }];
  const blocked = change(call, task, { comments, status: "blocked" });
  announce(call, blocked, "blocked");
  return { data: taskView(call, blocked) };
}

function release(call: Call): Outcome {
  const { input, choices, caller } = call;
  const id = input.id("taskId") ?? refuse("invalid", "taskId is missing");
  input.end();
  const task = seenTask(call, id);
  if (task.agent !== caller.id) refuse(choices.tasks.releaseRefusal, "only its assignee can release a task");
  const released = change(call, task, { status: choices.tasks.releasedTo, agent: undefined });
  announce(call, released, "released");
  return { data: taskView(call, released) };
}

/** create-task, block-task and release-task. */
export const taskOperations: readonly Operation[] = [
  { name: "create-task", method: "POST", family: "agent", run: create },
  { name: "block-task", method: "POST", family: "agent", run: block },
  { name: "release-task", method: "POST", family: "agent", run: release },
];
