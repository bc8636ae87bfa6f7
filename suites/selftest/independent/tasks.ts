import { type Bench, breath, type Call, notThere, type Operation, type Outcome } from "./call.ts";
import { postCard } from "./cards.ts";
import type { TextRule } from "./reader.ts";
import { refuse } from "./refusal.ts";
import { ownChannel, seesTask } from "./sight.ts";
import { taskView } from "./task-view.ts";
import type { Task } from "./world.ts";

/** Statuses in which a task may start. */
const STARTING = ["triage", "backlog", "todo", "in_progress", "blocked", "in_review"] as const;
/** All statuses of tasks. */
export const STATUSES = [...STARTING, "done", "cancelled"] as const;
/** All priorities, the least first. */
export const PRIORITIES = ["none", "low", "medium", "high", "urgent"] as const;

async function create(call: Call): Promise<Outcome> {
  const wanted = readWanted(call);
  call.input.end();
  await takeAllowance(call, wanted);
  const task = store(call, wanted);
  announce(call, task, "created");
  return { data: taskView(call, task) };
}

type Wanted = ReturnType<typeof readWanted>;

function readWanted(call: Call) {
  const { input, choices, isMutated } = call;
  const channel = input.id("channelId");
  if (channel !== undefined) ownChannel(call, channel);
  const status = input.oneOf("status", startingStatuses(isMutated)) ?? choices.tasks.status;
  const priority = isMutated("tasks.priority-unknown") ? input.text("priority") : input.oneOf("priority", PRIORITIES);
  const parent = parentOf(call);
  return {
    title: readTitle(call),
    description: input.text("description"),
    status: status === "blocked" && isMutated("tasks.start-ignored") ? choices.tasks.status : status,
    priority: priority === "urgent" && isMutated("tasks.urgent-lost") ? "high" : (priority ?? choices.tasks.priority),
    ...readAssignees(call),
    parent: channel !== undefined && isMutated("tasks.parent-lost") ? undefined : parent,
    channel,
  };
}

function startingStatuses(isMutated: Bench["isMutated"]): string[] {
  const kept = STARTING.filter((status) => !(status === "in_review" && isMutated("tasks.start-in-review")));
  return [
    ...kept,
    ...(isMutated("tasks.start-done") ? ["done"] : []),
    ...(isMutated("tasks.start-cancelled") ? ["cancelled"] : []),
  ];
}

function readTitle({ input, choices, isMutated }: Call): string {
  const unit: TextRule["unit"] = isMutated("tasks.title-bytes") ? "bytes" : choices.input.titleUnit;
  const upper = isMutated("tasks.title-501") ? 501 : 500;
  const max = isMutated("tasks.title-499") ? 499 : upper;
  const raw = isMutated("tasks.title-object") ? input.raw("title") : undefined;
  if (typeof raw === "object" && raw !== null) return JSON.stringify(raw).slice(0, max);
  const title = input.text("title", { min: isMutated("tasks.title-empty") ? 0 : 1, max, unit }) ?? "Untitled";
  return isMutated("tasks.title-cut") ? title.slice(0, 255) : title;
}

function readAssignees(call: Call): { agent?: string | undefined; user?: string | undefined } {
  const { input, world, caller, isMutated, choices } = call;
  const agent = input.id("assigneeAgentId");
  const user = input.id("assigneeUserId");
  if (agent !== undefined && user !== undefined && !choices.tasks.bothAssignees) {
    refuse("invalid", "a task has one assignee");
  }
  if (agent !== undefined && world.agents.find(agent)?.workspace !== caller.workspace) notThere(call, "agent", agent);
  if (user !== undefined && world.users.find(user)?.workspace !== caller.workspace) notThere(call, "user", user);
  return { agent, user: isMutated("tasks.user-lost") ? undefined : user };
}

function parentOf(call: Call): string | undefined {
  const id = call.input.id("parentTaskId");
  if (id !== undefined) seenTask(call, id);
  return id;
}

async function takeAllowance(call: Call, wanted: Wanted): Promise<void> {
  const { world, caller, isMutated } = call;
  const spare = isMutated("tasks.plan-one-more") ? 1 : 0;
  const { tasksLeft = 0 } = world.workspaces.find(caller.workspace) ?? {};
  if (tasksLeft + spare <= 0) {
    if (isMutated("tasks.plan-creates")) store(call, wanted);
    refuse("plan", "the monthly task allowance is used up");
  }
  if (isMutated("tasks.plan-race")) await breath(20);
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
    firstStatus: wanted.status,
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
  const { isMutated, world, caller, choices } = call;
  if (isMutated("tasks.no-card") || (event === "created" && choices.liberties.noCardAtCreation)) return;
  const members = world.channels.rows().filter((one) => one.members.includes(caller.id));
  const elsewhere = members.find((one) => one.id !== task.channel)?.id;
  if (task.channel !== undefined)
    postCard(call, task, isMutated("tasks.card-elsewhere") ? elsewhere : task.channel, event);
  else if (isMutated("tasks.card-for-unbound")) postCard(call, task, elsewhere, event);
}

function seenTask(call: Call, id: string): Task {
  const task = call.world.tasks.find(id);
  if (task && task.workspace !== call.caller.workspace && call.isMutated("tasks.block-other-workspace")) return task;
  if (!task || task.workspace !== call.caller.workspace) return notThere(call, "task", id);
  const open = call.choices.liberties.openBlocking || call.isMutated("tasks.block-hidden");
  return open || seesTask(call, call.caller, task) ? task : notThere(call, "task", id, true);
}

function change({ world, clock, choices, isMutated }: Call, task: Task, patch: Partial<Task>): Task {
  const version =
    task.version + (choices.liberties.fixedVersion || isMutated("tasks.version-still") ? 0 : choices.tasks.step);
  return world.tasks.change(task.id, { version, updated: clock.now(), ...patch });
}

function block(call: Call): Outcome {
  const { input, choices, caller, isMutated } = call;
  const id = input.id("taskId") ?? refuse("invalid", "taskId is missing");
  const reason = input.text("reason") ?? "";
  input.end();
  const known = call.world.tasks.find(id);
  if (!known && isMutated("tasks.block-unknown-200")) return { data: taskView(call, invented(call, id)) };
  const task = seenTask(call, id);
  if ([...choices.tasks.unblockable, "done", "cancelled"].includes(task.status)) {
    refuse(choices.tasks.blockRefusal, `a task in ${task.status} cannot be blocked`);
  }
  if (isMutated("tasks.block-status-kept") && task.priority === "urgent") return { data: taskView(call, task) };
  const comments = isMutated("tasks.block-no-comment")
    ? task.comments
    : [...task.comments, { by: caller.id, text: reason }];
  const blocked = change(call, task, {
    comments,
    status: isMutated("tasks.block-not-stored") ? task.status : "blocked",
    ...(isMutated("tasks.block-unassigns") ? { agent: undefined, user: undefined } : {}),
    ...(isMutated("tasks.block-version-back") ? { version: choices.tasks.firstVersion - 1 } : {}),
  });
  announce(call, blocked, "blocked");
  return { data: taskView(call, { ...blocked, status: "blocked" }) };
}

function invented(call: Call, id: string): Task {
  const { caller, clock, place } = call;
  const now = clock.now();
  return {
    id,
    workspace: caller.workspace,
    place: place(),
    identifier: "T-0",
    title: "Untitled",
    status: "blocked",
    firstStatus: "blocked",
    priority: "low",
    version: 1,
    creator: caller.id,
    creatorIsAgent: true,
    comments: [],
    mentions: [],
    created: now,
    updated: now,
  };
}

function release(call: Call): Outcome {
  const { input, choices, caller, isMutated } = call;
  const id = input.id("taskId") ?? refuse("invalid", "taskId is missing");
  input.end();
  const task = seenTask(call, id);
  const allowed =
    task.agent === caller.id ||
    (isMutated("tasks.release-anyone") && (task.agent ?? task.user) !== undefined) ||
    (isMutated("tasks.release-by-creator") && task.creator === caller.id && task.agent !== undefined) ||
    (isMutated("tasks.release-unassigned") && (task.agent ?? task.user) === undefined);
  if (!allowed) {
    if (isMutated("tasks.release-refused-yet-done")) change(call, task, { agent: undefined, user: undefined });
    refuse(choices.tasks.releaseRefusal, "only its assignee can release a task");
  }
  const keeps = isMutated("tasks.release-kept-when-blocked") && task.status === "blocked";
  const gone = keeps ? {} : { agent: undefined, ...(isMutated("tasks.release-anyone") ? { user: undefined } : {}) };
  const released = change(call, task, {
    status: choices.tasks.releasedTo,
    ...(isMutated("tasks.release-not-stored") ? {} : gone),
  });
  announce(call, released, "released");
  return { data: taskView(call, { ...released, ...gone }) };
}

/** create-task, block-task and release-task. */
export const taskOperations: readonly Operation[] = [
  { name: "create-task", method: "POST", family: "agent", run: create },
  { name: "block-task", method: "POST", family: "agent", run: block },
  { name: "release-task", method: "POST", family: "agent", run: release },
];
