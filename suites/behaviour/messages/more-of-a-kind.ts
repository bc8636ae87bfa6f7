import { orAside } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext, World } from "../../engine/check/check.ts";
import { StoodAside } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { defineCheck, unlessSmoke } from "../define-check.ts";
import { foundAtLast } from "../soon.ts";
import { blockTask, makeTask } from "../tasks/requests.ts";
import { isCutOff } from "./no-more.ts";
import { readPage, URGENT, WIDE } from "./pages.ts";
import { sendMessage } from "./requests.ts";

/**
 * Whatever lies beyond a page is more: replies alone, or task cards alone. Late, since other messages lie beyond it, too,
 * while the rest of the run goes on.
 */
export function moreOfAKind(world: World): Check[] {
  return unlessSmoke(world, [
    defineCheck(
      { ...READS, name: "while replies alone lie beyond a page there is more", operations: OF_REPLIES },
      (check) => expectMoreOf(check, sendReplies),
    ),
    defineCheck(
      { ...READS, name: "while task cards alone lie beyond a page there is more", operations: OF_CARDS },
      (check) => expectMoreOf(check, postCards),
    ),
  ]);
}

const READS = { requirement: "messages.get.has-more-true", fixtures: ["memberChannel"], late: true } as const;
const OF_REPLIES = ["get-messages", "send-message"];
const OF_CARDS = ["get-messages", "send-message", "create-task", "block-task"];

/** Puts messages of one kind into a channel, behind one that stands there. */
type Post = (check: CheckContext, channelId: string, head: string) => Promise<void>;

async function sendReplies(check: CheckContext, channelId: string, head: string): Promise<void> {
  for (const key of ["first", "second"]) {
    await sendMessage(check, `${key} reply beyond a page`, { channelId, threadId: head }, URGENT);
  }
}

async function postCards(check: CheckContext, channelId: string): Promise<void> {
  const { id } = await makeTask(check, "whose cards lie beyond a page", { channelId }, URGENT);
  await blockTask(check, id, "Its card lies beyond a page", URGENT);
}

/** Messages of others may come in between: a page that shows two after the head leaves one of them to a page of one. */
async function expectMoreOf(check: CheckContext, post: Post): Promise<void> {
  const { memberChannel = "", secondMemberChannel: channel = memberChannel } = check.world.target.fixtures;
  const head = await sendMessage(check, "before what lies beyond a page", { channelId: channel }, URGENT);
  await orAside(() => post(check, channel, head.id));
  const after = { channel, after: head.id };
  const wide = await foundAtLast(check, async () => {
    const page = await readPage(check, { ...after, limit: WIDE }, URGENT);
    return page.ids.length > 1 ? page : null;
  });
  if (wide === null || isCutOff(wide)) throw new StoodAside("no page after the message leaves anything to another one");
  await check.eventually(async () => {
    const page = await readPage(check, { ...after, limit: 1 }, URGENT);
    if (page.ids.length !== 1) return;
    check.witnessed();
    const why = "while messages remain beyond the page, hasMore must be true, whatever they are";
    judging([wide.exchange, page.exchange], () => expectEqual(page.exchange, "/data/hasMore", true, why));
  });
}
