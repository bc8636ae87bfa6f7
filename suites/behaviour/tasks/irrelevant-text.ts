import type { CaseContext, Check } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { isUniqueId } from "../isolation/leaks.ts";
import { expectAbsent, inListing, type Listing, list } from "./listing.ts";
import { createdFieldsOf, type FixtureTask, type TaskFixtures } from "./population.ts";
import { mayMatchText } from "./text-similarity.ts";

const OPERATIONS = ["list-tasks", "create-task"];

/** The text search uses the title, description and identifier, and no other field. */
export function irrelevantTextChecks(taskFixtures: TaskFixtures): Check[] {
  return [notFoundByOtherFields(taskFixtures), notFoundByPlaceholdersAndIds(taskFixtures)];
}

/** Fails if the listing has a task that shares no two letters with the text. Returns the number of such tasks. */
function expectDissimilarAbsent(listing: Listing, tasks: readonly FixtureTask[], text: string): number {
  const dissimilar = tasks.filter((one) => !mayMatchText(one, text));
  for (const task of dissimilar) {
    expectAbsent(listing, task, "the text search must leave out a task that is not similar to the text");
  }
  return dissimilar.length;
}

/** The search must not use fields that have their own filters. */
function notFoundByOtherFields(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-relevant",
      name: "no task is found by the name of its status or its priority alone",
      operations: OPERATIONS,
      runsEarly: true,
    },
    async (check) => {
      const visibleTasks = await taskFixtures.visible(check);
      const { document } = check.context;
      const judge = async (field: string, testCase: CaseContext) => {
        // A name of two words may match by either of them, and a short one may occur in many other words.
        const searchableNames = wordsOf(fieldSchema(document, "create-task", field), field).filter((text) =>
          /^[a-z]{6,}$/.test(text),
        );
        const judgeable = searchableNames
          .map((text) => ({
            text,
            withoutText: visibleTasks.filter(
              (task) => createdFieldsOf(task)[field] === text && !mayMatchText(task, text),
            ),
          }))
          .find(({ withoutText }) => withoutText.length > 0);
        if (judgeable !== undefined) {
          const { text, withoutText } = judgeable;
          const listing = await list(testCase, { text, [field]: text });
          for (const task of withoutText) {
            const found = inListing(listing, task.id);
            testCase.asserted();
            // The search has the filter too, so the failure may be due to the combination.
            expectThat(found === undefined, () => ({
              message: `the text search must leave out a task that has the text only as its ${field}`,
              expected: `no task ${task.id}`,
              actual: `found at ${found?.pointer}`,
              pointer: found?.pointer ?? "",
              keyword: "unwanted",
            }));
          }
        }
      };
      await check.forEach(["status", "priority"], judge, { first: 1 });
    },
  );
}

/** Words that programs write for a missing value. */
const PLACEHOLDERS = ["null", "undefined"];

/** The search must not match a placeholder for a missing text, or the id of a related agent, user or resource. */
function notFoundByPlaceholdersAndIds(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-relevant",
      name: "no task is found by a placeholder such as null, or by the id in another field",
      operations: OPERATIONS,
      runsEarly: true,
    },
    async (check) => {
      const visibleTasks = await taskFixtures.visible(check);
      const { agent, user, memberChannel } = check.context.target.fixtures;
      const ids = [agent?.id, memberChannel, user].flatMap((id) => (id !== undefined && isUniqueId(id) ? [id] : []));
      await check.forEach([...PLACEHOLDERS, ...ids], async (text, testCase) => {
        testCase.asserted(expectDissimilarAbsent(await list(testCase, { text }), visibleTasks, text));
      });
    },
  );
}
