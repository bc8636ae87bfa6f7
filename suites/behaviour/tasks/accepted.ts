import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt, wordsOf } from "../../models/document-facts.ts";
import { MISLEADING_TEXTS } from "../../models/sample-texts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectEqual, expectRejected } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";
import { expectPresent, list, requireListed } from "./listing.ts";
import type { Rejected, TaskFixtures } from "./population.ts";
import { foreignTitle } from "./population-rows.ts";
import { askForTask, type CreatedTask, madeOf, type TriedTask, tryTask } from "./requests.ts";

/**
 * Checks that every kind of valid task is accepted. A rejected one is sent again with fewer members, to find the cause.
 */
export function acceptedCreationChecks(taskFixtures: TaskFixtures): Check[] {
  return [
    everyWord("status", "tasks.create.initial-status", taskFixtures),
    everyWord("priority", "tasks.create.priority", taskFixtures),
    everyMember(taskFixtures),
  ];
}

async function isForOthers(check: CheckContext, members: JsonObject): Promise<boolean> {
  const { assigneeAgentId, assigneeUserId } = members;
  return (
    assigneeUserId !== undefined ||
    (assigneeAgentId !== undefined && assigneeAgentId !== (await check.reference("agent")))
  );
}

/** Checks whose creations each leave a task on the target. */
export function costlyCreationChecks(context: RunContext, taskFixtures: TaskFixtures): Check[] {
  const misled = once(askMisleading);
  const below = once((check: CheckContext) => askBelowInChannel(check, taskFixtures));
  return [
    longestForeignTitle(taskFixtures),
    tooLongForeignTitle(),
    misleadingAccepted(misled),
    misleadingReturned("title", misled),
    misleadingReturned("description", misled),
    ...withExistingFixtures(context, [parentInChannel(below), listedBelowInChannel(below)]),
  ];
}

interface Misled {
  readonly asked: JsonObject;
  readonly response: Exchange;
}

/**
 * Sends creations whose one-word title and description careless code may take for no value, or for something else than
 * text.
 */
function askMisleading(check: CheckContext): Promise<readonly Misled[]> {
  const asked = [
    { title: "ж", description: "x" },
    // One character, and neither a letter nor a digit.
    { title: "!", description: "?" },
    ...MISLEADING_TEXTS.slice(0, MISLEADING_TASKS).map((text) => ({ title: text, description: text })),
  ];
  return Promise.all(asked.map(async (members) => ({ asked: members, response: await askForTask(check, members) })));
}

/** The number of such texts to try, since each leaves a task on the target. */
const MISLEADING_TASKS = 2;

type Misleading = (check: CheckContext) => Promise<readonly Misled[]>;

function misleadingAccepted(misled: Misleading): Check {
  const facts = { requirement: "tasks.create.title-min", name: "a title that looks like no value is accepted" };
  return misleading(facts, misled, ({ asked, response }) =>
    expectAccepted(response, `the title ${JSON.stringify(asked.title)}`),
  );
}

function misleadingReturned(field: "title" | "description", misled: Misleading): Check {
  const requirement = `tasks.create.${field}`;
  const name = `a ${field} that looks like no value is returned as text`;
  return misleading({ requirement, name }, misled, ({ asked, response }) => {
    if (statusOf(response) !== 200) return;
    expectEqual(response, `/data/${field}`, asked[field] ?? null, `the ${field} must be returned as sent`);
  });
}

function misleading(
  facts: Pick<Check, "requirement" | "name">,
  misled: Misleading,
  judge: (one: Misled) => void,
): Check {
  return defineCheck({ ...facts, operations: ["create-task"] }, async (check) => {
    await check.baseline("create-task");
    await check.forEach(
      await misled(check),
      async (one, context) => {
        requireResponse(one.response);
        context.asserted();
        judging([one.response], () => judge(one));
      },
      { describe: ({ asked }) => asked },
    );
  });
}

function longestOf({ document }: RunContext): number {
  const most = numberAt(fieldSchema(document, "create-task", "title"), "maxLength");
  if (most === undefined) throw new Inconclusive("the document states no longest title");
  return most;
}

/** The longest title must be accepted together with any other members. */
function longestForeignTitle(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.create.title-max",
      name: "the longest title in letters beyond ASCII is accepted with other members",
      operations: ["create-task"],
    },
    async (check) => {
      const { context } = check;
      const most = longestOf(context);
      await check.baseline("create-task");
      const beside = {
        status: wordsOf(fieldSchema(context.document, "create-task", "status"), "the status").at(-1) ?? "",
        priority: wordsOf(fieldSchema(context.document, "create-task", "priority"), "the priority").at(-1) ?? "",
        description: "as long a title as there can be",
        ...(await besideTitle(check, taskFixtures)),
      };
      const title = foreignTitle(most);
      const whole = await askForTask(check, { title, ...beside });
      // If a short title is rejected too, the other members are the cause.
      const isTitle = async () =>
        requireResponse(await askForTask(check, { title: `${context.mark} short`, ...beside })).status === 200;
      const exchange =
        requireResponse(whole).status === 200 || (await isTitle()) ? whole : await askForTask(check, { title });
      check.asserted();
      expectAccepted(exchange, `a title of ${most} letters beyond ASCII`);
      expectEqual(exchange, "/data/title", title, "the longest title must be returned as sent");
    },
  );
}

/** Returns a parent and the caller as the assignee, as far as accepted tasks of the population have had them. */
async function besideTitle(check: CheckContext, taskFixtures: TaskFixtures): Promise<JsonObject> {
  const { tasks } = await taskFixtures.population(check);
  const parent = tasks.find(({ asked }) => asked.parentTaskId !== undefined)?.asked.parentTaskId;
  const self = tasks.find(({ asked }) => asked.assigneeAgentId !== undefined)?.asked.assigneeAgentId;
  return {
    ...(parent === undefined ? {} : { parentTaskId: parent }),
    ...(self === undefined ? {} : { assigneeAgentId: self }),
  };
}

/** One letter more than the maximum is too many in every script. */
function tooLongForeignTitle(): Check {
  return defineCheck(
    {
      requirement: "tasks.create.title-max",
      name: "a title that is one letter beyond ASCII too long is rejected",
      operations: ["create-task"],
    },
    async (check) => {
      const length = longestOf(check.context) + 1;
      await check.baseline("create-task");
      const titles = [foreignTitle(length), "ж".repeat(length), `${"long ".repeat(length).slice(0, length - 1)}é`];
      const judge = async (title: string, one: CaseContext) => {
        const exchange = await askForTask(one, { title });
        one.asserted();
        expectRejected(exchange, `a title of ${length} characters, not all of them in ASCII,`);
      };
      await check.forEach(titles, judge, { oneByOne: true });
    },
  );
}

/**
 * A sub-task in the channel of its parent. The contract does not state that a task may have both, but both must be kept
 * if the creation is accepted.
 */
function parentInChannel(below: (check: CheckContext) => Promise<BelowInChannel>): Check {
  return defineCheck(
    {
      requirement: "tasks.create.parent",
      name: "a sub-task in the channel of its parent names that parent",
      operations: ["create-task"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { parent, tried } = await below(check);
      check.asserted();
      if (requireResponse(tried.response).status !== 200) return;
      judging([tried.response], () =>
        expectEqual(
          tried.response,
          "/data/parentTaskId",
          parent.id,
          "a task created with a parent must come back with it",
        ),
      );
    },
  );
}

/** A sub-task must be listed by its own channel like any other task. */
function listedBelowInChannel(below: (check: CheckContext) => Promise<BelowInChannel>): Check {
  return defineCheck(
    {
      requirement: "tasks.list.channel",
      name: "a sub-task in the channel of its parent is listed by that channel",
      operations: ["create-task", "list-tasks"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const task = await orNotApplicable(async () => madeOf((await below(check)).tried));
      const channel = task?.asked.channelId ?? null;
      if (task === null || valueAt(task.response, "/data/channelId") !== channel)
        throw new NotApplicable("no task is below another and in a channel here");
      await orNotApplicable(() => requireListed(check, task));
      await check.eventually(async () => {
        const listing = await list(check, { channel, text: task.word });
        check.asserted();
        const why = "a sub-task that is bound to a channel must be listed with the filter for that channel";
        expectPresent(listing, task, why);
      });
    },
  );
}

interface BelowInChannel {
  readonly parent: CreatedTask;
  readonly tried: TriedTask;
}

async function askBelowInChannel(check: CheckContext, taskFixtures: TaskFixtures): Promise<BelowInChannel> {
  const { tasks } = await taskFixtures.population(check);
  const parent = tasks.find(({ asked }) => asked.channelId !== undefined);
  if (!parent) throw new Inconclusive("no task could be bound to a channel");
  const members = { parentTaskId: parent.id, channelId: parent.asked.channelId ?? null, title: "below in a channel" };
  return { parent, tried: await tryTask(check, "below in a channel", members) };
}

/** Values that the population did not use are covered by the checks of the document's bounds. */
function everyWord(field: "status" | "priority", requirement: string, taskFixtures: TaskFixtures): Check {
  return defineCheck(
    { requirement, name: `a task can be created with every ${field}`, operations: ["create-task"] },
    async (check) => {
      const { tasks, rejected } = await taskFixtures.population(check);
      const words = wordsOf(fieldSchema(check.context.document, "create-task", field), `the ${field}`);
      const has = (word: string) => tasks.some(({ asked }) => asked[field] === word);
      const isAsked = (word: string) => has(word) || rejected.some(({ asked }) => asked[field] === word);
      const judge = async (word: string, one: CaseContext) => {
        if (!has(word)) {
          const exchange = await askForTask(one, { title: `${check.context.mark} ${field} ${word}`, [field]: word });
          expectAccepted(exchange, `creating a task with the ${field} ${word}`);
        }
        one.asserted();
      };
      await check.forEach(words.filter(isAsked), judge, { all: true });
    },
  );
}

function everyMember(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.create.succeeds",
      name: "tasks with members of every kind are accepted",
      operations: ["create-task"],
      shared: true,
    },
    async (check) => {
      const { tasks, rejected } = await taskFixtures.population(check);
      check.asserted(tasks.length);
      for (const one of rejected.slice(0, MOST_ASKED_AGAIN)) await judgeRejection(check, one);
    },
  );
}

/** The maximum number of rejected creations to repeat; each takes up to three tasks. */
const MOST_ASKED_AGAIN = 3;

/**
 * Judges a rejection. A status or priority that is rejected on its own breaks another requirement; anything else fails
 * here.
 */
async function judgeRejection(check: CheckContext, { asked, response }: Rejected): Promise<void> {
  // The contract does not state to whom a caller may assign a task, other than itself, nor the status of the rejection.
  if (requireResponse(response).status < 500 && (await isForOthers(check, asked))) return;
  const { title = "", status, priority, ...rest } = asked;
  const without = await askForTask(check, { title, ...rest });
  check.asserted();
  expectAccepted(without, `creating a task with ${Object.keys(rest).join(", ") || "a title alone"}`);
  for (const [field, value] of Object.entries({ status, priority })) {
    if (value === undefined) continue;
    // Sent with a short title: if both texts together are the cause, the status or priority is not.
    const alone = await askForTask(check, { title: `${check.context.mark} alone`, [field]: value });
    if (requireResponse(alone).status !== 200) return;
  }
  judging([response], () => expectAccepted(response, `creating a task with ${Object.keys(asked).join(", ")} together`));
}
