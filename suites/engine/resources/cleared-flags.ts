import { asObject, isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { type Exchange, precedes, statusOf } from "../../client/exchange.ts";
import { BudgetSpent, Inconclusive, RunEnded } from "../../client/inconclusive.ts";
import { wordOf } from "../../models/words.ts";
import { expectFlagSet, isFlagSet } from "../../verifiers/needs-human.ts";
import { valueAt } from "../../verifiers/read.ts";
import { succeedsEventually, tryOrNull } from "../cases/attempt.ts";
import { oncePerRun } from "../cases/once-per-run.ts";
import { whileQuiet } from "../cases/quiescence.ts";
import type { CheckContext } from "../check/check.ts";
import { withBody } from "./create-resources.ts";

/** Requirements that a person can break by handling a flagged message and clearing the flag. */
export const FLAG_REQUIREMENTS: readonly string[] = ["messages.flag.persists"];
/** After checks of these requirements, the pages of the run are searched for cleared flags. */
const MESSAGE_REQUIREMENTS = "messages.";

const FLAG = "flag-needs-human";
const SEND = "send-message";
const READ = "get-messages";

const watches = oncePerRun(() => ({
  looked: new WeakSet<Exchange>(),
  /** The first page that showed the entry of each flagged message, by message id. */
  shown: new Map<string, Exchange>(),
  isLost: false,
  /** The outcome of watching a flag; null before that. */
  watched: null as Promise<string | null> | null,
}));

/**
 * Returns why a failure proves nothing: the contract requires that a flag sets the entry, not that the entry stays
 * after a person has handled the message. If an entry is missing, a new message is flagged and left alone. Null if the
 * failure counts.
 */
export async function clearedFlagReason(
  requirement: string,
  context: CheckContext,
  isFailed: boolean,
): Promise<string | null> {
  if (!requirement.startsWith(MESSAGE_REQUIREMENTS)) return null;
  const found = watches(context.context);
  const isAboutFlags = FLAG_REQUIREMENTS.includes(requirement);
  // Done after the first check that shows it: at the end of a run, when all pages are judged, no requests are left.
  found.isLost ||= found.watched === null && isEntryLost(context);
  if (found.isLost || (isFailed && isAboutFlags)) found.watched ??= watchIfPossible(context);
  const reason = await found.watched;
  return isAboutFlags ? reason : null;
}

/** Returns true if a page showed the entry of a flagged message and a later page shows the message without it. */
function isEntryLost({ history, context }: CheckContext): boolean {
  const { looked, shown } = watches(context);
  const unseen = history(READ).filter(({ exchange }) => !looked.has(exchange));
  const flagged = new Set(history(FLAG).map(({ input }) => asObject(input.body).messageId));
  let isLost = false;
  for (const { exchange } of unseen) {
    looked.add(exchange);
    for (const { id, metadata } of messagesOn(exchange)) {
      if (typeof id !== "string" || !flagged.has(id) || metadata === undefined) continue;
      const before = shown.get(id);
      if (isFlagSet(metadata)) shown.set(id, before ?? exchange);
      else isLost ||= before !== undefined && precedes(before, exchange);
    }
  }
  return isLost;
}

/** Watches a flag. Without requests for that, what the run has seen decides. */
async function watchIfPossible(context: CheckContext): Promise<string | null> {
  try {
    return await tryOrNull(() => watch(context));
  } catch (error) {
    if (!(error instanceof BudgetSpent || error instanceof RunEnded)) throw error;
    if (!watches(context.context).isLost) return null;
    return `the target may clear flags by itself: one was shown and later not, and none could be watched for it, as ${error.message}`;
  }
}

const URGENT = { urgent: true } as const;

/**
 * The most flagged messages that are left alone: one may lose its entry before the last requests of others have ended.
 */
const MAX_WATCHED = 3;

async function watch(context: CheckContext): Promise<string | null> {
  const sending = await context.resolve((await context.baseline(SEND)).input);
  const { input: flagging } = await context.baseline(FLAG);
  const others = context.context.document.operations
    .map(({ id }) => id)
    .filter((id) => ![FLAG, SEND, READ].includes(id));
  for (let index = 0; index < MAX_WATCHED; index += 1) {
    const result = await whileQuiet(context.context, others, async () => {
      const send = async (key: string) => {
        const content = wordOf(context.context, `flagged and left alone, ${key} ${index}`);
        return idOf(await context.call(SEND, withBody(sending, { content }), URGENT));
      };
      const [before, messageId] = [await send("before"), await send("this one")];
      if (statusOf(await context.call(FLAG, withBody(flagging, { messageId }), URGENT)) !== 200) return "not shown";
      const page = await pageWithEntry(context, asObject(sending.body).channelId ?? null, before, messageId);
      if (page === null) return "not shown";
      return whileQuiet(context.context, [FLAG, SEND, READ], () => sendUntouched(context, page, messageId));
    });
    if (result === "cleared") {
      return "the target clears flags by itself: the needsHuman entry of a message that nobody else touched was shown, and later not";
    }
    if (result !== "too late") return null;
  }
  return null;
}

/** Returns the first page that shows the message with its entry; null if none does. */
async function pageWithEntry(
  context: CheckContext,
  channel: Json,
  after: string,
  messageId: string,
): Promise<Exchange | null> {
  let page: Exchange | null = null;
  const isShown = await succeedsEventually(context, async () => {
    let metadata: Json | undefined;
    for (const parameters of [{ channel, after }, { channel }]) {
      const exchange = await context.call(READ, { parameters }, URGENT);
      metadata = metadataOn(exchange, messageId);
      page = exchange;
      if (metadata !== undefined) break;
    }
    expectFlagSet(metadata, "/data/messages");
  });
  return isShown ? page : null;
}

/** Milliseconds before each attempt, within the consistency timeout. */
const WAITS_MS = [250, 750, 2_000];
/** One of several replicas may lag, so an entry counts as gone after this many reads without it. */
const MAX_READS = 3;

/** Reads a page again while the run sends nothing else, so that no other request can remove the entry. */
async function sendUntouched(context: CheckContext, { request }: Exchange, messageId: string) {
  const isGone = async () => {
    const metadata = metadataOn(await context.send(request, URGENT), messageId);
    return metadata !== undefined && !isFlagSet(metadata);
  };
  if (await isGone()) return "too late";
  let left = context.context.target.consistency.timeoutMs;
  for (const wait of WAITS_MS) {
    const waited = Math.min(wait, left);
    left -= waited;
    if (waited > 0) await context.pause(waited);
    let reads = 0;
    while (reads < MAX_READS && (await isGone())) reads += 1;
    if (reads === MAX_READS) return "cleared";
  }
  return "kept";
}

function idOf(exchange: Exchange): string {
  const id = valueAt(exchange, "/data/id");
  if (statusOf(exchange) === 200 && typeof id === "string") return id;
  throw new Inconclusive("a message to be left alone was not accepted");
}

function metadataOn(exchange: Exchange, messageId: string): Json | undefined {
  return messagesOn(exchange).find(({ id }) => id === messageId)?.metadata;
}

/** Returns the messages on a page; none if a monitor found the page invalid. */
function messagesOn(exchange: Exchange): readonly JsonObject[] {
  try {
    const messages = valueAt(exchange, "/data/messages");
    return Array.isArray(messages) ? messages.filter(isObject) : [];
  } catch (error) {
    if (error instanceof Inconclusive) return [];
    throw error;
  }
}
