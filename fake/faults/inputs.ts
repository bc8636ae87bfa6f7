import type { Change, Patch } from "../changes/change.ts";
import { bodyMember, editBody, inputs, onCall, onReply, rules } from "../changes/hooks.ts";
import type { Field } from "../http/fields.ts";
import { OPERATIONS } from "../operations.ts";
import type { Fault } from "./fault.ts";

/** A field of an operation that is read by another rule. */
type WrongField = readonly [
  id: string,
  breaks: string,
  operation: string,
  field: string,
  patch: Patch<Field>,
  title: string,
];

const fields: readonly Fault[] = (
  [
    [
      "title-of-501-accepted",
      "tasks.create.title-max",
      "create-task",
      "title",
      { maximum: 501 },
      "a title of 501 characters is accepted",
    ],
    [
      "title-of-any-length-accepted",
      "tasks.create.title-max",
      "create-task",
      "title",
      { maximum: undefined },
      "titles have no greatest length",
    ],
    [
      "title-of-500-refused",
      "tasks.create.title-max",
      "create-task",
      "title",
      { maximum: 499 },
      "a title of 500 characters is refused",
    ],
    [
      "title-of-255-at-most",
      "tasks.create.title-max",
      "create-task",
      "title",
      { maximum: 255 },
      "titles have at most 255 characters",
    ],
    [
      "empty-title-accepted",
      "tasks.create.title-min",
      "create-task",
      "title",
      { minimum: 0 },
      "an empty title is accepted",
    ],
    [
      "title-of-1-refused",
      "tasks.create.title-min",
      "create-task",
      "title",
      { minimum: 2 },
      "a title of one character is refused",
    ],
    [
      "task-starts-done",
      "tasks.create.final-status",
      "create-task",
      "status",
      { values: ["triage", "backlog", "todo", "in_progress", "blocked", "in_review", "done"] },
      "a task may start done",
    ],
    [
      "task-starts-cancelled",
      "tasks.create.final-status",
      "create-task",
      "status",
      { values: ["triage", "backlog", "todo", "in_progress", "blocked", "in_review", "cancelled"] },
      "a task may start cancelled",
    ],
    [
      "task-starts-anyhow",
      "tasks.create.final-status",
      "create-task",
      "status",
      { values: undefined },
      "a task may start in any status",
    ],
    [
      "task-never-starts-in-review",
      "tasks.create.initial-status",
      "create-task",
      "status",
      { values: ["triage", "backlog", "todo", "in_progress", "blocked"] },
      "a task cannot start in review",
    ],
    [
      "task-never-starts-in-triage",
      "tasks.create.initial-status",
      "create-task",
      "status",
      { values: ["backlog", "todo", "in_progress", "blocked", "in_review"] },
      "a task cannot start in triage",
    ],
    [
      "priority-of-any-kind",
      "tasks.create.priority-enum",
      "create-task",
      "priority",
      { values: undefined },
      "any priority is accepted",
    ],
    [
      "priority-critical-accepted",
      "tasks.create.priority-enum",
      "create-task",
      "priority",
      { values: ["none", "low", "medium", "high", "urgent", "critical"] },
      "the priority critical is accepted",
    ],
    [
      "priority-none-refused",
      "tasks.create.priority",
      "create-task",
      "priority",
      { values: ["low", "medium", "high", "urgent"] },
      "the priority none is refused",
    ],
    [
      "list-status-of-any-kind",
      "tasks.list.status-enum",
      "list-tasks",
      "status",
      { values: undefined },
      "any status is taken as a filter",
    ],
    [
      "list-priority-of-any-kind",
      "tasks.list.priority-enum",
      "list-tasks",
      "priority",
      { values: undefined },
      "any priority is taken as a filter",
    ],
    [
      "list-status-done-refused",
      "tasks.list.status",
      "list-tasks",
      "status",
      { values: ["triage", "backlog", "todo", "in_progress", "blocked", "in_review", "cancelled"] },
      "the status done is refused as a filter",
    ],
    [
      "list-priority-none-refused",
      "tasks.list.priority",
      "list-tasks",
      "priority",
      { values: ["low", "medium", "high", "urgent"] },
      "the priority none is refused as a filter",
    ],
    [
      "list-limit-100-refused",
      "tasks.list.max-limit",
      "list-tasks",
      "limit",
      { maximum: 99 },
      "a count of 100 tasks is refused",
    ],
    [
      "list-limit-unbounded",
      "tasks.list.max-limit",
      "list-tasks",
      "limit",
      { maximum: undefined },
      "a listing has no greatest count",
    ],
    [
      "list-default-20",
      "tasks.list.default-limit",
      "list-tasks",
      "limit",
      { fallback: 20 },
      "a listing without a count gives 20 tasks",
    ],
    [
      "list-default-100",
      "tasks.list.default-limit",
      "list-tasks",
      "limit",
      { fallback: 100 },
      "a listing without a count gives 100 tasks",
    ],
    [
      "list-default-49",
      "tasks.list.default-limit",
      "list-tasks",
      "limit",
      { fallback: 49 },
      "a listing without a count gives 49 tasks",
    ],
    [
      "search-query-optional",
      "messages.search.query-required",
      "search-messages",
      "query",
      { required: false, fallback: "the" },
      "a message search without its text is answered",
    ],
    [
      "search-default-10",
      "messages.search.default-limit",
      "search-messages",
      "limit",
      { fallback: 10 },
      "a message search without a limit gives 10 hits",
    ],
    [
      "search-default-21",
      "messages.search.default-limit",
      "search-messages",
      "limit",
      { fallback: 21 },
      "a message search without a limit gives 21 hits",
    ],
    [
      "search-default-none",
      "messages.search.default-limit",
      "search-messages",
      "limit",
      { fallback: 1000 },
      "a message search without a limit gives all hits",
    ],
    [
      "upload-of-0-only",
      "files.upload.succeeds",
      "request-file-upload",
      "fileName",
      { maximum: 8 },
      "file names of more than 8 characters are refused",
    ],
    [
      "provenance-optional",
      "memories.remember.provenance-missing",
      "remember",
      "derived_from",
      { required: false, fallback: [] },
      "a claim without provenance is accepted",
    ],
    [
      "provenance-empty-accepted",
      "memories.remember.provenance-empty",
      "remember",
      "derived_from",
      { minimum: 0 },
      "an empty list of provenance is accepted",
    ],
    [
      "provenance-needs-two",
      "memories.remember.provenance-empty",
      "remember",
      "derived_from",
      { minimum: 2 },
      "a single provenance pointer is refused",
    ],
    [
      "kind-of-any-sort",
      "memories.remember.kind-enum",
      "remember",
      "kind",
      { values: undefined },
      "a claim of any kind is accepted",
    ],
    [
      "kind-constraint-accepted",
      "memories.remember.kind-enum",
      "remember",
      "kind",
      { values: ["decision", "fact", "preference", "constraint"] },
      "a claim of the kind constraint is accepted",
    ],
    [
      "kind-preference-refused",
      "memories.remember.kind",
      "remember",
      "kind",
      { values: ["decision", "fact"] },
      "a preference is refused",
    ],
    [
      "confidence-negative-accepted",
      "memories.remember.confidence-min",
      "remember",
      "confidence",
      { minimum: -1 },
      "a negative confidence is accepted",
    ],
    [
      "confidence-0-refused",
      "memories.remember.confidence-min",
      "remember",
      "confidence",
      { minimum: 0.000001 },
      "a confidence of 0 is refused",
    ],
    [
      "confidence-above-1-accepted",
      "memories.remember.confidence-max",
      "remember",
      "confidence",
      { maximum: 100 },
      "a confidence in percent is accepted",
    ],
    [
      "confidence-1-refused",
      "memories.remember.confidence-max",
      "remember",
      "confidence",
      { maximum: 0.999999 },
      "a confidence of 1 is refused",
    ],
    [
      "ttl-preset-of-any-kind",
      "memories.remember.ttl-preset-enum",
      "remember",
      "ttl_preset",
      { values: ["VOLATILE", "ACTIVE", "STABLE", "PERMANENT", "volatile", "active", "stable"] },
      "further named lifetimes are accepted",
    ],
    [
      "ttl-preset-unchecked",
      "memories.remember.ttl-preset-enum",
      "remember",
      "ttl_preset",
      { kind: "text", values: undefined },
      "any named lifetime is accepted",
    ],
    [
      "ttl-preset-stable-refused",
      "memories.remember.ttl-preset",
      "remember",
      "ttl_preset",
      { values: ["VOLATILE", "ACTIVE"] },
      "the lifetime STABLE is refused",
    ],
    [
      "metadata-of-8-kb-accepted",
      "memories.remember.metadata-size",
      "remember",
      "metadata",
      { maximum: 8192 },
      "metadata of 8 KB is accepted",
    ],
    [
      "metadata-of-any-size-accepted",
      "memories.remember.metadata-size",
      "remember",
      "metadata",
      { maximum: undefined },
      "metadata of any size is accepted",
    ],
    [
      "metadata-of-1-kb-at-most",
      "memories.remember.metadata-size",
      "remember",
      "metadata",
      { maximum: 1024 },
      "metadata of more than 1 KB is refused",
    ],
    [
      "memory-kind-filter-unchecked",
      "memories.search.kind-enum",
      "search-memories",
      "kind",
      { values: undefined },
      "any kind is taken as a filter",
    ],
    [
      "memory-status-filter-unchecked",
      "memories.search.status-enum",
      "search-memories",
      "status",
      { values: undefined },
      "any status is taken as a filter",
    ],
    [
      "memory-status-contested-refused",
      "memories.search.status",
      "search-memories",
      "status",
      { values: ["current", "proposed", "superseded", "expired", "invalidated"] },
      "the status contested is refused as a filter",
    ],
    [
      "memory-default-status-proposed",
      "memories.search.default-status",
      "search-memories",
      "status",
      { fallback: "proposed" },
      "without a status proposed memories are found",
    ],
    [
      "tags-of-21-accepted",
      "memories.search.tags-max",
      "search-memories",
      "tags",
      { maximum: 21 },
      "21 tags are accepted",
    ],
    [
      "tags-of-20-refused",
      "memories.search.tags-max",
      "search-memories",
      "tags",
      { maximum: 19 },
      "20 tags are refused",
    ],
    [
      "tags-of-10-at-most",
      "memories.search.tags-max",
      "search-memories",
      "tags",
      { maximum: 10 },
      "more than 10 tags are refused",
    ],
    [
      "memory-limit-100-refused",
      "memories.search.max-limit",
      "search-memories",
      "limit",
      { maximum: 99 },
      "a limit of 100 memories is refused",
    ],
    [
      "memory-limit-unbounded",
      "memories.search.max-limit",
      "search-memories",
      "limit",
      { maximum: undefined },
      "a page of memories has no greatest size",
    ],
    [
      "memory-default-10",
      "memories.search.default-limit",
      "search-memories",
      "limit",
      { fallback: 10 },
      "a memory search without a limit gives 10",
    ],
    [
      "memory-default-50",
      "memories.search.default-limit",
      "search-memories",
      "limit",
      { fallback: 50 },
      "a memory search without a limit gives 50",
    ],
    [
      "expand-of-any-kind",
      "recall.expand-enum",
      "recall",
      "expand",
      { values: undefined },
      "any expansion is accepted",
    ],
    ["depth-0-accepted", "recall.depth-min", "recall", "depth", { minimum: 0 }, "a depth of 0 is accepted"],
    ["depth-1-refused", "recall.depth-min", "recall", "depth", { minimum: 2 }, "a depth of 1 is refused"],
    ["depth-4-accepted", "recall.depth-max", "recall", "depth", { maximum: 4 }, "a depth of 4 is accepted"],
    ["depth-clamped", "recall.depth-max", "recall", "depth", { above: "clamp" }, "a depth above 3 is taken as 3"],
    ["depth-3-refused", "recall.depth-max", "recall", "depth", { maximum: 2 }, "a depth of 3 is refused"],
    [
      "recall-limit-0-accepted",
      "recall.limit-min",
      "recall",
      "limit",
      { minimum: 0 },
      "a recall of 0 memories is accepted",
    ],
    [
      "recall-limit-1-refused",
      "recall.limit-min",
      "recall",
      "limit",
      { minimum: 2 },
      "a recall of one memory is refused",
    ],
    [
      "recall-limit-101-accepted",
      "recall.limit-max",
      "recall",
      "limit",
      { maximum: 101 },
      "a recall of 101 memories is accepted",
    ],
    [
      "recall-limit-clamped",
      "recall.limit-max",
      "recall",
      "limit",
      { above: "clamp" },
      "a recall limit above 100 is taken as 100",
    ],
    [
      "recall-limit-100-refused",
      "recall.limit-max",
      "recall",
      "limit",
      { maximum: 99 },
      "a recall of 100 memories is refused",
    ],
  ] satisfies WrongField[]
).map(([id, breaks, operation, field, patch, title]) => ({
  id,
  breaks,
  title,
  operations: [operation],
  plant: () => inputs(operation, { [field]: patch }),
}));

/** Lets an operation take anything for one of its fields, as text. */
function unchecked(operation: string, role: string): Change {
  const field = OPERATIONS.find(({ id }) => id === operation)?.fields[role];
  const name = field?.name ?? role;
  return onCall(operation, (call) => {
    if (call.method === "GET") {
      const value = call.query.get(name);
      if (value !== null && !/^\d+$/.test(value)) call.query.delete(name);
      return;
    }
    const value = bodyMember(call, name);
    if (typeof value === "object" && value !== null) editBody(call, (body) => ({ ...body, [name]: String(value) }));
  });
}

/** Leaves out a field of an operation that has the wrong type. */
function dropping(operation: string, name: string, right: (value: unknown) => boolean): Change {
  return onCall(operation, (call) => {
    if (right(bodyMember(call, name))) return;
    editBody(call, ({ [name]: _dropped, ...rest }) => rest);
  });
}

/** A fault of the types of an operation's input. */
const mistyped = (id: string, breaks: string, operation: string, title: string, plant: () => Change): Fault => ({
  id,
  breaks,
  title,
  operations: [operation],
  plant,
});

const optionalText = (value: unknown) => value === undefined || value === null || typeof value === "string";

const types: readonly Fault[] = [
  mistyped(
    "search-limit-word-accepted",
    "messages.search.input-types",
    "search-messages",
    "a limit that is a word is taken as none",
    () => unchecked("search-messages", "limit"),
  ),
  mistyped(
    "get-limit-word-accepted",
    "messages.get.input-types",
    "get-messages",
    "a count that is a word is taken as none",
    () => unchecked("get-messages", "limit"),
  ),
  mistyped(
    "list-limit-word-accepted",
    "tasks.list.input-types",
    "list-tasks",
    "a count that is a word is taken as none",
    () => unchecked("list-tasks", "limit"),
  ),
  mistyped(
    "memory-limit-word-accepted",
    "memories.search.input-types",
    "search-memories",
    "a limit that is a word is taken as none",
    () => unchecked("search-memories", "limit"),
  ),
  mistyped(
    "content-object-accepted",
    "messages.send.input-types",
    "send-message",
    "an object is taken as content",
    () => unchecked("send-message", "content"),
  ),
  mistyped(
    "attachment-ids-object-accepted",
    "messages.send.input-types",
    "send-message",
    "attachment ids that are no list are ignored",
    () =>
      dropping(
        "send-message",
        "attachmentIds",
        (value) => value === undefined || value === null || Array.isArray(value),
      ),
  ),
  mistyped(
    "flag-reason-object-accepted",
    "messages.flag.input-types",
    "flag-needs-human",
    "an object is taken as a reason",
    () => unchecked("flag-needs-human", "reason"),
  ),
  mistyped("title-list-accepted", "tasks.create.input-types", "create-task", "a list is taken as a title", () =>
    unchecked("create-task", "title"),
  ),
  mistyped(
    "description-object-accepted",
    "tasks.create.input-types",
    "create-task",
    "an object is taken as a description",
    () => unchecked("create-task", "description"),
  ),
  mistyped(
    "assignee-object-ignored",
    "tasks.create.input-types",
    "create-task",
    "an assigned agent that is no text is ignored",
    () => dropping("create-task", "assigneeAgentId", optionalText),
  ),
  mistyped(
    "block-reason-object-accepted",
    "tasks.block.input-types",
    "block-task",
    "an object is taken as a reason",
    () => unchecked("block-task", "reason"),
  ),
  mistyped(
    "release-id-list-accepted",
    "tasks.release.input-types",
    "release-task",
    "a task id in a list is taken as the id",
    () =>
      onCall("release-task", (call) =>
        editBody(call, (body) => ({
          ...body,
          taskId: Array.isArray(body.taskId) ? (body.taskId[0] ?? null) : (body.taskId ?? null),
        })),
      ),
  ),
  mistyped(
    "release-id-object-500",
    "tasks.release.input-types",
    "release-task",
    "a task id that is an object is an internal error",
    () =>
      onReply("release-task", (reply, call) => {
        if (call.caller !== null && typeof bodyMember(call, "taskId") === "object")
          Object.assign(reply, {
            status: 500,
            body: { success: false, error: { code: "internal_error", message: "Something went wrong" } },
          });
      }),
  ),
  mistyped(
    "upload-size-word-accepted",
    "files.upload.input-types",
    "request-file-upload",
    "a size that is a word is taken as 1",
    () =>
      onCall("request-file-upload", (call) => {
        if (typeof bodyMember(call, "sizeBytes") !== "number") editBody(call, (body) => ({ ...body, sizeBytes: 1 }));
      }),
  ),
  mistyped(
    "upload-name-list-accepted",
    "files.upload.input-types",
    "request-file-upload",
    "a list is taken as a file name",
    () => unchecked("request-file-upload", "fileName"),
  ),
  mistyped(
    "memory-content-object-accepted",
    "memories.remember.input-types",
    "remember",
    "an object is taken as content",
    () => unchecked("remember", "content"),
  ),
  mistyped(
    "confidence-word-ignored",
    "memories.remember.input-types",
    "remember",
    "a confidence that is no number is ignored",
    () => dropping("remember", "confidence", (value) => value === undefined || typeof value === "number"),
  ),
  mistyped(
    "metadata-list-ignored",
    "memories.remember.input-types",
    "remember",
    "metadata that is no object is ignored",
    () =>
      dropping(
        "remember",
        "metadata",
        (value) => value === undefined || (typeof value === "object" && !Array.isArray(value)),
      ),
  ),
  mistyped(
    "ttl-word-ignored",
    "memories.remember.input-types",
    "remember",
    "a lifetime that is no number is ignored",
    () => dropping("remember", "ttl_seconds", (value) => value === undefined || typeof value === "number"),
  ),
  mistyped(
    "pointer-of-any-form-accepted",
    "memories.remember.provenance-item",
    "remember",
    "a provenance pointer without an id is accepted",
    () =>
      onCall("remember", (call) => {
        const from = bodyMember(call, "derived_from");
        if (Array.isArray(from))
          editBody(call, (body) => ({
            ...body,
            derived_from: from.map((item) => ({ id: typeof item?.id === "string" ? item.id : "unknown" })),
          }));
      }),
  ),
  mistyped(
    "pointer-text-accepted",
    "memories.remember.provenance-item",
    "remember",
    "a provenance pointer that is a text is accepted",
    () =>
      onCall("remember", (call) => {
        const from = bodyMember(call, "derived_from");
        if (Array.isArray(from))
          editBody(call, (body) => ({
            ...body,
            derived_from: from.map((item) => (typeof item === "string" ? { id: item } : item)),
          }));
      }),
  ),
  mistyped(
    "created-bound-of-words-ignored",
    "memories.search.created-format",
    "search-memories",
    "a creation bound that is no date is ignored",
    () =>
      onCall("search-memories", (call) => {
        for (const name of ["from", "to"])
          if (Number.isNaN(Date.parse(call.query.get(name) ?? ""))) call.query.delete(name);
      }),
  ),
  mistyped("recall-depth-word-ignored", "recall.input-types", "recall", "a depth that is no number is ignored", () =>
    dropping("recall", "depth", (value) => value === undefined || typeof value === "number"),
  ),
  mistyped(
    "recall-filters-list-ignored",
    "recall.input-types",
    "recall",
    "filters that are no object are ignored",
    () =>
      dropping(
        "recall",
        "filters",
        (value) => value === undefined || (typeof value === "object" && !Array.isArray(value)),
      ),
  ),
  mistyped(
    "recall-filter-flag-word-ignored",
    "recall.input-types",
    "recall",
    "filters with members of the wrong type are ignored",
    () =>
      dropping(
        "recall",
        "filters",
        (value) =>
          typeof value !== "object" ||
          value === null ||
          Object.values(value).every((member) => typeof member === "boolean" || typeof member === "number"),
      ),
  ),
  mistyped("recall-query-object-accepted", "recall.input-types", "recall", "an object is taken as a query", () =>
    unchecked("recall", "query"),
  ),
  mistyped(
    "bootstrap-scope-object-ignored",
    "bootstrap.input-types",
    "bootstrap-context",
    "a scope that is no text is ignored",
    () => dropping("bootstrap-context", "scope_id", optionalText),
  ),
  mistyped(
    "bootstrap-identity-object-ignored",
    "bootstrap.input-types",
    "bootstrap-context",
    "an identity that is no text is taken as the caller's",
    () =>
      onCall("bootstrap-context", (call) => {
        const own = call.service.keys.get((call.headers.authorization ?? "").slice(7))?.agent.identityId;
        if (!optionalText(bodyMember(call, "agent_identity_id")) && own !== undefined)
          editBody(call, (body) => ({ ...body, agent_identity_id: own }));
      }),
  ),
];

const exclusive: readonly Fault[] = [
  {
    id: "recall-with-both-accepted",
    breaks: "recall.one-of",
    title: "a recall with query and seed is accepted",
    operations: ["recall"],
    plant: () => rules({ memories: { recall: { oneWay: (query, seed) => query || seed } } }),
  },
  {
    id: "recall-with-neither-accepted",
    breaks: "recall.one-of",
    title: "a recall with neither query nor seed is accepted",
    operations: ["recall"],
    plant: () => rules({ memories: { recall: { oneWay: (query, seed) => !(query && seed) } } }),
  },
  {
    id: "both-lifetimes-accepted",
    breaks: "memories.remember.ttl-exclusive",
    title: "two lifetimes together are accepted",
    operations: ["remember"],
    plant: () => rules({ memories: { oneLifetime: () => true } }),
  },
  {
    id: "named-lifetime-refused",
    breaks: "memories.remember.ttl-exclusive",
    title: "a named lifetime alone is refused",
    operations: ["remember"],
    plant: () => rules({ memories: { oneLifetime: (_seconds, preset) => !preset } }),
  },
];

/** Faults of what is accepted and refused. */
export const inputFaults: readonly Fault[] = [...fields, ...types, ...exclusive];
