import { isObject } from "../../../spec/json.ts";
import type { Change } from "../../changes/change.ts";
import { bodyMember, editBody, onCall, onReply, rules } from "../../changes/hooks.ts";
import { OPERATIONS } from "../../operations.ts";
import type { Fault } from "../fault.ts";

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

/** Faults of the types that operations take. */
export const typeFaults: readonly Fault[] = [
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
    "pointer-null-accepted",
    "memories.remember.provenance-item",
    "remember",
    "null in the place of a provenance pointer is passed over",
    () =>
      onCall("remember", (call) => {
        const from = bodyMember(call, "derived_from");
        if (Array.isArray(from))
          editBody(call, (body) => ({
            ...body,
            derived_from: from.map((item) => (item === null ? { id: "unknown" } : item)),
          }));
      }),
  ),
  mistyped(
    "pointer-with-null-id-accepted",
    "memories.remember.provenance-item",
    "remember",
    "a provenance pointer whose id is null is accepted",
    () =>
      onCall("remember", (call) => {
        const from = bodyMember(call, "derived_from");
        if (Array.isArray(from))
          editBody(call, (body) => ({
            ...body,
            derived_from: from.map((item) => (isObject(item) && item.id === null ? { id: "unknown" } : item)),
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

/** Faults of members that exclude each other. */
export const exclusiveFaults: readonly Fault[] = [
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
