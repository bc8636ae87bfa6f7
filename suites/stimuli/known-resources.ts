import { asObject, isObject, type JsonObject, textsIn } from "../../spec/json.ts";
import { statusOf } from "../client/exchange.ts";
import type { CheckContext } from "../engine/check/check.ts";
import { accepted, itemsAt } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import { acceptedHere } from "../knowledge/resources.ts";
import { valueAt } from "../verifiers/read.ts";

/** A resource of the run: the requested members, and the fields that responses have shown since. */
export interface KnownResource {
  readonly id: string;
  readonly fields: JsonObject;
  /** True if the other agent created it. */
  readonly isOfOther: boolean;
  /** Operations that have changed it since. */
  readonly changedBy: readonly string[];
}

/** Returns the tasks, as the last change of each has shown them. */
export function tasksOf(check: CheckContext): readonly KnownResource[] {
  return withChanges(createdResources(check, "create-task"), check, ["block-task", "release-task"]);
}

/** Returns the task with this id as it was created; undefined if the run has not created it. */
export function createdTask(check: CheckContext, taskId: unknown): KnownResource | undefined {
  return createdResources(check, "create-task").find(({ id }) => id === taskId);
}

/** Returns the messages, with the fields that flags have shown. */
export function messagesOf(check: CheckContext): readonly KnownResource[] {
  return withChanges(createdResources(check, "send-message"), check, ["flag-needs-human"]);
}

export function memoriesOf(check: CheckContext): readonly KnownResource[] {
  return createdResources(check, "remember");
}

/**
 * Returns a function for the current tasks, including those of the target file as lists have shown them to the caller
 * so far.
 */
export function listedTasks(check: CheckContext): () => readonly KnownResource[] {
  const fromTargetFile = fixturesInLists(check, check.context.target.fixtures.tasks, { "list-tasks": "/data" });
  return () => [...tasksOf(check), ...fromTargetFile];
}

/**
 * Returns a function for the current memories, including those of the target file in each status as lists have shown
 * them to the caller so far.
 */
export function foundMemories(check: CheckContext): () => readonly KnownResource[] {
  const lists = { "search-memories": "/data/hits", recall: "/data/hits" };
  const fromTargetFile = fixturesInLists(check, check.context.target.fixtures.memories, lists);
  return () => [...memoriesOf(check), ...fromTargetFile];
}

function fixturesInLists(
  check: CheckContext,
  fixtures: unknown,
  lists: Readonly<Record<string, string>>,
): KnownResource[] {
  const ids = new Set(textsIn(fixtures));
  const fieldsById = new Map<string, JsonObject>();
  for (const [operation, pointer] of Object.entries(lists)) {
    for (const past of accepted(check, operation).filter(({ isOwn }) => isOwn)) {
      for (const { value } of itemsAt(past, pointer)) {
        if (typeof value.id === "string" && ids.has(value.id)) fieldsById.set(value.id, withoutNulls(value));
      }
    }
  }
  const found = [...fieldsById].sort(([one], [other]) => (one < other ? -1 : 1));
  return found.map(([id, fields]) => ({ id, fields, isOfOther: false, changedBy: [] }));
}

/** Returns the id of the resource that a request has created or changed; null if it was not accepted. */
export function idIn(past: Pick<HistoryEntry, "exchange">): string | null {
  if (statusOf(past.exchange) !== 200) return null;
  const id = asObject(valueAt(past.exchange, "/data")).id;
  return typeof id === "string" ? id : null;
}

/**
 * Returns the created resources in an order that does not depend on the order of responses, so that the same seed sends
 * the same requests.
 */
function createdResources(check: CheckContext, operation: string): readonly KnownResource[] {
  const history = check.history(operation);
  const known = cachedCreated.get(history);
  if (known !== undefined) return known;
  const resources = acceptedWithId(check, operation).map((past) => ({
    id: idIn(past) ?? "",
    fields: { ...asObject(past.input.body), ...shownFields(past) },
    isOfOther: !past.isOwn,
    changedBy: [],
  }));
  resources.sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
  cachedCreated.set(history, resources);
  return resources;
}

/** Cached, since every row needs these. A history is another list as soon as an exchange is added. */
const cachedCreated = new WeakMap<readonly HistoryEntry[], readonly KnownResource[]>();

function textOf({ fields: { title, content } }: KnownResource): string {
  return String(title ?? content);
}

/** Returns the accepted requests of either agent of the workspace that created or changed a resource with an id. */
function acceptedWithId(check: CheckContext, operation: string): readonly HistoryEntry[] {
  return acceptedHere(check, operation).filter((past) => idIn(past) !== null);
}

function withChanges(
  resources: readonly KnownResource[],
  check: CheckContext,
  operations: readonly string[],
): readonly KnownResource[] {
  const histories = operations.map((operation) => check.history(operation));
  const known = cachedChanged.get(resources);
  if (known?.histories.every((history, index) => history === histories[index])) return known.resources;
  const changes = new Map<string, { fields: JsonObject; by: string[] }>();
  for (const operation of operations) {
    for (const past of acceptedWithId(check, operation)) {
      const id = idIn(past) ?? "";
      const change = changes.get(id) ?? { fields: {}, by: [] };
      const fields = { ...change.fields, ...asObject(past.input.body), ...shownFields(past) };
      changes.set(id, { fields, by: [...change.by, operation] });
    }
  }
  const changedResources = resources.map((resource) => {
    const change = changes.get(resource.id);
    return change === undefined
      ? resource
      : { ...resource, fields: { ...resource.fields, ...change.fields }, changedBy: change.by };
  });
  cachedChanged.set(resources, { histories, resources: changedResources });
  return changedResources;
}

/** Caches the last state of created resources, with the histories that it is derived from. */
const cachedChanged = new WeakMap<
  readonly KnownResource[],
  { readonly histories: readonly (readonly HistoryEntry[])[]; readonly resources: readonly KnownResource[] }
>();

/** Returns the members of a response that have a value. */
function shownFields({ exchange }: HistoryEntry): JsonObject {
  const data = valueAt(exchange, "/data");
  return isObject(data) ? withoutNulls(data) : {};
}

function withoutNulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
