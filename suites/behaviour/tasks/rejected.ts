import { isObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { componentSchema, fieldSchema, numberAt, wordsOf } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { expectRejected, expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { mergeMembers } from "../merge-members.ts";
import { list, requireListed } from "./listing.ts";
import type { TaskFixtures } from "./population.ts";
import { foreignTitle } from "./population-rows.ts";
import { askForTask, type CreatedTask, createTask } from "./requests.ts";

/** Checks that invalid creations are rejected and leave no trace. */
export function rejectedCreationChecks(taskFixtures: TaskFixtures): Check[] {
  const tries = once(tryAll);
  return [
    finalStatuses(taskFixtures, tries),
    ...OTHER_WORDS.map((one) => otherWords(one, taskFixtures)),
    ...Object.keys(BROKEN_BESIDE).map((one) => besideOthers(one, taskFixtures)),
    objectsForText(tries),
    nothingLeft(tries),
  ];
}

/** Bodies with one invalid member each, by the requirement that forbids it. */
const BROKEN_BESIDE: Readonly<Record<string, (context: RunContext) => readonly JsonObject[]>> = {
  "tasks.create.title-min": () => [{ title: "" }],
  "tasks.create.title-max": ({ document, mark }) => {
    const most = numberAt(fieldSchema(document, "create-task", "title"), "maxLength") ?? 0;
    // Too long in every script. With one other letter, in case its length is computed differently.
    return [{ title: `${`${mark} ${"too long ".repeat(most)}`.slice(0, most)}é` }];
  },
  "tasks.create.final-status": (context) => finals(context).map((status) => ({ status })),
  "tasks.create.priority-enum": () => [{ priority: "highest" }],
};

/** The rule must hold with any other members: uses tasks of the population with one member out of bounds. */
function besideOthers(requirement: string, taskFixtures: TaskFixtures): Check {
  return defineCheck(
    { requirement, name: "rejected with valid members of every kind", operations: ["create-task"], early: true },
    async (check) => {
      const { tasks } = await taskFixtures.population(check);
      const ways = BROKEN_BESIDE[requirement]?.(check.context) ?? [];
      const kinds = new Map(tasks.map(({ asked }) => [Object.keys(asked).sort().join(), asked]));
      const cases = ways.flatMap((broken) => [...kinds.values()].map((asked) => ({ asked, broken })));
      // The first cases have all kinds of members at once, for budgets that use only a few.
      const { assigneeUserId: _, ...whole } = mergeMembers(kinds.values());
      cases.unshift(...ways.map((broken) => ({ asked: whole, broken })));
      await check.forEach(
        cases,
        async ({ asked, broken }, one) => {
          const exchange = await askForTask(one, {
            ...asked,
            ...broken,
            title: broken.title ?? `${check.context.mark} wrong`,
          });
          one.asserted();
          expectRejected(exchange, `a task with a ${Object.keys(broken)[0]} out of bounds`);
        },
        { first: ways.length, oneByOne: true },
      );
    },
  );
}

/** Returns the statuses that a task can have but not start in. */
function finals(context: RunContext): readonly string[] {
  const initial = wordsOf(fieldSchema(context.document, "create-task", "status"), "the initial status");
  const all = wordsOf(componentSchema(context.document, "Task", "status"), "the status of a task");
  return all.filter((status) => !initial.includes(status));
}

function finalStatuses(taskFixtures: TaskFixtures, tries: Tries): Check {
  return defineCheck(
    {
      requirement: "tasks.create.final-status",
      name: "a status that is not an initial one is rejected",
      operations: ["create-task"],
      shared: true,
    },
    async (check) => {
      // Its controls: tasks that start in other statuses.
      await taskFixtures.population(check);
      const all = await tries(check);
      await check.forEach(
        finals(check.context),
        async (status, one) => {
          const exchange = all.find(({ members }) => members.status === status)?.exchange;
          if (exchange === undefined) return;
          requireResponse(exchange);
          one.asserted();
          judging([exchange], () => expectRejected(exchange, `creating a task that is ${status} from the start`));
        },
        { all: true },
      );
    },
  );
}

/** Objects instead of strings, which are not text by any interpretation. */
function objectsForText(tries: Tries): Check {
  return defineCheck(
    {
      requirement: "tasks.create.input-types",
      name: "an object instead of a string is rejected",
      operations: ["create-task"],
      shared: true,
    },
    async (check) => {
      const unusual = (await tries(check)).filter(({ members }) => Object.values(members).some(isObject));
      await check.forEach(
        unusual,
        async ({ exchange }, one) => {
          requireResponse(exchange);
          one.asserted();
          judging([exchange], () => expectRejected(exchange, "a task with an object for a text"));
        },
        { all: true, describe: ({ members }) => members },
      );
    },
  );
}

/** Words that other trackers use, but not this one. */
const OTHER_WORDS = [
  { field: "status", requirement: "tasks.create.final-status", words: ["open", "closed", "archived", "deleted"] },
  { field: "priority", requirement: "tasks.create.priority-enum", words: ["critical", "normal", "highest", "lowest"] },
] as const;

function otherWords({ field, requirement, words }: (typeof OTHER_WORDS)[number], taskFixtures: TaskFixtures): Check {
  return defineCheck(
    { requirement, name: `a ${field} that only other trackers have is rejected`, operations: ["create-task"] },
    async (check) => {
      await taskFixtures.population(check);
      const known = wordsOf(componentSchema(check.context.document, "Task", field), field);
      const unknown = words.filter((word) => !known.includes(word));
      const judge = async (word: string, one: CaseContext) => {
        const exchange = await askForTask(one, { title: `${check.context.mark} ${field} ${word}`, [field]: word });
        one.asserted();
        expectRejected(exchange, `creating a task with the ${field} ${word}`);
      };
      await check.forEach(unknown, judge, { oneByOne: true });
    },
  );
}

interface Attempt {
  readonly word: string;
  readonly members: JsonObject;
}

/** An attempt and its response. */
interface Tried extends Attempt {
  readonly exchange: Exchange;
}

type Tries = (check: CheckContext) => Promise<readonly Tried[]>;

/** Sends all attempts, once per run for all checks. */
async function tryAll(check: CheckContext): Promise<readonly Tried[]> {
  await check.baseline("create-task");
  return Promise.all(
    (await attempts(check)).map(async (attempt) => ({
      ...attempt,
      exchange: await askForTask(check, attempt.members),
    })),
  );
}

/** Returns creations that must or should be rejected, each with a unique word in its title. */
async function attempts(check: CheckContext): Promise<Attempt[]> {
  const { context } = check;
  const most = numberAt(fieldSchema(context.document, "create-task", "title"), "maxLength");
  const self = await check.reference("agent");
  // A channel in which a card of the task would be posted.
  const { memberChannel } = context.target.fixtures;
  const bound = memberChannel === undefined ? {} : { channelId: memberChannel };
  const broken: ((title: string) => JsonObject)[] = [
    ...finals(context).map((status) => (title: string) => ({ title, status })),
    (title) => ({ title, priority: "normal", ...bound }),
    ...(most === undefined ? [] : [(title: string) => ({ title: `${title.padEnd(most + 1, " too long")}z` })]),
    (title) => ({ title, description: { text: "an object" } }),
    (title) => ({ title, assigneeAgentId: { id: self } }),
  ];
  return broken.map((membersOf, index) => {
    const word = wordOf(context, `rejected ${index}`);
    return { word, members: membersOf(`${context.mark} ${word} ${commonWordOf(context)}`) };
  });
}

/** A word in the title of every creation that must be rejected, and of the one after them. */
function commonWordOf(context: RunContext): string {
  return wordOf(context, "in every rejected title");
}

/**
 * Creates a task whose listing shows that the listing is up to date. Careless code may lose it: its title has the
 * maximum length, in letters of three bytes, and its description is "0". A plain task if that is rejected.
 */
async function makeAfter(check: CheckContext, text: string): Promise<CreatedTask> {
  const key = "after rejected creations";
  const make = (members: JsonObject) => createTask(check, key, members);
  const { document, mark } = check.context;
  const [status] = wordsOf(fieldSchema(document, "create-task", "status"), "the initial status");
  const most = numberAt(fieldSchema(document, "create-task", "title"), "maxLength") ?? 0;
  const room = most - `${mark} ${wordOf(check.context, key)} `.length;
  const title = room > text.length ? `${text} ${foreignTitle(room - text.length - 1)}` : text;
  // With a parent, which does not shorten the maximum title.
  const unusual = {
    title,
    description: "0",
    ...(status ? { status } : {}),
    parentTaskId: await check.reference("task"),
  };
  return (await tryOrNull(() => createTask(check, `${key}, oddly`, unusual))) ?? make({ title: text });
}

function nothingLeft(tries: Tries): Check {
  return defineCheck(
    {
      requirement: "tasks.create.refused-without-effect",
      name: "nothing is listed of a creation that was rejected",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const rejected = (await tries(check)).filter(({ exchange }) => requireResponse(exchange).status !== 200);
      if (rejected.length === 0) throw new Inconclusive("no creation was rejected", "tasks.create.final-status");
      const text = commonWordOf(check.context);
      await requireListed(check, await makeAfter(check, text));
      // One listing shows every trace of the rejected creations and the task that was created after them.
      const { exchange, tasks } = await list(check, { text });
      await check.forEach(
        rejected,
        async ({ word }, one) => {
          one.asserted();
          const left = tasks.findIndex(({ title }) => typeof title === "string" && title.includes(word));
          judging([exchange], () =>
            expectThat(left < 0, {
              message: "a creation that was rejected must leave no task behind",
              expected: `no task with ${word} in its title`,
              actual: `one at /data/${left}`,
              pointer: `/data/${left}`,
              keyword: "left",
            }),
          );
        },
        { describe: ({ members }) => members },
      );
    },
  );
}
