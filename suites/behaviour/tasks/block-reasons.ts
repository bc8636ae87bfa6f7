import { asObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck } from "../define-check.ts";
import { blockTask, type CreatedTask } from "./requests.ts";
import { type Scenario, SHORT_REASON } from "./scenarios.ts";

type ScenarioSource = (check: CheckContext) => Promise<readonly Scenario[]>;

/** The number of blocks for one reason after which errors on all of them are no coincidence. */
const MIN_ERRORS = 3;

/**
 * The contract leaves open which reasons are valid, so any may be rejected, but a server error is not a rejection. A
 * single error may be accidental: the check fails only if all blocks for a reason end in an error while others get a
 * response.
 */
export function blockReasonChecks(scenarios: ScenarioSource): Check[] {
  return [
    defineCheck(
      {
        requirement: "tasks.block.succeeds",
        name: "a reason of any length and content is accepted or rejected, without a server error",
        operations: ["block-task", "create-task", "list-tasks"],
        late: true,
      },
      async (check) => {
        const blocked = (await orNotApplicable(() => scenarios(check))).find(
          ({ steps }) => steps.at(-1)?.done === "block",
        );
        if (blocked === undefined) throw new NotApplicable("no block was accepted");
        await check.forEach(
          [...blocksByReason(check)],
          async ([reason, responses], one) => {
            one.asserted();
            const errors = responses.filter(isServerError);
            const isJudged = responses.some((response) => [200, 400].includes(statusOf(response)));
            if (errors.length === 0 || isJudged) return;
            errors.push(...(await errorsOnceMore(one, blocked.task, reason, MIN_ERRORS - errors.length)));
            const [first] = errors;
            judging(errors.slice(0, MIN_ERRORS), () =>
              expectThat(first === undefined || errors.length < MIN_ERRORS, {
                message: `a block must be accepted or rejected: a reason of ${reason.length} characters must not cause a server error`,
                expected: "200, or a rejection",
                actual: first === undefined ? "nothing" : `${statusAndCode(first)}, each time`,
                keyword: "server-error",
              }),
            );
          },
          { all: true, describe: ([reason]) => ({ reason }) },
        );
      },
    ),
  ];
}

/** A 503 is caused by load, not by the request. */
function isServerError(response: Exchange): boolean {
  return statusOf(response) >= 500 && statusOf(response) !== 503;
}

/** Returns the responses to blocks by their reasons without the last word, which is the task's own. */
function blocksByReason(check: CheckContext): ReadonlyMap<string, readonly Exchange[]> {
  const blocks = new Map<string, Exchange[]>();
  for (const { input, exchange } of check.history("block-task")) {
    const { taskId, reason } = asObject(input.body);
    if (typeof taskId !== "string" || typeof reason !== "string") continue;
    const words = reason.slice(0, Math.max(0, reason.lastIndexOf(" ")));
    blocks.set(words, [...(blocks.get(words) ?? []), exchange]);
  }
  return blocks;
}

/**
 * Sends the reason again. Between the attempts the task must be blockable for another reason, so its status is not the
 * cause.
 */
async function errorsOnceMore(
  check: CaseContext,
  { id, word }: CreatedTask,
  reason: string,
  times: number,
): Promise<Exchange[]> {
  const errors: Exchange[] = [];
  for (let time = 0; time < times; time += 1) {
    if (statusOf(await blockTask(check, id, `${SHORT_REASON} ${word}`)) !== 200) break;
    const response = await blockTask(check, id, `${reason} ${word}`);
    if (!isServerError(response)) break;
    errors.push(response);
  }
  return errors;
}
