import { asObject, isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { type Change, together } from "../changes/change.ts";
import { bodyMember, editBody, inputs, onCall, onSuccess, rules, when } from "../changes/hooks.ts";
import { ownKey } from "../changes/identities.ts";
import { editAt } from "../changes/paths.ts";
import { fileRules } from "../features/files/rules.ts";
import { taskRules } from "../features/tasks/rules.ts";
import { isoInstant } from "../runtime/clock.ts";
import { type Fault, fault } from "./fault.ts";

const MINUTE_MS = 60_000;

/** Bytes that a column of texts has room for. */
const TEXT_BYTES = 65_535;

/** Signs that a column of names has room for. */
const COLUMN = 64;

/** Fractions of six digits, in members that are numbers themselves. */
function rounded(metadata: JsonObject): JsonObject {
  const edit = (value: Json): Json => {
    if (typeof value === "number") return Math.round(value * 1e6) / 1e6;
    return isObject(value) ? rounded(value) : value;
  };
  return Object.fromEntries(Object.entries(metadata).map(([name, value]) => [name, edit(value)]));
}

/** What others have remembered while this is on is left out. */
function onlyOwn(): Change {
  const authors = new Map<string, unknown>();
  return together(
    onSuccess("remember", (reply, { caller }) => {
      authors.set(String(asObject(reply.body.data).id), caller?.agent.id);
    }),
    onSuccess("search-memories", (reply, { caller }) => {
      const isOthers = (hit: Json) => {
        const author = authors.get(String(asObject(hit).id));
        return author !== undefined && author !== caller?.agent.id;
      };
      editAt(reply.body, "data.hits", (hits) => [hits].flat().filter((hit) => !isOthers(hit)));
    }),
  );
}

function creatorOfParent(): Change {
  return onSuccess("create-task", (reply, call) => {
    const parent = ownKey(call)?.workspace.tasks.get(String(bodyMember(call, "parentTaskId")));
    if (parent === undefined) return;
    editAt(reply.body, "data.createdByAgentId", () => parent.task.createdByAgentId);
  });
}

/** Faults of what is cut short, rounded or taken from above, and of bounds that one way of asking leaves out. */
export const cutShortFaults: readonly Fault[] = [
  fault(
    "task-description-of-64-kilobytes",
    "tasks.create.description",
    "a description of any length is taken, and what goes beyond 65,535 bytes is lost",
    ["create-task", "list-tasks"],
    () =>
      together(
        inputs("create-task", { description: { maximum: undefined } }),
        onCall("create-task", (call) => {
          const description = bodyMember(call, "description");
          if (typeof description !== "string") return;
          const kept = Buffer.from(description).subarray(0, TEXT_BYTES).toString();
          if (kept !== description) editBody(call, (body) => ({ ...body, description: kept }));
        }),
      ),
  ),
  fault(
    "download-names-of-64",
    "files.download.name",
    "a download gives the first 64 signs of a name",
    ["request-file-download"],
    () =>
      onSuccess("request-file-download", (reply) =>
        editAt(reply.body, "data.name", (name) => String(name).slice(0, COLUMN)),
      ),
  ),
  fault(
    "metadata-fractions-of-6-digits",
    "memories.remember.metadata",
    "fractions in metadata are rounded to six digits",
    ["remember", "search-memories"],
    () => rules({ memories: { keptMetadata: (metadata) => (isObject(metadata) ? rounded(metadata) : metadata) } }),
  ),
  fault(
    "creator-of-the-task-above",
    "tasks.create.creator",
    "a task below another names the creator of that one as its own",
    ["create-task"],
    creatorOfParent,
  ),
  fault(
    "spreadsheets-allowed",
    "files.upload.other-types",
    "spreadsheets of the older kind are allowed",
    ["request-file-upload"],
    () =>
      rules({
        files: {
          isAllowedType: (type) => type === "application/vnd.ms-excel" || fileRules.isAllowedType(type),
        },
      }),
  ),
  fault(
    "task-above-updated-before-its-creation",
    "consistency.timestamps",
    "a task that gets one below it counts as updated a minute before it was made",
    ["create-task", "list-tasks"],
    () =>
      onSuccess("create-task", (_reply, call) => {
        const tasks = call.caller?.workspace.tasks;
        const above = tasks?.get(String(bodyMember(call, "parentTaskId")));
        if (tasks === undefined || above === undefined) return;
        const updatedAt = isoInstant(Date.parse(above.task.createdAt) - MINUTE_MS);
        tasks.change(above, { updatedAt });
      }),
  ),
  fault(
    "memory-limit-unbounded-beside-a-cursor",
    "memories.search.max-limit",
    "a page of memories that follows another has no greatest size",
    ["search-memories"],
    () => when(({ query }) => query.has("cursor"), inputs("search-memories", { limit: { maximum: undefined } })),
  ),
  fault(
    "memories-of-their-author-alone",
    "memories.search.all-scopes",
    "a search finds what the caller wrote, and nothing of other agents",
    ["search-memories"],
    onlyOwn,
  ),
  fault(
    "percent-finds-every-task",
    "tasks.list.text-relevant",
    "a text with a percent sign in it finds every task",
    ["list-tasks"],
    () =>
      rules({
        tasks: {
          filters: { text: (task, wanted) => wanted.includes("%") || taskRules.filters.text(task, wanted) },
        },
      }),
  ),
];
