import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { ownChannels } from "../../target/own-channels.ts";
import { expectAccepted, expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { expectFlagSet } from "../../verifiers/needs-human.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";
import { findEventually } from "../preconditions.ts";
import { type MessageSighting, pagesOf, sightingOn } from "./channel-pages.ts";
import { flaggingOf } from "./flagging-fixtures.ts";
import { showsMetadata } from "./metadata.ts";
import { type PageInput, PORTABLE_LIMIT, pageOf, readPage, requestPage } from "./pages.ts";
import { flagMessage, type SentMessage, sendMessage } from "./requests.ts";
import { search } from "./search.ts";

/** A message of a human can be found, flagged and replied to like any other. */
export function humanChecks(context: RunContext): Check[] {
  return withExistingFixtures(context, [...flagAccepted(), flagShownWhenRead(), foundByItsWords()]);
}

const HUMAN = { fixtures: ["memberChannel", "messages.byHuman"] };

/**
 * Messages of other senders are found too. The contract leaves open which words an index has, so a message of the run
 * with the same word is searched for too: if that is found, the other must be, unless more match than a response has
 * room for.
 */
function foundByItsWords(): Check {
  return defineCheck(
    {
      ...HUMAN,
      requirement: "messages.search.finds",
      runsEarly: true,
      name: "the message of a human is found by its words",
      operations: ["search-messages", "get-messages", "send-message"],
    },
    async (check) => {
      const seen = await locateOnce(check);
      if (seen === null) throw new NotApplicable(NOT_READ);
      const { channel, message } = seen;
      let isJudged = false;
      for (const [index, word] of wordsOfHuman(message).entries()) {
        // The reply to the human contains the first word.
        const own = await (index === 0
          ? tryOrNull(async () => (await repliedToHuman(check)).reply)
          : sendMessage(check, `beside the human's ${word}`, { channelId: channel, content: word }));
        if (own === null) continue;
        const query = { query: word, channelId: channel, limit: PORTABLE_LIMIT };
        let known = await findEventually(check, async () => {
          const found = await search(check, query);
          return found.ids.includes(own.id) ? found : null;
        });
        if (known === null) continue;
        await check.eventually(async () => {
          const { ids } = known ?? (await search(check, query));
          known = null;
          const isDecidable = ids.includes(own.id) && (ids.length < PORTABLE_LIMIT || ids.includes(String(message.id)));
          isJudged ||= isDecidable;
          expectThat(!isDecidable || ids.includes(String(message.id)), {
            message: "a message of a human must be found by a word of its content, like one of an agent",
            expected: `the message ${String(message.id)} among the hits for ${word}`,
            actual: `${ids.length} hits without it, and with a message of the run`,
            pointer: "/data/messages",
            keyword: "missing",
          });
        });
      }
      if (!isJudged) throw new NotApplicable("no word of the human's message distinguishes it from others");
      check.asserted();
    },
  );
}

/** The number of words of a message to search for. */
const MAX_WORDS = 2;

function wordsOfHuman({ content }: JsonObject): string[] {
  return plainWords(String(content)).slice(0, MAX_WORDS);
}

/** Returns the longest words between spaces, in letters that no index treats specially. */
function plainWords(content: string): string[] {
  const words = content.split(/\s+/).map((word) => word.replace(/[.,;!?]$/, ""));
  const plainOnly = words.filter((word) => /^[a-z]{5,14}$/i.test(word));
  return [...new Set(plainOnly)].sort((left, right) => right.length - left.length);
}

/** The message of a human as it was read, and the response to its flag. */
interface FlaggedHuman {
  readonly seen: MessageSighting | null;
  readonly response: Exchange;
}

const cachedFlag = oncePerRun(() => once(flagHuman));

function flaggedHuman(check: CheckContext): Promise<FlaggedHuman> {
  return cachedFlag(check.context)(check);
}

async function flagHuman(check: CheckContext): Promise<FlaggedHuman> {
  const seen = await locateOnce(check);
  return {
    seen,
    response: await flagMessage(check, humansMessage(check), "the conformance run looks at how messages are flagged"),
  };
}

/** A flag is not an edit: the response has the fields as they were read before. */
function flagAccepted(): Check[] {
  const FLAGS = { ...HUMAN, operations: ["flag-needs-human", "get-messages"] };
  return [
    defineCheck(
      { ...FLAGS, requirement: "messages.flag.succeeds", name: "a human's message can be flagged" },
      async (check) => {
        const { seen, response } = await flaggedHuman(check);
        if (isFlaggedByEarlierRun(seen, response)) throw new NotApplicable(FLAGGED_BEFORE);
        check.asserted();
        withEvidence([response], () => expectAccepted(response, "flagging a message of a human"));
      },
    ),
  ];
}

/** The flag lasts for messages of any sender. */
function flagShownWhenRead(): Check {
  return defineCheck(
    {
      ...HUMAN,
      requirement: "messages.flag.persists",
      runsEarly: true,
      name: "a human's flagged message is listed with needsHuman",
      operations: ["flag-needs-human", "get-messages"],
    },
    async (check) => {
      const { seen, response } = await flaggedHuman(check);
      if (isFlaggedByEarlierRun(seen, response)) throw new NotApplicable(FLAGGED_BEFORE);
      requireAccepted(response, "messages.flag.succeeds");
      if (seen === null) throw new NotApplicable(NOT_READ);
      await check.eventually(async () => {
        const seenAgain = await locateAgain(check);
        if (seenAgain === null) throw new NotApplicable(NOT_READ);
        if (isUnset(seenAgain.message.metadata) && !(await showsMetadata(check, seenAgain.channel))) return;
        expectFlagSet(seenAgain.message.metadata, `${seenAgain.pointer}/metadata`);
        check.asserted();
      });
    },
  );
}

const FLAGGED_BEFORE = "an earlier run flagged the message of the human, and the target rejects a second flag";
const NOT_READ = "the message messages.byHuman is listed in no channel of the caller";

/**
 * Returns true if a rejected flag is due to an earlier run: flagging a flagged message may be rejected, and its entry
 * shows that it was accepted before.
 */
function isFlaggedByEarlierRun(seen: MessageSighting | null, response: Exchange): boolean {
  if (seen === null) return false;
  const entry = valueAt(seen.exchange, `${seen.pointer}/metadata/needsHuman`);
  return !isUnset(entry) && statusOf(response) !== 200;
}

/** A reply of the caller to the message of a human, and a message outside of that thread. */
interface HumanReplied {
  /** The id of the human's message. */
  readonly head: string;
  /** True if that message is not in a thread itself, since a thread need not allow nested ones. */
  readonly isRoot: boolean;
  readonly own: SentMessage;
  readonly reply: SentMessage;
}

const cachedReply = oncePerRun(() =>
  once(async (check: CheckContext): Promise<HumanReplied> => {
    const seen = await locateOnce(check);
    if (seen === null) throw new NotApplicable(NOT_READ);
    const { channel: channelId, message } = seen;
    const [own] = (await flaggingOf(check.context)(check)).unflagged;
    if (own === undefined) throw new NotApplicable("the run has no message to compare with");
    // The reply contains a word of the message, so that a search may find both.
    const [word] = wordsOfHuman(message);
    const members = { channelId, threadId: humansMessage(check), ...(word === undefined ? {} : { content: word }) };
    const reply = await sendMessage(check, "a reply to the human", members);
    return { head: humansMessage(check), isRoot: isUnset(message.parentId), own: own.sent, reply };
  }),
);

/** Returns the run's reply to the message of a human. Not applicable if that message cannot be read. */
export function repliedToHuman(check: CheckContext): Promise<HumanReplied> {
  return cachedReply(check.context)(check);
}

/** A message on a page, with the parameters of that page. */
interface Located extends MessageSighting {
  readonly channel: string;
  readonly input: PageInput;
}

const cachedLocation = oncePerRun(() => once((check: CheckContext) => findInOwnChannels(check, humansMessage(check))));

/** Returns where the message of the human was first read in this run; null if it is in neither channel. */
function locateOnce(check: CheckContext): Promise<Located | null> {
  return cachedLocation(check.context)(check);
}

function humansMessage(check: CheckContext): string {
  return check.context.target.fixtures.messages?.byHuman ?? "";
}

/** Returns the message on the page where it was first read or, if it is no longer there, elsewhere. */
async function locateAgain(check: CheckContext): Promise<Located | null> {
  const first = await locateOnce(check);
  const seen = first && sightingOn(await readPage(check, first.input), humansMessage(check));
  return first && seen ? { ...first, ...seen } : findInOwnChannels(check, humansMessage(check));
}

async function findInOwnChannels(check: CheckContext, id: string): Promise<Located | null> {
  for (const channel of ownChannels(check.context)) {
    const seen = await findInChannel(check, channel, id);
    if (seen) return seen;
  }
  return null;
}

async function findInChannel(check: CheckContext, channel: string, id: string): Promise<Located | null> {
  const next = () => idsIn(check, { channel, limit: 1, after: id });
  const before = await idsIn(check, { channel, limit: 1, before: id });
  const after = await next();
  const cursors = [...before.map((earlier) => ({ after: earlier })), ...after.map((later) => ({ before: later })), {}];
  for (const cursor of cursors) {
    const input = { channel, limit: PORTABLE_LIMIT, ...cursor };
    const exchange = await requestPage(check, input);
    if (statusOf(exchange) !== 200) continue;
    const seen = sightingOn(pageOf(exchange), id);
    if (seen) return { ...seen, channel, input };
  }
  // If the page after the message is the newest one, walking back from there leads to it. If there was nothing after
  // the message at first, the newest page may have been filled since.
  for (const later of after.length > 0 ? after : await next()) {
    const pages = await pagesOf(check, { channel, later: { id: later } }, ({ ids }) => ids.includes(id));
    const seen = sightingOn(pages.at(-1), id);
    if (seen) return { ...seen, channel, input: { channel, limit: PORTABLE_LIMIT, before: later } };
  }
  return null;
}

async function idsIn(check: CheckContext, input: PageInput): Promise<readonly string[]> {
  const exchange = await requestPage(check, input);
  return statusOf(exchange) === 200 ? pageOf(exchange).ids : [];
}
