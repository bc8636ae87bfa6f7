import {
  type ChannelMessage,
  channelMessages,
  isCreatedBefore,
  isKnownLongBefore,
  isStillThere,
  oncePerPages,
  pagesOfMembers,
  wasShownBefore,
} from "../knowledge/channel-messages.ts";
import { hasTargetDetails, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { hasSubseconds, instantOf, instantTolerance } from "../models/instant.ts";
import { expectThat } from "../verifiers/expect.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

interface PageRule {
  readonly requirement: string;
  readonly name: string;
  /** The messages that pages must not miss. */
  readonly isIncluded: (message: ShownMessage) => boolean;
  /** The pages that are judged; all if not given. */
  readonly isJudged?: (page: HistoryEntry) => boolean;
}

const isSeen = ({ firstSeen }: ShownMessage) => firstSeen !== null;

const PAGE_RULES: readonly PageRule[] = [
  {
    requirement: "messages.send.readable",
    name: "a sent message is on the pages that cover its time",
    isIncluded: (message) => message.isRoot && !isSeen(message),
  },
  {
    requirement: "messages.get.walk-back",
    name: "a message that one page shows is on all pages that cover its time",
    isIncluded: isSeen,
    isJudged: (page) => !hasAfter(page),
  },
  {
    // Walking back never requests such a page.
    requirement: "messages.send.readable",
    name: "a message that one page shows is on all pages after an earlier message",
    isIncluded: isSeen,
    isJudged: hasAfter,
  },
  {
    requirement: "messages.send.readable",
    name: "pages that show a reply show the replies to it",
    isIncluded: (message) => message.hasShownParent && !isSeen(message),
  },
  {
    requirement: "messages.get.walk-back",
    name: "pages that show a reply show the other replies to the same message",
    isIncluded: (message) => message.hasShownSibling && !isSeen(message),
  },
];

/**
 * A page is a contiguous part of its channel: it has every message that was sent between its oldest and its newest one.
 */
export const messagePageRules: readonly Rule[] = PAGE_RULES.map(({ requirement, name, isIncluded, isJudged }) => ({
  requirement,
  name,
  operations: ["send-message", "get-messages"],
  judge: (knowledge) => judgePages(knowledge, isIncluded, isJudged),
}));

interface ShownMessage extends ChannelMessage {
  /** True for a reply to a message of which a page shows another reply. */
  readonly hasShownSibling: boolean;
  /** True for a reply to a reply that a page shows. */
  readonly hasShownParent: boolean;
}

function hasAfter(page: HistoryEntry): boolean {
  return requested(page, "after") !== undefined;
}

function judgePages(
  knowledge: Knowledge,
  isIncluded: (message: ShownMessage) => boolean,
  isJudged: (page: HistoryEntry) => boolean = () => true,
): number {
  if (!hasTargetDetails(knowledge)) return 0;
  const pages = coveringPages(knowledge);
  // If a message is missing here and appears on a later page, the target lags. A message on no page may then appear
  // later still.
  const isLate = pages.some(({ page, missing }) =>
    missing.some(({ firstSeen }) => firstSeen !== null && firstSeen > page.exchange.sequence),
  );
  let judged = 0;
  for (const { page, expected, missing } of pages.filter(({ page }) => isJudged(page))) {
    judged += expected.filter(isIncluded).length;
    const lost = missing.find((message) => isIncluded(message) && (!isLate || wasShownBefore(message, page.exchange)));
    withEvidence([...(lost ? [lost.known] : []), page.exchange], () =>
      expectThat(lost === undefined, {
        message: "a page must contain each message that was sent between two of its messages",
        expected: `the message ${lost?.id} on the page`,
        actual: "a page without this message",
        pointer: "/data/messages",
        keyword: "missing",
      }),
    );
  }
  return judged;
}

/** A page, and the messages that it must show: they were known long before and lie between those that it shows. */
interface CoveringPage {
  readonly page: HistoryEntry;
  readonly expected: readonly ShownMessage[];
  readonly missing: readonly ShownMessage[];
}

const coveringPages = oncePerPages((knowledge): readonly CoveringPage[] => {
  const all = withReplies(channelMessages(knowledge));
  return pagesOfMembers(knowledge).map((page) => {
    const ids = new Set(itemsAt(page, "/data/messages").map(({ value }) => value.id));
    const expected = expectedOn(page, ids, all);
    return { page, expected, missing: expected.filter(({ id }) => !ids.has(id)) };
  });
});

function expectedOn(
  page: HistoryEntry,
  ids: ReadonlySet<unknown>,
  all: readonly ShownMessage[],
): readonly ShownMessage[] {
  if (requested(page, "before") !== undefined && requested(page, "after") !== undefined) return [];
  const created = itemsAt(page, "/data/messages").map(({ value }) => value.createdAt);
  const times = created.map(instantOf);
  const haveSubseconds = created.every(hasSubseconds);
  const [oldest, newest] = [Math.min(...times), Math.max(...times)];
  const ofChannel = all.filter(({ channel }) => channel === requested(page, "channel"));
  const roots = ofChannel.filter(({ isRoot, id }) => isRoot && ids.has(id));
  return ofChannel.filter((message) => {
    if (!isKnownLongBefore(message, page.exchange) || !isStillThere(message, page.exchange)) return false;
    // The response to a sending may give its time less precisely than pages do.
    const toleranceMs = instantTolerance(haveSubseconds && message.hasSubseconds);
    if (message.instant > oldest + toleranceMs && message.instant < newest - toleranceMs) return true;
    return (
      roots.some((other) => isCreatedBefore(other, message)) && roots.some((other) => isCreatedBefore(message, other))
    );
  });
}

function withReplies(messages: readonly ChannelMessage[]): readonly ShownMessage[] {
  // A target that accepts null takes it for no thread.
  const threadOf = ({ sending }: ChannelMessage) =>
    sending === null ? undefined : (requested(sending, "threadId") ?? undefined);
  const listed = messages.filter((message) => threadOf(message) !== undefined && message.firstSeen !== null);
  const shown = new Set(listed.map(threadOf));
  const replies = new Set<unknown>(listed.map(({ id }) => id));
  return messages.map((message) => {
    const thread = threadOf(message);
    return {
      ...message,
      hasShownSibling: thread !== undefined && shown.has(thread),
      hasShownParent: replies.has(thread),
    };
  });
}
