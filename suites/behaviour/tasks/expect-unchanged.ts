import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CallOptions, CaseContext } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import type { ListedTask } from "./listing.ts";
import type { CreatedTask } from "./requests.ts";
import { pollListedTask } from "./scenarios.ts";

/** Fields that show that a task has changed. */
const CHANGE_INDICATORS = ["version", "updatedAt"] as const;
/** The number of rejections in a row that must each change the task, each after a period without changes. */
const ROUNDS = 2;

/** A rejected request on a task, with the task as it was listed before and after. */
export interface RejectedChange {
  readonly task: Pick<CreatedTask, "id" | "word">;
  readonly operation: string;
  readonly before: JsonObject;
  readonly after: ListedTask;
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
export async function expectUnchanged(check: CaseContext, rejected: RejectedChange): Promise<void> {
  if (isUnchanged(rejected.before, rejected.after.task)) return;
  for (let round = 0; round < ROUNDS; round += 1) {
    const stable = await taskIfStable(check, rejected);
    if (stable === null) return;
    const response = await rejected.again();
    const status = statusOf(response);
    if (status < 400 || status >= 500) return;
    const changed = await pollForChange(check, rejected, stable.task);
    if (changed === null) return;
    if (round < ROUNDS - 1) continue;
    const field = CHANGE_INDICATORS.find((name) => stable.task[name] !== changed.task[name]) ?? CHANGE_INDICATORS[0];
    withEvidence([stable.exchange, response, changed.exchange], () =>
      expectThat(false, {
        message: `a rejected ${rejected.operation} must leave the task unchanged, including its ${field}`,
        expected: `${JSON.stringify(stable.task[field] ?? null)} at ${changed.pointer}/${field}`,
        actual: JSON.stringify(changed.task[field] ?? null),
        pointer: `${changed.pointer}/${field}`,
        keyword: "touched",
      }),
    );
  }
}

/** Returns true if these fields show no change of the task. */
export function isUnchanged(before: JsonObject, after: JsonObject): boolean {
  return CHANGE_INDICATORS.every((name) => (before[name] ?? null) === (after[name] ?? null));
}

/** Returns the task if it does not change for a while without requests; null if it does. */
async function taskIfStable(check: CaseContext, rejected: RejectedChange): Promise<ListedTask | null> {
  const first = await pollListedTask(check, rejected.task, () => true, rejected.options);
  if (first === null) return null;
  return (await pollForChange(check, rejected, first.task)) === null ? first : null;
}

/**
 * Returns the task as soon as it is listed with a change; null if that does not happen within the consistency timeout.
 */
async function pollForChange(
  check: CaseContext,
  { task, options }: Pick<RejectedChange, "task" | "options">,
  before: JsonObject,
): Promise<ListedTask | null> {
  const isChanged = (seen: ListedTask) => !isUnchanged(before, seen.task);
  const last = await pollListedTask(check, task, isChanged, options);
  return last !== null && isChanged(last) ? last : null;
}
