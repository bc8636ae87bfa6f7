import { once } from "../../engine/cases/once.ts";
import type { CheckContext, RunContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { apart } from "./apart.ts";
import { quietChannel } from "./channels.ts";
import { addToRow } from "./chronology.ts";
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
const BEYOND_DEFAULT = 2;
const MIN_MESSAGES = 12;
const MAX_MESSAGES = 60;
/** The number of words of each message: equal, so that messages differ only in how often the word occurs. */
const LENGTH = 8;

/** Returns the conversation of one run, which is sent when the first check needs it. */
export function createConversation(): (check: CheckContext) => Promise<Conversation> {
  return once(converse);
}

async function converse(check: CheckContext): Promise<Conversation> {
  const { context } = check;
  const channel = quietChannel(context);
  const count = howMany(context);
  const word = wordOf(context, "conversation");
  const roots: SentMessage[] = [];
  // Reading a channel forward starts at a message before the first one of interest.
  addToRow(context, await sendMessage(check, "before the conversation", { channelId: channel }, URGENT));
  await apart(check);
  let inTheMiddle: SentMessage | null = null;
  for (let index = 0; index < count; index += 1) {
    const members = { channelId: channel, content: repeated(word, index) };
    const sent = await sendMessage(check, `conversation ${index}`, members, URGENT);
    roots.push(sent);
    await apart(check);
    addToRow(context, sent);
    const [, , third] = roots;
    if (third && index === Math.floor(count / 2)) {
      const reply = { channelId: channel, threadId: third.id, content: repeated(word, 0) };
      inTheMiddle = await sendMessage(check, "conversation reply", reply, URGENT);
      await apart(check);
    }
  }
  if (!inTheMiddle) throw new Error("a conversation is long enough for a reply");
  const closing = await sendMessage(check, "conversation closed", { channelId: channel }, URGENT);
  return { channel, roots, reply: inTheMiddle, closing, word };
}

function howMany({ document }: RunContext): number {
  const usual = numberAt(parameterSchema(document, "search-messages", "limit"), "default") ?? 0;
  return Math.min(MAX_MESSAGES, Math.max(MIN_MESSAGES, usual + BEYOND_DEFAULT));
}

/** Returns text that has the word one to five times, filled up to the same length. */
function repeated(word: string, index: number): string {
  const times = 1 + ((index * 2) % 5);
  return Array.from({ length: LENGTH }, (_, place) => (place < times ? word : "filler")).join(" ");
}
