import { type Call, notThere, type Operation, type Outcome } from "./call.ts";
import { taskView } from "./task-view.ts";
import { PRIORITIES, STATUSES } from "./tasks.ts";
import { folded, words } from "./text.ts";
import { isMember, seesTask } from "./visibility.ts";
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
  const { world, clock, lag, choices } = call;
  const filter = readFilter(call);
  const limit = readLimit(call);
  call.input.end();
  const rows = choices.tasks.lagged ? world.tasks.rowsAt(clock.exact() - lag) : world.tasks.rows();
  const shown = sorted(
    call,
    rows.filter((task) => seesTask(call, call.caller, task)),
  );
  const matching = shown.filter((task) => matches(call, task, filter));
  const page = matching.slice(0, limit).map((task) => taskView(call, task));
  return { data: page, pagination: { more: matching.length > limit } };
}

function readFilter(call: Call): Filter {
  const { input, choices, world } = call;
  const names = choices.names["list-tasks"] ?? {};
  const named = (role: string, rows: { find(id: string): { workspace: string } | undefined }) => {
    const id = input.id(names[role] ?? "");
    const known = id === undefined || rows.find(id)?.workspace === call.caller.workspace;
    if (!known && choices.tasks.unknownFilterId === "missing") notThere(call, role, id);
    return id;
  };
  return {
    status: input.oneOf(names.status ?? "", STATUSES),
    priority: input.oneOf(names.priority ?? "", PRIORITIES),
    agent: named("assigneeAgent", world.agents),
    user: named("assigneeUser", world.users),
    channel: named("channel", world.channels),
    text: input.text(names.text ?? ""),
  };
}

function readLimit({ input, choices }: Call): number {
  const name = choices.names["list-tasks"]?.limit ?? "";
  return input.integer(name, { min: 1, max: 100, clamp: true }) ?? 50;
}

function matches(call: Call, task: Task, filter: Filter): boolean {
  const { world, caller } = call;
  const { status, priority, agent, user, channel, text } = filter;
  const inChannel = () => task.channel === channel && isMember(world.channels.find(channel ?? ""), caller);
  return (
    (status === undefined || task.status === status) &&
    (priority === undefined || task.priority === priority) &&
    (agent === undefined || task.agent === agent) &&
    (user === undefined || task.user === user) &&
    (channel === undefined || inChannel()) &&
    (text === undefined || hasText(call, task, text))
  );
}

function hasText({ choices }: Call, task: Task, text: string): boolean {
  const fields = [task.title, task.description ?? "", task.identifier];
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
