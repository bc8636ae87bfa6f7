import { isObject, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { PLAN_LIMIT } from "../../client/load-rejection.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { stringAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { mergeMembers } from "../merge-members.ts";
import { sendMessage } from "../messages/requests.ts";
import { expectNoCard, expectNothingPosted, requestBoundTaskBeyondPlan } from "./exhausted-plan-cards.ts";
import { list } from "./listing.ts";
import {
  hasAllIds,
  isPlanLimit,
  isTreatedAsRateLimit,
  requestPlainTask,
  requireUsableResponse,
} from "./plan-requests.ts";
import { blockTask } from "./requests.ts";

/** Checks of an exhausted plan: no task of any kind is created, and the attempt leaves no trace. */
export function exhaustedPlanChecks(): Check[] {
  const rejected = once(requestBeyondPlan);
  return [
    rejectedWithLimitCode(rejected),
    noKindExempt(rejected),
    everyAttemptRejected(rejected),
    createsNothing(rejected),
  ];
}

interface RejectedCreation {
  readonly apiKey: string;
  readonly word: string;
  /** Its members in addition to the title. */
  readonly members: JsonObject;
  readonly exchange: Exchange;
}

async function requestBeyondPlan(check: CheckContext): Promise<RejectedCreation> {
  const { apiKey = "", channel } = check.context.target.fixtures.exhaustedPlan ?? {};
  const word = wordOf(check.context, "beyond the plan");
  const members = channel !== undefined && (await needsChannel(check)) ? { channelId: channel } : {};
  const exchange = await requestPlainTask(check, apiKey, word, members);
  check.observe(
    "create-task.plan-limit-status",
    statusAndCode(exchange),
    "a creation with the key of an exhausted plan",
  );
  return { apiKey, word, members, exchange };
}

async function needsChannel(check: CheckContext): Promise<boolean> {
  const { input } = await check.baseline("create-task");
  return isObject(input.body) && input.body.channelId !== undefined;
}

function rejectedWithLimitCode(rejected: (check: CheckContext) => Promise<RejectedCreation>): Check {
  return defineCheck(
    {
      requirement: "tasks.plan.limit-code",
      name: "an exhausted plan rejects with its own code",
      operations: ["create-task"],
      fixtures: ["exhaustedPlan.apiKey"],
    },
    async (check) => {
      const { exchange, apiKey } = await rejected(check);
      if (!(await isTreatedAsRateLimit(check, apiKey, exchange))) requireUsableResponse(exchange);
      check.asserted();
      withEvidence([exchange], () => expectLimit(exchange));
    },
  );
}

function expectLimit(exchange: Exchange, when = ""): void {
  expectThat(isPlanLimit(exchange), {
    message: `creating a task beyond the plan's allowance must fail with the code ${PLAN_LIMIT}${when}`,
    expected: `a status of the 4xx class with ${PLAN_LIMIT}`,
    actual: statusAndCode(exchange),
    pointer: "/error/code",
    keyword: "code",
  });
}

/** No kind of task is exempt: whatever members it has, nothing is created. */
function noKindExempt(rejected: (check: CheckContext) => Promise<RejectedCreation>): Check {
  return defineCheck(
    {
      requirement: "tasks.plan.limit-code",
      name: "an exhausted plan creates no task of any kind",
      operations: ["create-task", "list-tasks"],
      fixtures: ["exhaustedPlan.apiKey"],
    },
    async (check) => {
      const { apiKey, members: needed } = await rejected(check);
      const isWritable = await mayWrite(check, apiKey);
      await check.forEach(
        await bodiesOfEveryKind(check, apiKey),
        async (members, testCase) => {
          const word = wordOf(check.context, `exempt ${JSON.stringify(members)}`);
          const exchange = await requestPlainTask(testCase, apiKey, word, { ...needed, ...members });
          requireUsableResponse(exchange);
          testCase.asserted();
          expectThat(statusOf(exchange) !== 200, {
            message: `creating a task beyond the plan's allowance must fail, also with ${Object.keys(members).join(", ")}`,
            expected: PLAN_LIMIT,
            actual: statusAndCode(exchange),
            keyword: "code",
          });
          // Without references, or with a channel in which this agent may write, there is no other reason for a
          // rejection.
          const references = Object.keys(members).filter((member) => member.endsWith("Id"));
          const isPlain =
            references.length === 0 || (isWritable && references.every((member) => member === "channelId"));
          if (isPlain) expectLimit(exchange, `, also with ${Object.keys(members).join(", ")}`);
        },
        { first: 1 },
      );
    },
  );
}

/** Returns true if the key may write in the channel of its fixture. */
async function mayWrite(check: CheckContext, apiKey: string): Promise<boolean> {
  const { channel } = check.context.target.fixtures.exhaustedPlan ?? {};
  if (channel === undefined) return false;
  const sent = await tryOrNull(() => sendMessage(check, "beyond the plan", { channelId: channel }, { apiKey }));
  return sent !== null;
}

/** The number of creations to request in a row: repetition must not bypass the limit. */
const ATTEMPTS = 10;

function everyAttemptRejected(rejected: (check: CheckContext) => Promise<RejectedCreation>): Check {
  return defineCheck(
    {
      requirement: "tasks.plan.limit-code",
      name: "an exhausted plan rejects every further creation",
      operations: ["create-task"],
      fixtures: ["exhaustedPlan.apiKey"],
    },
    async (check) => {
      const { apiKey, members } = await rejected(check);
      for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
        const exchange = await requestPlainTask(
          check,
          apiKey,
          wordOf(check.context, `beyond the plan again ${attempt}`),
          members,
        );
        requireUsableResponse(exchange);
        check.asserted();
        expectLimit(exchange, ", each time");
      }
      // Other rejections of this agent are not about the plan. The codes of all responses are monitored.
      const knownId = stringAt((await check.baseline("create-task")).exchange, "/data/id");
      await blockTask(check, absentId(knownId, `${check.context.mark} task`), "Waiting for a response", { apiKey });
    },
  );
}

/** Returns bodies of different kinds of task, from the resources of its fixture and its own tasks. */
async function bodiesOfEveryKind(check: CheckContext, apiKey: string): Promise<JsonObject[]> {
  const { channel } = check.context.target.fixtures.exhaustedPlan ?? {};
  const statuses = wordsOf(fieldSchema(check.context.document, "create-task", "status"), "the initial status");
  const priorities = wordsOf(fieldSchema(check.context.document, "create-task", "priority"), "priority");
  const [task] = (await list(check, {}, { apiKey })).tasks;
  const named = [
    { parentTaskId: task?.id },
    { assigneeAgentId: task?.createdByAgentId },
    { assigneeAgentId: task?.assigneeAgentId },
  ].filter(hasAllIds);
  const bodies = [
    { description: "with a description", priority: priorities.at(-1) ?? "", status: statuses[0] ?? "" },
    { status: statuses.at(-1) ?? "", priority: priorities[0] ?? "" },
    ...(channel === undefined ? [] : [{ channelId: channel }]),
    ...named.map((members) => members as JsonObject),
    ...statuses.slice(1, -1).map((status) => ({ status })),
    ...priorities.slice(1, -1).map((priority) => ({ priority })),
  ];
  // The first has all members, since one that is exempt may also exempt a task with other members.
  return [mergeMembers(bodies.toReversed()), ...bodies];
}

function createsNothing(rejected: (check: CheckContext) => Promise<RejectedCreation>): Check {
  return defineCheck(
    {
      requirement: "tasks.plan.creates-nothing",
      name: "a creation beyond the plan leaves no task in the listing",
      operations: ["create-task", "list-tasks"],
      fixtures: ["exhaustedPlan.apiKey"],
    },
    async (check) => {
      const { exchange, apiKey, word } = await rejected(check);
      requireUsableResponse(exchange);
      if (statusOf(exchange) === 200) throw new Inconclusive("the creation was accepted", "tasks.plan.limit-code");
      const boundCreation = await requestBoundTaskBeyondPlan(check);
      // No later task can be created to show that the listing is up to date, so the check lasts the whole consistency
      // timeout.
      await check.throughout(async () => {
        const all = await list(check, {}, { apiKey });
        // A listing that is not full shows every task.
        const listings = !all.isFull ? [all] : [all, await list(check, { text: word }, { apiKey })];
        const isListed = listings.some(({ tasks }) =>
          tasks.some(({ title }) => typeof title === "string" && title.includes(word)),
        );
        expectThat(!isListed, {
          message: "a creation that fails for the plan's limit must leave no task behind",
          expected: `no task with ${word} in its title`,
          actual: "such a task is listed",
          pointer: "/data",
          keyword: "left",
        });
        if (boundCreation) await expectNoCard(check, boundCreation);
      });
      if (boundCreation) await expectNothingPosted(check, boundCreation);
      check.asserted();
    },
  );
}
