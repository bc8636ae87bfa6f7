import { Inconclusive } from "../../client/inconclusive.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { fail } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { inListing, list } from "./listing.ts";
import { createdFieldsOf, type FixtureTask, type TaskFixtures } from "./population.ts";

/**
 * The contract leaves open whether tasks have an identifier. Rules judge lists by the identifiers that occur; this
 * check finds out whether there is any.
 */
export function foundByIdentifier(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-identifier",
      name: "an identifier finds the task",
      operations: ["list-tasks", "create-task"],
      // Cheap if tasks have no identifier, and reported then.
      reusesResponses: true,
    },
    async (check) => {
      const { tasks } = await taskFixtures.population(check);
      const identified = tasks.flatMap((task) => {
        const identifier = valueAt(task.response, "/data/identifier");
        return typeof identifier === "string" && identifier !== "" ? [{ task, identifier }] : [];
      });
      const judge = async ({ task, identifier }: (typeof identified)[number], testCase: CaseContext) => {
        await expectFound(testCase, task, identifier);
        testCase.asserted();
      };
      await check.forEach(identified.slice(0, MAX_TASKS), judge, { first: 1, describe: ({ task }) => task.requested });
    },
  );
}

/** The maximum number of tasks to search for. */
const MAX_TASKS = 8;

async function expectFound(check: CaseContext, task: FixtureTask, text: string): Promise<void> {
  await check.eventually(async () => {
    const listing = await list(check, { text });
    if (inListing(listing, task.id)) return;
    // If too many other tasks match, the search is narrowed by status and priority.
    const { status, priority } = createdFieldsOf(task);
    const like = { ...(status ? { status } : {}), ...(priority ? { priority } : {}) };
    const thin = listing.isFull ? await list(check, { text, ...like }) : listing;
    if (inListing(thin, task.id)) return;
    if (thin.isFull) throw new Inconclusive(`more tasks match ${JSON.stringify(text)} than a listing shows`);
    fail({
      message: "the text search must find a task by its identifier",
      expected: `the task ${task.id} for ${JSON.stringify(text)}`,
      actual: `${listing.ids.length} tasks without it`,
      verifier: "found",
      pointer: "",
      keyword: "missing",
    });
  });
}
