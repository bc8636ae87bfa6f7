import { type Change, together } from "../../changes/change.ts";
import { inputs, onCall, rules, when } from "../../changes/hooks.ts";
import { ownKey } from "../../changes/identities.ts";
import type { Directory } from "../../directory.ts";
import type { Task } from "../../features/tasks/model.ts";
import { taskRules } from "../../features/tasks/rules.ts";
import type { Call } from "../../http/call.ts";
import type { Rules } from "../../rules.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, member, refusingWhen, shownKey } from "../tools.ts";

const LIST = ["list-tasks"];

/** Another test of one filter. */
const filtering = (filters: Partial<Rules["tasks"]["filters"]>): Change => rules({ tasks: { filters } });

/** Edits the query of listings that ask for something. */
const asking = (
  holds: (query: URLSearchParams, call: Call) => boolean,
  edit: (query: URLSearchParams) => void,
): Change =>
  onCall("list-tasks", (call) => {
    if (holds(call.query, call)) edit(call.query);
  });

/** Filters by what has an id, and whether there is such a one. */
const UNKNOWN: readonly {
  readonly requirement: string;
  readonly name: string;
  readonly knows: (directory: Directory, id: string) => boolean;
}[] = [
  {
    requirement: "tasks.list.assignee-agent",
    name: "assigneeAgentId",
    knows: ({ agents }, id) => agents.has(id),
  },
  { requirement: "tasks.list.assignee-user", name: "assigneeUserId", knows: ({ users }, id) => users.has(id) },
  { requirement: "tasks.list.channel", name: "channelId", knows: ({ channels }, id) => channels.has(id) },
];

/** Faults of listing tasks that show for one value, beside another filter, or to another caller. */
export const subtleListingFaults: readonly Fault[] = [
  fault("list-status-cancelled-with-done", "tasks.list.status", "the filter cancelled lists done tasks too", LIST, () =>
    filtering({
      status: (task, wanted) => task.status === wanted || (wanted === "cancelled" && task.status === "done"),
    }),
  ),
  fault(
    "list-text-pattern-500",
    "tasks.list.succeeds",
    "signs of a pattern in the text are an error of the server",
    LIST,
    () => refusingWhen("list-tasks", (call) => /[()[\]*+?\\]/.test(call.query.get("query") ?? ""), 500),
  ),
  fault(
    "list-status-triage-ignored",
    "tasks.list.status",
    "the filter triage, the first of the statuses, counts as none",
    LIST,
    () =>
      asking(
        (query) => query.get("status") === "triage",
        (query) => query.delete("status"),
      ),
  ),
  fault(
    "list-text-in-titles-alone-beside-status",
    "tasks.list.combined",
    "beside a status, the text is not looked for in descriptions",
    LIST,
    () => {
      let beside = false;
      return together(
        onCall("list-tasks", (call) => {
          beside = call.query.has("status");
        }),
        filtering({
          text: (task, wanted) => taskRules.filters.text(beside ? { ...task, description: null } : task, wanted),
        }),
      );
    },
  ),
  fault(
    "list-text-in-titles-alone-beside-channel",
    "tasks.list.combined",
    "beside a channel, the text is not looked for in descriptions",
    LIST,
    () => {
      let beside = false;
      return together(
        onCall("list-tasks", (call) => {
          beside = call.query.has("channelId");
        }),
        filtering({
          text: (task, wanted) => taskRules.filters.text(beside ? { ...task, description: null } : task, wanted),
        }),
      );
    },
  ),
  fault(
    "list-status-ignored-for-others",
    "tasks.list.status",
    "the status filter works for one agent alone",
    LIST,
    () => {
      let first: string | undefined;
      return asking(
        (_query, call) => {
          first ??= shownKey(call)?.key;
          return shownKey(call)?.key !== first;
        },
        (query) => query.delete("status"),
      );
    },
  ),
  fault(
    "list-priority-none-lists-all",
    "tasks.list.priority",
    "the filter none, the first of the priorities, counts as none",
    LIST,
    () =>
      asking(
        (query) => query.get("priority") === "none",
        (query) => query.delete("priority"),
      ),
  ),
  fault(
    "list-priority-of-blocked-forgotten",
    "tasks.list.priority",
    "a blocked task is not found by its priority",
    LIST,
    () => filtering({ priority: (task, wanted) => task.priority === wanted && task.status !== "blocked" }),
  ),
  fault(
    "list-agent-with-unassigned",
    "tasks.list.assignee-agent",
    "the filter by agent lists unassigned tasks that it made",
    LIST,
    () =>
      filtering({
        assigneeAgent: (task, wanted) =>
          task.assigneeAgentId === wanted || (task.assigneeAgentId === null && task.createdByAgentId === wanted),
      }),
  ),
  fault(
    "list-agent-stale-after-release",
    "tasks.release.persists",
    "the filter by agent still finds tasks that it released",
    ["list-tasks", "release-task"],
    () => {
      const were = new Map<string, string | null>();
      return together(
        rules({
          tasks: {
            released: (_caller, task) => {
              were.set(task.id, task.assigneeAgentId);
              return { assigneeAgentId: null };
            },
            filters: { assigneeAgent: (task, wanted) => (were.get(task.id) ?? task.assigneeAgentId) === wanted },
          },
        }),
      );
    },
  ),
  fault(
    "list-status-stale-after-block",
    "tasks.block.persists",
    "the status filter still finds tasks in the status before a block",
    ["list-tasks", "block-task"],
    () => {
      const were = new Map<string, string>();
      return rules({
        tasks: {
          blocked: (_caller, task) => {
            were.set(task.id, task.status);
            return { status: "blocked" };
          },
          filters: { status: (task, wanted) => (were.get(task.id) ?? task.status) === wanted },
        },
      });
    },
  ),
  fault(
    "list-user-beside-agent-ignored",
    "tasks.list.combined",
    "the filter by user is ignored beside one by agent",
    LIST,
    () =>
      asking(
        (query) => query.has("assigneeAgentId"),
        (query) => query.delete("assigneeUserId"),
      ),
  ),
  fault("list-third-filter-ignored", "tasks.list.combined", "a third filter is ignored", LIST, () =>
    asking(
      () => true,
      (query) => {
        const given = [...query.keys()].filter((name) => name !== "limit");
        for (const name of given.slice(2)) query.delete(name);
      },
    ),
  ),
  fault("list-fourth-filter-ignored", "tasks.list.combined", "a fourth filter is ignored", LIST, () =>
    asking(
      () => true,
      (query) => {
        const given = [...query.keys()].filter((name) => name !== "limit");
        for (const name of given.slice(3)) query.delete(name);
      },
    ),
  ),
  fault("list-text-beside-agent-ignored", "tasks.list.combined", "the text is ignored beside an agent", LIST, () =>
    asking(
      (query) => query.has("assigneeAgentId"),
      (query) => query.delete("query"),
    ),
  ),
  fault(
    "list-priority-beside-limit-ignored",
    "tasks.list.combined",
    "the priority is ignored beside status and text",
    LIST,
    () =>
      asking(
        (query) => query.has("status") && query.has("query"),
        (query) => query.delete("priority"),
      ),
  ),
  fault(
    "list-text-start-of-description",
    "tasks.list.text-description",
    "only the first 100 characters of a description are indexed",
    LIST,
    () => text((task) => [task.title, task.description?.slice(0, 100) ?? "", task.identifier]),
  ),
  fault(
    "list-text-not-for-blocked",
    "tasks.list.text-title",
    "a task that is blocked is not found by its text",
    LIST,
    () =>
      text((task) =>
        task.status === "blocked" ? [task.identifier] : [task.title, task.description ?? "", task.identifier],
      ),
  ),
  fault(
    "list-text-description-or-title",
    "tasks.list.text-title",
    "the title is searched only where there is no description",
    LIST,
    () => text((task) => [task.description ?? task.title, task.identifier]),
  ),
  fault(
    "list-text-identifier-digits",
    "tasks.list.text-identifier",
    "identifiers are found without their prefix alone",
    LIST,
    () => text((task) => [task.title, task.description ?? "", task.identifier.replace(/^.*-/, "")]),
  ),
  fault("list-text-last-word", "tasks.list.text-title", "the last word of a title is not indexed", LIST, () =>
    text((task) => [task.title.replace(/\s\S+$/, ""), task.description ?? "", task.identifier]),
  ),
  fault("list-limit-1-gives-2", "tasks.list.limit", "a count of one gives two tasks", LIST, () =>
    asking(
      (query) => query.get("limit") === "1",
      (query) => query.set("limit", "2"),
    ),
  ),
  fault("list-limit-ignored-beside-text", "tasks.list.limit", "the count is ignored beside a text", LIST, () =>
    asking(
      (query) => query.has("query"),
      (query) => query.delete("limit"),
    ),
  ),
  fault("list-limit-ignored-beside-status", "tasks.list.limit", "the count is ignored beside a status", LIST, () =>
    asking(
      (query) => query.has("status"),
      (query) => query.delete("limit"),
    ),
  ),
  fault("list-limit-ignored-beside-priority", "tasks.list.limit", "the count is ignored beside a priority", LIST, () =>
    asking(
      (query) => query.has("priority"),
      (query) => query.delete("limit"),
    ),
  ),
  fault("list-limit-ignored-beside-channel", "tasks.list.limit", "the count is ignored beside a channel", LIST, () =>
    asking(
      (query) => query.has("channelId"),
      (query) => query.delete("limit"),
    ),
  ),
  fault("list-limit-before-agent", "tasks.list.limit-fills", "the count is cut before the filter by agent", LIST, () =>
    cuttingBefore("assigneeAgentId"),
  ),
  fault("list-limit-before-priority", "tasks.list.limit-fills", "the count is cut before the priority", LIST, () =>
    cuttingBefore("priority"),
  ),
  fault("list-limit-before-channel", "tasks.list.limit-fills", "the count is cut before the channel", LIST, () =>
    cuttingBefore("channelId"),
  ),
  fault("list-default-20-beside-text", "tasks.list.default-limit", "without a count, a text finds 20 tasks", LIST, () =>
    asking(
      (query) => query.has("query") && !query.has("limit"),
      (query) => query.set("limit", "20"),
    ),
  ),
  fault("list-default-30-beside-filters", "tasks.list.default-limit", "any filter lists 30 tasks", LIST, () =>
    asking(
      (query) => !query.has("limit") && [...query.keys()].length > 0,
      (query) => query.set("limit", "30"),
    ),
  ),
  fault("list-limit-unbounded-beside-text", "tasks.list.max-limit", "beside a text, a count has no bound", LIST, () =>
    together(
      inputs("list-tasks", { limit: { maximum: undefined } }),
      asking(
        (query) => !query.has("query") && Number(query.get("limit")) > 100,
        (query) => query.set("limit", "100"),
      ),
    ),
  ),
  ...UNKNOWN.map(({ requirement, name, knows }) =>
    fault(`list-unknown-${name}-ignored`, requirement, `the filter by ${name} passes over who is not there`, LIST, () =>
      asking(
        (query, call) => {
          const wanted = query.get(name);
          const workspace = ownKey(call)?.workspace;
          return wanted !== null && workspace !== undefined && !knows(workspace.directory, wanted);
        },
        (query) => query.delete(name),
      ),
    ),
  ),
  fault(
    "list-default-100-beside-status",
    "tasks.list.default-limit",
    "without a count, a status lists 100 tasks",
    LIST,
    () =>
      asking(
        (query) => query.has("status") && !query.has("limit"),
        (query) => query.set("limit", "100"),
      ),
  ),
  fault(
    "list-default-100-beside-text",
    "tasks.list.default-limit",
    "without a count, a text finds 100 tasks",
    LIST,
    () =>
      asking(
        (query) => query.has("query") && !query.has("limit"),
        (query) => query.set("limit", "100"),
      ),
  ),
  fault(
    "list-repeats-when-mentioned-by-filters",
    "tasks.list.no-repeats",
    "a task in a channel stands twice beside a text",
    LIST,
    () =>
      when(
        (call) => call.query.has("query"),
        editingList("list-tasks", "data", (tasks) =>
          tasks.flatMap((task) => (member(task, "channelId") === null ? [task] : [task, task])),
        ),
      ),
  ),
];

/** The text is looked for in other places. */
function text(places: (task: Task) => readonly string[]): Change {
  return filtering({
    text: (task, wanted) => places(task).some((place) => place.toLowerCase().includes(wanted.toLowerCase())),
  });
}

/** Lists without one filter, and sorts out afterwards. */
function cuttingBefore(name: string): Change {
  let wanted: string | null = null;
  return together(
    editingList("list-tasks", "data", (tasks) =>
      tasks.filter((task) => wanted === null || member(task, name) === wanted),
    ),
    onCall("list-tasks", (call) => {
      wanted = call.query.get(name);
      call.query.delete(name);
    }),
  );
}
