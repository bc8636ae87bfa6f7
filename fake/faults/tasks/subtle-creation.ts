import { asObject, type JsonObject } from "../../../spec/json.ts";
import { type Change, together } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, onSuccess, rules } from "../../changes/hooks.ts";
import type { Task } from "../../features/tasks/model.ts";
import type { Call } from "../../http/call.ts";
import type { Rules } from "../../rules.ts";
import { type Fault, fault } from "../fault.ts";
import { editingList, member, refusingWhen } from "../tools.ts";

const CREATE = ["create-task"];
const KEPT = ["create-task", "list-tasks"];

type Input = Parameters<Rules["tasks"]["created"]>[1];

/** Keeps something else of a new task than what was asked for. */
const keeping = (edit: (input: Input) => Partial<Task>): Change =>
  rules({ tasks: { created: (_caller, input) => edit(input) } });

const keepingTitle = (edit: (title: string) => string): Change => keeping(({ title }) => ({ title: edit(title) }));

const keepingDescription = (edit: (text: string) => string | null): Change =>
  keeping(({ description }) => (description === undefined ? {} : { description: edit(description) }));

/** Shows other tasks in listings than there are. */
const listed = (edit: (task: JsonObject) => JsonObject): Change =>
  editingList("list-tasks", "data", (tasks) => tasks.map((task) => edit(asObject(task))));

/** Faults of creating tasks that show for some input alone, or in one combination of fields. */
export const subtleCreationFaults: readonly Fault[] = [
  fault("title-apostrophes-doubled", "tasks.create.title", "apostrophes in titles are doubled", CREATE, () =>
    keepingTitle((title) => title.replaceAll("'", "''").slice(0, 500)),
  ),
  fault("title-escaped-for-html", "tasks.create.title", "ampersands in titles are escaped", CREATE, () =>
    keepingTitle((title) => title.replaceAll("&", "&amp;").slice(0, 500)),
  ),
  fault("title-percent-decoded", "tasks.create.title", "percent signs in titles are decoded", CREATE, () =>
    keepingTitle((title) => title.replace(/%[0-9a-f]{2}/gi, (code) => unescape(code))),
  ),
  fault("title-plus-is-a-space", "tasks.create.title", "a plus in a title becomes a space", CREATE, () =>
    keepingTitle((title) => title.replaceAll("+", " ")),
  ),
  fault("title-spaces-collapsed", "tasks.create.title", "two spaces in a title become one", CREATE, () =>
    keepingTitle((title) => title.replace(/ {2,}/g, " ")),
  ),
  fault(
    "title-guarded-against-formulas",
    "tasks.create.title",
    "a title that starts like a formula gets a quote",
    CREATE,
    () => keepingTitle((title) => (/^[=+@-]/.test(title) ? `'${title}` : title)),
  ),
  fault("title-backslash-dropped", "tasks.create.title", "a backslash is dropped from titles", CREATE, () =>
    keepingTitle((title) => title.replaceAll("\\", "") || "?"),
  ),
  fault("title-leading-zeros-dropped", "tasks.create.title", "a title of digits is kept as a number", CREATE, () =>
    keepingTitle((title) => (/^\d+$/.test(title) ? String(Number(title)) : title)),
  ),
  fault("title-of-1000-bytes-at-most", "tasks.create.title-max", "titles have at most 1,000 bytes", CREATE, () =>
    refusingWhen("create-task", (call) => Buffer.byteLength(String(bodyMember(call, "title"))) > 1000),
  ),
  fault("title-0-refused", "tasks.create.title-min", "the title 0 counts as none", CREATE, () =>
    refusingWhen("create-task", (call) => bodyMember(call, "title") === "0"),
  ),
  fault(
    "title-may-be-empty-beside-a-description",
    "tasks.create.title-min",
    "a task that has a description needs no title",
    CREATE,
    () =>
      onCall("create-task", (call) => {
        if (bodyMember(call, "title") === "" && typeof bodyMember(call, "description") === "string")
          editBody(call, (body) => ({ ...body, title: "Untitled" }));
      }),
  ),
  fault(
    "title-of-one-letter-beyond-ascii-refused",
    "tasks.create.title-min",
    "a title of one letter outside ASCII is refused",
    CREATE,
    () => refusingWhen("create-task", (call) => /^[^\x20-\x7e]$/u.test(String(bodyMember(call, "title")))),
  ),
  fault(
    "title-of-501-accepted-in-channels",
    "tasks.create.title-max",
    "a title of a bound task may be of any length",
    CREATE,
    () =>
      onCall("create-task", (call) => {
        const title = bodyMember(call, "title");
        if (bodyMember(call, "channelId") !== undefined && typeof title === "string" && title.length > 500)
          editBody(call, (body) => ({ ...body, title: title.slice(0, 500) }));
      }),
  ),
  fault(
    "title-of-501-letters-beyond-ascii-accepted",
    "tasks.create.title-max",
    "a title with letters outside ASCII may be a little longer",
    CREATE,
    () =>
      onCall("create-task", (call) => {
        const title = bodyMember(call, "title");
        if (typeof title === "string" && /[^\x20-\x7e]/.test(title) && title.length <= 510)
          editBody(call, (body) => ({ ...body, title: title.slice(0, 500) }));
      }),
  ),
  fault(
    "title-of-401-refused-with-status",
    "tasks.create.title-max",
    "beside a status a title may have 400 characters",
    CREATE,
    () =>
      refusingWhen(
        "create-task",
        (call) => bodyMember(call, "status") !== undefined && String(bodyMember(call, "title")).length > 400,
      ),
  ),
  fault(
    "description-of-2500-at-most",
    "tasks.create.description",
    "a description of more than 2,500 characters is cut to that length",
    CREATE,
    () => keepingDescription((text) => text.slice(0, 2500)),
  ),
  fault(
    "description-cut-at-1024",
    "tasks.create.description",
    "descriptions are cut after 1024 characters",
    CREATE,
    () => keepingDescription((text) => text.slice(0, 1024)),
  ),
  fault(
    "description-blank-lines-collapsed",
    "tasks.create.description",
    "blank lines in descriptions are dropped",
    CREATE,
    () => keepingDescription((text) => text.replace(/\n{2,}/g, "\n")),
  ),
  fault(
    "description-lines-trimmed",
    "tasks.create.description",
    "lines of a description lose their indent",
    CREATE,
    () => keepingDescription((text) => text.replace(/\n[ ]+/g, "\n")),
  ),
  fault("description-typographer", "tasks.create.description", "two hyphens become a dash", CREATE, () =>
    keepingDescription((text) => text.replaceAll("--", "—")),
  ),
  fault("description-shortcodes", "tasks.create.description", "a word between colons becomes an emoji", CREATE, () =>
    keepingDescription((text) => text.replace(/:[a-z_]+:/g, "🙂")),
  ),
  fault(
    "description-tags-stripped",
    "tasks.create.description",
    "what looks like a tag is stripped from descriptions",
    CREATE,
    () => keepingDescription((text) => text.replace(/<[^>]*>/g, "")),
  ),
  fault("description-0-dropped", "tasks.create.description", "the description 0 counts as none", CREATE, () =>
    keepingDescription((text) => (text === "0" ? null : text)),
  ),
  fault(
    "description-joiners-dropped",
    "tasks.create.description",
    "emoji lose their joiners and variants",
    CREATE,
    () => keepingDescription((text) => text.replace(/[\u200d\ufe0f]/g, "")),
  ),
  fault(
    "description-placeholders-emptied",
    "tasks.create.description",
    "what stands in double braces is taken out",
    CREATE,
    () => keepingDescription((text) => text.replace(/\{\{.*?\}\}|\$\{.*?\}/g, "")),
  ),
  fault(
    "initial-status-ignored-when-assigned",
    "tasks.create.initial-status",
    "an assigned task starts in todo",
    CREATE,
    () => keeping(({ assigneeAgentId }) => (assigneeAgentId === undefined ? {} : { status: "todo" })),
  ),
  fault(
    "initial-status-ignored-for-sub-tasks",
    "tasks.create.initial-status",
    "a sub-task starts in backlog",
    CREATE,
    () => keeping(({ parentTaskId }) => (parentTaskId === undefined ? {} : { status: "backlog" })),
  ),
  fault("priority-lost-in-channels", "tasks.create.priority", "a bound task has no priority", CREATE, () =>
    keeping(({ channelId }) => (channelId === undefined ? {} : { priority: "none" })),
  ),
  fault(
    "priority-of-blocked-becomes-high",
    "tasks.create.priority",
    "a task that starts blocked has a high priority",
    CREATE,
    () => keeping(({ status }) => (status === "blocked" ? { priority: "high" } : {})),
  ),
  fault("priority-of-the-parent", "tasks.create.priority", "a sub-task has the priority of its parent", CREATE, () =>
    rules({
      tasks: {
        created: ({ workspace }, { parentTaskId, priority }) => ({
          priority: workspace.tasks.get(parentTaskId ?? "")?.task.priority ?? priority,
        }),
      },
    }),
  ),
  fault("assignee-lost-for-sub-tasks", "tasks.create.assignee-agent", "a sub-task is assigned to nobody", CREATE, () =>
    keeping(({ parentTaskId }) => (parentTaskId === undefined ? {} : { assigneeAgentId: null })),
  ),
  fault(
    "assignee-lost-in-triage",
    "tasks.create.assignee-agent",
    "a task in triage is assigned to nobody",
    CREATE,
    () => keeping(({ status }) => (status === "triage" ? { assigneeAgentId: null } : {})),
  ),
  fault("user-lost-in-channels", "tasks.create.assignee-user", "a bound task is assigned to no user", CREATE, () =>
    keeping(({ channelId }) => (channelId === undefined ? {} : { assigneeUserId: null })),
  ),
  fault("parent-lost-when-assigned", "tasks.create.parent", "an assigned task has no parent", CREATE, () =>
    keeping(({ assigneeAgentId }) => (assigneeAgentId === undefined ? {} : { parentTaskId: null })),
  ),
  fault("parent-lost-at-the-third-level", "tasks.create.parent", "a task under a sub-task has no parent", CREATE, () =>
    rules({
      tasks: {
        created: ({ workspace }, { parentTaskId }) => {
          const above = workspace.tasks.get(parentTaskId ?? "")?.task.parentTaskId ?? null;
          return above === null ? {} : { parentTaskId: null };
        },
      },
    }),
  ),
  fault(
    "channel-lost-when-assigned",
    "tasks.create.channel",
    "a task that is assigned to a user is bound to no channel",
    CREATE,
    () => keeping(({ assigneeUserId }) => (assigneeUserId === undefined ? {} : { channelId: null })),
  ),
  fault(
    "every-seventh-title-is-stale",
    "tasks.create.title",
    "every seventh task shows the title of the one before",
    CREATE,
    () => {
      let count = 0;
      let last = "?";
      return keepingTitle((title) => {
        const kept = ++count % 7 === 0 ? last : title;
        last = title;
        return kept;
      });
    },
  ),
  fault("sub-tasks-unlisted", "tasks.create.listed", "sub-tasks are not listed", KEPT, () =>
    editingList("list-tasks", "data", (tasks) => tasks.filter((task) => member(task, "parentTaskId") === null)),
  ),
  fault(
    "listed-description-short",
    "tasks.create.listed",
    "a listing shows the first 200 characters of a description",
    KEPT,
    () =>
      listed((task) => ({
        ...task,
        description: typeof task.description === "string" ? task.description.slice(0, 200) : null,
      })),
  ),
  fault("listed-description-plain", "tasks.create.listed", "a listing shows descriptions on one line", KEPT, () =>
    listed((task) => ({
      ...task,
      description: typeof task.description === "string" ? task.description.replaceAll("\n", " ") : null,
    })),
  ),
  fault("listed-without-parent", "tasks.create.listed", "a listing shows no parent of blocked tasks", KEPT, () =>
    listed((task) => (task.status === "blocked" ? { ...task, parentTaskId: "another-task" } : task)),
  ),
  fault(
    "long-title-refused-and-made",
    "tasks.create.refused-without-effect",
    "a task with too long a title is refused, and made with it cut",
    KEPT,
    () =>
      makingAnyway(
        (call) => String(bodyMember(call, "title") ?? "").length > 500,
        (body) => ({ title: String(body.title).slice(0, 500) }),
      ),
  ),
  fault(
    "wrong-priority-refused-and-made",
    "tasks.create.refused-without-effect",
    "a task with a wrong priority is refused, and made without",
    KEPT,
    () =>
      makingAnyway(
        (call) => bodyMember(call, "priority") !== undefined,
        ({ priority: _priority, ...body }) => body,
      ),
  ),
  fault(
    "wrong-type-refused-and-made",
    "tasks.create.refused-without-effect",
    "a task with a description of a wrong type is refused, and made without",
    KEPT,
    () =>
      makingAnyway(
        (call) => typeof bodyMember(call, "description") === "object",
        ({ description: _text, ...body }) => body,
      ),
  ),
  fault(
    "plan-limit-ignored-in-channels",
    "tasks.plan.limit-code",
    "bound tasks do not count against the plan",
    CREATE,
    () => ungoverned((call) => bodyMember(call, "channelId") !== undefined),
  ),
  fault("plan-leaves-backlog-free", "tasks.plan.limit-code", "a task for later is free of the plan", CREATE, () =>
    ungoverned((call) => bodyMember(call, "status") === "backlog"),
  ),
  fault("plan-counts-no-sub-tasks", "tasks.plan.counts", "sub-tasks do not count against the plan", CREATE, () =>
    uncounted((call) => bodyMember(call, "parentTaskId") !== undefined),
  ),
  fault(
    "plan-counts-no-assigned-tasks",
    "tasks.plan.counts",
    "tasks for an agent do not count against the plan",
    CREATE,
    () => uncounted((call) => bodyMember(call, "assigneeAgentId") !== undefined),
  ),
  fault(
    "plan-counts-no-backlog",
    "tasks.plan.counts",
    "tasks in the backlog do not count against the plan",
    CREATE,
    () => uncounted((call) => bodyMember(call, "status") === "backlog"),
  ),
];

/** Makes a task that was refused for its input with other input, and still answers the refusal. */
function makingAnyway(concerned: (call: Call) => boolean, mended: (body: JsonObject) => JsonObject): Change {
  return {
    around: (call, next) => {
      const reply = next();
      if (call.operation !== "create-task" || reply.status !== 400 || !concerned(call)) return reply;
      editBody(call, mended);
      next();
      return reply;
    },
  };
}

/** Lets some tasks be made although the plan is used up. */
function ungoverned(free: (call: Call) => boolean): Change {
  let exempt = false;
  const noting = onCall("create-task", (call) => {
    exempt = free(call);
  });
  return together(noting, rules({ tasks: { withinAllowance: (used, allowance) => exempt || used < allowance } }));
}

/** Makes some tasks without counting them. */
function uncounted(free: (call: Call) => boolean): Change {
  return onSuccess("create-task", (_reply, call) => {
    const plan = call.caller?.workspace.plan;
    if (plan !== undefined && free(call)) plan.used -= 1;
  });
}
