import type { CaseContext, Check } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { isTelling } from "../isolation/leaks.ts";
import { mayHold } from "./filtered.ts";
import { expectAbsent, inListing, type Listing, list } from "./listing.ts";
import { type FixtureTask, natureOf, type TaskFixtures } from "./population.ts";

const OPERATIONS = ["list-tasks", "create-task"];

/** A text search looks into title, description and identifier, and into nothing else. */
export function textLeftOutChecks(taskFixtures: TaskFixtures): Check[] {
  return [byOtherFields(taskFixtures), byWhatIsNoText(taskFixtures)];
}

/** None of the tasks that are like the text searched for in no two letters; how many these are. */
function expectUnlikeAbsent(listing: Listing, tasks: readonly FixtureTask[], text: string): number {
  const unlike = tasks.filter((one) => !mayHold(one, text));
  for (const task of unlike) {
    expectAbsent(listing, task, "the text search must leave out a task that has nothing in common with the text");
  }
  return unlike.length;
}

/** Not into the fields that have filters of their own. */
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
        // A name of two words may be taken for either of them, and a short one may stand in many others.
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
            // Beside a filter: where that is what lets it in, it is a finding of both together.
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

/** What programs write where a field has no value. */
const NO_VALUES = ["null", "undefined"];

/** Nor by what stands for a missing text, or by an id of someone or something that a task has to do with. */
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
