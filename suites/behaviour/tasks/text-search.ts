import { Inconclusive } from "../../client/unanswered.ts";
import type { CaseContext, Check, CheckContext, World } from "../../engine/check/check.ts";
import { FILTERED_FIELDS, givenFilters } from "../../models/task-filters.ts";
import { StoodAside } from "../../outcome/skipped.ts";
import { expectThat, fail } from "../../verifiers/expect.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { defineCheck, unlessSmoke, whereThere } from "../define-check.ts";
import { oddSigns } from "../odd-signs.ts";
import { wordUnlike } from "../words-unlike.ts";
import { writtenIn } from "./filtered.ts";
import { expectAbsent, inListing, list } from "./listing.ts";
import { shownOnce } from "./named-tasks.ts";
import { type Inhabitant, natureOf, type Settlement } from "./population.ts";
import { lastWordOf } from "./population-rows.ts";
import { forTasks, type MadeTask } from "./requests.ts";
import { BLOCKED, farWordOf, type Story } from "./stories.ts";
import { expectUnlikeAbsent, textLeftOutChecks } from "./text-left-out.ts";
import { filtersOf } from "./wholes.ts";

type Stories = (check: CheckContext) => Promise<readonly Story[]>;

const OPERATIONS = ["list-tasks", "create-task"];

/** The text search finds tasks by title, description and identifier, and nothing that has no such word. */
export function textChecks(world: World, settlement: Settlement, stories: Stories): Check[] {
  return [
    byTitle(settlement),
    byForeignWord(settlement),
    byDescription(settlement),
    byIdentifier(settlement),
    byFarWordOfDescription(stories),
    ...unlessSmoke(world, [
      byMarkedWord(settlement),
      byLastWordOfTitle(settlement),
      beside(settlement, "identifier"),
      beside(settlement, "description"),
    ]),
    besideEachFilter(settlement),
    ...textLeftOutChecks(settlement, stories),
    {
      ...oddSigns({ operation: "list-tasks", requirement: "tasks.list.succeeds" }, (text) => ({
        parameters: { text },
      })),
      telling: true,
    },
    ...unlessSmoke(world, [...whereThere(world, [endedByTitle("cancelled")])]),
    ...whereThere(world, [endedByTitle("done")]),
  ];
}

async function expectFound(check: CaseContext, task: MadeTask, text: string, where: string): Promise<void> {
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
      // The smallest run looks for the first and the last: for what is not for everybody's eyes at once, and for a word in other
      // letters at the end of a long title.
      const last = lastWordOf(check.world);
      const isLong = ({ asked }: MadeTask) => check.world.budget === "smoke" && String(asked.title).endsWith(last);
      const rank = (task: MadeTask) => (task.asked.status === BLOCKED ? 0 : isLong(task) ? 2 : 1);
      const words = tasks
        .map((task) => ({ ...task, text: isLong(task) ? last : task.word }))
        .toSorted((one, other) => rank(one) - rank(other));
      await forTasks(check, words, async ({ text, ...task }, one) => {
        await expectFound(one, task, text, "a word of its title");
        one.witnessed();
      });
      // The smallest run has seen the listing by that word as it waited for it.
      const some = check.world.budget === "smoke" ? [] : tasks.slice(0, 3);
      for (const task of some) await expectFound(check, task, word, "a word inside its title");
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
      await check.forEach(
        tasks.filter((task) => task.descriptionWord !== null),
        async (task, one) => {
          await expectFound(one, task, task.descriptionWord ?? "", "a word of its description");
          one.witnessed();
        },
        // In the smallest run those of the first stand amid marks of markdown.
        { first: 2, describe: ({ asked }) => asked },
      );
    },
  );
}

/** A description is markdown: its marks are no part of the words that they stand at. */
function byMarkedWord(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-description",
      name: "by a word of the description amid marks of markdown",
      operations: OPERATIONS,
    },
    async (check) => {
      const { tasks } = await settlement.population(check);
      const cases = tasks.flatMap((task) => task.markedWords.map(({ word, form }) => ({ task, word, form })));
      if (cases.length === 0) throw new StoodAside("the task with such words was not made");
      await check.forEach(
        cases,
        async ({ task, word, form }, one) => {
          await expectFound(one, task, word, `a word of its description in ${form}`);
          one.witnessed();
        },
        { describe: ({ task, form }) => ({ task: task.asked, form }) },
      );
    },
  );
}

/** A title is searched to its end. */
function byLastWordOfTitle(settlement: Settlement): Check {
  return defineCheck(
    { requirement: "tasks.list.text-title", name: "by the last word of a long title", operations: OPERATIONS },
    async (check) => {
      const text = lastWordOf(check.world);
      const { tasks } = await settlement.population(check);
      const task = tasks.find(({ asked }) => String(asked.title).endsWith(text));
      if (task === undefined) throw new StoodAside("the task with such a title was not made");
      await expectFound(check, task, text, "the last word of a long title");
      check.witnessed();
    },
  );
}

/** How long a description may be is open; one that is taken is searched whole. */
function byFarWordOfDescription(stories: Stories): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-description",
      name: "by a word far into a long description",
      operations: OPERATIONS,
      telling: true,
    },
    async (check) => {
      const text = farWordOf(check.world);
      const found = (await stories(check)).find(({ task }) => String(task.asked.description).includes(text));
      if (found === undefined) throw new StoodAside("no description of that length is taken here");
      await expectFound(check, found.task, text, "a word far into a long description");
      check.witnessed();
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
      const judge = async ({ identifier, ...task }: (typeof identified)[number], one: CaseContext) => {
        await expectFound(one, task, identifier, "its identifier");
        one.witnessed();
      };
      await check.forEach(identified.slice(0, 8), judge, { first: 1, describe: ({ asked }) => asked });
    },
  );
}

/** What is searched beside a title: a text that is found alone is found beside another filter. */
const BESIDE = {
  identifier: (task: Inhabitant) => valueAt(task.answer, "/data/identifier"),
  description: (task: Inhabitant) => task.descriptionWord,
};

/** What one filter finds alone it finds beside another: by its own values, and not by those of others. */
function beside(settlement: Settlement, where: keyof typeof BESIDE): Check {
  return defineCheck(
    {
      requirement: "tasks.list.combined",
      name: `a text of the ${where} beside each other filter`,
      operations: OPERATIONS,
    },
    async (check) => {
      const ours = await settlement.visible(check);
      const known = ours.flatMap((task) => {
        const text = BESIDE[where](task);
        return typeof text === "string" && text !== "" ? [{ task, text }] : [];
      });
      if (known.length === 0) throw new StoodAside(`tasks have no ${where} here`);
      const cases = known.slice(0, 6).flatMap(({ task, text }) =>
        givenFilters(filtersOf(task)).map((role) => {
          const own = filtersOf(task)[role] ?? "";
          const other = ours.map((one) => filtersOf(one)[role]).find((value) => value !== undefined && value !== own);
          return { task, text, role, own, other };
        }),
      );
      await check.forEach(
        cases,
        async ({ task, text, role, own, other }, one) => {
          await one.eventually(async () => {
            const listing = await list(one, { text, [role]: own });
            one.witnessed();
            expectThat(listing.full || listing.ids.includes(task.id), {
              message: `the text search must find a task by its ${where}, beside its own ${role} too`,
              expected: `the task ${task.id} for ${text}`,
              actual: `${listing.ids.length} tasks without it`,
              pointer: "/data",
              keyword: "missing",
            });
          });
          if (other === undefined) return;
          const why = `a task must not be listed by its ${where} with the ${role} of another`;
          expectAbsent(await list(one, { text, [role]: other }), task, why);
        },
        { describe: ({ task, role }) => ({ task: task.asked, role }) },
      );
    },
  );
}

/** Beside a filter the text still counts: a task that has the filtered value, and nothing in common with the text, is left out. */
function besideEachFilter(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "tasks.list.combined",
      name: "each filter beside a word that the task lacks",
      operations: OPERATIONS,
    },
    async (check) => {
      const ours = await settlement.visible(check);
      // The fewer words a task has, the easier another is found.
      const shortest = ours.toSorted((one, other) => writtenIn(one).length - writtenIn(other).length);
      const roles = Object.keys(FILTERED_FIELDS) as (keyof typeof FILTERED_FIELDS)[];
      const named = roles.map((role) => [role]);
      // All that one task satisfies, for one of an agent and one of a user: where few are looked at, these are the first.
      const most = (["assigneeAgent", "assigneeUser"] as const).flatMap((owner) => {
        const task = shortest.find((one) => filtersOf(one)[owner] !== undefined);
        return task === undefined ? [] : [givenFilters(filtersOf(task))];
      });
      const judge = async (some: readonly (typeof roles)[number][], one: CaseContext) => {
        const task = shortest.find((each) => some.every((role) => !isUnset(natureOf(each)[FILTERED_FIELDS[role]])));
        if (!task) return;
        const text = wordUnlike(check.world, `beside ${some.join(" and ")}`, [writtenIn(task)]);
        const filters = some.map((role) => [role, natureOf(task)[FILTERED_FIELDS[role]] ?? null]);
        const listing = await list(one, { ...Object.fromEntries(filters), text });
        one.witnessed();
        expectUnlikeAbsent(listing, [task], text);
      };
      await check.forEach([...most, ...named], judge, { first: 2 });
    },
  );
}

/** The search is limited to no status: what is found with the filter for a status is found without one. */
function endedByTitle(status: "done" | "cancelled"): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-title",
      name: `a task that is ${status} by a word of its title, without a filter`,
      operations: ["list-tasks"],
      fixtures: [`tasks.${status}`],
      writes: false,
      telling: true,
    },
    async (check) => {
      const id = check.world.target.fixtures.tasks?.[status] ?? "";
      const small = check.world.budget === "smoke";
      const shown = await (small ? shownOnce(check.world)(check) : list(check, { status }));
      const title = inListing(shown, id)?.task.title;
      const words =
        typeof title === "string" && !isUnset(title) ? (title.match(/(?<!\S)[A-Za-z]{4,14}(?!\S)/g) ?? []) : [];
      for (const text of words.slice(0, 3)) {
        const isFound = async () => inListing(await list(check, { status, text }), id) !== undefined;
        if (!small && !(await isFound())) continue;
        const listing = await list(check, { text });
        const isThere = inListing(listing, id) !== undefined;
        // Where few requests are left, whether the word finds it at all is asked where it seems not to.
        if (!isThere && (listing.full || (small && !(await isFound())))) continue;
        check.witnessed();
        expectThat(inListing(listing, id) !== undefined, {
          message: `a task that is ${status} must be found by a word of its title, without a filter for its status too`,
          expected: `the task ${id} for ${text}`,
          actual: `${listing.ids.length} tasks without it`,
          pointer: "/data",
          keyword: "missing",
        });
        return;
      }
      throw new StoodAside(`no word of its title finds the task that is ${status}`);
    },
  );
}
