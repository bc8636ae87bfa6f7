import { Inconclusive } from "../../client/inconclusive.ts";
import { once, oncePer } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CaseContext, Check, CheckContext, Suite } from "../../engine/check/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { asFurther, defineCheck } from "../define-check.ts";
import { sharedTasksOf } from "../tasks/shared-tasks.ts";
import { replyToCard } from "./card-replies.ts";
import { type CardShapes, cardShapes } from "./card-shapes.ts";
import { cardsBefore } from "./cards-before.ts";
import { cardsFound } from "./cards-found.ts";
import { type Anchor, type Feed, readSince } from "./channel-feed.ts";
import { cardAtCreation } from "./creation-cards.ts";
import { cardsOfEveryKind } from "./every-kind.ts";
import { type Events, type Life, letTasksLive } from "./lifecycle.ts";
import { expectUnnamed } from "./no-card.ts";
import { eventObservers } from "./observers.ts";
import { requireNamed } from "./unnamed.ts";

const OPERATIONS = ["create-task", "block-task", "release-task", "get-messages"];

/** The bound and unbound tasks of a run, which are created when first needed. */
const eventsOf = oncePerRun(() => once(letTasksLive));

/** Task cards: changes of a bound task are posted in its channel, and nowhere else. */
export const eventsSuite: Suite = {
  name: "events",
  checks(context) {
    const events = eventsOf(context);
    const reading = readOnce();
    return [
      taskCard(events),
      noCardUnbound(events, reading),
      cardOwnChannel(events, reading),
      cardAtCreation(),
      ...asFurther([
        replyToCard(events, reading),
        cardsBefore(events, reading),
        cardsFound(events),
        ...cardsOfEveryKind(events, sharedTasksOf(context)),
      ]),
    ];
  },
  observers: (context) => eventObservers(eventsOf(context)),
};

type Shared = (check: CheckContext) => Promise<Events>;

function taskCard(events: Shared): Check {
  return defineCheck(
    {
      requirement: "events.task-card",
      name: "a bound task is named in its channel by some event of its life",
      operations: OPERATIONS,
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { bound } = await events(check);
      requireNames(check, bound);
      for (const life of bound) {
        check.asserted();
        const told = life.carded.map(({ event }) => event).join(", ");
        judging([...life.exchanges, ...(life.carded.at(-1)?.read ?? [])], () =>
          expectThat(
            life.carded.some(({ card }) => card),
            {
              message: "a lifecycle event of a task that is bound to a channel must post a card there",
              expected: "a message that names the task by id, identifier or title",
              actual: `none after ${told}`,
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
function requireNames(check: CheckContext, bound: readonly Life[]): void {
  const looks = bound.flatMap(({ carded }) => carded);
  if (looks.some(({ card }) => card)) return;
  requireNamed(
    check,
    looks.flatMap(({ read }) => read),
  );
}

type Reading = (check: CaseContext, anchor: Anchor) => Promise<Feed>;

/** Returns a function that reads each channel once, for all checks of absent cards. */
function readOnce(): Reading {
  return oncePer((_check, anchor) => anchor, readSince);
}

function noCardUnbound(events: Shared, reading: Reading): Check {
  return defineCheck(
    {
      requirement: "events.no-card-unbound",
      name: "an unbound task is named in no channel of the caller",
      operations: OPERATIONS,
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const { anchors, unbound, bound } = await events(check);
      const shapes = await shapesOf(check, { anchors, bound }, reading);
      await check.forEach(anchors, async (anchor, one) => {
        const feed = await reading(one, anchor);
        await expectUnnamed(one, feed, unbound, shapes, "a task that is bound to no channel must post no card");
        requireCard(bound, anchor);
        one.asserted();
      });
    },
  );
}

function cardOwnChannel(events: Shared, reading: Reading): Check {
  return defineCheck(
    {
      requirement: "events.card-own-channel",
      name: "a task that is bound to one channel is named in no other",
      operations: OPERATIONS,
      fixtures: ["memberChannel", "secondMemberChannel"],
    },
    async (check) => {
      const { anchors, bound } = await events(check);
      const shapes = await shapesOf(check, { anchors, bound }, reading);
      await check.forEach(anchors, async (anchor, one) => {
        const feed = await reading(one, anchor);
        for (const life of bound) {
          if (life.anchor?.channel === anchor.channel) continue;
          await expectUnnamed(one, feed, life, shapes, "the cards of a task must appear in no channel but its own");
        }
        requireCard(bound, anchor);
        one.asserted();
      });
    },
  );
}

/** Returns the forms of the cards of the run, from any of its channels. */
async function shapesOf(
  check: CheckContext,
  { anchors, bound }: Pick<Events, "anchors" | "bound">,
  reading: Reading,
): Promise<CardShapes> {
  return cardShapes(bound, await Promise.all(anchors.map((anchor) => reading(check, anchor))));
}

/** Throws `Inconclusive` if no card ever came into this channel: then its absence proves nothing. */
function requireCard(bound: readonly Life[], anchor: Anchor): void {
  const told = bound.some((life) => life.anchor === anchor && life.carded.some(({ card }) => card));
  if (!told) throw new Inconclusive("no card that names its task came into this channel", "events.task-card");
}
