import type { Json } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { onCall, rules } from "../../changes/hooks.ts";
import { type Participation, participationOf } from "../../features/tasks/model.ts";
import { taskRules } from "../../features/tasks/rules.ts";
import type { Rules } from "../../rules.ts";
import { type Fault, fault } from "../fault.ts";
import { shiftLimit } from "../messages/tools.ts";
import { copyOf, editingList, member, refusingWhen } from "../tools.ts";

const LIST = ["list-tasks"];

/** A listing without one of its filters, by its name on the wire. */
const ignoring = (name: string): Change => onCall("list-tasks", (call) => call.query.delete(name));

/** Another test of one filter. */
const filtering = (filters: Partial<Rules["tasks"]["filters"]>): Change => rules({ tasks: { filters } });

const FILTERS = ["status", "assigneeAgentId", "assigneeUserId", "priority", "channelId", "query"];

/** Faults of the filters of list-tasks. */
export const taskFilterFaults: readonly Fault[] = [
  fault("list-with-filter-refused", "tasks.list.succeeds", "a listing by user is refused", LIST, () =>
    refusingWhen("list-tasks", (call) => call.query.has("assigneeUserId")),
  ),
  fault("list-status-ignored", "tasks.list.status", "the status filter is ignored", LIST, () => ignoring("status")),
  fault(
    "list-status-blocked-with-review",
    "tasks.list.status",
    "the filter blocked lists tasks in review too",
    LIST,
    () =>
      filtering({
        status: (task, wanted) => task.status === wanted || (wanted === "blocked" && task.status === "in_review"),
      }),
  ),
  fault("list-status-in-progress-empty", "tasks.list.status", "the filter in_progress finds nothing", LIST, () =>
    filtering({ status: (task, wanted) => task.status === wanted && wanted !== "in_progress" }),
  ),
  fault("list-status-cancelled-empty", "tasks.list.status", "cancelled tasks are never listed", LIST, () =>
    filtering({ status: (task, wanted) => task.status === wanted && wanted !== "cancelled" }),
  ),
  fault("list-agent-ignored", "tasks.list.assignee-agent", "the filter by agent is ignored", LIST, () =>
    ignoring("assigneeAgentId"),
  ),
  fault("list-agent-means-creator", "tasks.list.assignee-agent", "the filter by agent looks at the creator", LIST, () =>
    filtering({ assigneeAgent: (task, wanted) => task.createdByAgentId === wanted }),
  ),
  fault("list-user-ignored", "tasks.list.assignee-user", "the filter by user is ignored", LIST, () =>
    ignoring("assigneeUserId"),
  ),
  fault("list-user-finds-nothing", "tasks.list.assignee-user", "the filter by user finds nothing", LIST, () =>
    filtering({ assigneeUser: () => false }),
  ),
  fault("list-priority-ignored", "tasks.list.priority", "the priority filter is ignored", LIST, () =>
    ignoring("priority"),
  ),
  fault("list-priority-at-least", "tasks.list.priority", "the filter high lists urgent tasks too", LIST, () =>
    filtering({
      priority: (task, wanted) => task.priority === wanted || (wanted === "high" && task.priority === "urgent"),
    }),
  ),
  fault("list-priority-low-empty", "tasks.list.priority", "the filter low finds nothing", LIST, () =>
    filtering({ priority: (task, wanted) => task.priority === wanted && wanted !== "low" }),
  ),
  fault("list-channel-ignored", "tasks.list.channel", "the channel filter is ignored", LIST, () =>
    ignoring("channelId"),
  ),
  fault("list-channel-finds-nothing", "tasks.list.channel", "the channel filter finds nothing", LIST, () =>
    filtering({ channel: () => false }),
  ),
  fault("list-text-ignores-title", "tasks.list.text-title", "the text is not looked for in titles", LIST, () =>
    filtering({ text: (task, wanted) => holds([task.description, task.identifier], wanted) }),
  ),
  fault("list-text-at-the-start", "tasks.list.text-title", "a text is found at the start of a title alone", LIST, () =>
    filtering({
      text: (task, wanted) =>
        task.title.toLowerCase().startsWith(wanted.toLowerCase()) || holds([task.description, task.identifier], wanted),
    }),
  ),
  fault("list-text-ascii-only", "tasks.list.text-title", "a text with letters outside ASCII finds nothing", LIST, () =>
    filtering({
      text: (task, wanted) =>
        !/[^\x20-\x7e]/.test(wanted) && holds([task.title, task.description, task.identifier], wanted),
    }),
  ),
  fault(
    "list-text-ignores-description",
    "tasks.list.text-description",
    "the text is not looked for in descriptions",
    LIST,
    () => filtering({ text: (task, wanted) => holds([task.title, task.identifier], wanted) }),
  ),
  fault(
    "list-text-ignores-identifier",
    "tasks.list.text-identifier",
    "the text is not looked for in identifiers",
    LIST,
    () => filtering({ text: (task, wanted) => holds([task.title, task.description], wanted) }),
  ),
  fault("list-text-ignored", "tasks.list.text-relevant", "the text is ignored", LIST, () => ignoring("query")),
  fault("list-text-any-letter", "tasks.list.text-relevant", "a text matches by its first letter", LIST, () =>
    filtering({ text: (task, wanted) => holds([task.title], wanted.slice(0, 1)) }),
  ),
  fault(
    "list-filters-united",
    "tasks.list.combined",
    "tasks that satisfy any of several filters are listed",
    LIST,
    () => unitingFilters(),
  ),
  fault("list-last-filter-wins", "tasks.list.combined", "of several filters only the last is used", LIST, () =>
    onCall("list-tasks", (call) => {
      const given = [...call.query.keys()].filter((name) => FILTERS.includes(name));
      for (const name of given.slice(0, -1)) call.query.delete(name);
    }),
  ),
  fault("list-status-and-priority-clash", "tasks.list.combined", "status is ignored beside priority", LIST, () =>
    onCall("list-tasks", (call) => {
      if (call.query.has("priority")) call.query.delete("status");
    }),
  ),
  fault("list-text-and-status-clash", "tasks.list.combined", "the text is ignored beside a channel", LIST, () =>
    onCall("list-tasks", (call) => {
      if (call.query.has("channelId")) call.query.delete("query");
    }),
  ),
];

function holds(texts: readonly (string | null)[], wanted: string): boolean {
  return texts.some((text) => (text ?? "").toLowerCase().includes(wanted.toLowerCase()));
}

/** Performs a listing once for each of its filters and lists what any of them found. */
function unitingFilters(): Change {
  return {
    around: (call, next) => {
      const given = FILTERS.filter((name) => call.query.has(name));
      if (call.operation !== "list-tasks" || given.length < 2) return next();
      const { query } = call;
      const replies = given.map((name) => {
        call.query = new URLSearchParams([...query].filter(([other]) => other === name || !FILTERS.includes(other)));
        return next();
      });
      call.query = query;
      const [first] = replies;
      if (first === undefined || replies.some(({ status }) => status !== 200)) return first ?? next();
      const tasks = replies.flatMap(({ body }) => copyOf(body as object).data as Json[]);
      const unique = [...new Map(tasks.map((task) => [member(task, "id"), task])).values()];
      return { ...first, body: { ...copyOf(first.body as object), data: unique.slice(0, 100) } };
    },
  };
}

/** Faults of the counts of list-tasks. */
export const taskCountFaults: readonly Fault[] = [
  fault("list-limit-ignored", "tasks.list.limit", "the count of a listing is ignored", LIST, () =>
    onCall("list-tasks", (call) => {
      if (call.query.get("limit") !== "100") call.query.delete("limit");
    }),
  ),
  fault("list-limit-off-by-one", "tasks.list.limit", "one task more comes than asked for", LIST, () =>
    onCall("list-tasks", (call) => shiftLimit(call, 1)),
  ),
  fault("list-limit-one-less", "tasks.list.limit-fills", "one task less comes than asked for", LIST, () =>
    onCall("list-tasks", (call) => shiftLimit(call, -1)),
  ),
  fault("list-limit-before-filters", "tasks.list.limit-fills", "the count is cut before the status filter", LIST, () =>
    cuttingFirst(),
  ),
  fault(
    "list-repeats",
    "tasks.list.no-repeats",
    "a task that the caller made and is assigned to stands twice",
    LIST,
    () =>
      editingList("list-tasks", "data", (tasks, call) =>
        tasks.flatMap((task) =>
          member(task, "assigneeAgentId") === call.caller?.agent.id &&
          member(task, "createdByAgentId") === call.caller?.agent.id
            ? [task, task]
            : [task],
        ),
      ),
  ),
  fault("list-repeats-in-channels", "tasks.list.no-repeats", "an own task in an own channel stands twice", LIST, () =>
    editingList("list-tasks", "data", (tasks, call) =>
      tasks.flatMap((task) =>
        member(task, "channelId") !== null && member(task, "createdByAgentId") === call.caller?.agent.id
          ? [task, task]
          : [task],
      ),
    ),
  ),
];

function cuttingFirst(): Change {
  return {
    around: (call, next) => {
      const status = call.query.get("status");
      if (call.operation !== "list-tasks" || status === null) return next();
      call.query.delete("status");
      const reply = next();
      call.query.set("status", status);
      const body = copyOf(reply.body as object);
      if (!Array.isArray(body.data)) return reply;
      return { ...reply, body: { ...body, data: body.data.filter((task) => member(task, "status") === status) } };
    },
  };
}

/** Who sees a task: without one of the ways, or with one too many. */
const seeing = (maySee: Rules["tasks"]["maySee"]): Change => rules({ tasks: { maySee } });

type Way = keyof Participation;

/** Takes part counts without one of its ways, for the caller itself or for the agents it owns. */
function without(way: Way | null, whose: "own" | "owned"): Change {
  return seeing(({ workspace: { directory }, agent }, stored) => {
    const ways = (id: string, left: boolean) =>
      Object.entries(participationOf(stored, id)).some(([name, holds]) => holds && !(left && name === way));
    const { channelId } = stored.task;
    if (channelId !== null && directory.isMember(channelId, agent.id)) return true;
    return ways(agent.id, whose === "own") || directory.ownedBy(agent.id).some((id) => ways(id, whose === "owned"));
  });
}

/** Faults of who sees which tasks. */
export const taskVisibilityFaults: readonly Fault[] = [
  ...(["assigned", "created", "commented", "mentioned"] as const).flatMap((way) => [
    fault(
      `hidden-although-${way}`,
      `tasks.visibility.${way}`,
      `a task that the caller is ${way} in or on is not listed for that`,
      LIST,
      () => without(way, "own"),
    ),
    fault(
      `hidden-although-owned-${way}`,
      `tasks.visibility.owned-${way}`,
      `a task that an agent of the caller is ${way} in or on is not listed for that`,
      LIST,
      () => without(way, "owned"),
    ),
  ]),
  fault(
    "hidden-although-in-channel",
    "tasks.visibility.channel",
    "tasks of the caller's channels are not listed for that",
    LIST,
    () =>
      seeing((caller, stored) => taskRules.maySee(caller, { ...stored, task: { ...stored.task, channelId: null } })),
  ),
  fault("all-tasks-listed", "tasks.visibility.hidden", "all tasks of the workspace are listed", LIST, () =>
    seeing(() => true),
  ),
  fault(
    "all-tasks-found-by-text",
    "tasks.visibility.hidden",
    "a text search finds all tasks of the workspace",
    LIST,
    () => seeingWith("query"),
  ),
  fault(
    "all-tasks-found-by-status",
    "tasks.visibility.hidden",
    "a status filter lists all tasks of the workspace",
    LIST,
    () => seeingWith("status"),
  ),
  fault("all-channels-listed", "tasks.visibility.foreign-channel", "tasks bound to any channel are listed", LIST, () =>
    seeing((caller, stored) => stored.task.channelId !== null || taskRules.maySee(caller, stored)),
  ),
  fault(
    "named-channel-listed",
    "tasks.visibility.foreign-channel",
    "naming a channel lists its tasks, whoever asks",
    LIST,
    () => seeingWith("channelId"),
  ),
  fault(
    "named-channel-listed-beside-priority",
    "tasks.visibility.foreign-channel",
    "naming a channel and a priority lists its tasks of that priority, whoever asks",
    LIST,
    () => seeingWith("channelId", "priority"),
  ),
];

/** Lets the caller see every task when filters are given together. */
function seeingWith(...names: readonly string[]): Change {
  let given = false;
  return together(
    onCall("*", (call) => {
      given = call.operation === "list-tasks" && names.every((name) => call.query.has(name));
    }),
    seeing((caller, stored) => given || taskRules.maySee(caller, stored)),
  );
}
