import type { Json, JsonObject } from "../../spec/json.ts";
import { contentOf } from "../behaviour/memories/claims.ts";
import { walk } from "../behaviour/memories/page-walk.ts";
import { SINCE, UNTIL } from "../behaviour/memories/wide-filters.ts";
import { PORTABLE_LIMIT, readingSize } from "../behaviour/messages/pages.ts";
import { largestLimit } from "../behaviour/recall/requests.ts";
import { largestPage } from "../behaviour/tasks/listing.ts";
import { statusOf } from "../client/exchange.ts";
import { orNull } from "../engine/cases/attempt.ts";
import type { CheckContext } from "../engine/check/check.ts";
import { accepted, itemsAt } from "../knowledge/exchanges.ts";
import { fieldSchema, wordsOf } from "../models/document-facts.ts";
import { usualStatus } from "../models/memory-statuses.ts";
import { wordOf } from "../models/words.ts";
import { ownChannels } from "../target/own-channels.ts";
import { valueAt } from "../verifiers/read.ts";
import { messageIdsByTime } from "./message-ids.ts";

/** The maximum number of pages of one channel or search to read, which are enough for what a run creates. */
const MAX_PAGES = 4;
/** The page size of the channel that is read in smaller pages. */
const MESSAGES_PER_PAGE = 50;
/** The page size of memories: a larger page may not be kept completely and could not be judged. */
const MEMORIES_PER_PAGE = 50;

/** Reads the lists of these operations, so that their content before the later requests is known. */
export async function readBefore(check: CheckContext, operations: ReadonlySet<string>): Promise<void> {
  const all = [
    ...(operations.has("list-tasks") ? listings(check) : []),
    ...(operations.has("search-memories") ? [() => searchPages(check)] : []),
  ];
  await Promise.all(all.map((read) => orNull(read)));
}

/**
 * Reads what the run has created so far, as far as one of these operations shows it. A wrong value in a creation's
 * response shows by comparison, and whatever is shown before and after a request had to be found by it.
 */
export async function readAfter(check: CheckContext, operations: ReadonlySet<string>): Promise<void> {
  const all = READS_BY_OPERATION.filter(([operation]) => operations.has(operation)).flatMap(([, read]) => read(check));
  await Promise.all(all.map((read) => orNull(read)));
}

/** Returns the reads of one kind of resource. */
type ReadsOf = (check: CheckContext) => readonly (() => Promise<unknown>)[];

const listings: ReadsOf = (check) => {
  const { otherAgent, ownedAgent } = check.context.target.fixtures;
  const limit = largestPage(check.context);
  const list = (parameters: Record<string, string | number>, apiKey?: string) => () =>
    check.call("list-tasks", { parameters: { ...limit, ...parameters } }, apiKey === undefined ? {} : { apiKey });
  return [
    list({}),
    ...(otherAgent?.apiKey === undefined ? [] : [list({}, otherAgent.apiKey)]),
    ...[otherAgent?.id, ownedAgent].flatMap((id) => (id === undefined ? [] : [list({ assigneeAgent: id })])),
  ];
};

const channels: ReadsOf = (check) => {
  const { otherAgent } = check.context.target.fixtures;
  const otherChannel = otherAgent?.channel;
  return [
    // One channel in large pages, the other in half as large ones, since some targets cap pages at some counts.
    ...ownChannels(check.context).map(
      (one, index) => () => readChannelBack(check, one, undefined, index === 0 ? MESSAGES_PER_PAGE : undefined),
    ),
    ...(otherChannel === undefined ? [] : [() => readChannelBack(check, otherChannel, otherAgent?.apiKey)]),
  ];
};

const messageSearches: ReadsOf = (check) => {
  const [channelId] = ownChannels(check.context);
  const search = (parameters: Record<string, string | number>) => () =>
    check.call("search-messages", { parameters: { query: check.context.mark, ...parameters } });
  return [
    search({ limit: PORTABLE_LIMIT }),
    ...(channelId === undefined ? [] : [search({ channelId }), search({ channelId, limit: 3 })]),
  ];
};

/**
 * Searches with everything that can be combined with a limit, or replaces a status, so that a filter ignored in
 * combination shows.
 */
const searches: ReadsOf = (check) => {
  const { scope } = check.context.target.fixtures;
  const search = (parameters: Record<string, Json>) => () => check.call("search-memories", { parameters });
  const within = { ...SINCE, ...UNTIL, ...(scope === undefined ? {} : { scope }) };
  const populationFilters = {
    text: wordOf(check.context, "population"),
    tags: [wordOf(check.context, "population tag")],
  };
  const [kind] = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "the kind of a memory");
  return [
    () => searchPages(check),
    search({ ...within, ...populationFilters, status: usualStatus(check.context) }),
    search({ ...populationFilters, ...SINCE, ...UNTIL }),
    ...(kind === undefined ? [] : [search({ ...within, kind }), search({ ...within, kind, limit: 2 })]),
    ...filtersOfOtherStatuses(check).map((memory) =>
      search({ ...SINCE, ...UNTIL, ...memory, limit: MEMORIES_PER_PAGE }),
    ),
  ];
};

/**
 * Returns searches by the kind, scope and text of memories of other statuses that searches have shown, one for each
 * status.
 */
function filtersOfOtherStatuses(check: CheckContext): readonly Record<string, Json>[] {
  const defaultStatus = usualStatus(check.context);
  const known = new Map<string, Record<string, Json>>();
  for (const past of accepted(check, "search-memories")) {
    for (const { value } of past.isOwn ? itemsAt(past, "/data/hits") : []) {
      const { status, kind, scope_id: scope, content } = value;
      const word = typeof content === "string" ? /[a-z]{4,}/u.exec(content)?.[0] : undefined;
      if (typeof status !== "string" || status === defaultStatus || word === undefined || typeof kind !== "string")
        continue;
      known.set(status, { kind, text: word, ...(typeof scope === "string" ? { scope } : {}) });
    }
  }
  return [...known.values()];
}

const recalls: ReadsOf = (check) => {
  const { scope, secondScope } = check.context.target.fixtures;
  const query = contentOf(check, "what the run has created");
  const recall = (members: JsonObject) => () =>
    check.call("recall", { body: { query, expand: ["provenance"], ...largestLimit(check.context), ...members } });
  const everything = { include_superseded: true, include_invalidated: true, include_expired: true };
  const currentOnly = {
    include_superseded: false,
    include_invalidated: false,
    include_expired: false,
    min_confidence: 0.55,
  };
  const within = (id: string | undefined) => (id === undefined ? {} : { scope_id: id });
  return [
    recall({}),
    recall({ ...within(scope), limit: 2, filters: everything }),
    recall({ ...within(secondScope), filters: currentOnly }),
  ];
};

const READS_BY_OPERATION: readonly (readonly [operation: string, read: ReadsOf])[] = [
  ["list-tasks", listings],
  ["get-messages", channels],
  ["search-messages", messageSearches],
  ["search-memories", searches],
  ["recall", recalls],
];

/** Reads a channel back from its end: each page ends before the oldest message of the previous one. */
async function readChannelBack(
  check: CheckContext,
  channel: string,
  apiKey?: string,
  maxLimit = Infinity,
): Promise<void> {
  const limit = Math.min(maxLimit, await readingSize(check));
  let before: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const parameters = { channel, limit, ...(before === undefined ? {} : { before }) };
    const exchange = await check.call("get-messages", { parameters }, apiKey === undefined ? {} : { apiKey });
    if (statusOf(exchange) !== 200 || valueAt(exchange, "/data/hasMore") !== true) return;
    const [oldest] = messageIdsByTime(exchange);
    if (oldest === undefined) return;
    before = oldest;
  }
}

/** Reads memories of the default status page by page. Those of others come after what the run has created. */
async function searchPages(check: CheckContext): Promise<void> {
  let pages = 0;
  for await (const _ of walk(check, { limit: MEMORIES_PER_PAGE })) {
    pages += 1;
    if (pages === MAX_PAGES) return;
  }
}
