import type { CaseContext, Check } from "../../engine/check.ts";
import { Inconclusive } from "../../engine/outcome.ts";
import { fail } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { wordOf } from "../words.ts";
import { expectAbsent, inListing, list } from "./listing.ts";
import { type Inhabitant, natureOf, type Settlement } from "./population.ts";
import { forTasks } from "./requests.ts";

const OPERATIONS = ["list-tasks", "create-task"];

/** The text search finds tasks by title, description and identifier, and nothing that has no such word. */
export function textChecks(settlement: Settlement): Check[] {
  return [
    byTitle(settlement),
    byForeignWord(settlement),
    byDescription(settlement),
    byIdentifier(settlement),
    byUnknownWord(settlement),
    othersLeftOut(settlement),
  ];
}

async function expectFound(check: CaseContext, task: Inhabitant, text: string, where: string): Promise<void> {
  await check.eventually(async () => {
    const listing = await list(check, { text });
    if (inListing(listing, task.id)) return;
    // So many others may match that ours is cut off: then it is looked for among those like it.
    const { status, priority } = natureOf(task);
    const like = { ...(status ? { status } : {}), ...(priority ? { priority } : {}) };
    const thin = listing.full ? await list(check, { text, ...like }) : listing;
    if (inListing(thin, task.id)) return;
    if (thin.full) throw new Inconclusive(`more tasks match ${JSON.stringify(text)} than a listing shows`);
    fail({
      message: `the text search must find a task by ${where}`,
      expected: `the task ${task.id} for ${JSON.stringify(text)}`,
      actual: `${listing.ids.length} tasks without it`,
      verifier: "found",
      pointer: "",
      keyword: "missing",
    });
  });
}

function byTitle(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-title",
      name: "by a word of the title, wherever it stands",
      operations: OPERATIONS,
    },
    async (check) => {
      const { tasks, word } = await settlement.population(check);
      await forTasks(check, tasks, async (task, one) => {
        await expectFound(one, task, task.word, "a word of its title");
        one.witnessed();
      });
      for (const task of tasks.slice(0, 3)) await expectFound(check, task, word, "a word inside its title");
    },
  );
}

function byForeignWord(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "tasks.list.text-title", name: "by a word of the title in other letters", operations: OPERATIONS },
    async (check) => {
      const { tasks } = await settlement.population(check);
      await forTasks(check, tasks, async (task, one) => {
        await expectFound(one, task, task.foreignWord, "a word of its title beyond ASCII");
        one.witnessed();
      });
    },
  );
}

function byDescription(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "tasks.list.text-description", name: "by a word of the description", operations: OPERATIONS },
    async (check) => {
      const { tasks } = await settlement.population(check);
      await forTasks(check, tasks, async (task, one) => {
        if (task.descriptionWord === null) return;
        await expectFound(one, task, task.descriptionWord, "a word of its description");
        one.witnessed();
      });
    },
  );
}

function byIdentifier(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "tasks.list.text-identifier", name: "by the identifier", operations: OPERATIONS },
    async (check) => {
      const { tasks } = await settlement.population(check);
      const identified = tasks.flatMap((task) => {
        const identifier = valueAt(task.answer, "/data/identifier");
        return typeof identifier === "string" && identifier !== "" ? [{ ...task, identifier }] : [];
      });
      await forTasks(check, identified.slice(0, 8), async ({ identifier, ...task }, one) => {
        await expectFound(one, task, identifier, "its identifier");
        one.witnessed();
      });
    },
  );
}

function byUnknownWord(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-relevant",
      name: "nothing of ours by a word that no task has",
      operations: OPERATIONS,
    },
    async (check) => {
      const ours = await settlement.visible(check);
      await check.forEach(["unknown", "never written"], async (key, one) => {
        const listing = await list(one, { text: wordOf(check.world, key) });
        one.witnessed();
        for (const task of ours) {
          expectAbsent(listing, task, "the text search must leave out a task that has nothing in common with the text");
        }
      });
    },
  );
}

function othersLeftOut(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-relevant",
      name: "no other task of ours by the word of one",
      operations: OPERATIONS,
    },
    async (check) => {
      const ours = await settlement.visible(check);
      const texts = ours.flatMap((task) => [task.word, ...(task.descriptionWord ? [task.descriptionWord] : [])]);
      await check.forEach(texts, async (text, one) => {
        const listing = await list(one, { text });
        one.witnessed();
        for (const task of ours) {
          if ([task.word, task.descriptionWord, task.foreignWord].includes(text)) continue;
          expectAbsent(listing, task, "the text search must leave out a task that has nothing in common with the text");
        }
      });
    },
  );
}
