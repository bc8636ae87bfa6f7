import { orNotApplicable } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { mayMention } from "../../verifiers/task-mentions.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { findEventually } from "../preconditions.ts";
import { BLOCKED, type Scenario } from "../tasks/scenarios.ts";
import type { SharedTasks } from "../tasks/shared-tasks.ts";
import type { CardShapes } from "./card-shapes.ts";
import { type Anchor, type Feed, readSince } from "./channel-feed.ts";
import { expectNoCard } from "./expect-no-card.ts";
import { namesOf, type TaskEvent, type TaskLifecycles } from "./task-lifecycles.ts";

/** The maximum number of pages in each direction, in a channel with most of the run's messages. */
const MAX_PAGES = 24;

type ScenarioSources = Pick<SharedTasks, "scenarios" | "beforeScenarios">;

/** Changes that are posted for one task are posted for every other, whatever its initial status and priority. */
export function scenarioCardChecks(
  lifecycles: (check: CheckContext) => Promise<TaskLifecycles>,
  shared: ScenarioSources,
): Check[] {
  const cardsOfScenarios = once((check: CheckContext) => readScenarioCards(check, lifecycles, shared));
  const fields = {
    operations: ["create-task", "block-task", "release-task", "get-messages"],
    fixtures: ["memberChannel"],
  };
  return [
    defineCheck(
      {
        ...fields,
        requirement: "events.task-card",
        name: "bound tasks of every status and priority are named in their channel after some change",
      },
      async (check) => {
        const { bound, uncarded: withoutCard, feed } = await cardsOfScenarios(check);
        for (const scenario of bound) expectCard(check, scenario, !withoutCard.includes(scenario), feed);
      },
    ),
    defineCheck(
      {
        ...fields,
        requirement: "events.no-card-unbound",
        name: "unbound tasks of every status and priority are not named in the channel of others",
      },
      async (check) => {
        const { bound, uncarded, unbound, feed } = await cardsOfScenarios(check);
        if (uncarded.length === bound.length) throw new NotApplicable("no task of these is named in its channel");
        for (const { task } of unbound) {
          check.asserted();
          const names = { names: namesOf(task), parent: null };
          await expectNoCard(check, feed, names, NO_SHAPES, "a task that is bound to no channel must post no card");
        }
      },
    ),
  ];
}

/** Only unique names of a task count. */
const NO_SHAPES: CardShapes = new Set();

async function readScenarioCards(
  check: CheckContext,
  lifecycles: (check: CheckContext) => Promise<TaskLifecycles>,
  { scenarios, beforeScenarios }: ScenarioSources,
) {
  const cardEvents = eventsWithCard(await lifecycles(check));
  if (cardEvents.size === 0) throw new NotApplicable("no event of a bound task posts a card here");
  const anchor = await beforeScenarios(check);
  if (anchor === null) throw new NotApplicable("no message was accepted after which cards can be looked for");
  const all = await scenarios(check);
  const bound = all.filter(
    (scenario) => scenario.task.requested.channelId === anchor.channel && hasHadAllEvents(scenario, cardEvents),
  );
  return { bound, unbound: all.filter(isUnbound), ...(await searchForCards(check, anchor, bound)) };
}

/** Returns true for a task that was created without a channel and got none from the target. */
function isUnbound({ task }: Scenario): boolean {
  return task.requested.channelId === undefined && isUnset(valueAt(task.response, "/data/channelId"));
}

/** Returns the changes after which a bound task was named in its channel. */
function eventsWithCard({ bound }: TaskLifecycles): ReadonlySet<TaskEvent> {
  return new Set(
    bound.flatMap(({ cardSearches }) => cardSearches.flatMap(({ event, hasCard }) => (hasCard ? [event] : []))),
  );
}

/** Returns true if every change that was posted for another task has happened to this one. */
export function hasHadAllEvents({ task, steps }: Scenario, cardEvents: ReadonlySet<TaskEvent>): boolean {
  // The contract leaves open whether blocking a task that is blocked initially is a change.
  const isChange = (event: TaskEvent) => event !== "block" || task.requested.status !== BLOCKED;
  return [...cardEvents].every((event) => isChange(event) && steps.some(({ change }) => change === event));
}

/** Reads the channel until each of the tasks is named there, or until the consistency timeout. */
async function searchForCards(check: CheckContext, anchor: Anchor, bound: readonly Scenario[]) {
  let feed: Feed = { messages: [], exchanges: [], isComplete: true };
  let uncarded = bound;
  await findEventually(check, async () => {
    feed = await orNotApplicable(() => readSince(check, anchor, MAX_PAGES));
    uncarded = uncarded.filter(({ task }) => {
      const names = namesOf(task);
      return !feed.messages.some((message) => mayMention(message, names, check.context.mark));
    });
    // A channel that cannot be read to its end now cannot be later either.
    return uncarded.length === 0 || !feed.isComplete || null;
  });
  if (uncarded.length > 0 && !feed.isComplete) {
    throw new NotApplicable("so much was written into the channel since then that it cannot be read to its end");
  }
  return { feed, uncarded };
}

function expectCard(check: CheckContext, { task, steps }: Scenario, hasCard: boolean, feed: Feed): void {
  check.asserted();
  const { status, priority } = task.requested;
  withEvidence([task.response, ...steps.map(({ response }) => response), ...feed.exchanges.slice(-1)], () =>
    expectThat(hasCard, {
      message: `a lifecycle event of a task that is bound to a channel must post a card there, as it does for another (${status}, ${priority})`,
      expected: "a message that names the task by id, identifier or title",
      actual: `none after ${["creation", ...steps.map(({ change }) => change)].join(", ")}`,
      keyword: "missing",
    }),
  );
}
