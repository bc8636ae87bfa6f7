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
import { type Complaint, judgeItems, type Rule } from "./rule.ts";

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
      return judgeMessages(knowledge, "get-messages", (message, past) => {
        const channel = requested(past, "channel");
        const own = sent(past, message.id);
        // Two channels may use the same id for different messages; texts of the run are unique.
        return !hasTargetDetails(knowledge) || typeof channel !== "string" || channel.trim() === "" || own === undefined
          ? null
          : own.content !== message.content || own.channel === channel
            ? null
            : {
                message: "a page must show nothing that was sent to another channel",
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
      return judgeMessages(knowledge, "get-messages", (message, past) => {
        const { sending = null, isRoot = false } = messageAt(past, message.id) ?? {};
        return sending === null || !isRoot || isUnset(message.parentId)
          ? null
          : {
              message: "a message that was sent into no thread must be shown without a parent",
              expected: "no parentId",
            };
      });
    },
  },
  ...CURSORS.flatMap((cursor): Rule[] => [
    {
      requirement: `messages.get.${cursor}-exclusive`,
      name: `the message that ${cursor} names is not among the responses`,
      operations: ["get-messages"],
      judge: (knowledge) => judgeExclusive(knowledge, cursor),
    },
    {
      requirement: `messages.get.${cursor}`,
      name: `all that comes with ${cursor} was created on its side`,
      operations: ["get-messages", "send-message"],
      judge: (knowledge) => judgeSides(knowledge, cursor),
    },
  ]),
];

/** Judges each message of each page and returns how many there were. */
function judgeMessages(
  knowledge: Knowledge,
  operation: string,
  complaintOf: (message: JsonObject, past: HistoryEntry) => Omit<Complaint, "keyword"> | null,
): number {
  const judged = accepted(knowledge, operation).map((past) =>
    judgeItems(past, "/data/messages", (message) => {
      const complaint = complaintOf(message, past);
      return complaint === null ? null : { ...complaint, keyword: "unwanted" };
    }),
  );
  return judged.reduce((sum, one) => sum + one, 0);
}

function judgeOrder(knowledge: Knowledge): number {
  let judged = 0;
  for (const past of accepted(knowledge, "search-messages")) {
    const ranks = itemsAt(past, "/data/messages").flatMap(({ value }) =>
      typeof value.rank === "number" ? [value.rank] : [],
    );
    const rise = firstRise(ranks);
    if (ranks.length > 1) judged += 1;
    withEvidence([past.exchange], () =>
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
  return CURSORS.every((one) => requested(page, one) !== undefined) ? undefined : requested(page, cursor);
}

function judgeExclusive(knowledge: Knowledge, cursor: Cursor): number {
  const judged = accepted(knowledge, "get-messages").map((past) => {
    const named = namedBy(past, cursor);
    if (typeof named !== "string") return 0;
    return judgeItems(past, "/data/messages", ({ id }) =>
      id !== named
        ? null
        : {
            message: `with ${cursor} the named message must not be returned`,
            expected: "other messages",
            keyword: "unwanted",
          },
    );
  });
  return judged.reduce((sum, one) => sum + one, 0);
}

function judgeSides(knowledge: Knowledge, cursor: Cursor): number {
  const messageAt = messagesByPage(knowledge);
  return judgeMessages(knowledge, "get-messages", (message, past) => {
    // The contract leaves open what a cursor of another channel means.
    const named = messageAt(past, namedBy(past, cursor));
    if (!isKnownEverywhere(knowledge, named, past)) return null;
    const shown = messageAt(past, message.id);
    const [one, other] = cursor === "before" ? [named, shown] : [shown, named];
    const isOnOtherSide = one !== undefined && other !== undefined && isCreatedBefore(one, other);
    const later = instantOf(message.createdAt) - named.instant;
    const room = instantTolerance(hasSubseconds(message.createdAt) && named.hasSubseconds);
    return !((cursor === "before" ? later : -later) > room) && !isOnOtherSide
      ? null
      : {
          message: `with ${cursor} all messages must be created ${cursor === "before" ? "earlier" : "later"} than the one named`,
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
): (past: HistoryEntry, id: unknown) => { readonly channel: unknown; readonly content: unknown } | undefined {
  const sent = new Map(
    sentMessages(knowledge).map((one) => [
      one.id,
      { channel: one.channel, content: valueAt(one.sending.exchange, "/data/content") },
    ]),
  );
  return (past, id) => (isOfTheWorkspace(knowledge, past) ? sent.get(String(id)) : undefined);
}
