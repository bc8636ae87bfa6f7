import { statusOf } from "../../client/exchange.ts";
import { ifAnswered } from "../../engine/attempt.ts";
import type { Check, CheckContext } from "../../engine/check.ts";
import { StoodAside } from "../../engine/outcome.ts";
import { valueAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { contentOf } from "../memories/claims.ts";
import { walk } from "../memories/walk.ts";
import { ownChannels } from "../messages/channels.ts";
import { creationOf } from "../messages/chronology.ts";
import { readingSize, WIDE } from "../messages/pages.ts";
import { widest } from "../recall/recalling.ts";
import { fullPage } from "../tasks/listing.ts";
import { thingsIn } from "./rule.ts";

/** Pages of one channel, or of one search, that are read: a run has made no more than these hold. */
const MOST_PAGES = 4;
/** Memories on a page: of a page that is larger than what is kept whole nothing could be judged. */
const MEMORIES = 50;

/**
 * What the run has made by then, read widely: what one answer of its making tells wrongly, another one shows. Nothing of
 * it is judged here; the rules in hindsight do that.
 */
export function sweepCheck(): Check {
  return defineCheck(
    {
      requirement: "consistency.task-views",
      name: "everything that the run has made, for what is judged in hindsight",
      operations: ["list-tasks", "get-messages", "search-messages", "search-memories", "recall", "bootstrap-context"],
      writes: false,
      late: true,
    },
    async (check) => {
      await Promise.all(readings(check).map((read) => ifAnswered(read)));
      throw new StoodAside("what was read is judged in hindsight");
    },
  );
}

function readings(check: CheckContext): readonly (() => Promise<unknown>)[] {
  const { otherAgent } = check.world.target.fixtures;
  const wide = fullPage(check.world);
  const list = (parameters: Record<string, string | number>, apiKey?: string) => () =>
    check.call("list-tasks", { parameters: { ...wide, ...parameters } }, apiKey === undefined ? {} : { apiKey });
  return [
    list({}),
    ...(otherAgent?.apiKey === undefined ? [] : [list({}, otherAgent.apiKey)]),
    ...(otherAgent?.id === undefined ? [] : [list({ assigneeAgent: otherAgent.id })]),
    ...ownChannels(check.world).map((channel) => () => readBack(check, channel)),
    () => check.call("search-messages", { parameters: { query: check.world.mark, limit: WIDE } }),
    () => searchOn(check),
    () =>
      check.call("recall", {
        body: { query: contentOf(check, "what the run has made"), expand: ["provenance"], ...widest(check.world) },
      }),
  ];
}

/** A channel from its end on: each page before the oldest message of the one before. */
async function readBack(check: CheckContext, channel: string): Promise<void> {
  const limit = await readingSize(check);
  let before: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const parameters = { channel, limit, ...(before === undefined ? {} : { before }) };
    const exchange = await check.call("get-messages", { parameters });
    if (statusOf(exchange) !== 200 || valueAt(exchange, "/data/hasMore") !== true) return;
    const oldest = thingsIn(exchange, "/data/messages")
      .toSorted((one, other) => creationOf(one.value) - creationOf(other.value))
      .at(0)?.value.id;
    if (typeof oldest !== "string") return;
    before = oldest;
  }
}

/** Memories of the usual status, page after page: those of others stand behind what the run has made. */
async function searchOn(check: CheckContext): Promise<void> {
  let pages = 0;
  for await (const _ of walk(check, { limit: MEMORIES })) {
    pages += 1;
    if (pages === MOST_PAGES) return;
  }
}
