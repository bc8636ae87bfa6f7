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
  readonly isMeant: (message: ShownMessage) => boolean;
  /** The pages that are judged; all if not given. */
  readonly isJudged?: (page: HistoryEntry) => boolean;
}

const isSeen = ({ firstSeen }: ShownMessage) => firstSeen !== null;

const PAGE_RULES: readonly PageRule[] = [
  {
    requirement: "messages.send.readable",
    name: "a sent message is on the pages that cover its time",
    isMeant: (message) => message.isRoot && !isSeen(message),
  },
  {
    requirement: "messages.get.walk-back",
    name: "a message that one page shows is on all pages that cover its time",
    isMeant: isSeen,
    isJudged: (page) => !isAfter(page),
  },
  {
    // Walking back never requests such a page.
    requirement: "messages.send.readable",
    name: "a message that one page shows is on all pages after an earlier message",
    isMeant: isSeen,
    isJudged: isAfter,
  },
  {
    requirement: "messages.send.readable",
    name: "pages that show a reply show the replies to it",
    isMeant: (message) => message.isBelowShown && !isSeen(message),
  },
  {
    requirement: "messages.get.walk-back",
    name: "pages that show a reply show the other replies to the same message",
    isMeant: (message) => message.isBesideShown && !isSeen(message),
  },
];

/**
 * A page is a contiguous part of its channel: it has every message that was sent between its oldest and its newest one.
 */
export const messagePageRules: readonly Rule[] = PAGE_RULES.map(({ requirement, name, isMeant, isJudged }) => ({
  requirement,
  name,
  operations: ["send-message", "get-messages"],
  judge: (knowledge) => judgePages(knowledge, isMeant, isJudged),
}));

interface ShownMessage extends ChannelMessage {
  /** True for a reply to a message of which a page shows another reply. */
  readonly isBesideShown: boolean;
  /** True for a reply to a reply that a page shows. */
  readonly isBelowShown: boolean;
}

function isAfter(page: HistoryEntry): boolean {
  return requested(page, "after") !== undefined;
}

function judgePages(
  knowledge: Knowledge,
  isMeant: (message: ShownMessage) => boolean,
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
  for (const { page, due, missing } of pages.filter(({ page }) => isJudged(page))) {
    judged += due.filter(isMeant).length;
    const lost = missing.find((one) => isMeant(one) && (!isLate || wasShownBefore(one, page.exchange)));
    withEvidence([...(lost ? [lost.known] : []), page.exchange], () =>
      expectThat(lost === undefined, {
        message: "a message that was sent between two others must be on the page that shows both",
        expected: `the message ${lost?.id} among them`,
        actual: "a page without it",
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
  readonly due: readonly ShownMessage[];
  readonly missing: readonly ShownMessage[];
}

const coveringPages = oncePerPages((knowledge): readonly CoveringPage[] => {
  const all = withReplies(channelMessages(knowledge));
  return pagesOfMembers(knowledge).map((page) => {
    const ids = new Set(itemsAt(page, "/data/messages").map(({ value }) => value.id));
    const due = dueOn(page, ids, all);
    return { page, due, missing: due.filter(({ id }) => !ids.has(id)) };
  });
});

function dueOn(page: HistoryEntry, ids: ReadonlySet<unknown>, all: readonly ShownMessage[]): readonly ShownMessage[] {
  if (requested(page, "before") !== undefined && requested(page, "after") !== undefined) return [];
  const created = itemsAt(page, "/data/messages").map(({ value }) => value.createdAt);
  const times = created.map(instantOf);
  const areFine = created.every(hasSubseconds);
  const [oldest, newest] = [Math.min(...times), Math.max(...times)];
  const ofChannel = all.filter(({ channel }) => channel === requested(page, "channel"));
  const roots = ofChannel.filter(({ isRoot, id }) => isRoot && ids.has(id));
  return ofChannel.filter((one) => {
    if (!isKnownLongBefore(one, page.exchange) || !isStillThere(one, page.exchange)) return false;
    // The response to a sending may give its time less precisely than pages do.
    const room = instantTolerance(areFine && one.hasSubseconds);
    if (one.instant > oldest + room && one.instant < newest - room) return true;
    return roots.some((other) => isCreatedBefore(other, one)) && roots.some((other) => isCreatedBefore(one, other));
  });
}

function withReplies(messages: readonly ChannelMessage[]): readonly ShownMessage[] {
  // A target that accepts null takes it for no thread.
  const threadOf = ({ sending }: ChannelMessage) =>
    sending === null ? undefined : (requested(sending, "threadId") ?? undefined);
  const listed = messages.filter((one) => threadOf(one) !== undefined && one.firstSeen !== null);
  const shown = new Set(listed.map(threadOf));
  const replies = new Set<unknown>(listed.map(({ id }) => id));
  return messages.map((one) => {
    const thread = threadOf(one);
    return { ...one, isBesideShown: thread !== undefined && shown.has(thread), isBelowShown: replies.has(thread) };
  });
}
