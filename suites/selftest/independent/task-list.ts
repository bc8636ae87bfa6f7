import { type Call, notThere, type Operation, type Outcome } from "./call.ts";
import { folded, words } from "./prose.ts";
import { isMember, seesTask } from "./sight.ts";
import { listedTask } from "./task-view.ts";
import { PRIORITIES, STATUSES } from "./tasks.ts";
import type { Task } from "./world.ts";

const PRIORITY_NAMES: readonly string[] = PRIORITIES;

interface Filter {
  readonly status: string | undefined;
  readonly priority: string | undefined;
  readonly agent: string | undefined;
  readonly user: string | undefined;
  readonly channel: string | undefined;
  readonly text: string | undefined;
}

function list(call: Call): Outcome {
  const { world, clock, lag, choices, isMutated } = call;
  const filter = readFilter(call);
  const limit = readLimit(call, filter);
  call.input.end();
  const rows = choices.tasks.lagged ? world.tasks.rowsAt(clock.exact() - lag) : world.tasks.rows();
  const shown = sorted(
    call,
    rows.filter((task) => inReach(call, task, filter)),
  );
  const early = isMutated("tasks.count-before-filter") && filter.priority !== undefined ? shown.slice(0, limit) : shown;
  const matching = early.filter((task) => matches(call, task, filter));
  const page = matching.slice(0, limit).map((task) => listedTask(call, task));
  return {
    data: isMutated("tasks.list-wrapped") ? { tasks: page } : page,
    pagination: { more: matching.length > limit },
  };
}

function readFilter(call: Call): Filter {
  const { input, choices, isMutated, world } = call;
  const names = choices.names["list-tasks"] ?? {};
  const status = names.status ?? "";
  const priority = input.oneOf(names.priority ?? "", PRIORITIES);
  const named = (role: string, rows: { find(id: string): { workspace: string } | undefined }) => {
    const id = input.id(names[role] ?? "");
    const known = id === undefined || rows.find(id)?.workspace === call.caller.workspace;
    if (!known && choices.tasks.unknownFilterId === "missing") notThere(call, role, id);
    return id;
  };
  const user = named("assigneeUser", world.users);
  return {
    status: isMutated("tasks.status-unknown") ? input.text(status) : input.oneOf(status, STATUSES),
    priority: priority === "none" && isMutated("tasks.priority-none-ignored") ? undefined : priority,
    agent: named("assigneeAgent", world.agents),
    user: isMutated("tasks.user-filter-ignored") ? undefined : user,
    channel: named("channel", world.channels),
    text: input.text(names.text ?? ""),
  };
}

function readLimit({ input, choices, isMutated }: Call, { text }: Filter): number {
  const name = choices.names["list-tasks"]?.limit ?? "";
  const max = isMutated("tasks.no-maximum") ? 100_000 : 100;
  const asked = input.integer(name, { min: 1, max, clamp: true });
  if (text !== undefined && isMutated("tasks.count-forgotten-with-text")) return max;
  if (asked !== undefined) return isMutated("tasks.one-too-many") ? asked + 1 : asked;
  if (isMutated("tasks.default-100")) return 100;
  return isMutated("tasks.default-49") ? 49 : 50;
}

function inReach(call: Call, task: Task, { text, channel }: Filter): boolean {
  const { isMutated, caller } = call;
  const here = task.workspace === caller.workspace;
  if (here && isMutated("tasks.list-private")) return true;
  if (here && text !== undefined && isMutated("tasks.list-private-with-text")) return true;
  if (!here && text !== undefined && isMutated("tasks.list-other-workspace")) return true;
  if (here && channel !== undefined && task.channel === channel && isMutated("tasks.list-foreign-channel")) return true;
  return seesTask(call, caller, task);
}

function matches(call: Call, task: Task, filter: Filter): boolean {
  const { isMutated, world, caller } = call;
  const { status, priority, agent, user, channel, text } = filter;
  const forgets = priority !== undefined && isMutated("tasks.status-forgotten-with-priority");
  const inChannel =
    channel !== undefined &&
    task.channel === channel &&
    (isMember(world.channels.find(channel), caller) || isMutated("tasks.list-foreign-channel"));
  const byCreator = isMutated("tasks.agent-filter-creator") && task.creator === agent;
  const others =
    (forgets || status === undefined || hasStatus(call, task, status)) &&
    (priority === undefined || task.priority === priority) &&
    (agent === undefined || task.agent === agent || byCreator) &&
    (user === undefined || task.user === user) &&
    (text === undefined || hasText(call, task, text));
  const alone = Object.values(filter).filter((value) => value !== undefined).length === 1;
  if (channel !== undefined && !alone && isMutated("tasks.channel-filter-or")) return others || inChannel;
  return others && (channel === undefined || inChannel);
}

function hasStatus({ isMutated }: Call, task: Task, status: string): boolean {
  return status === "in_progress" && isMutated("tasks.status-like")
    ? task.status.startsWith("in")
    : task.status === status;
}

function hasText({ isMutated, choices }: Call, task: Task, text: string): boolean {
  const fields = [
    isMutated("tasks.text-without-title") ? "" : task.title,
    isMutated("tasks.text-without-description") ? "" : (task.description ?? ""),
    isMutated("tasks.text-without-identifier") ? "" : task.identifier,
  ];
  if (choices.tasks.text === "substring") {
    return fields.some((field) => folded(field).includes(folded(text)));
  }
  const present = new Set(fields.flatMap(words));
  const wanted = words(text);
  return wanted.length > 0 && wanted.every((word) => present.has(word));
}

function sorted({ choices }: Call, tasks: Task[]): Task[] {
  const urgency = ({ priority }: Task) => PRIORITY_NAMES.indexOf(priority);
  const orders: Record<typeof choices.tasks.order, (one: Task, other: Task) => number> = {
    oldest: (one, other) => one.place - other.place,
    title: (one, other) => (one.title < other.title ? -1 : 1),
    urgency: (one, other) => urgency(other) - urgency(one) || one.place - other.place,
  };
  return tasks.sort(orders[choices.tasks.order]);
}

/** list-tasks. */
export const taskList: readonly Operation[] = [{ name: "list-tasks", method: "GET", family: "agent", run: list }];
