import { accepted, hasTargetDetails, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { firstSeen, isSentLongBefore, messagesSentByRun, type SentByRun } from "../knowledge/sent-messages.ts";
import { hasSubseconds, instantOf, instantTolerance } from "../models/instant.ts";
import { expectThat } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";
import type { Rule } from "./rule.ts";

interface PageRule {
  readonly requirement: string;
  readonly name: string;
  /** The messages that pages must not miss. */
  readonly isMeant: (sent: ShownMessage) => boolean;
  /** The pages that are judged; all if not given. */
  readonly isJudged?: (page: Past) => boolean;
}

const isSeen = ({ firstSeen }: ShownMessage) => firstSeen !== null;

const PAGE_RULES: readonly PageRule[] = [
  {
    requirement: "messages.send.readable",
    name: "a sent message is on the pages that cover its time",
    isMeant: (sent) => sent.isRoot && !isSeen(sent),
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
    isMeant: (sent) => sent.isBelowShown && !isSeen(sent),
  },
  {
    requirement: "messages.get.walk-back",
    name: "pages that show a reply show the other replies to the same message",
    isMeant: (sent) => sent.isBesideShown && !isSeen(sent),
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

interface ShownMessage extends SentByRun {
  /** The sequence number of the first page that shows it; null if none does. */
  readonly firstSeen: number | null;
  /** True for a reply to a message of which a page shows another reply. */
  readonly isBesideShown: boolean;
  /** True for a reply to a reply that a page shows. */
  readonly isBelowShown: boolean;
}

function isAfter(page: Past): boolean {
  return requested(page, "after") !== undefined;
}

function judgePages(
  knowledge: Knowledge,
  isMeant: (sent: ShownMessage) => boolean,
  isJudged: (page: Past) => boolean = () => true,
): number {
  if (!hasTargetDetails(knowledge)) return 0;
  const pages = accepted(knowledge, "get-messages").filter(({ isOwn }) => isOwn);
  const all = withPages(messagesSentByRun(knowledge), pages);
  const sent = all.filter(isMeant);
  // If a message is missing here and appears on a later page, the target lags. A message on no page may then appear
  // later still.
  const isLate = pages.some((page) => {
    const missing = missingFrom(page, dueOn(page, all));
    return missing.some(({ firstSeen }) => firstSeen !== null && firstSeen > page.exchange.sequence);
  });
  let judged = 0;
  for (const page of pages.filter(isJudged)) {
    const due = dueOn(page, sent);
    judged += due.length;
    const lost = missingFrom(page, due).find(
      ({ firstSeen }) => !isLate || (firstSeen !== null && firstSeen <= page.exchange.sentAfter),
    );
    judging([...(lost ? [lost.sending.exchange] : []), page.exchange], () =>
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

/**
 * Returns the messages that were sent long before the page was requested and lie between the messages that it shows.
 */
function dueOn(page: Past, sent: readonly ShownMessage[]): readonly ShownMessage[] {
  if (requested(page, "before") !== undefined && requested(page, "after") !== undefined) return [];
  const shown = itemsAt(page, "/data/messages").map(({ value }) => value);
  const times = shown.map(({ createdAt }) => instantOf(createdAt));
  const areFine = shown.every(({ createdAt }) => hasSubseconds(createdAt));
  const [oldest, newest] = [Math.min(...times), Math.max(...times)];
  return sent.filter((one) => {
    // The response to a sending may give its time less precisely than pages do.
    const room = instantTolerance(areFine && one.hasSubseconds);
    return (
      one.channel === requested(page, "channel") &&
      isSentLongBefore(one.sending, page.exchange) &&
      one.instant > oldest + room &&
      one.instant < newest - room
    );
  });
}

function missingFrom(page: Past, due: readonly ShownMessage[]): readonly ShownMessage[] {
  const ids = new Set(itemsAt(page, "/data/messages").map(({ value }) => value.id));
  return due.filter(({ id }) => !ids.has(id));
}

function withPages(sent: readonly SentByRun[], pages: readonly Past[]): readonly ShownMessage[] {
  const seen = firstSeen(pages);
  const threadOf = ({ sending }: SentByRun) => requested(sending, "threadId");
  const shown = new Set(sent.flatMap((one) => (!one.isRoot && seen.has(one.id) ? [threadOf(one)] : [])));
  const replies = new Set<unknown>(sent.flatMap(({ isRoot, id }) => (isRoot || !seen.has(id) ? [] : [id])));
  return sent.map((one) => ({
    ...one,
    firstSeen: seen.get(one.id) ?? null,
    isBesideShown: !one.isRoot && shown.has(threadOf(one)),
    isBelowShown: replies.has(threadOf(one)),
  }));
}
