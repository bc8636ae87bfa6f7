import { isObject, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { componentSchema, fieldSchema, numberAt, wordsOf } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { expectRejected, expectThat } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { mergeMembers } from "../merge-members.ts";
import { list, requireListed } from "./listing.ts";
import type { TaskFixtures } from "./population.ts";
import { nonAsciiTitle } from "./population-rows.ts";
import { type CreatedTask, createTask, requestTask } from "./requests.ts";

/** Checks that invalid creations are rejected and leave no trace. */
export function rejectedCreationChecks(taskFixtures: TaskFixtures): Check[] {
  const attempts = once(sendAttempts);
  return [
    finalStatusesRejected(taskFixtures, attempts),
    ...VALUES_OF_OTHER_TRACKERS.map((one) => valuesOfOtherTrackersRejected(one, taskFixtures)),
    ...Object.keys(INVALID_MEMBERS).map((one) => rejectedWithOtherMembers(one, taskFixtures)),
    objectsForTextRejected(attempts),
    noTaskLeft(attempts),
  ];
}

/** Bodies with one invalid member each, by the requirement that forbids it. */
const INVALID_MEMBERS: Readonly<Record<string, (context: RunContext) => readonly JsonObject[]>> = {
  "tasks.create.title-min": () => [{ title: "" }],
  "tasks.create.title-max": ({ document, mark }) => {
    const maxLength = numberAt(fieldSchema(document, "create-task", "title"), "maxLength") ?? 0;
    // Too long in every script. With one other letter, in case its length is computed differently.
    return [{ title: `${`${mark} ${"too long ".repeat(maxLength)}`.slice(0, maxLength)}é` }];
  },
  "tasks.create.final-status": (context) => finalStatusesOf(context).map((status) => ({ status })),
  "tasks.create.priority-enum": () => [{ priority: "highest" }],
};

/** The rule must hold with any other members: uses tasks of the population with one member out of bounds. */
function rejectedWithOtherMembers(requirement: string, taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement,
      name: "an invalid member is rejected together with valid members of every kind",
      operations: ["create-task"],
      runsEarly: true,
    },
    async (check) => {
      const { tasks } = await taskFixtures.population(check);
      const invalidMembers = INVALID_MEMBERS[requirement]?.(check.context) ?? [];
      const kinds = new Map(tasks.map(({ requested }) => [Object.keys(requested).sort().join(), requested]));
      const cases = invalidMembers.flatMap((invalid) => [...kinds.values()].map((valid) => ({ valid, invalid })));
      // The first cases have all kinds of members together, for budgets that use only a few.
      const { assigneeUserId: _, ...allMembers } = mergeMembers(kinds.values());
      cases.unshift(...invalidMembers.map((invalid) => ({ valid: allMembers, invalid })));
      await check.forEach(
        cases,
        async ({ valid, invalid }, testCase) => {
          const exchange = await requestTask(testCase, {
            ...valid,
            ...invalid,
            title: invalid.title ?? `${check.context.mark} wrong`,
          });
          testCase.asserted();
          expectRejected(exchange, `a task with a ${Object.keys(invalid)[0]} out of bounds`);
        },
        { first: invalidMembers.length, oneByOne: true },
      );
    },
  );
}

/** Returns the statuses that a task can have but not start in. */
function finalStatusesOf(context: RunContext): readonly string[] {
  const initial = wordsOf(fieldSchema(context.document, "create-task", "status"), "the initial status");
  const all = wordsOf(componentSchema(context.document, "Task", "status"), "the status of a task");
  return all.filter((status) => !initial.includes(status));
}

function finalStatusesRejected(taskFixtures: TaskFixtures, attempts: AttemptsSource): Check {
  return defineCheck(
    {
      requirement: "tasks.create.final-status",
      name: "a status that is not an initial one is rejected",
      operations: ["create-task"],
      reusesResponses: true,
    },
    async (check) => {
      // Its controls: tasks that start in other statuses.
      await taskFixtures.population(check);
      const all = await attempts(check);
      await check.forEach(
        finalStatusesOf(check.context),
        async (status, testCase) => {
          const exchange = all.find(({ members }) => members.status === status)?.exchange;
          if (exchange === undefined) return;
          requireResponse(exchange);
          testCase.asserted();
          withEvidence([exchange], () => expectRejected(exchange, `creating a task that is ${status} from the start`));
        },
        { all: true },
      );
    },
  );
}

/** Objects instead of strings, which are not text by any interpretation. */
function objectsForTextRejected(attempts: AttemptsSource): Check {
  return defineCheck(
    {
      requirement: "tasks.create.input-types",
      name: "an object instead of a string is rejected",
      operations: ["create-task"],
      reusesResponses: true,
    },
    async (check) => {
      const unusual = (await attempts(check)).filter(({ members }) => Object.values(members).some(isObject));
      await check.forEach(
        unusual,
        async ({ exchange }, testCase) => {
          requireResponse(exchange);
          testCase.asserted();
          withEvidence([exchange], () => expectRejected(exchange, "a task with an object for a text"));
        },
        { all: true, describe: ({ members }) => members },
      );
    },
  );
}

/** Words that other trackers use, but not this one. */
const VALUES_OF_OTHER_TRACKERS = [
  { field: "status", requirement: "tasks.create.final-status", words: ["open", "closed", "archived", "deleted"] },
  { field: "priority", requirement: "tasks.create.priority-enum", words: ["critical", "normal", "highest", "lowest"] },
] as const;

function valuesOfOtherTrackersRejected(
  { field, requirement, words }: (typeof VALUES_OF_OTHER_TRACKERS)[number],
  taskFixtures: TaskFixtures,
): Check {
  return defineCheck(
    { requirement, name: `a ${field} that only other task trackers use is rejected`, operations: ["create-task"] },
    async (check) => {
      await taskFixtures.population(check);
      const known = wordsOf(componentSchema(check.context.document, "Task", field), field);
      const unknown = words.filter((word) => !known.includes(word));
      const judge = async (word: string, testCase: CaseContext) => {
        const exchange = await requestTask(testCase, {
          title: `${check.context.mark} ${field} ${word}`,
          [field]: word,
        });
        testCase.asserted();
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
interface AttemptedCreation extends Attempt {
  readonly exchange: Exchange;
}

type AttemptsSource = (check: CheckContext) => Promise<readonly AttemptedCreation[]>;

/** Sends all attempts, once per run for all checks. */
async function sendAttempts(check: CheckContext): Promise<readonly AttemptedCreation[]> {
  await check.baseline("create-task");
  return Promise.all(
    (await attemptBodies(check)).map(async (attempt) => ({
      ...attempt,
      exchange: await requestTask(check, attempt.members),
    })),
  );
}

/** Returns creations that must or should be rejected, each with a unique word in its title. */
async function attemptBodies(check: CheckContext): Promise<Attempt[]> {
  const { context } = check;
  const maxLength = numberAt(fieldSchema(context.document, "create-task", "title"), "maxLength");
  const self = await check.reference("agent");
  // A channel in which a card of the task would be posted.
  const { memberChannel } = context.target.fixtures;
  const withChannel = memberChannel === undefined ? {} : { channelId: memberChannel };
  const invalidBodies: ((title: string) => JsonObject)[] = [
    ...finalStatusesOf(context).map((status) => (title: string) => ({ title, status })),
    (title) => ({ title, priority: "normal", ...withChannel }),
    ...(maxLength === undefined
      ? []
      : [(title: string) => ({ title: `${title.padEnd(maxLength + 1, " too long")}z` })]),
    (title) => ({ title, description: { text: "an object" } }),
    (title) => ({ title, assigneeAgentId: { id: self } }),
  ];
  return invalidBodies.map((membersOf, index) => {
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
async function createTaskAfter(check: CheckContext, text: string): Promise<CreatedTask> {
  const key = "after rejected creations";
  const create = (members: JsonObject) => createTask(check, key, members);
  const { document, mark } = check.context;
  const [status] = wordsOf(fieldSchema(document, "create-task", "status"), "the initial status");
  const maxLength = numberAt(fieldSchema(document, "create-task", "title"), "maxLength") ?? 0;
  const length = maxLength - `${mark} ${wordOf(check.context, key)} `.length;
  const title = length > text.length ? `${text} ${nonAsciiTitle(length - text.length - 1)}` : text;
  // With a parent, which does not shorten the maximum title.
  const unusual = {
    title,
    description: "0",
    ...(status ? { status } : {}),
    parentTaskId: await check.reference("task"),
  };
  return (await tryOrNull(() => createTask(check, `${key}, oddly`, unusual))) ?? create({ title: text });
}

function noTaskLeft(attempts: AttemptsSource): Check {
  return defineCheck(
    {
      requirement: "tasks.create.refused-without-effect",
      name: "a rejected creation leaves no task in the listing",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const rejected = (await attempts(check)).filter(({ exchange }) => requireResponse(exchange).status !== 200);
      if (rejected.length === 0) throw new Inconclusive("no creation was rejected", "tasks.create.final-status");
      const text = commonWordOf(check.context);
      await requireListed(check, await createTaskAfter(check, text));
      // One listing shows every trace of the rejected creations and the task that was created after them.
      const { exchange, tasks } = await list(check, { text });
      await check.forEach(
        rejected,
        async ({ word }, testCase) => {
          testCase.asserted();
          const index = tasks.findIndex(({ title }) => typeof title === "string" && title.includes(word));
          withEvidence([exchange], () =>
            expectThat(index < 0, {
              message: "a creation that was rejected must leave no task behind",
              expected: `no task with ${word} in its title`,
              actual: `found at /data/${index}`,
              pointer: `/data/${index}`,
              keyword: "left",
            }),
          );
        },
        { describe: ({ members }) => members },
      );
    },
  );
}
