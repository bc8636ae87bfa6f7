import type { Json } from "../../../spec/json.ts";
import type { Change } from "../../changes/change.ts";
import { bodyMember, editBody, onCall } from "../../changes/hooks.ts";
import { type Fault, fault } from "../fault.ts";

/** Takes the first of a list for a text. */
const first = (value: Json | undefined): Json => (Array.isArray(value) ? (value[0] ?? null) : (value ?? null));

/** Takes a list of one for the text in it. */
const takingFirst = (operation: string, name: string): Change =>
  onCall(operation, (call) => {
    if (Array.isArray(bodyMember(call, name))) editBody(call, (body) => ({ ...body, [name]: first(body[name]) }));
  });

/** A list of one for a text, by the operation, the member and the word for what it holds. */
const LISTS: readonly (readonly [breaks: string, operation: string, member: string, what: string])[] = [
  ["tasks.create.input-types", "create-task", "assigneeAgentId", "an agent"],
  ["tasks.create.input-types", "create-task", "parentTaskId", "a parent"],
  ["tasks.create.input-types", "create-task", "status", "a status"],
  ["tasks.block.input-types", "block-task", "taskId", "a task"],
  ["tasks.block.input-types", "block-task", "reason", "a reason"],
  ["messages.send.input-types", "send-message", "threadId", "a thread"],
  ["messages.send.input-types", "send-message", "channelId", "a channel"],
  ["messages.flag.input-types", "flag-needs-human", "messageId", "a message"],
  ["files.upload.input-types", "request-file-upload", "mimeType", "a type of files"],
  ["memories.remember.input-types", "remember", "stated_by_identity_id", "an identity"],
  ["recall.input-types", "recall", "seed_id", "a seed"],
  ["bootstrap.input-types", "bootstrap-context", "scope_id", "a scope"],
];

/** Reads words that hyphens join as those that underscores do. */
const rejoining: Change = onCall("*", (call) => {
  const status = call.query.get("status");
  if (call.operation === "list-tasks" && status !== null) call.query.set("status", status.replaceAll("-", "_"));
  const asked = bodyMember(call, "status");
  if (call.operation === "create-task" && typeof asked === "string")
    editBody(call, (body) => ({ ...body, status: asked.replaceAll("-", "_") }));
});

/** Faults of values that are nearly right ones. */
export const nearValueFaults: readonly Fault[] = [
  ...LISTS.map(([breaks, operation, member, what]) =>
    fault(
      `${operation}-${member.replaceAll("_", "-").toLowerCase()}-in-list-taken`,
      breaks,
      `${what} that stands in a list of one is taken for ${member} of ${operation}`,
      [operation],
      () => takingFirst(operation, member),
    ),
  ),
  fault(
    "create-status-hyphen-taken",
    "tasks.create.final-status",
    "a status whose words a hyphen joins is taken for the listed one",
    ["create-task"],
    () => rejoining,
  ),
  fault(
    "list-status-hyphen-taken",
    "tasks.list.status-enum",
    "a status whose words a hyphen joins is taken for the listed one in a listing",
    ["list-tasks"],
    () => rejoining,
  ),
];
