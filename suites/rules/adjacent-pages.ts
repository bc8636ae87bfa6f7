import { type Cursor, type CursorPage, cursorPages, isNext } from "../knowledge/cursor-pages.ts";
import { hasTargetDetails, itemsAt } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { hasSubseconds, instantOf, instantTolerance } from "../models/instant.ts";
import { expectThat } from "../verifiers/expect.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** Which pages by a cursor satisfy a requirement. */
interface Adjacency {
  readonly requirement: string;
  readonly cursor: Cursor;
  /** True if the page may be the last one of the channel, as long as the other cursor leads to the next messages. */
  readonly mayBeTheLast: boolean;
}

const ADJACENCIES: readonly Adjacency[] = [
  { requirement: "messages.get.walk-back", cursor: "before", mayBeTheLast: true },
  { requirement: "messages.get.before-next", cursor: "before", mayBeTheLast: false },
  { requirement: "messages.get.walk-forward", cursor: "after", mayBeTheLast: false },
];

/** A page by a cursor does not skip the messages next to the named one: a walk would never meet them. */
export const adjacentPageRules: readonly Rule[] = ADJACENCIES.map((adjacency) => ({
  requirement: adjacency.requirement,
  name: `no page ${adjacency.cursor} a message skips messages next to it`,
  operations: ["send-message", "get-messages"],
  judge: (knowledge) => judgePages(knowledge, adjacency),
}));

function judgePages(knowledge: Knowledge, { cursor, ...adjacency }: Adjacency): number {
  if (!hasTargetDetails(knowledge)) return 0;
  const pages = cursorPages(knowledge, cursor);
  const mayBeTheLast = adjacency.mayBeTheLast && !pages.some(isNext) && !isForwardTheLast(knowledge);
  const judged = pages.filter((page) => page.beyond !== undefined && !(mayBeTheLast && isTheOldest(page)));
  for (const { page, ids, nearest, beyond } of judged) {
    withEvidence([nearest.known, page.exchange], () =>
      expectThat(ids.has(nearest.id), {
        message: `a page ${cursor} a message must not skip adjacent messages`,
        expected: `the message ${nearest.id}`,
        actual: `the message ${beyond?.id}, which is farther away, but not that one`,
        pointer: "/data/messages",
        keyword: "skipped",
      }),
    );
  }
  return judged.length;
}

/** Returns true if pages after a message are those at the end of the channel, so that it cannot be walked forward. */
function isForwardTheLast(knowledge: Knowledge): boolean {
  const pages = cursorPages(knowledge, "after");
  return !pages.some(isNext) && pages.some(({ ids, nearest, beyond }) => beyond !== undefined && !ids.has(nearest.id));
}

/** Returns true if a page before a message may be the oldest of the channel: it shows messages as old as the farthest. */
function isTheOldest({ page, farthest }: CursorPage): boolean {
  return itemsAt(page, "/data/messages").some(({ value: { createdAt } }) => {
    const toleranceMs = instantTolerance(hasSubseconds(createdAt) && farthest.hasSubseconds) - instantTolerance(true);
    return instantOf(createdAt) <= farthest.instant + toleranceMs;
  });
}
