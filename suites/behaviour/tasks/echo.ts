import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { VERY_LONG_TEXT } from "../../models/sample-texts.ts";
import { ownChannels } from "../../target/own-channels.ts";
import { textDifference } from "../../verifiers/difference/text.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { lineOfText, markdownText } from "../text.ts";
import { expectPresent, inListing, list, sight, type TaskSighting } from "./listing.ts";
import type { FixtureTask, TaskFixtures } from "./population.ts";
import { LONG_TEXT } from "./population-rows.ts";
import { askForTask, createTask } from "./requests.ts";
import type { Scenario } from "./scenarios.ts";

type ScenarioSource = (check: CheckContext) => Promise<readonly Scenario[]>;

/** Checks that members of a creation are listed, in full length. */
export function echoChecks(taskFixtures: TaskFixtures, scenarios: ScenarioSource): Check[] {
  return [longDescription(scenarios), everythingListed(taskFixtures)];
}

/** Random texts, each in its own task. The population covers some of them with fewer tasks. */
export function randomTextChecks(): Check[] {
  return [randomTitle(), randomDescription()];
}

/** Longer than the columns at which careless code may cut. The contract leaves open the accepted length. */
const LONG = [10_100, 4_200] as const;

/**
 * Any text, at a length that a target may reject. An accepted one must be returned completely, and so must the text on
 * its own.
 */
function randomDescription(): Check {
  return defineCheck(
    {
      requirement: "tasks.create.description",
      name: "any description is returned as sent",
      operations: ["create-task"],
    },
    async (check) => {
      await check.property(
        markdownText,
        async (text, one) => {
          const asked = await acceptedAtLength(one, text);
          const made = asked ?? (await createTask(one, `description ${text}`, { description: text }));
          one.asserted();
          expectAsked(made, "description");
        },
        { cases: RANDOM_TEXTS },
      );
    },
  );
}

/**
 * Returns the creation with the first of the lengths, longest first, at which a description that begins with this text
 * is accepted; null if none is.
 */
async function acceptedAtLength(check: CaseContext, text: string) {
  for (const length of LONG) {
    const description = `${text}\n\n${"and so it goes on. ".repeat(length / 19)}end`;
    const asked = { description, title: `${check.context.mark} described at length` };
    const response = await askForTask(check, asked);
    if (statusOf(response) === 200) return { response, asked };
  }
  return null;
}

/** A long accepted text must be kept completely, whatever happens to special characters in it. */
function longDescription(scenarios: ScenarioSource): Check {
  return defineCheck(
    {
      requirement: "tasks.create.description",
      name: "a long description is returned to its end",
      operations: ["create-task"],
      shared: true,
    },
    async (check) => {
      const long = (await scenarios(check))
        .map(({ task }) => task)
        .filter(({ asked }) => typeof asked.description === "string" && asked.description.length >= LONG_TEXT.length);
      await check.forEach(
        long,
        async ({ response, asked }, one) => {
          const shown = String(valueAt(response, "/data/description") ?? "");
          const missing = [LONG_TEXT, VERY_LONG_TEXT].find(
            (text) =>
              String(asked.description).includes(text) &&
              shown.split(text).length !== String(asked.description).split(text).length,
          );
          one.asserted();
          judging([response], () =>
            expectThat(missing === undefined, {
              message: `a task created with a long description must be returned with all of it: ${textDifference(String(asked.description), shown)}`,
              expected: `${String(asked.description).length} characters`,
              actual: `${shown.length} characters`,
              pointer: "/data/description",
              keyword: "cut",
            }),
          );
        },
        { all: true, describe: ({ asked }) => asked },
      );
    },
  );
}

function expectAsked({ response, asked }: Pick<FixtureTask, "response" | "asked">, field: string): void {
  const why = `a task created with a ${field} must come back with it`;
  expectEqual(response, `/data/${field}`, asked[field] ?? null, why);
}

function randomTitle(): Check {
  return defineCheck(
    { requirement: "tasks.create.title", name: "any title is returned as sent", operations: ["create-task"] },
    async (check) => {
      await check.property(
        lineOfText,
        async (title, one) => {
          const { response, asked } = await createTask(one, `title ${title}`, { title });
          one.asserted();
          expectAsked({ response, asked }, "title");
        },
        { cases: RANDOM_TEXTS },
      );
    },
  );
}

/** The number of random texts; each leaves a task on the target. */
const RANDOM_TEXTS = 1;

function everythingListed(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.create.listed",
      name: "created tasks are listed with everything that was asked for",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const { tasks, self } = await taskFixtures.population(check);
      const listing = await taskFixtures.shown(check);
      const channels = ownChannels(check.context);
      // If tasks that are assigned to the creator, or in its channel, are missing too, tasks are lost rather than
      // hidden from their creator.
      const isTied = ({ asked: { assigneeAgentId, channelId } }: FixtureTask) =>
        assigneeAgentId === self || channels.some((channel) => channel === channelId);
      const isLost = tasks.some((task) => isTied(task) && inListing(listing, task.id) === undefined);
      await check.forEach(
        tasks,
        async (task, one) => {
          const why = "a task that the caller created must be listed for the caller";
          const found =
            inListing(listing, task.id) ??
            (await one.eventually(() => sight(one, task, why, {}, isLost ? "lost" : "missing")));
          one.asserted();
          judging([task.response, found.exchange], () => expectAllAsked(task, found));
        },
        { describe },
      );
      // One response may have room for all tasks of the run.
      await expectWithoutFilter(check, tasks);
    },
  );
}

async function expectWithoutFilter(check: CheckContext, tasks: readonly FixtureTask[]): Promise<void> {
  await check.eventually(async () => {
    const listing = await list(check, {});
    if (listing.full) return;
    const why = "a task that the caller created must be listed for the caller, whatever its status and its parent";
    for (const task of tasks) expectPresent(listing, task, why);
  });
}

function expectAllAsked({ asked }: FixtureTask, { exchange, pointer }: TaskSighting): void {
  for (const [field, value] of Object.entries(asked)) {
    expectEqual(
      exchange,
      `${pointer}/${field}`,
      value,
      `a listed task must show the ${field} that it was created with`,
    );
  }
}

function describe({ asked }: FixtureTask): JsonObject {
  return asked;
}
