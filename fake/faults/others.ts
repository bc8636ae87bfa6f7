import type { Json } from "../../spec/json.ts";
import { type Change, together } from "../changes/change.ts";
import { bodyMember, editBody, onCall, rules } from "../changes/hooks.ts";
import { ownKey } from "../changes/identities.ts";
import { fileRules } from "../features/files/rules.ts";
import { TASK_STATUSES, type Task } from "../features/tasks/model.ts";
import type { Call } from "../http/call.ts";
import type { Caller } from "../service.ts";
import { type Fault, fault } from "./fault.ts";

const UPLOAD = ["request-file-upload"];

/** True for any agent but the one that the target file names first. */
const isAnother = (call: Call) => ownKey(call)?.key !== call.service.keys.values().next().value?.key;

const NARROWING = [
  ["search-memories", "kind", "memories.search.kind"],
  ["search-memories", "q", "memories.search.text"],
  ["search-memories", "tags", "memories.search.tags"],
  ["search-memories", "from", "memories.search.created-from"],
  ["search-memories", "to", "memories.search.created-to"],
  ["search-memories", "limit", "memories.search.limit"],
  ["list-tasks", "query", "tasks.list.text-relevant"],
  ["list-tasks", "limit", "tasks.list.limit"],
  ["search-messages", "limit", "messages.search.limit"],
] as const;

/** What a move changes beside what it is for. */
const BESIDES: Readonly<Record<string, (task: Task) => Partial<Task>>> = {
  "renames-identifier": ({ identifier }) => ({ identifier: `${identifier}0` }),
  "moves-workspace": () => ({ workspaceId: "another" }),
  archives: ({ createdAt }) => ({ archivedAt: createdAt }),
  completes: ({ createdAt }) => ({ completedAt: createdAt }),
  "makes-due": ({ createdAt }) => ({ dueAt: createdAt }),
  "names-an-origin": ({ id }) => ({ originMessageId: id }),
};

/** Faults that show for another agent alone, for the last of several values, or in fields that nobody looks at. */
export const otherFaults: readonly Fault[] = [
  ...NARROWING.map(([operation, name, requirement]) =>
    fault(`${operation}-${name}-ignored-for-others`, requirement, `${name} is heeded for one agent`, [operation], () =>
      onCall(operation, (call) => {
        if (isAnother(call)) call.query.delete(name);
      }),
    ),
  ),
  fault(
    "title-of-501-of-others-cut",
    "tasks.create.title-max",
    "a title too long is cut for others",
    ["create-task"],
    () =>
      onCall("create-task", (call) => {
        if (isAnother(call)) editBody(call, (body) => ({ ...body, title: String(body.title).slice(0, 500) }));
      }),
  ),
  fault(
    "list-status-of-any-word-for-others",
    "tasks.list.status-enum",
    "others may filter by any word",
    ["list-tasks"],
    () =>
      onCall("list-tasks", (call) => {
        const status = call.query.get("status") ?? "todo";
        if (isAnother(call) && !TASK_STATUSES.some((known) => known === status)) call.query.delete("status");
      }),
  ),
  fault("upload-max-ignored-for-others", "files.upload.max-bytes", "the limit holds for one agent", UPLOAD, () =>
    forOthers((others) => ({
      maxBytes: (caller, type) => (others() ? Number.MAX_SAFE_INTEGER : fileRules.maxBytes(caller, type)),
    })),
  ),
  fault("upload-max-told-others-too-small", "files.upload.max-bytes", "others are told half the limit", UPLOAD, () =>
    forOthers((others) => ({
      toldMaxBytes: (caller, type) => Math.floor(fileRules.maxBytes(caller, type) / (others() ? 2 : 1)),
    })),
  ),
  ...["image/jpeg", "text/markdown", "text/javascript"].map((type) =>
    fault(
      `upload-max-ignored-for-${type.replace("/", "-")}`,
      "files.upload.max-bytes",
      `${type} may be of any size`,
      UPLOAD,
      () =>
        rules({
          files: {
            maxBytes: (caller, asked) => (asked === type ? Number.MAX_SAFE_INTEGER : fileRules.maxBytes(caller, asked)),
          },
        }),
    ),
  ),
  ...(["priority", "description", "assigneeAgentId", "channelId", "parentTaskId"] as const).map((name) =>
    fault(
      `task-starts-cancelled-beside-${name.toLowerCase()}`,
      "tasks.create.final-status",
      `beside ${name} a task that is cancelled from the start is made`,
      ["create-task"],
      () =>
        onCall("create-task", (call) => {
          if (bodyMember(call, name) !== undefined && bodyMember(call, "status") === "cancelled")
            editBody(call, (body): Record<string, Json> => ({ ...body, status: "todo" }));
        }),
    ),
  ),
  ...Object.entries(BESIDES).flatMap(([name, change]) => [
    fault(`block-${name}`, "tasks.block.keeps-fields", "a block changes what it has no part in", ["block-task"], () =>
      rules({ tasks: { blocked: (_caller, task) => ({ status: "blocked", ...change(task) }) } }),
    ),
    fault(
      `release-${name}`,
      "tasks.release.keeps-fields",
      "a release changes what it has no part in",
      ["release-task"],
      () => rules({ tasks: { released: (_caller, task) => ({ assigneeAgentId: null, ...change(task) }) } }),
    ),
  ]),
];

type OfFiles = Partial<Record<"maxBytes" | "toldMaxBytes", (caller: Caller, type: string) => number>>;

function forOthers(files: (others: () => boolean) => OfFiles): Change {
  let others = false;
  return together(
    onCall("request-file-upload", (call) => {
      others = isAnother(call);
    }),
    rules({ files: files(() => others) }),
  );
}
