import type { CaseContext, Check } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { isTelling } from "../isolation/leaks.ts";
import { mayHold } from "./filtered.ts";
import { expectAbsent, inListing, type Listing, list } from "./listing.ts";
import { type FixtureTask, natureOf, type TaskFixtures } from "./population.ts";

const OPERATIONS = ["list-tasks", "create-task"];

/** The text search uses the title, description and identifier, and no other field. */
export function textLeftOutChecks(taskFixtures: TaskFixtures): Check[] {
  return [byOtherFields(taskFixtures), byWhatIsNoText(taskFixtures)];
}

/** Fails if the listing has a task that shares no two letters with the text. Returns the number of such tasks. */
function expectUnlikeAbsent(listing: Listing, tasks: readonly FixtureTask[], text: string): number {
  const unlike = tasks.filter((one) => !mayHold(one, text));
  for (const task of unlike) {
    expectAbsent(listing, task, "the text search must leave out a task that has nothing in common with the text");
  }
  return unlike.length;
}

/** The search must not use fields that have their own filters. */
function byOtherFields(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-relevant",
      name: "no task is found by the name of its status or its priority alone",
      operations: OPERATIONS,
      early: true,
    },
    async (check) => {
      const ours = await taskFixtures.visible(check);
      const { document } = check.context;
      const judge = async (field: string, one: CaseContext) => {
        // A name of two words may match by either of them, and a short one may occur in many other words.
        const plain = wordsOf(fieldSchema(document, "create-task", field), field).filter((text) =>
          /^[a-z]{6,}$/.test(text),
        );
        const told = plain
          .map((text) => ({
            text,
            without: ours.filter((task) => natureOf(task)[field] === text && !mayHold(task, text)),
          }))
          .find(({ without }) => without.length > 0);
        if (told !== undefined) {
          const { text, without } = told;
          const listing = await list(one, { text, [field]: text });
          for (const task of without) {
            const found = inListing(listing, task.id);
            one.asserted();
            // The search has the filter too, so the failure may be due to the combination.
            expectThat(found === undefined, () => ({
              message: `the text search must leave out a task that has the text only as its ${field}`,
              expected: `no task ${task.id}`,
              actual: `it is at ${found?.pointer}`,
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
const NO_VALUES = ["null", "undefined"];

/** The search must not match a placeholder for a missing text, or the id of a related agent, user or resource. */
function byWhatIsNoText(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-relevant",
      name: "no task is found by a word for no value, or by an id of another field",
      operations: OPERATIONS,
      early: true,
    },
    async (check) => {
      const ours = await taskFixtures.visible(check);
      const { agent, user, memberChannel } = check.context.target.fixtures;
      const ids = [agent?.id, memberChannel, user].flatMap((id) => (id !== undefined && isTelling(id) ? [id] : []));
      await check.forEach([...NO_VALUES, ...ids], async (text, one) => {
        one.asserted(expectUnlikeAbsent(await list(one, { text }), ours, text));
      });
    },
  );
}
