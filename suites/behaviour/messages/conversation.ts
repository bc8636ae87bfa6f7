import { once } from "../../engine/cases/once.ts";
import type { CheckContext, RunContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { quietChannel } from "./channels.ts";
import { waitForNextOrder } from "./order-of-sending.ts";
import { recordRow } from "./page-order.ts";
import { URGENT } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";

/** Messages sent one after the other into one channel, for paging and counting. Nothing changes them. */
export interface Conversation {
  readonly channel: string;
  /** Messages outside of threads, in the order in which they were sent. */
  readonly roots: readonly SentMessage[];
  /** A reply to the third of them, sent in the middle of them. */
  readonly reply: SentMessage;
  /** Sent after all the others. */
  readonly closing: SentMessage;
  /** Occurs one or more times in each of the roots and the reply, and nowhere else. */
  readonly word: string;
}

/** Messages beyond the default limit of a search, so that some are always left out. */
const MESSAGES_BEYOND_DEFAULT = 2;
const MIN_MESSAGES = 12;
const MAX_MESSAGES = 60;
/** The number of words of each message: equal, so that messages differ only in how often the word occurs. */
const WORDS_PER_MESSAGE = 8;

/** Returns the conversation of one run, which is sent when the first check needs it. */
export function createConversation(): (check: CheckContext) => Promise<Conversation> {
  return once(sendConversation);
}

async function sendConversation(check: CheckContext): Promise<Conversation> {
  const { context } = check;
  const channel = quietChannel(context);
  const count = messageCount(context);
  const word = wordOf(context, "conversation");
  const roots: SentMessage[] = [];
  // Reading a channel forward starts at a message before the first one of interest.
  recordRow(context, await sendMessage(check, "before the conversation", { channelId: channel }, URGENT));
  await waitForNextOrder(check);
  let replySent: SentMessage | null = null;
  for (let index = 0; index < count; index += 1) {
    const members = { channelId: channel, content: contentWithRepetitions(word, index) };
    const sent = await sendMessage(check, `conversation ${index}`, members, URGENT);
    roots.push(sent);
    await waitForNextOrder(check);
    recordRow(context, sent);
    const [, , third] = roots;
    if (third && index === Math.floor(count / 2)) {
      const reply = { channelId: channel, threadId: third.id, content: contentWithRepetitions(word, 0) };
      replySent = await sendMessage(check, "conversation reply", reply, URGENT);
      await waitForNextOrder(check);
    }
  }
  if (!replySent) throw new Error("a conversation is long enough for a reply");
  const closing = await sendMessage(check, "conversation closed", { channelId: channel }, URGENT);
  return { channel, roots, reply: replySent, closing, word };
}

function messageCount({ document }: RunContext): number {
  const defaultLimit = numberAt(parameterSchema(document, "search-messages", "limit"), "default") ?? 0;
  return Math.min(MAX_MESSAGES, Math.max(MIN_MESSAGES, defaultLimit + MESSAGES_BEYOND_DEFAULT));
}

/** Returns text that has the word one to five times, filled up to the same length. */
function contentWithRepetitions(word: string, index: number): string {
  const times = 1 + ((index * 2) % 5);
  return Array.from({ length: WORDS_PER_MESSAGE }, (_, place) => (place < times ? word : "filler")).join(" ");
}
