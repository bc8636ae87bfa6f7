import type { Exchange } from "../../client/exchange.ts";
import type { Check, CheckContext } from "../../engine/check.ts";
import { Inconclusive } from "../../engine/outcome.ts";
import { expectEqual, expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { judging } from "../evidence.ts";
import { inListing } from "./listing.ts";
import type { Inhabitant, Settlement } from "./population.ts";
import { isUnset } from "./requests.ts";
import type { Story } from "./stories.ts";

type Stories = (check: CheckContext) => Promise<readonly Story[]>;

/** What a server says of a task by itself: who made it, which version it has, what it is called. */
export function factChecks(settlement: Settlement, stories: Stories): Check[] {
  return [
    creator(settlement),
    uniqueIdentifiers(settlement),
    versions("tasks.fields.version-never-falls", "never falls", (earlier, later) => later >= earlier, stories),
    versions("tasks.fields.version-rises", "rises with every change", (earlier, later) => later > earlier, stories),
  ];
}

function creator(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "tasks.create.creator",
      name: "the caller is the creator, whoever the task is assigned to",
      operations: ["create-task", "list-tasks"],
    },
    async (check) => {
      const { tasks, self } = await settlement.population(check);
      const listing = await settlement.shown(check);
      const why = "a task must name the agent that created it";
      let named = 0;
      for (const { id, answer } of tasks) {
        named += expectCreator(answer, "/data", self, why);
        const found = inListing(listing, id);
        if (found) named += expectCreator(listing.exchange, found.pointer, self, why);
      }
      if (named === 0) throw new Inconclusive("no task names its creating agent");
      check.witnessed(named);
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

function uniqueIdentifiers(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "tasks.fields.identifier",
      name: "no two tasks share an identifier, also when they are made at once",
      operations: ["create-task"],
    },
    async (check) => {
      const { tasks } = await settlement.population(check);
      const known = new Map<string, Inhabitant>();
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
      if (known.size === 0) throw new Inconclusive("no created task has an identifier");
      check.witnessed(known.size);
    },
  );
}

function versions(
  requirement: string,
  rule: string,
  holds: (earlier: number, later: number) => boolean,
  stories: Stories,
): Check {
  return defineCheck(
    {
      requirement,
      name: `the version ${rule}, from answer to answer`,
      operations: ["create-task", "block-task", "release-task"],
    },
    async (check) => {
      await check.forEach(
        await stories(check),
        async ({ task, steps }, one) => {
          const answers = [task.answer, ...steps.map(({ answer }) => answer)];
          for (const [index, later] of answers.entries()) {
            const earlier = answers[index - 1];
            if (!earlier) continue;
            const before = valueAt(earlier, "/data/version");
            const after = valueAt(later, "/data/version");
            if (typeof before !== "number" || typeof after !== "number") continue;
            one.witnessed();
            judging(answers.slice(0, index + 1), () =>
              expectThat(holds(before, after), {
                message: `the version of a task ${rule}`,
                expected: `${rule === "never falls" ? "at least" : "more than"} ${before}`,
                actual: String(after),
                pointer: "/data/version",
                keyword: "order",
              }),
            );
          }
        },
        { describe: ({ task, steps }) => ({ task: task.asked, steps: steps.map(({ done }) => done) }) },
      );
    },
  );
}
