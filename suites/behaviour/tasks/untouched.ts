import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CallOptions, CaseContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import type { TaskSighting } from "./listing.ts";
import type { CreatedTask } from "./requests.ts";
import { lastSight } from "./scenarios.ts";

/** What tells that a task has changed, whatever has. */
const TELLING = ["version", "updatedAt"] as const;
/** So many rejections in a row have to change the task before it is told, each behind a time in which nothing does. */
const ROUNDS = 2;

/** A request about a task that was rejected, and what its listing told before and after. */
export interface RejectedMove {
  readonly task: Pick<CreatedTask, "id" | "word">;
  readonly what: string;
  readonly before: JsonObject;
  readonly after: TaskSighting;
  /** With whose key it is listed; without one the caller's. */
  readonly options?: CallOptions;
  /** Asks for the same once more. */
  readonly again: () => Promise<Exchange>;
}

/**
 * Fails where a rejection makes another version of a task, or updates it. That it has changed meanwhile says little: a target
 * may change its tasks by itself, and index them late. So it is asked once more, each time behind a time in which nobody asks
 * for anything: what changes with each rejection and with nothing else is changed by the rejection.
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

/** Whether nothing tells that a task has changed in between. */
export function isAlike(before: JsonObject, after: JsonObject): boolean {
  return TELLING.every((name) => (before[name] ?? null) === (after[name] ?? null));
}

/** The task as it is shown before and after a while in which it does not change; null where it does. */
async function stillForAWhile(check: CaseContext, move: RejectedMove): Promise<TaskSighting | null> {
  const first = await lastSight(check, move.task, () => true, move.options);
  if (first === null) return null;
  return (await changedSince(check, move, first.task)) === null ? first : null;
}

/** The task as soon as it is shown otherwise than before; null where it is not before the target's patience is over. */
async function changedSince(
  check: CaseContext,
  { task, options }: Pick<RejectedMove, "task" | "options">,
  before: JsonObject,
): Promise<TaskSighting | null> {
  const isOther = (seen: TaskSighting) => !isAlike(before, seen.task);
  const last = await lastSight(check, task, isOther, options);
  return last !== null && isOther(last) ? last : null;
}
