import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CallOptions, CaseContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import type { TaskSighting } from "./listing.ts";
import type { CreatedTask } from "./requests.ts";
import { lastSight } from "./scenarios.ts";

/** Fields that show that a task has changed. */
const TELLING = ["version", "updatedAt"] as const;
/** The number of rejections in a row that must each change the task, each after a period without changes. */
const ROUNDS = 2;

/** A rejected request on a task, with the task as it was listed before and after. */
export interface RejectedMove {
  readonly task: Pick<CreatedTask, "id" | "word">;
  readonly what: string;
  readonly before: JsonObject;
  readonly after: TaskSighting;
  /** The key for listings; the caller's if absent. */
  readonly options?: CallOptions;
  /** Sends the request again. */
  readonly again: () => Promise<Exchange>;
}

/**
 * Fails if a rejected request changes the version or update time of a task. One change proves little: a target may
 * change tasks by itself and index late. So the request is sent again, each time after a period without requests. If
 * the task changes after each rejection and at no other time, the rejection is the cause.
 */
export async function expectUntouched(check: CaseContext, move: RejectedMove): Promise<void> {
  if (isAlike(move.before, move.after.task)) return;
  for (let round = 0; round < ROUNDS; round += 1) {
    const still = await stillForAWhile(check, move);
    if (still === null) return;
    const response = await move.again();
    const status = statusOf(response);
    if (status < 400 || status >= 500) return;
    const changed = await changedSince(check, move, still.task);
    if (changed === null) return;
    if (round < ROUNDS - 1) continue;
    const field = TELLING.find((name) => still.task[name] !== changed.task[name]) ?? TELLING[0];
    judging([still.exchange, response, changed.exchange], () =>
      expectThat(false, {
        message: `a rejected ${move.what} must leave the task as it was, its ${field} too`,
        expected: `${JSON.stringify(still.task[field] ?? null)} at ${changed.pointer}/${field}`,
        actual: JSON.stringify(changed.task[field] ?? null),
        pointer: `${changed.pointer}/${field}`,
        keyword: "touched",
      }),
    );
  }
}

/** Returns true if these fields show no change of the task. */
export function isAlike(before: JsonObject, after: JsonObject): boolean {
  return TELLING.every((name) => (before[name] ?? null) === (after[name] ?? null));
}

/** Returns the task if it does not change for a while without requests; null if it does. */
async function stillForAWhile(check: CaseContext, move: RejectedMove): Promise<TaskSighting | null> {
  const first = await lastSight(check, move.task, () => true, move.options);
  if (first === null) return null;
  return (await changedSince(check, move, first.task)) === null ? first : null;
}

/**
 * Returns the task as soon as it is listed with a change; null if that does not happen within the consistency timeout.
 */
async function changedSince(
  check: CaseContext,
  { task, options }: Pick<RejectedMove, "task" | "options">,
  before: JsonObject,
): Promise<TaskSighting | null> {
  const isOther = (seen: TaskSighting) => !isAlike(before, seen.task);
  const last = await lastSight(check, task, isOther, options);
  return last !== null && isOther(last) ? last : null;
}
