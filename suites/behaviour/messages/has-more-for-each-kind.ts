import { notApplicableWhenSpent, tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { hasHistoryCutoff } from "../../verifiers/history-cutoff.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { findEventually } from "../preconditions.ts";
import { blockTask, createTask } from "../tasks/requests.ts";
import { type Page, PORTABLE_LIMIT, readPage, URGENT } from "./pages.ts";
import { sendMessage } from "./requests.ts";

/**
 * Any message beyond a page counts as more: even if only replies, or only task cards, remain. Runs late, since messages
 * of other checks would also be beyond the page.
 */
export function hasMoreForEachKind(): Check {
  return defineCheck(
    {
      requirement: "messages.get.has-more-true",
      name: "hasMore is true while only replies, or only task cards, remain beyond a page",
      operations: ["get-messages", "send-message", "create-task", "block-task"],
      fixtures: ["memberChannel"],
      runsLate: true,
    },
    async (check) => {
      let isJudged = false;
      // One after the other: messages of the first would be beyond the pages of the second.
      for (const post of [sendReplies, postCards]) {
        if (await tryOrNull(() => expectMoreBeyondPage(check, post))) isJudged = true;
      }
      if (!isJudged) throw new NotApplicable("no page after a message leaves messages for a further page");
      check.asserted();
    },
  );
}

/** Posts messages of one kind into a channel after an existing one. */
type Post = (check: CheckContext, key: string, channelId: string, head: string) => Promise<void>;

async function sendReplies(check: CheckContext, key: string, channelId: string, head: string): Promise<void> {
  for (const which of ["first", "second"]) {
    await sendMessage(check, `${which} reply beyond a page ${key}`, { channelId, threadId: head }, URGENT);
  }
}

async function postCards(check: CheckContext, key: string, channelId: string): Promise<void> {
  const { id } = await notApplicableWhenSpent(() =>
    createTask(check, `whose cards lie beyond a page ${key}`, { channelId }, URGENT),
  );
  await blockTask(check, id, "Its card lies beyond a page", URGENT);
}

/** The number of messages posted after the first. */
const POSTED_MESSAGES = 2;
/** The maximum number of turns, since others may send in between. */
const MAX_ATTEMPTS = 3;
/** The number of turns that must agree, since a page may come from a stale replica. */
const REQUIRED_AGREEMENTS = 2;
/** The number of pages of one message that are read in a turn, after a wide one. */
const PAGES_PER_ATTEMPT = 2;

/**
 * Fails if each page of one message reports no more, while wide ones show all posted messages. Returns false if nothing
 * could be judged.
 */
async function expectMoreBeyondPage(check: CheckContext, post: Post): Promise<boolean> {
  const withoutMore: (readonly [wide: Page, page: Page])[] = [];
  let withMoreCount = 0;
  for (let turn = 0; turn < MAX_ATTEMPTS && withoutMore.length < REQUIRED_AGREEMENTS; turn += 1) {
    const input = await postAfterNewMessage(check, post, `${post.name} ${turn}`);
    const wide = await findEventually(check, async () => {
      const page = await readPage(check, { ...input, limit: PORTABLE_LIMIT }, URGENT);
      return page.ids.length >= POSTED_MESSAGES ? page : null;
    });
    if (wide === null || hasHistoryCutoff(wide)) return false;
    const pages: Page[] = [];
    for (let read = 0; read < PAGES_PER_ATTEMPT; read += 1)
      pages.push(await readPage(check, { ...input, limit: 1 }, URGENT));
    const [page] = pages;
    if (page === undefined || pages.some(({ ids }) => ids.length !== 1)) return false;
    if (pages.every(({ hasMore }) => hasMore !== true)) withoutMore.push([wide, page]);
    // Only if no message of others is there, which would count as more too.
    else if (wide.ids.length === POSTED_MESSAGES) withMoreCount += 1;
    if (withMoreCount >= REQUIRED_AGREEMENTS) return true;
  }
  const why = "while messages of any kind remain beyond the page, hasMore must be true";
  if (withoutMore.length < REQUIRED_AGREEMENTS) return withMoreCount > 0;
  for (const [wide, page] of withoutMore) {
    withEvidence([wide.exchange, page.exchange], () => expectEqual(page.exchange, "/data/hasMore", true, why));
  }
  return true;
}

/** Sends a message, then posts the others after it. */
async function postAfterNewMessage(check: CheckContext, post: Post, key: string) {
  const { memberChannel: channel = "" } = check.context.target.fixtures;
  const head = await sendMessage(check, `before what lies beyond a page ${key}`, { channelId: channel }, URGENT);
  await post(check, key, channel, head.id);
  return { channel, after: head.id };
}
