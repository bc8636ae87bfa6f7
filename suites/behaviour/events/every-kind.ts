import { orNotApplicable } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { mayMention } from "../../verifiers/task-mentions.ts";
import { defineCheck } from "../define-check.ts";
import { findEventually } from "../preconditions.ts";
import { BLOCKED, type Scenario } from "../tasks/scenarios.ts";
import type { SharedTasks } from "../tasks/shared-tasks.ts";
import type { CardShapes } from "./card-shapes.ts";
import { type Anchor, type Feed, readSince } from "./channel-feed.ts";
import { type Events, namesOf, type TaskEvent } from "./lifecycle.ts";
import { expectUnnamed } from "./no-card.ts";

/** The maximum number of pages in each direction, in a channel with most of the run's messages. */
const MOST_PAGES = 24;

type ToldStories = Pick<SharedTasks, "scenarios" | "beforeScenarios">;

/** Changes that are posted for one task are posted for every other, whatever its initial status and priority. */
export function cardsOfEveryKind(events: (check: CheckContext) => Promise<Events>, shared: ToldStories): Check[] {
  const looked = once((check: CheckContext) => lookAtStories(check, events, shared));
  const fields = {
    operations: ["create-task", "block-task", "release-task", "get-messages"],
    fixtures: ["memberChannel"],
  };
  return [
    defineCheck(
      {
        ...fields,
        requirement: "events.task-card",
        name: "bound tasks of every status and priority are named in their channel by some event of their lives",
      },
      async (check) => {
        const { bound, uncarded, feed } = await looked(check);
        for (const scenario of bound) expectCard(check, scenario, !uncarded.includes(scenario), feed);
      },
    ),
    defineCheck(
      {
        ...fields,
        requirement: "events.no-card-unbound",
        name: "unbound tasks of every status and priority are not named in the channel of others",
      },
      async (check) => {
        const { bound, uncarded, unbound, feed } = await looked(check);
        if (uncarded.length === bound.length) throw new NotApplicable("no task of these is named in its channel");
        for (const { task } of unbound) {
          check.asserted();
          const names = { names: namesOf(task), above: null };
          await expectUnnamed(check, feed, names, NO_SHAPES, "a task that is bound to no channel must post no card");
        }
      },
    ),
  ];
}

/** Only unique names of a task count. */
const NO_SHAPES: CardShapes = new Set();

async function lookAtStories(
  check: CheckContext,
  events: (check: CheckContext) => Promise<Events>,
  { scenarios, beforeScenarios }: ToldStories,
) {
  const told = toldOf(await events(check));
  if (told.size === 0) throw new NotApplicable("no event of a bound task posts a card here");
  const anchor = await beforeScenarios(check);
  if (anchor === null) throw new NotApplicable("no message was accepted after which cards can be looked for");
  const all = await scenarios(check);
  const bound = all.filter(
    (scenario) => scenario.task.requested.channelId === anchor.channel && happened(scenario, told),
  );
  return { bound, unbound: all.filter(isUnbound), ...(await lookForCards(check, anchor, bound)) };
}

/** Returns true for a task that was created without a channel and got none from the target. */
function isUnbound({ task }: Scenario): boolean {
  return task.requested.channelId === undefined && isUnset(valueAt(task.response, "/data/channelId"));
}

/** Returns the changes after which a bound task was named in its channel. */
function toldOf({ bound }: Events): ReadonlySet<TaskEvent> {
  return new Set(bound.flatMap(({ carded }) => carded.flatMap(({ event, card }) => (card ? [event] : []))));
}

/** Returns true if every change that was posted for another task has happened to this one. */
export function happened({ task, steps }: Scenario, told: ReadonlySet<TaskEvent>): boolean {
  // The contract leaves open whether blocking a task that is blocked initially is a change.
  const isChange = (event: TaskEvent) => event !== "block" || task.requested.status !== BLOCKED;
  return [...told].every((event) => isChange(event) && steps.some(({ change }) => change === event));
}

/** Reads the channel until each of the tasks is named there, or until the consistency timeout. */
async function lookForCards(check: CheckContext, anchor: Anchor, bound: readonly Scenario[]) {
  let feed: Feed = { messages: [], exchanges: [], whole: true };
  let uncarded = bound;
  await findEventually(check, async () => {
    feed = await orNotApplicable(() => readSince(check, anchor, MOST_PAGES));
    uncarded = uncarded.filter(({ task }) => {
      const names = namesOf(task);
      return !feed.messages.some((message) => mayMention(message, names, check.context.mark));
    });
    // A channel that cannot be read to its end now cannot be later either.
    return uncarded.length === 0 || !feed.whole || null;
  });
  if (uncarded.length > 0 && !feed.whole) {
    throw new NotApplicable("so much was written into the channel since then that it cannot be read to its end");
  }
  return { feed, uncarded };
}

function expectCard(check: CheckContext, { task, steps }: Scenario, carded: boolean, feed: Feed): void {
  check.asserted();
  const { status, priority } = task.requested;
  judging([task.response, ...steps.map(({ response }) => response), ...feed.exchanges.slice(-1)], () =>
    expectThat(carded, {
      message: `a lifecycle event of a task that is bound to a channel must post a card there, as it does for another (${status}, ${priority})`,
      expected: "a message that names the task by id, identifier or title",
      actual: `none after ${["creation", ...steps.map(({ change }) => change)].join(", ")}`,
      keyword: "missing",
    }),
  );
}
