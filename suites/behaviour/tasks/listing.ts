import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CallOptions, CaseContext, RunContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema, wordsOf } from "../../models/document-facts.ts";
import { expectThat, fail, requireAccepted } from "../../verifiers/expect.ts";
import { listAt, valueAt } from "../../verifiers/read.ts";
import { requireEventually } from "../preconditions.ts";
import type { CreatedTask } from "./requests.ts";

/** Filters and count of a listing, by role. */
export type ListInput = Readonly<Record<string, Json>>;

/** One response of list-tasks. */
export interface Listing {
  readonly exchange: Exchange;
  readonly tasks: readonly JsonObject[];
  readonly ids: readonly string[];
  /** True if more tasks may match than were returned. */
  readonly isFull: boolean;
}

/** A task as a listing shows it. */
export interface ListedTask {
  readonly exchange: Exchange;
  /** JSON pointer of the task in the response. */
  readonly pointer: string;
  readonly task: JsonObject;
}

/** The statuses that a listing can be filtered by. */
export function statusesOf({ document }: RunContext): readonly string[] {
  return wordsOf(parameterSchema(document, "list-tasks", "status"), "the status filter");
}

/** Returns the largest count that must be accepted; an empty input if the document states none. */
export function largestPage(context: RunContext): ListInput {
  const limit = largestLimit(context);
  return limit === undefined ? {} : { limit };
}

function largestLimit({ document }: RunContext): number | undefined {
  return numberAt(parameterSchema(document, "list-tasks", "limit"), "maximum");
}

/** Lists tasks, as many as one response may have. Throws `Inconclusive` if that is rejected. */
export async function list(check: CaseContext, input: ListInput, options: CallOptions = {}): Promise<Listing> {
  let parameters: ListInput = { ...largestPage(check.context), ...input };
  let exchange = await check.call("list-tasks", { parameters }, options);
  if (statusOf(exchange) === 400 && input.limit === undefined) {
    // A target that rejects the largest count can be judged by its default. Another check judges the count.
    parameters = input;
    exchange = await check.call("list-tasks", { parameters }, options);
  }
  return listingOf(check, exchange, parameters);
}

/** Lists tasks with these parameters only: without a count, the default number is returned. */
export async function listWithExactParameters(
  check: CaseContext,
  input: ListInput,
  options: CallOptions = {},
): Promise<Listing> {
  return listingOf(check, await check.call("list-tasks", { parameters: input }, options), input);
}

function listingOf(check: CaseContext, exchange: Exchange, parameters: ListInput): Listing {
  requireAccepted(exchange, "tasks.list.succeeds");
  const tasks = listAt(exchange, "/data").filter(isObject);
  // Stops reading ids if a monitor has found one invalid, since the tasks cannot be identified then.
  const ids = tasks.flatMap((_, index) => stringIn(valueAt(exchange, `/data/${index}/id`)));
  const limit = typeof parameters.limit === "number" ? parameters.limit : defaultLimit(check.context);
  return { exchange, tasks, ids, isFull: tasks.length >= limit };
}

function defaultLimit({ document }: RunContext): number {
  return numberAt(parameterSchema(document, "list-tasks", "limit"), "default") ?? 1;
}

function stringIn(value: Json | undefined): string[] {
  return typeof value === "string" ? [value] : [];
}

/** Returns the task in a listing, or undefined. */
export function inListing({ exchange, tasks }: Listing, id: string): ListedTask | undefined {
  const index = tasks.findIndex((task) => task.id === id);
  const task = tasks[index];
  return task ? { exchange, pointer: `/data/${index}`, task } : undefined;
}

/** Finds a task by its word, then without any filter in case the search is broken. Fails if it is not listed. */
export async function expectListed(
  check: CaseContext,
  { id, word }: Pick<CreatedTask, "id" | "word">,
  why: string,
  options: CallOptions = {},
  keyword = "missing",
): Promise<ListedTask> {
  for (const input of [{ text: word }, {}]) {
    const found = inListing(await list(check, input, options), id);
    if (found) return found;
  }
  return fail({
    message: why,
    expected: `the task ${id} in the listing`,
    actual: "not listed, neither by a word of its title nor without a filter",
    verifier: "listed",
    pointer: "",
    keyword,
  });
}

/** Waits until a task is listed. Throws `Inconclusive` if it never is. */
export async function requireListed(
  check: CaseContext,
  task: CreatedTask,
  options: CallOptions = {},
): Promise<ListedTask> {
  return requireEventually(check, "tasks.create.listed", () =>
    expectListed(check, task, "a task that was created is not listed", options),
  );
}

/** Fails if a listing lacks a task that it must show. */
export function expectPresent(listing: Listing, { id }: Pick<CreatedTask, "id">, message: string): void {
  expectThat(inListing(listing, id) !== undefined, {
    message,
    expected: `the task ${id} in the listing`,
    actual: `${listing.ids.length} tasks without it`,
    pointer: "/data",
    keyword: "missing",
  });
}

/** Fails if a listing shows a task that it must not show. */
export function expectAbsent(listing: Listing, { id }: Pick<CreatedTask, "id">, message: string): void {
  const found = inListing(listing, id);
  if (!found) return;
  fail({
    message,
    expected: `no task ${id} in the listing`,
    actual: `found at ${found.pointer}`,
    verifier: "absent",
    pointer: found.pointer,
    keyword: "present",
    exchanges: [],
  });
}
