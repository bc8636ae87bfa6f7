import type { Json, JsonObject } from "../../spec/json.ts";
import { isCreatedBefore, isKnownEverywhere, messagesByPage, sentMessages } from "../knowledge/channel-messages.ts";
import { accepted, hasTargetDetails, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { isOfTheWorkspace } from "../knowledge/resources.ts";
import { hasSubseconds, instantOf, instantTolerance } from "../models/instant.ts";
import { expectThat } from "../verifiers/expect.ts";
import { firstRise } from "../verifiers/first-rise.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import { type ItemFinding, judgeItems, type Rule } from "./rule.ts";

const CURSORS = ["before", "after"] as const;
type Cursor = (typeof CURSORS)[number];

/** Pages and searches of messages show only messages that match the request. */
export const messageListRules: readonly Rule[] = [
  {
    requirement: "messages.search.order",
    name: "hits are in order of descending rank",
    operations: ["search-messages"],
    judge: judgeOrder,
  },
  {
    requirement: "messages.get.channel",
    name: "only messages of the requested channel are returned",
    operations: ["get-messages", "send-message"],
    judge: (knowledge) => {
      const sent = ownMessages(knowledge);
      return judgeMessages(knowledge, "get-messages", (message, entry) => {
        const channel = requested(entry, "channel");
        const own = sent(entry, message.id);
        // Two channels may use the same id for different messages; texts of the run are unique.
        return !hasTargetDetails(knowledge) || typeof channel !== "string" || channel.trim() === "" || own === undefined
          ? null
          : own.content !== message.content || own.channel === channel
            ? null
            : {
                message: "a page must show only messages of its channel",
                expected: `the channel ${channel}`,
              };
      });
    },
  },
  {
    requirement: "messages.send.root",
    name: "no page shows a parent of a message that was sent outside a thread",
    operations: ["send-message", "get-messages"],
    judge: (knowledge) => {
      const messageAt = messagesByPage(knowledge);
      return judgeMessages(knowledge, "get-messages", (message, entry) => {
        const { sending = null, isRoot = false } = messageAt(entry, message.id) ?? {};
        return sending === null || !isRoot || isUnset(message.parentId)
          ? null
          : {
              message: "a message sent without threadId must be listed without a parent",
              expected: "no parentId",
            };
      });
    },
  },
  ...CURSORS.flatMap((cursor): Rule[] => [
    {
      requirement: `messages.get.${cursor}-exclusive`,
      name: `pages with ${cursor} do not contain the named message`,
      operations: ["get-messages"],
      judge: (knowledge) => judgeExclusive(knowledge, cursor),
    },
    {
      requirement: `messages.get.${cursor}`,
      name: `pages with ${cursor} contain only messages created ${cursor} the named one`,
      operations: ["get-messages", "send-message"],
      judge: (knowledge) => judgeSides(knowledge, cursor),
    },
  ]),
];

/** Judges each message of each page and returns how many there were. */
function judgeMessages(
  knowledge: Knowledge,
  operation: string,
  findingFor: (message: JsonObject, entry: HistoryEntry) => Omit<ItemFinding, "keyword"> | null,
): number {
  const judged = accepted(knowledge, operation).map((entry) =>
    judgeItems(entry, "/data/messages", (message) => {
      const finding = findingFor(message, entry);
      return finding === null ? null : { ...finding, keyword: "unwanted" };
    }),
  );
  return judged.reduce((sum, count) => sum + count, 0);
}

function judgeOrder(knowledge: Knowledge): number {
  let judged = 0;
  for (const entry of accepted(knowledge, "search-messages")) {
    const ranks = itemsAt(entry, "/data/messages").flatMap(({ value }) =>
      typeof value.rank === "number" ? [value.rank] : [],
    );
    const rise = firstRise(ranks);
    if (ranks.length > 1) judged += 1;
    withEvidence([entry.exchange], () =>
      expectThat(rise < 0, {
        message: "hits must be in order of descending rank",
        expected: `at most ${ranks[rise - 1]} in place ${rise}`,
        actual: `${ranks[rise]}`,
        pointer: "/data/messages",
        keyword: "order",
      }),
    );
  }
  return judged;
}

/**
 * Returns the message that a cursor names; undefined if the request has both cursors, since the contract leaves their
 * combination open.
 */
function namedBy(page: HistoryEntry, cursor: Cursor): Json | undefined {
  return CURSORS.every((name) => requested(page, name) !== undefined) ? undefined : requested(page, cursor);
}

function judgeExclusive(knowledge: Knowledge, cursor: Cursor): number {
  const judged = accepted(knowledge, "get-messages").map((entry) => {
    const named = namedBy(entry, cursor);
    if (typeof named !== "string") return 0;
    return judgeItems(entry, "/data/messages", ({ id }) =>
      id !== named
        ? null
        : {
            message: `a page with ${cursor} must not contain the named message`,
            expected: "other messages",
            keyword: "unwanted",
          },
    );
  });
  return judged.reduce((sum, count) => sum + count, 0);
}

function judgeSides(knowledge: Knowledge, cursor: Cursor): number {
  const messageAt = messagesByPage(knowledge);
  return judgeMessages(knowledge, "get-messages", (message, entry) => {
    // The contract leaves open what a cursor of another channel means.
    const named = messageAt(entry, namedBy(entry, cursor));
    if (!isKnownEverywhere(knowledge, named, entry)) return null;
    const shown = messageAt(entry, message.id);
    const [one, other] = cursor === "before" ? [named, shown] : [shown, named];
    const isOnOtherSide = one !== undefined && other !== undefined && isCreatedBefore(one, other);
    const later = instantOf(message.createdAt) - named.instant;
    const toleranceMs = instantTolerance(hasSubseconds(message.createdAt) && named.hasSubseconds);
    return !((cursor === "before" ? later : -later) > toleranceMs) && !isOnOtherSide
      ? null
      : {
          message: `a page with ${cursor} must contain only messages created ${cursor} the named one`,
          expected: `created ${cursor} ${new Date(named.instant).toISOString()}`,
        };
  });
}

/**
 * Returns a lookup of the messages that the run has sent, by the id in a response; undefined for responses of another
 * workspace.
 */
function ownMessages(
  knowledge: Knowledge,
): (entry: HistoryEntry, id: unknown) => { readonly channel: unknown; readonly content: unknown } | undefined {
  const sent = new Map(
    sentMessages(knowledge).map((message) => [
      message.id,
      { channel: message.channel, content: valueAt(message.sending.exchange, "/data/content") },
    ]),
  );
  return (entry, id) => (isOfTheWorkspace(knowledge, entry) ? sent.get(String(id)) : undefined);
}
