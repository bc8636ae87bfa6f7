import type { CaseContext, Check, CheckContext } from "../../engine/check.ts";
import { Inconclusive } from "../../engine/outcome.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { type Direction, directionOf, endOf } from "./chronology.ts";
import type { Conversation } from "./conversation.ts";
import { type Page, readPage, WIDE } from "./pages.ts";
import { sendMessage } from "./requests.ts";

type Cursor = "before" | "after";

/** A walk through the conversation: from one end to the other, in pages of one size. */
interface Walk {
  readonly cursor: Cursor;
  readonly size: number;
  /** Somebody writes between the pages. */
  readonly busy: boolean;
}

/** Page by page nothing is lost and nothing comes twice, whatever the size of the pages. */
export function walkChecks(conversation: (check: CheckContext) => Promise<Conversation>): Check[] {
  return [
    walking(conversation, "before", "messages.get.walk-back", "back"),
    walking(conversation, "after", "messages.get.walk-forward", "forward"),
  ];
}

function walking(
  conversation: (check: CheckContext) => Promise<Conversation>,
  cursor: Cursor,
  requirement: string,
  way: string,
): Check {
  return defineCheck(
    {
      requirement,
      name: `a walk ${way} meets every message once, in pages of any size`,
      operations: ["get-messages", "send-message"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const held = await conversation(check);
      const direction = await directionOf(check, held, cursor);
      const listsReplies = await showsReply(check, held);
      const walks = sizes(check).map((size) => ({ cursor, size, busy: size === BUSY }));
      await check.forEach(
        walks,
        async (walk, one) => {
          // Where the page of an index lags behind, a later walk meets what this one has missed.
          await one.eventually(() => goAndJudge(one, held, walk, direction, listsReplies));
          one.witnessed();
        },
        { describe: ({ cursor, size, busy }) => ({ cursor, pageSize: size, othersWrite: busy }) },
      );
    },
  );
}

/** One by one, two that divide the whole, primes, and the widest. */
const SIZES = [7, 1, 2, 3, 5, 10, 11, 13, 19, WIDE];
const BUSY = 7;

function sizes(check: CheckContext): readonly number[] {
  return SIZES.slice(0, Math.max(3, check.cases(SIZES.length)));
}

/** Whether replies stand among the messages of a channel is open; where they do, a walk meets them too. */
async function showsReply(check: CaseContext, { channel, reply, roots }: Conversation): Promise<boolean> {
  const parentside = roots[Math.floor(roots.length / 2) + 1];
  const pages = [await readPage(check, { channel, limit: WIDE })];
  if (parentside) pages.push(await readPage(check, { channel, limit: WIDE, before: parentside.id }));
  return pages.some(({ ids }) => ids.includes(reply.id));
}

async function goAndJudge(
  check: CaseContext,
  conversation: Conversation,
  walk: Walk,
  direction: Direction,
  listsReplies: boolean,
): Promise<void> {
  const met = await go(check, conversation, walk, direction);
  const twice = met.find((id, index) => met.indexOf(id) !== index);
  const { roots, reply } = conversation;
  const between = walk.cursor === "before" ? roots.slice(0, -1) : roots.slice(1);
  const expected = [...between, ...(listsReplies ? [reply] : [])];
  const lost = expected.filter(({ id }) => !met.includes(id));
  const way = walk.cursor === "before" ? "back by before" : "forward by after";
  expectThat(twice === undefined, {
    message: `a walk ${way} in pages of ${walk.size} must meet no message twice`,
    expected: "each message once",
    actual: `${twice} twice`,
    pointer: "/data/messages",
    keyword: "repeated",
  });
  expectThat(lost.length === 0, {
    message: `a walk ${way} in pages of ${walk.size} must meet every message of the channel`,
    expected: `${expected.length} messages of this run`,
    actual: `${lost.length} of them missing, the first of them ${lost[0]?.id}`,
    pointer: "/data/messages",
    keyword: "lost",
  });
}

/** Every id that the walk meets, in order. It ends when it has passed the last message of ours, or at an empty page. */
async function go(
  check: CaseContext,
  { channel, roots }: Conversation,
  { cursor, size, busy }: Walk,
  direction: Direction,
): Promise<string[]> {
  const inOrder = (cursor === "before" ? [...roots].reverse() : roots).map(({ id }) => id);
  const goal = inOrder.at(-1) ?? "";
  const met: string[] = [];
  let here = inOrder[0] ?? "";
  const most = Math.ceil(roots.length / size) + DETOUR;
  for (let pages = 0; pages < most; pages += 1) {
    const page = await readPage(check, { channel, limit: size, [cursor]: here });
    needBeyond(page, here, inOrder, cursor);
    met.push(...page.ids);
    if (page.ids.length === 0 || page.ids.includes(goal)) return met;
    if (busy && pages < SENT_BETWEEN) await sendMessage(check, `busy ${cursor} ${pages}`, { channelId: channel });
    const next = endOf(page, cursor === "before" ? "oldest" : "newest", direction)?.id;
    if (typeof next !== "string") throw new Inconclusive("a message has no id", "messages.list-form.identity");
    here = next;
  }
  throw new Inconclusive(`others write so much that ${most} pages do not reach across the messages of this run`);
}

/** Pages beyond those that our own messages fill, for what others write between them. */
const DETOUR = 40;
const SENT_BETWEEN = 2;

/** A page that holds its own cursor, or what lies behind it, cannot lead on; another requirement says so. */
function needBeyond({ ids }: Page, here: string, inOrder: readonly string[], cursor: Cursor): void {
  if (ids.includes(here)) {
    throw new Inconclusive(`the page ${cursor} a message holds that message`, `messages.get.${cursor}-exclusive`);
  }
  const passed = inOrder.slice(0, Math.max(0, inOrder.indexOf(here)));
  if (ids.some((id) => passed.includes(id))) {
    throw new Inconclusive(`the page ${cursor} a message lies on its other side`, `messages.get.${cursor}`);
  }
}
