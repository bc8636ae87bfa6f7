import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { unlessSilent } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { OF_ITS_MAKING } from "../../models/lasting-fields.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { expectComplete } from "../expect-complete.ts";
import { inListing, needListed, type Sighting } from "./listing.ts";
import type { FixtureTask, TaskFixtures } from "./population.ts";
import type { CreatedTask } from "./requests.ts";
import type { Scenario } from "./scenarios.ts";

type Stories = (check: CheckContext) => Promise<readonly Scenario[]>;

/** What a server says of a task by itself: who made it, which version it has, what it is called. */
export function factChecks(taskFixtures: TaskFixtures, scenarios: Stories): Check[] {
  return [
    creator(taskFixtures),
    uniqueIdentifiers(taskFixtures),
    wholeAnswers(scenarios),
    versions("tasks.fields.version-never-falls", NEVER_FALLS, scenarios),
    versions("tasks.fields.version-rises", RISES, scenarios),
  ];
}

function creator(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.create.creator",
      name: "the caller is the creator, whoever the task is assigned to",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const { tasks, self } = await taskFixtures.population(check);
      const listing = await unlessSilent(() => taskFixtures.shown(check));
      const why = "a task must name the agent that created it";
      let named = 0;
      for (const { id, answer } of tasks) {
        named += expectCreator(answer, "/data", self, why);
        const found = listing && inListing(listing, id);
        if (found) named += expectCreator(listing.exchange, found.pointer, self, why);
      }
      check.asserted(named);
    },
  );
}

/** Compares the creator where it is given; 1 when it was, 0 when not. */
export function expectCreator(exchange: Exchange, pointer: string, agent: string, why: string): number {
  const place = `${pointer}/createdByAgentId`;
  if (isUnset(valueAt(exchange, place))) return 0;
  judging([exchange], () => expectEqual(exchange, place, agent, why));
  return 1;
}

function uniqueIdentifiers(taskFixtures: TaskFixtures): Check {
  return defineCheck(
    {
      requirement: "tasks.fields.identifier",
      name: "no two tasks share an identifier, also when they are created at the same time",
      operations: ["create-task"],
    },
    async (check) => {
      const { tasks } = await taskFixtures.population(check);
      const known = new Map<string, FixtureTask>();
      for (const task of tasks) {
        const identifier = valueAt(task.answer, "/data/identifier");
        if (typeof identifier !== "string" || identifier === "") continue;
        const earlier = known.get(identifier);
        judging([...(earlier ? [earlier.answer] : []), task.answer], () =>
          expectThat(earlier === undefined || earlier.id === task.id, {
            message: "no two tasks of a workspace should share an identifier",
            expected: "an identifier of its own",
            actual: `${identifier}, which another task has`,
            pointer: "/data/identifier",
            keyword: "shared",
          }),
        );
        known.set(identifier, task);
      }
      check.asserted(known.size);
    },
  );
}

function versions(requirement: string, rule: Rule, scenarios: Stories): Check {
  return defineCheck(
    {
      requirement,
      name: `the version ${rule.name}, from response to response`,
      operations: ["create-task", "block-task", "release-task"],
    },
    async (check) => {
      await check.forEach(
        await scenarios(check),
        async ({ task, steps }, one) => {
          const answers = [task.answer, ...steps.map(({ answer }) => answer)];
          for (const [index, { answer, seen }] of steps.entries()) {
            const earlier = answers[index];
            if (!earlier) continue;
            // A second block need not change anything of the task: it adds a comment.
            const counts =
              rule === NEVER_FALLS || !isSame(asObject(valueAt(earlier, "/data")), asObject(valueAt(answer, "/data")));
            const before = valueAt(earlier, "/data/version");
            if (counts) judging([earlier, answer], () => compare(one, rule, before, answer, "/data"));
            if (seen) await expectNotOlder(one, task, answer, seen);
          }
        },
        { describe: ({ task, steps }) => ({ task: task.asked, steps: steps.map(({ done }) => done) }) },
      );
    },
  );
}

/** Do two responses show the same state of a task? */
function isSame(before: JsonObject, after: JsonObject): boolean {
  return ["status", "assigneeAgentId"].every((field) => (before[field] ?? null) === (after[field] ?? null));
}

function wholeAnswers(scenarios: Stories): Check {
  return defineCheck(
    {
      requirement: "tasks.fields.in-every-answer",
      name: "a block and a release show the task as its creation did",
      operations: ["block-task", "release-task", "create-task"],
    },
    async (check) => {
      const steps = (await scenarios(check)).flatMap(({ task, steps }) => steps.map((step) => ({ task, ...step })));
      await check.forEach(
        steps,
        async ({ task, done, answer }, one) =>
          one.asserted(expectComplete(task.answer, answer, OF_ITS_MAKING, `the response to a ${done}`)),
        { describe: ({ task, done }) => ({ task: task.asked, done }) },
      );
    },
  );
}

interface Rule {
  readonly name: string;
  readonly holds: (earlier: number, later: number) => boolean;
}

const NEVER_FALLS: Rule = { name: "never falls", holds: (earlier, later) => later >= earlier };
const RISES: Rule = { name: "rises with every change", holds: (earlier, later) => later > earlier };

/**
 * A listing that shows what a change has led to shows its version too, or a later one: at once, or once it has caught
 * up. A change that leaves everything else as it was (a second block) shows by nothing but the version.
 */
async function expectNotOlder(one: CaseContext, made: CreatedTask, answer: Exchange, seen: Sighting): Promise<void> {
  const after = asObject(valueAt(answer, "/data"));
  if (!isSame(seen.task, after)) return;
  let sighting: Sighting | null = seen;
  await one.eventually(async () => {
    const { exchange, pointer } = sighting ?? (await needListed(one, made));
    sighting = null;
    judging([answer, exchange], () => compare(one, NEVER_FALLS, after.version, exchange, pointer));
  });
}

function compare(one: CaseContext, rule: Rule, before: Json | undefined, later: Exchange, pointer: string): void {
  const after = valueAt(later, `${pointer}/version`);
  if (typeof before !== "number" || typeof after !== "number") return;
  // Numbers beyond this are read rounded: two that are next to each other look the same.
  if (rule === RISES && !Number.isSafeInteger(after)) return;
  one.asserted();
  expectThat(rule.holds(before, after), {
    message: `the version of a task ${rule.name}`,
    expected: `${rule === NEVER_FALLS ? "at least" : "more than"} ${before}`,
    actual: String(after),
    pointer: `${pointer}/version`,
    keyword: "order",
  });
}
