import { once } from "../../engine/cases/once.ts";
import type { CheckContext, RunContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { apart } from "./apart.ts";
import { quietChannel } from "./channels.ts";
import { addToRow } from "./chronology.ts";
import { URGENT } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";

/** Messages sent one after the other into one channel: they serve paging and counting, and nothing changes them. */
export interface Conversation {
  readonly channel: string;
  /** Messages outside of threads, in the order of their sending. */
  readonly roots: readonly SentMessage[];
  /** A reply to the third of them, sent in their middle. */
  readonly reply: SentMessage;
  /** The message that was sent right before the reply. */
  readonly beforeReply: SentMessage;
  /** Sent when all the others had been. */
  readonly closing: SentMessage;
  /** Is in each of roots and reply, more or less often, and in nothing else. */
  readonly word: string;
}

/** Sent beyond what a search gives by default, so that some are always left over. */
const BEYOND_DEFAULT = 2;
const MIN_MESSAGES = 12;
const MAX_MESSAGES = 60;
/** Words of each message, so that only the number of repetitions tells them apart. */
const LENGTH = 8;

/** The conversation of one run, held once, when the first check asks for it. */
export function createConversation(): (check: CheckContext) => Promise<Conversation> {
  return once(converse);
}

async function converse(check: CheckContext): Promise<Conversation> {
  const { context } = check;
  const channel = quietChannel(context);
  const count = howMany(context);
  const word = wordOf(context, "conversation");
  const roots: SentMessage[] = [];
  // Where a channel is read forward, that starts at a message before the one that is looked for.
  addToRow(context, await sendMessage(check, "before the conversation", { channelId: channel }, URGENT));
  await apart(check);
  let inTheMiddle: { reply: SentMessage; beforeReply: SentMessage } | null = null;
  for (let index = 0; index < count; index += 1) {
    const members = { channelId: channel, content: repeated(word, index) };
    const sent = await sendMessage(check, `conversation ${index}`, members, URGENT);
    roots.push(sent);
    await apart(check);
    addToRow(context, sent);
    const [, , third] = roots;
    if (third && index === Math.floor(count / 2)) {
      const reply = { channelId: channel, threadId: third.id, content: repeated(word, 0) };
      inTheMiddle = { reply: await sendMessage(check, "conversation reply", reply, URGENT), beforeReply: sent };
      await apart(check);
    }
  }
  if (!inTheMiddle) throw new Error("a conversation is long enough for a reply");
  const closing = await sendMessage(check, "conversation closed", { channelId: channel }, URGENT);
  return { channel, roots, ...inTheMiddle, closing, word };
}

function howMany({ document }: RunContext): number {
  const usual = numberAt(parameterSchema(document, "search-messages", "limit"), "default") ?? 0;
  return Math.min(MAX_MESSAGES, Math.max(MIN_MESSAGES, usual + BEYOND_DEFAULT));
}

/** Between one and five times the word, filled up to the same length. */
function repeated(word: string, index: number): string {
  const times = 1 + ((index * 2) % 5);
  return Array.from({ length: LENGTH }, (_, place) => (place < times ? word : "filler")).join(" ");
}
