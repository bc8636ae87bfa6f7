import { asObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { unlessSilent } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { STABLE_TASK_FIELDS } from "../../models/stable-fields.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { expectComplete } from "../expect-complete.ts";
import { inListing } from "./listing.ts";
import type { TaskFixtures } from "./population.ts";
import type { Scenario } from "./scenarios.ts";

type ScenarioSource = (check: CheckContext) => Promise<readonly Scenario[]>;

/** Checks of facts that the server adds to a task: creator, version, identifier. */
export function serverSetFieldChecks(taskFixtures: TaskFixtures, scenarios: ScenarioSource): Check[] {
  return [callerIsCreator(taskFixtures), completeResponses(scenarios), versionRises(scenarios)];
}

function callerIsCreator(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.create.creator",
      name: "the caller is the creator, whoever the task is assigned to",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const { tasks, self } = await taskFixtures.population(check);
      const listing = await unlessSilent(() => taskFixtures.listing(check));
      const why = "a task must name the agent that created it";
      let count = 0;
      for (const { id, response } of tasks) {
        count += expectCreator(response, "/data", self, why);
        const found = listing && inListing(listing, id);
        if (found) count += expectCreator(listing.exchange, found.pointer, self, why);
      }
      check.asserted(count);
    },
  );
}

/** Compares the creator if the response has one. Returns 1 if it did, otherwise 0. */
export function expectCreator(exchange: Exchange, pointer: string, agent: string, why: string): number {
  const place = `${pointer}/createdByAgentId`;
  if (isUnset(valueAt(exchange, place))) return 0;
  withEvidence([exchange], () => expectEqual(exchange, place, agent, why));
  return 1;
}

/** A second block adds a comment and need not change the task itself. */
function versionRises(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.fields.version-rises",
      name: "the version rises with every change, from response to response",
      operations: ["create-task", "block-task", "release-task"],
    },
    async (check) => {
      await check.forEach(
        await scenarios(check),
        async ({ task, steps }, one) => {
          for (const [index, { response }] of steps.entries()) {
            const earlier = [task.response, ...steps.map((step) => step.response)][index];
            if (!earlier || hasSameState(asObject(valueAt(earlier, "/data")), asObject(valueAt(response, "/data"))))
              continue;
            const [before, after] = [earlier, response].map((exchange) => valueAt(exchange, "/data/version"));
            if (typeof before !== "number" || typeof after !== "number") continue;
            // Numbers beyond this are rounded when parsed, so adjacent ones look equal.
            const isRounded = !Number.isSafeInteger(after);
            one.asserted();
            withEvidence([earlier, response], () =>
              expectThat(isRounded ? after >= before : after > before, {
                message: "the version of a task should rise with every change",
                expected: isRounded ? `at least ${before}` : `more than ${before}`,
                actual: String(after),
                pointer: "/data/version",
                keyword: "order",
              }),
            );
          }
        },
        { describe: ({ task, steps }) => ({ task: task.requested, steps: steps.map(({ change }) => change) }) },
      );
    },
  );
}

/** Returns true if two responses show the same state of a task. */
function hasSameState(before: JsonObject, after: JsonObject): boolean {
  return ["status", "assigneeAgentId"].every((field) => (before[field] ?? null) === (after[field] ?? null));
}

function completeResponses(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.fields.in-every-answer",
      name: "a block and a release show the task as its creation did",
      operations: ["block-task", "release-task", "create-task"],
    },
    async (check) => {
      const steps = (await scenarios(check)).flatMap(({ task, steps }) => steps.map((step) => ({ task, ...step })));
      await check.forEach(
        steps,
        async ({ task, change, response }, one) =>
          one.asserted(expectComplete(task.response, response, STABLE_TASK_FIELDS, `the response to a ${change}`)),
        { describe: ({ task, change }) => ({ task: task.requested, done: change }) },
      );
    },
  );
}
