import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { StoodAside } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { isTelling } from "../isolation/leaks.ts";
import { wordUnlike } from "../words-unlike.ts";
import { mayHold, writtenIn } from "./filtered.ts";
import { expectAbsent, inListing, type Listing, list } from "./listing.ts";
import { type Inhabitant, natureOf, type Settlement } from "./population.ts";
import { reasonWordOf, type Story } from "./stories.ts";

type Stories = (check: CheckContext) => Promise<readonly Story[]>;

const OPERATIONS = ["list-tasks", "create-task"];

/** A word finds the tasks whose title, description or identifier has it, and no others. */
export function textLeftOutChecks(settlement: Settlement, stories: Stories): Check[] {
  return [
    byUnknownWord(settlement),
    othersLeftOut(settlement),
    byReason(stories),
    byOtherFields(settlement),
    byWhatIsNoText(settlement),
  ];
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
      const plain = [
        { key: "unknown", sign: "" },
        { key: "never written", sign: "" },
      ];
      // Which stand for anything in some languages of queries, and for themselves in a text.
      const open = [
        { key: "unknown", sign: "%" },
        { key: "never written", sign: "*" },
      ];
      // What finds all where nothing matches mostly does so beside a sign as well: the smallest run asks once.
      const texts = check.world.budget === "smoke" ? [...open, ...plain] : [...plain, ...open];
      await check.forEach(
        texts,
        async ({ key, sign }, one) => {
          const word = wordUnlike(check.world, key, ours.slice(0, FEW).map(writtenIn));
          const listing = await list(one, { text: `${word}${sign}` });
          one.witnessed();
          const without = sign === "" ? ours : ours.filter((task) => !writtenIn(task).includes(sign));
          expectUnlikeAbsent(listing, without, word);
        },
        { first: 1 },
      );
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
        const others = ours.filter((task) => ![task.word, task.descriptionWord, task.foreignWord].includes(text));
        expectUnlikeAbsent(listing, others, text);
      });
    },
  );
}

/** Tasks that a word that no task has is like in no two letters; of the others, some are. */
const FEW = 4;

/** None of the tasks that are like the text searched for in no two letters; how many these are. */
export function expectUnlikeAbsent(listing: Listing, tasks: readonly Inhabitant[], text: string): number {
  const unlike = tasks.filter((one) => !mayHold(one, text));
  for (const task of unlike) {
    expectAbsent(listing, task, "the text search must leave out a task that has nothing in common with the text");
  }
  return unlike.length;
}

/** The search looks into title, description and identifier: not into the comment that a block adds. */
function byReason(stories: Stories): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-relevant",
      name: "no task by a word of the reason why it was blocked",
      operations: [...OPERATIONS, "block-task"],
    },
    async (check) => {
      const blocked = (await stories(check)).filter(({ steps }) => steps.some(({ done }) => done === "block"));
      if (blocked.length === 0) throw new StoodAside("no task could be blocked");
      const unlike = blocked.filter(({ task }) => !mayHold(task, reasonWordOf(check.world, task)));
      if (unlike.length === 0) throw new StoodAside("each task that was blocked has something like its reason");
      await check.forEach(unlike.slice(0, 4), async ({ task, steps }, one) => {
        const text = reasonWordOf(check.world, task);
        const { seen } = steps.at(-1) ?? {};
        // Where a target keeps the reason in what is searched as well, that is what it is found by.
        if (!seen || JSON.stringify(seen.task).includes(text)) return;
        const listing = await list(one, { text });
        one.witnessed();
        expectAbsent(listing, task, "the text search must leave out a task that has the text in a comment alone");
      });
    },
  );
}

/** Nor into the fields that have filters of their own. */
function byOtherFields(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-relevant",
      name: "no task of ours by the name of its status or its priority",
      operations: OPERATIONS,
      telling: true,
    },
    async (check) => {
      const ours = await settlement.visible(check);
      const { document } = check.world;
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
          .filter(({ without }) => without.length > 0);
        for (const { text, without } of check.world.budget === "smoke" ? told.slice(0, 1) : told) {
          const listing = await list(one, { text, [field]: text });
          for (const task of without) {
            const found = inListing(listing, task.id);
            one.witnessed();
            // Beside a filter: where that is what lets it in, it is a finding of both together.
            expectThat(found === undefined, () => ({
              message: `the text search must leave out a task that has the text as its ${field} alone`,
              expected: `no task ${task.id}`,
              actual: `it stands at ${found?.pointer}`,
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

/** Nor by what stands for a missing text, or by an id of somebody or something that a task has to do with. */
function byWhatIsNoText(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "tasks.list.text-relevant",
      name: "no task of ours by a word for no value, or by an id that stands in another field",
      operations: OPERATIONS,
      telling: true,
    },
    async (check) => {
      const ours = await settlement.visible(check);
      const { agent, user, memberChannel } = check.world.target.fixtures;
      const ids = [agent?.id, memberChannel, user].flatMap((id) => (id !== undefined && isTelling(id) ? [id] : []));
      await check.forEach([...NO_VALUES, ...ids], async (text, one) => {
        one.witnessed(expectUnlikeAbsent(await list(one, { text }), ours, text));
      });
    },
  );
}
