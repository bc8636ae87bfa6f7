import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { PLAN_LIMIT } from "../../client/load-rejection.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CallOptions, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { instantOf } from "../../models/instant.ts";
import { wordOf } from "../../models/words.ts";
import { Skipped } from "../../outcome/skipped.ts";
import { expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { list } from "./listing.ts";
import { isPlanLimit, requestPlainTask, requireUsableResponse } from "./plan-requests.ts";

/** The number of concurrent creations for the last one that the plan allows. */
const CONCURRENT_CREATIONS = 4;

/** The responses to the creations that use up the small plan. */
interface UsedUpPlan {
  readonly responses: readonly Exchange[];
  /** The number of tasks that the fixture says are left. */
  readonly remaining: number;
  readonly apiKey: string;
  /** The creation that was requested when none was left. */
  readonly last: Exchange;
  /** Requests one more task. */
  readonly requestTask: (index: number, members: JsonObject) => Promise<Exchange>;
}

/** As many creations succeed as remain. Several concurrent ones compete for the last, and only one succeeds. */
export function planCounts(): Check {
  // The remaining tasks are used up once, also if the check is run again.
  const usedUp = once(useUpPlan);
  return defineCheck(
    {
      requirement: "tasks.plan.counts",
      name: "as many creations succeed as the plan has left, also with concurrent creations",
      operations: ["create-task"],
      fixtures: ["smallPlan.apiKey", "smallPlan.remaining"],
    },
    async (check) => {
      const plan = await usedUp(check);
      await judgeCount(check, plan);
      await expectNoneLeft(plan.responses, plan.requestTask);
    },
  );
}

async function useUpPlan(check: CheckContext): Promise<UsedUpPlan> {
  const { apiKey = "", remaining = 0 } = check.context.target.fixtures.smallPlan ?? {};
  if (remaining < 1) throw skippedAsUsedUp("the small plan has no tasks left according to its fixture");
  const requestTask = (index: number, members: JsonObject = {}, options: CallOptions = {}) =>
    requestPlainTask(check, apiKey, wordOf(check.context, `place ${index}`), members, options);
  const statuses = wordsOf(fieldSchema(check.context.document, "create-task", "status"), "the initial status");
  const priorities = wordsOf(fieldSchema(check.context.document, "create-task", "priority"), "priority");
  const responses: Exchange[] = [];
  for (let index = 1; index < remaining; index += 1) {
    // Tasks of every kind count: each has another status and priority, all but the first are sub-tasks of the first,
    // and some have a description.
    const parent = responses[0] === undefined ? undefined : valueAt(responses[0], "/data/id");
    const parentMember = typeof parent === "string" ? { parentTaskId: parent } : {};
    const status = statuses[(index - 1) % statuses.length] ?? "";
    const priority = priorities[index % priorities.length] ?? "";
    const descriptionMember = index % 2 === 0 ? { description: DESCRIPTION } : {};
    const members = { ...formulaTitle(check.context, index), status, priority, ...descriptionMember, ...parentMember };
    responses.push(
      await requestAssignedTask(responses[0], (assignee) => requestTask(index, { ...members, ...assignee })),
    );
  }
  // Normally each request waits for its turn among all requests of the run; urgent ones are sent immediately.
  const concurrentCreations = Array.from({ length: CONCURRENT_CREATIONS }, (_, index) =>
    requestTask(
      remaining + index,
      { ...concurrentMembers(priorities, index), ...blockedStatus(statuses) },
      { urgent: true },
    ),
  );
  responses.push(...(await Promise.all(concurrentCreations)));
  const last = await requestTask(remaining + CONCURRENT_CREATIONS);
  responses.push(last);
  for (const exchange of responses) requireUsableResponse(exchange);
  return {
    responses,
    remaining,
    apiKey,
    last,
    requestTask: (index, members) => requestTask(remaining + CONCURRENT_CREATIONS + index, members),
  };
}

/** Returns a title that begins like a formula, since these tasks need no plain titles. */
function formulaTitle(context: RunContext, index: number): JsonObject {
  return { title: `=1+1 ${context.mark} ${wordOf(context, `place ${index}`)}` };
}

/** The description of some tasks that use up the plan. */
const DESCRIPTION = "Counted like **any** other";

/**
 * The first creation that competes for the last task is plain, and the others have the most urgent priorities: none is
 * exempt from the limit.
 */
function concurrentMembers(priorities: readonly string[], index: number): JsonObject {
  const priority = priorities[priorities.length - index];
  return priority === undefined ? {} : { priority, description: DESCRIPTION };
}

/** A task that is blocked initially counts too. */
function blockedStatus(statuses: readonly string[]): JsonObject {
  return statuses.includes("blocked") ? { status: "blocked" } : {};
}

/** Requests a task for the creator of the first one, if that is known and accepted. */
async function requestAssignedTask(
  first: Exchange | undefined,
  requestTask: (assignee: JsonObject) => Promise<Exchange>,
): Promise<Exchange> {
  const creator = first === undefined ? undefined : valueAt(first, "/data/createdByAgentId");
  if (typeof creator !== "string") return requestTask({});
  const exchange = await requestTask({ assigneeAgentId: creator });
  return statusOf(exchange) === 200 || isPlanLimit(exchange) ? exchange : requestTask({});
}

/** A task of another kind is not exempt from the limit: an assigned sub-task of an earlier task counts too. */
async function expectNoneLeft(
  responses: readonly Exchange[],
  requestTask: (index: number, members: JsonObject) => Promise<Exchange>,
): Promise<void> {
  const [first] = responses.filter((exchange) => statusOf(exchange) === 200);
  if (first === undefined) return;
  const parentTaskId = valueAt(first, "/data/id");
  const creator = valueAt(first, "/data/createdByAgentId");
  if (typeof parentTaskId !== "string") return;
  const exchange = await requestTask(1, {
    parentTaskId,
    ...(typeof creator === "string" ? { assigneeAgentId: creator } : {}),
  });
  requireUsableResponse(exchange);
  expectThat(statusOf(exchange) !== 200, {
    message: "once the allowance is used up, creating a sub-task must fail as well",
    expected: PLAN_LIMIT,
    actual: statusAndCode(exchange),
    keyword: "sub-task",
  });
}

async function judgeCount(check: CheckContext, { responses, remaining, apiKey, last }: UsedUpPlan): Promise<void> {
  const accepted = responses.filter((exchange) => statusOf(exchange) === 200).length;
  expectThat(accepted <= remaining, {
    message: `no more tasks may be created than the ${remaining} that the plan has left`,
    expected: `at most ${remaining}`,
    actual: `${accepted} were accepted`,
    keyword: "too-many",
  });
  if (accepted < remaining) await requireUnshared(check, { accepted, remaining, apiKey, last });
  check.asserted();
  expectThat(isPlanLimit(last), {
    message: `once the allowance is used up, creating a task must fail with the code ${PLAN_LIMIT}`,
    expected: PLAN_LIMIT,
    actual: statusAndCode(last),
    pointer: "/error/code",
    keyword: "code",
  });
}

/**
 * Returns the reason to skip: earlier runs have used up the plan, so the fixture is missing and may be accepted as
 * such, like used challenge tokens.
 */
function skippedAsUsedUp(reason: string): Skipped {
  return new Skipped(reason, ["smallPlan.remaining"]);
}

/** The beginning of the titles of any run here: two words of twelve letters. */
const TITLE_OF_ANY_RUN = /^(=1\+1 )?[a-z]{12} [a-z]{12}\b/;

/**
 * The age in milliseconds up to which tasks of other runs count as concurrent, so that they count with those of this
 * run.
 */
const CONCURRENT_RUN_MS = 600_000;

/**
 * If fewer tasks were created than the fixture says are left, other runs may have created the others, as their tasks
 * show. Concurrent ones count with those of this run. Older ones, or too many, mean that the fixture is outdated.
 */
async function requireUnshared(
  check: CheckContext,
  {
    accepted,
    remaining,
    apiKey,
    last,
  }: Pick<UsedUpPlan, "remaining" | "apiKey" | "last"> & { readonly accepted: number },
): Promise<void> {
  const missing = remaining - accepted;
  const others = await tasksOfOtherRuns(check, apiKey);
  const { exchange } = await check.baseline("create-task");
  const since = instantOf(valueAt(exchange, "/data/createdAt")) - CONCURRENT_RUN_MS;
  const concurrent = others.filter(({ createdAt }) => instantOf(createdAt) >= since);
  if (concurrent.length === missing && isPlanLimit(last)) return;
  if (accepted === 0) {
    const reason = "the small plan has no tasks left: an earlier run may have used it";
    throw isPlanLimit(last) ? skippedAsUsedUp(reason) : new Inconclusive(reason);
  }
  if (others.length >= missing) {
    throw skippedAsUsedUp(
      `tasks of another run may have used up ${missing} of what smallPlan.remaining says: state what is left now`,
    );
  }
  expectThat(false, {
    message: `as many tasks must be created as the ${remaining} that the plan has left`,
    expected: String(remaining),
    actual: `${accepted} were accepted`,
    keyword: "too-few",
  });
}

async function tasksOfOtherRuns(check: CheckContext, apiKey: string): Promise<readonly JsonObject[]> {
  await check.settled();
  const listing = await tryOrNull(() => list(check, {}, { apiKey }));
  return (listing?.tasks ?? []).filter(
    ({ title }) => TITLE_OF_ANY_RUN.test(String(title)) && !String(title).includes(check.context.mark),
  );
}
