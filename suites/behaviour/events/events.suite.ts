import { Inconclusive } from "../../client/inconclusive.ts";
import { once, oncePer } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CaseContext, Check, CheckContext, Suite } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { asAdditional, defineCheck } from "../define-check.ts";
import { sharedTasksOf } from "../tasks/shared-tasks.ts";
import { replyToCard } from "./card-replies.ts";
import { type CardShapes, cardShapes } from "./card-shapes.ts";
import { cardsInSearch } from "./cards-in-search.ts";
import { scenarioCardChecks } from "./cards-of-scenarios.ts";
import { cardsReadBack } from "./cards-read-back.ts";
import { type Anchor, type Feed, readSince } from "./channel-feed.ts";
import { cardAtCreation } from "./creation-cards.ts";
import { expectNoCard } from "./expect-no-card.ts";
import { eventObservers } from "./observers.ts";
import { requireNoPossibleCard } from "./possible-cards.ts";
import { runTaskLifecycles, type TaskLifecycle, type TaskLifecycles } from "./task-lifecycles.ts";

const OPERATIONS = ["create-task", "block-task", "release-task", "get-messages"];

/** The bound and unbound tasks of a run, which are created when first needed. */
const lifecyclesOf = oncePerRun(() => once(runTaskLifecycles));

/** Task cards: changes of a bound task are posted in its channel, and nowhere else. */
export const eventsSuite: Suite = {
  checks(context) {
    const lifecycles = lifecyclesOf(context);
    const readFeed = createFeedReader();
    return [
      taskCard(lifecycles),
      noCardUnbound(lifecycles, readFeed),
      cardOwnChannel(lifecycles, readFeed),
      cardAtCreation(),
      ...asAdditional([
        replyToCard(lifecycles, readFeed),
        cardsReadBack(lifecycles, readFeed),
        cardsInSearch(lifecycles),
        ...scenarioCardChecks(lifecycles, sharedTasksOf(context)),
      ]),
    ];
  },
  observers: (context) => eventObservers(lifecyclesOf(context)),
};

type LifecycleSource = (check: CheckContext) => Promise<TaskLifecycles>;

function taskCard(lifecycles: LifecycleSource): Check {
  return defineCheck(
    {
      requirement: "events.task-card",
      name: "a bound task is named in its channel after some change",
      operations: OPERATIONS,
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { bound } = await lifecycles(check);
      requireNoOtherPossibleCard(check, bound);
      for (const lifecycle of bound) {
        check.asserted();
        const changes = lifecycle.cardSearches.map(({ event }) => event).join(", ");
        withEvidence([...lifecycle.exchanges, ...(lifecycle.cardSearches.at(-1)?.pages ?? [])], () =>
          expectThat(
            lifecycle.cardSearches.some(({ hasCard }) => hasCard),
            {
              message: "a lifecycle event of a task that is bound to a channel must post a card there",
              expected: "a message that names the task by id, identifier or title",
              actual: `none after ${changes}`,
              keyword: "missing",
            },
          ),
        );
      }
    },
  );
}

/**
 * Throws `Inconclusive` if no card of the run names its task but there are other messages after the changes, which may
 * be the cards.
 */
function requireNoOtherPossibleCard(check: CheckContext, bound: readonly TaskLifecycle[]): void {
  const searches = bound.flatMap(({ cardSearches }) => cardSearches);
  if (searches.some(({ hasCard }) => hasCard)) return;
  requireNoPossibleCard(
    check,
    searches.flatMap(({ pages }) => pages),
  );
}

type FeedReader = (check: CaseContext, anchor: Anchor) => Promise<Feed>;

/** Returns a function that reads each channel once, for all checks of absent cards. */
function createFeedReader(): FeedReader {
  return oncePer((_check, anchor) => anchor, readSince);
}

function noCardUnbound(lifecycles: LifecycleSource, readFeed: FeedReader): Check {
  return defineCheck(
    {
      requirement: "events.no-card-unbound",
      name: "an unbound task is not named in any channel of the caller",
      operations: OPERATIONS,
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { anchors, unbound, bound } = await lifecycles(check);
      const shapes = await shapesOf(check, { anchors, bound }, readFeed);
      await check.forEach(anchors, async (anchor, testCase) => {
        const feed = await readFeed(testCase, anchor);
        await expectNoCard(testCase, feed, unbound, shapes, "a task that is bound to no channel must post no card");
        requireCard(bound, anchor);
        testCase.asserted();
      });
    },
  );
}

function cardOwnChannel(lifecycles: LifecycleSource, readFeed: FeedReader): Check {
  return defineCheck(
    {
      requirement: "events.card-own-channel",
      name: "a task that is bound to a channel is not named in any other channel",
      operations: OPERATIONS,
      fixtures: ["memberChannel", "secondMemberChannel"],
    },
    async (check) => {
      const { anchors, bound } = await lifecycles(check);
      const shapes = await shapesOf(check, { anchors, bound }, readFeed);
      await check.forEach(anchors, async (anchor, testCase) => {
        const feed = await readFeed(testCase, anchor);
        for (const lifecycle of bound) {
          if (lifecycle.anchor?.channel === anchor.channel) continue;
          await expectNoCard(
            testCase,
            feed,
            lifecycle,
            shapes,
            "the cards of a task must appear in no channel but its own",
          );
        }
        requireCard(bound, anchor);
        testCase.asserted();
      });
    },
  );
}

/** Returns the forms of the cards of the run, from any of its channels. */
async function shapesOf(
  check: CheckContext,
  { anchors, bound }: Pick<TaskLifecycles, "anchors" | "bound">,
  readFeed: FeedReader,
): Promise<CardShapes> {
  return cardShapes(bound, await Promise.all(anchors.map((anchor) => readFeed(check, anchor))));
}

/** Throws `Inconclusive` if no card ever came into this channel: then its absence proves nothing. */
function requireCard(bound: readonly TaskLifecycle[], anchor: Anchor): void {
  const isAnyCardFound = bound.some(
    (lifecycle) => lifecycle.anchor === anchor && lifecycle.cardSearches.some(({ hasCard }) => hasCard),
  );
  if (!isAnyCardFound) throw new Inconclusive("no card that names its task came into this channel", "events.task-card");
}
