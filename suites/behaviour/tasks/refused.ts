import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import type { Check, CheckContext, World } from "../../engine/check.ts";
import { Inconclusive } from "../../engine/outcome.ts";
import { expectRefused, expectThat } from "../../verifiers/expect.ts";
import { answered } from "../../verifiers/read.ts";
import { absentId } from "../absent-id.ts";
import { allAtOnce } from "../at-once.ts";
import { defineCheck } from "../define-check.ts";
import { componentSchema, fieldSchema, numberAt, wordsOf } from "../document-facts.ts";
import { judging } from "../evidence.ts";
import { wordOf } from "../words.ts";
import { list, needListed } from "./listing.ts";
import type { Settlement } from "./population.ts";
import { askForTask, makeTask } from "./requests.ts";

/** What cannot be created, and that nothing is left of it. */
export function refusedCreationChecks(settlement: Settlement): Check[] {
  return [
    finalStatuses(settlement),
    ...OTHER_WORDS.map((one) => otherWords(one, settlement)),
    ...Object.keys(BROKEN_BESIDE).map((one) => besideOthers(one, settlement)),
    nothingLeft(),
  ];
}

/** A member out of bounds in each way, by the requirement that keeps it out. */
const BROKEN_BESIDE: Readonly<Record<string, (world: World) => readonly JsonObject[]>> = {
  "tasks.create.title-min": () => [{ title: "" }],
  "tasks.create.title-max": ({ document, mark }) => {
    const most = numberAt(fieldSchema(document, "create-task", "title"), "maxLength") ?? 0;
    return [{ title: `${mark} ${"too long ".repeat(most)}`.slice(0, most + 1) }];
  },
  "tasks.create.final-status": (world) => finals(world).map((status) => ({ status })),
  "tasks.create.priority-enum": () => [{ priority: "no-such-priority" }],
};

/** A rule holds whatever else is asked for: tasks of the population with one member out of bounds. */
function besideOthers(requirement: string, settlement: Settlement): Check {
  return defineCheck(
    { requirement, name: "beside members of every kind", operations: ["create-task"], telling: true },
    async (check) => {
      const { tasks } = await settlement.population(check);
      const ways = BROKEN_BESIDE[requirement]?.(check.world) ?? [];
      const kinds = new Map(tasks.map(({ asked }) => [Object.keys(asked).sort().join(), asked]));
      // The smallest run has no requests for more than one of them.
      const tried = check.world.budget === "smoke" ? ways.slice(0, 1) : ways;
      const cases = tried.flatMap((broken) => [...kinds.values()].map((asked) => ({ asked, broken })));
      // Beside the members of all kinds at once, which is the first where few are looked at.
      const { assigneeUserId: _, ...whole } = allAtOnce(kinds.values());
      cases.unshift(...tried.map((broken) => ({ asked: whole, broken })));
      await check.forEach(
        cases,
        async ({ asked, broken }, one) => {
          const exchange = await askForTask(one, {
            ...asked,
            ...broken,
            title: broken.title ?? `${check.world.mark} wrong`,
          });
          one.witnessed();
          expectRefused(exchange, `a task with a ${Object.keys(broken)[0]} out of bounds`);
        },
        { first: 1 },
      );
    },
  );
}

/** Statuses of tasks in which none may start. */
function finals(world: World): readonly string[] {
  const initial = wordsOf(fieldSchema(world.document, "create-task", "status"), "the initial status");
  const all = wordsOf(componentSchema(world.document, "Task", "status"), "the status of a task");
  return all.filter((status) => !initial.includes(status));
}

function finalStatuses(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "tasks.create.final-status",
      name: "no task starts in a status that is no initial one",
      operations: ["create-task"],
      telling: true,
    },
    async (check) => {
      // Their controls: tasks that start in other statuses.
      await settlement.population(check);
      await check.forEach(finals(check.world), async (status, one) => {
        const exchange = await askForTask(one, { title: `${check.world.mark} ${status}`, status });
        one.witnessed();
        expectRefused(exchange, `creating a task that is ${status} from the start`);
      });
    },
  );
}

/** Words that other trackers use, and this one does not. */
const OTHER_WORDS = [
  { field: "status", requirement: "tasks.create.final-status", words: ["open", "closed", "archived", "deleted"] },
  { field: "priority", requirement: "tasks.create.priority-enum", words: ["critical", "normal", "highest", "lowest"] },
] as const;

function otherWords({ field, requirement, words }: (typeof OTHER_WORDS)[number], settlement: Settlement): Check {
  return defineCheck(
    { requirement, name: `no ${field} that only other trackers have`, operations: ["create-task"] },
    async (check) => {
      await settlement.population(check);
      const known = wordsOf(componentSchema(check.world.document, "Task", field), field);
      const unknown = words.filter((word) => !known.includes(word));
      await check.forEach(unknown, async (word, one) => {
        const exchange = await askForTask(one, { title: `${check.world.mark} ${field} ${word}`, [field]: word });
        one.witnessed();
        expectRefused(exchange, `creating a task with the ${field} ${word}`);
      });
    },
  );
}

interface Attempt {
  readonly word: string;
  readonly members: JsonObject;
}

/** Creations that are refused, or should be: each with a word of its own in the title. */
async function attempts(check: CheckContext): Promise<Attempt[]> {
  const { world } = check;
  const most = numberAt(fieldSchema(world.document, "create-task", "title"), "maxLength");
  const real = await check.reference("task");
  const small = world.budget === "smoke";
  const broken: ((title: string) => JsonObject)[] = [
    ...finals(world).map((status) => (title: string) => ({ title, status })),
    (title) => ({ title, priority: "no-such-priority" }),
    ...(most === undefined ? [] : [(title: string) => ({ title: `${title.padEnd(most + 1, " too long")}z` })]),
    (title) => ({ title, description: { text: "an object" } }),
    // Whether these are refused is open, and where they are not each is a task; if they are, nothing may be left of them either.
    ...(small ? [] : [(title: string) => ({ title, parentTaskId: absentId(real, world.mark) })]),
    ...(small ? [] : [(title: string) => ({ title, assigneeAgentId: absentId(real, `${world.mark} agent`) })]),
    (title) => ({ title, channelId: absentId(real, `${world.mark} channel`) }),
  ];
  return broken.map((membersOf, index) => {
    const word = wordOf(world, `refused ${index}`);
    return { word, members: membersOf(`${world.mark} ${word} ${commonWordOf(world)}`) };
  });
}

/** Stands in the title of every creation that is to be refused, and of the one after them. */
function commonWordOf(world: World): string {
  return wordOf(world, "in every refused title");
}

function nothingLeft(): Check {
  return defineCheck(
    {
      requirement: "tasks.create.refused-without-effect",
      name: "nothing is listed of a creation that was refused",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const refused: Attempt[] = [];
      await check.forEach(
        await attempts(check),
        async (attempt, one) => {
          const exchange = await askForTask(one, attempt.members);
          answered(exchange);
          if (statusOf(exchange) !== 200) refused.push(attempt);
        },
        { describe: ({ members }) => members, all: true },
      );
      if (refused.length === 0) throw new Inconclusive("no creation was refused", "tasks.create.final-status");
      const text = commonWordOf(check.world);
      await needListed(check, await makeTask(check, "after refused creations", { title: text }));
      // One listing shows all that may be left, and that what was made later is there.
      const { exchange, tasks } = await list(check, { text });
      await check.forEach(
        refused,
        async ({ word }, one) => {
          one.witnessed();
          const left = tasks.findIndex(({ title }) => typeof title === "string" && title.includes(word));
          judging([exchange], () =>
            expectThat(left < 0, {
              message: "a creation that was refused must leave no task behind",
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
