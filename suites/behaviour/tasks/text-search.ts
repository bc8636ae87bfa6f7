import type { CaseContext, Check, World } from "../../engine/check.ts";
import { Inconclusive, StoodAside } from "../../engine/outcome.ts";
import { FILTERED_FIELDS, givenFilters, type Wanted } from "../../models/task-filters.ts";
import { expectThat, fail } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck, unlessSmoke } from "../define-check.ts";
import { wordOf } from "../words.ts";
import { expectAbsent, inListing, list } from "./listing.ts";
import { type Inhabitant, natureOf, type Settlement } from "./population.ts";
import { forTasks } from "./requests.ts";

const OPERATIONS = ["list-tasks", "create-task"];

/** The text search finds tasks by title, description and identifier, and nothing that has no such word. */
export function textChecks(world: World, settlement: Settlement): Check[] {
  return [
    byTitle(settlement),
    byForeignWord(settlement),
    byDescription(settlement),
    byIdentifier(settlement),
    ...unlessSmoke(world, [identifierBeside(settlement)]),
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

/** What one filter finds alone it finds beside another: by its own values, and not by those of others. */
function identifierBeside(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "tasks.list.combined",
      name: "an identifier beside each other filter",
      operations: OPERATIONS,
    },
    async (check) => {
      const ours = await settlement.visible(check);
      const identified = ours.flatMap((task) => {
        const identifier = valueAt(task.answer, "/data/identifier");
        return typeof identifier === "string" && identifier !== "" ? [{ task, identifier }] : [];
      });
      if (identified.length === 0) throw new StoodAside("tasks have no identifier here");
      const cases = identified.slice(0, 6).flatMap(({ task, identifier }) =>
        givenFilters(filtersOf(task)).map((role) => {
          const own = filtersOf(task)[role] ?? "";
          const other = ours.map((one) => filtersOf(one)[role]).find((value) => value !== undefined && value !== own);
          return { task, identifier, role, own, other };
        }),
      );
      await check.forEach(
        cases,
        async ({ task, identifier: text, role, own, other }, one) => {
          await one.eventually(async () => {
            const listing = await list(one, { text, [role]: own });
            one.witnessed();
            expectThat(listing.full || listing.ids.includes(task.id), {
              message: `the text search must find a task by its identifier, beside its own ${role} too`,
              expected: `the task ${task.id} for ${text}`,
              actual: `${listing.ids.length} tasks without it`,
              pointer: "/data",
              keyword: "missing",
            });
          });
          if (other === undefined) return;
          const why = `a task must not be listed by its identifier with the ${role} of another`;
          expectAbsent(await list(one, { text, [role]: other }), task, why);
        },
        { describe: ({ task, role }) => ({ task: task.asked, role }) },
      );
    },
  );
}

/** What a task is listed by. */
function filtersOf(task: Inhabitant): Wanted {
  const nature = natureOf(task);
  const entries = Object.entries(FILTERED_FIELDS).flatMap(([role, field]) => {
    const value = nature[field];
    return typeof value === "string" && value !== "" ? [[role, value] as const] : [];
  });
  return Object.fromEntries(entries);
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
