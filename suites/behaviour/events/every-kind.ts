import { orAside } from "../../engine/attempt.ts";
import type { Check, CheckContext } from "../../engine/check.ts";
import { StoodAside } from "../../engine/outcome.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { judging } from "../evidence.ts";
import { foundAtLast } from "../soon.ts";
import type { Shared } from "../tasks/shared.ts";
import type { Story } from "../tasks/stories.ts";
import { type Anchor, type Feed, readSince } from "./channel-feed.ts";
import { type Events, namesOf, type TaskEvent } from "./lifecycle.ts";
import { mayMention } from "./mentions.ts";

/** Pages that are read each way, of a channel into which most of a run is written. */
const MOST_PAGES = 24;

/** What is told of one bound task is told of the others, whatever status and priority they begin with. */
export function cardsOfEveryKind(
  events: (check: CheckContext) => Promise<Events>,
  { stories, beforeStories }: Pick<Shared, "stories" | "beforeStories">,
): Check {
  return defineCheck(
    {
      requirement: "events.task-card",
      name: "bound tasks of every status and priority are named in their channel by some event of their lives",
      operations: ["create-task", "block-task", "release-task", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const told = toldOf(await events(check));
      if (told.size === 0) throw new StoodAside("no event of a bound task is told here");
      const anchor = await beforeStories(check);
      if (anchor === null) throw new StoodAside("no message was taken after which cards can be looked for");
      const bound = (await stories(check)).filter(
        (story) => story.task.asked.channelId === anchor.channel && happened(story, told),
      );
      const { feed, uncarded } = await lookForCards(check, anchor, bound);
      for (const story of bound) expectCard(check, story, !uncarded.includes(story), feed);
    },
  );
}

/** The events after which a bound task was named in its channel. */
function toldOf({ bound }: Events): ReadonlySet<TaskEvent> {
  return new Set(bound.flatMap(({ carded }) => carded.flatMap(({ event, card }) => (card ? [event] : []))));
}

/** A task to which less happened than what was told of another has told nothing yet. */
function happened({ steps }: Story, told: ReadonlySet<TaskEvent>): boolean {
  return [...told].every((event) => event === "creation" || steps.some(({ done }) => done === event));
}

/** Reads the channel until each of the tasks is named there, or the target's patience is over. */
async function lookForCards(check: CheckContext, anchor: Anchor, bound: readonly Story[]) {
  let feed: Feed = { messages: [], exchanges: [], whole: true };
  let uncarded = bound;
  await foundAtLast(check, async () => {
    feed = await orAside(() => readSince(check, anchor, MOST_PAGES));
    uncarded = uncarded.filter(({ task }) => {
      const names = namesOf(task);
      return !feed.messages.some((message) => mayMention(message, names, check.world.mark));
    });
    return uncarded.length === 0 || null;
  });
  if (uncarded.length > 0 && !feed.whole) {
    throw new StoodAside("so much was written into the channel since then that it cannot be read to its end");
  }
  return { feed, uncarded };
}

function expectCard(check: CheckContext, { task, steps }: Story, carded: boolean, feed: Feed): void {
  check.witnessed();
  const { status, priority } = task.asked;
  judging([task.answer, ...steps.map(({ answer }) => answer), ...feed.exchanges.slice(-1)], () =>
    expectThat(carded, {
      message: `a lifecycle event of a task that is bound to a channel must post a card there, as it does for another (${status}, ${priority})`,
      expected: "a message that names the task by id, identifier or title",
      actual: `none after ${["creation", ...steps.map(({ done }) => done)].join(", ")}`,
      keyword: "missing",
    }),
  );
}
