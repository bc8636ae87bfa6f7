import { asObject, isObject, type JsonObject } from "../../spec/json.ts";
import { statusOf } from "../client/exchange.ts";
import type { CheckContext } from "../engine/check/check.ts";
import type { Past } from "../knowledge/history.ts";
import { valueAt } from "../verifiers/read.ts";

/** What the run has made: what was asked for and what the responses have shown since. */
export interface Thing {
  readonly id: string;
  readonly fields: JsonObject;
  /** True for what the other agent made. */
  readonly isOfOther: boolean;
  /** Operations that have changed it since. */
  readonly changedBy: readonly string[];
}

/** Tasks, as the last change of each has shown them. */
export function tasksOf(check: CheckContext): readonly Thing[] {
  return changed(made(check, "create-task"), check, ["block-task", "release-task"]);
}

/** Messages, with what flagging them has shown. */
export function messagesOf(check: CheckContext): readonly Thing[] {
  return changed(made(check, "send-message"), check, ["flag-needs-human"]);
}

export function memoriesOf(check: CheckContext): readonly Thing[] {
  return made(check, "remember");
}

/** The same, with the tasks of the target file as lists have shown them to the caller. */
export function listedTasks(check: CheckContext): readonly Thing[] {
  return [...tasksOf(check), ...ofTargetFile(check, check.world.target.fixtures.tasks, { "list-tasks": "/data" })];
}

/** The same, with the memories of the target file, of each status, as lists have shown them to the caller. */
export function foundMemories(check: CheckContext): readonly Thing[] {
  const lists = { "search-memories": "/data/hits", recall: "/data/hits" };
  return [...memoriesOf(check), ...ofTargetFile(check, check.world.target.fixtures.memories, lists)];
}

function ofTargetFile(check: CheckContext, fixtures: unknown, lists: Readonly<Record<string, string>>): Thing[] {
  const ids = new Set(textsIn(fixtures));
  const shown = new Map<string, JsonObject>();
  for (const [operation, pointer] of Object.entries(lists)) {
    for (const past of check.history(operation)) {
      const items = past.isOwn && past.isWhole ? valueAt(past.exchange, pointer) : null;
      for (const item of Array.isArray(items) ? items.filter(isObject) : []) {
        if (typeof item.id === "string" && ids.has(item.id)) shown.set(item.id, withoutNulls(item));
      }
    }
  }
  const found = [...shown].sort(([one], [other]) => (one < other ? -1 : 1));
  return found.map(([id, fields]) => ({ id, fields, isOfOther: false, changedBy: [] }));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** The id of what a request has made or changed; null where it was not accepted. */
export function idIn(past: Pick<Past, "exchange">): string | null {
  if (statusOf(past.exchange) !== 200) return null;
  const id = asObject(valueAt(past.exchange, "/data")).id;
  return typeof id === "string" ? id : null;
}

/** In an order that does not depend on which response came first: the same seed asks for the same. */
function made(check: CheckContext, operation: string): readonly Thing[] {
  const things = granted(check, operation).map((past) => ({
    id: idIn(past) ?? "",
    fields: { ...asObject(past.input.body), ...shown(past) },
    isOfOther: !past.isOwn,
    changedBy: [],
  }));
  return things.sort((one, other) => (textOf(one) < textOf(other) ? -1 : 1));
}

function textOf({ fields: { title, content } }: Thing): string {
  return String(title ?? content);
}

/** Requests with the keys of the target file that were accepted, and whose responses are known. */
function granted(check: CheckContext, operation: string): readonly Past[] {
  const { otherAgent } = check.world.target.fixtures;
  return check
    .history(operation)
    .filter(
      (past) =>
        past.isWhole &&
        idIn(past) !== null &&
        (past.isOwn || (past.otherKey !== null && past.otherKey === otherAgent?.apiKey)),
    );
}

function changed(things: readonly Thing[], check: CheckContext, operations: readonly string[]): readonly Thing[] {
  const changes = new Map<string, { fields: JsonObject; by: string[] }>();
  for (const operation of operations) {
    for (const past of granted(check, operation)) {
      const id = idIn(past) ?? "";
      const known = changes.get(id) ?? { fields: {}, by: [] };
      changes.set(id, { fields: { ...known.fields, ...shown(past) }, by: [...known.by, operation] });
    }
  }
  return things.map((thing) => {
    const change = changes.get(thing.id);
    return change === undefined
      ? thing
      : { ...thing, fields: { ...thing.fields, ...change.fields }, changedBy: change.by };
  });
}

/** Members that a response shows and that have a value. */
function shown({ exchange }: Past): JsonObject {
  const data = valueAt(exchange, "/data");
  return isObject(data) ? withoutNulls(data) : {};
}

function withoutNulls(fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
