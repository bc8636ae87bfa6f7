import { type Exchange, statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";
import { expectHidden, isRejectedAsInvalid } from "../expect-hidden.ts";
import { requireEventually } from "../preconditions.ts";
import { flagHiddenChecks } from "./flag-hidden.ts";
import { flaggingOf } from "./flagging.ts";
import { hitsOf, search } from "./hits.ts";
import { anothersKey } from "./of-another.ts";
import { askForPage, pageOf, readPage, WIDE } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";

/** Channels that the caller does not belong to cannot be read or searched, and their messages cannot be flagged. */
export function hiddenChecks(context: RunContext): Check[] {
  return [readForeign(), searchForeign(), ...withExistingFixtures(context, [ownByAnother()]), ...flagHiddenChecks()];
}

/** Fails unless the response hides the messages, by a rejection or an empty list. */
async function expectNothing(
  exchange: Exchange,
  ids: () => readonly string[],
  what: string,
  absent: () => Promise<Exchange>,
): Promise<void> {
  if (statusOf(exchange) !== 200) await expectHidden(exchange, what, absent);
  const shown = statusOf(exchange) === 200 ? ids().length : 0;
  expectThat(shown === 0, {
    message: `${what} must be rejected or return nothing`,
    expected: "403, 404 or an empty list",
    actual: `${shown} messages`,
    pointer: "/data/messages",
    keyword: "shown",
  });
}

/** Requests a page of a channel that does not exist. */
function readAbsent(check: CheckContext, channel: string): Promise<Exchange> {
  return askForPage(check, { channel: absentId(channel, check.context.mark), limit: WIDE });
}

function readForeign(): Check {
  return defineCheck(
    {
      requirement: "messages.get.membership",
      name: "a foreign channel is not read",
      operations: ["get-messages"],
      fixtures: ["memberChannel", "foreignChannel"],
      writes: false,
    },
    async (check) => {
      const { memberChannel = "", foreignChannel = "", messages } = check.context.target.fixtures;
      await readPage(check, { channel: memberChannel, limit: WIDE });
      const id = messages?.foreign?.id;
      const cursors = [{}, ...(id === undefined ? [] : [{ before: id }, { after: id }])];
      for (const cursor of cursors) {
        const exchange = await askForPage(check, { channel: foreignChannel, limit: WIDE, ...cursor });
        check.asserted();
        await expectNothing(
          exchange,
          () => pageOf(exchange).ids,
          "reading a channel that the caller does not belong to",
          () => readUnknown(check, foreignChannel, cursor),
        );
      }
    },
  );
}

/**
 * Requests a page of a channel that does not exist and, unless that is invalid, one with a cursor that does not exist:
 * a target may check either first.
 */
async function readUnknown(check: CheckContext, channel: string, cursor: Readonly<Record<string, string>>) {
  const ofNoChannel = await readAbsent(check, channel);
  const [[name, id] = []] = Object.entries(cursor);
  if (name === undefined || id === undefined || isRejectedAsInvalid(ofNoChannel)) return ofNoChannel;
  const own = check.context.target.fixtures.memberChannel ?? "";
  return askForPage(check, { channel: own, limit: WIDE, [name]: absentId(id, check.context.mark) });
}

/** A limit beyond the usual ones; the maximum is open. */
const LARGE_LIMIT = 100;

function searchForeign(): Check {
  return defineCheck(
    {
      requirement: "messages.search.membership",
      name: "a message of a foreign channel is not found, in all channels and in that one",
      operations: ["search-messages"],
      fixtures: ["memberChannel", "foreignChannel", "messages.foreign.id", "messages.foreign.word"],
    },
    async (check) => {
      const { foreignChannel = "", messages } = check.context.target.fixtures;
      const query = messages?.foreign?.word ?? "";
      await requireOwnFound(check, "control of foreign words");
      const many = await tryOrNull(() => search(check, { query, limit: LARGE_LIMIT }));
      expectNotHit(many?.hits.findIndex((hit) => hit.id === messages?.foreign?.id) ?? -1);
      const wide = many !== null ? [] : [{ query, limit: WIDE }];
      for (const input of [{ query }, { query: `${query} ${query}` }, ...wide]) {
        const { hits } = await search(check, input);
        check.asserted();
        expectNotHit(hits.findIndex((hit) => hit.id === messages?.foreign?.id || hit.channelId === foreignChannel));
      }
      await searchNamed(check, query, foreignChannel);
    },
  );
}

/** The reverse: another agent searches for a message of the caller. */
function ownByAnother(): Check {
  return defineCheck(
    {
      requirement: "messages.search.membership",
      name: "another agent finds nothing of a channel of the caller that it may not read",
      operations: ["search-messages", "get-messages", "send-message"],
      fixtures: ["memberChannel", "otherAgent.apiKey"],
      early: true,
    },
    async (check) => {
      const { channel, unflagged } = await flaggingOf(check.context)(check);
      const read = await askForPage(check, { channel, limit: 1 }, anothersKey(check));
      if (![403, 404].includes(statusOf(read))) throw new NotApplicable("another agent may read the caller's channel");
      const { hits } = await search(check, { query: unflagged[0]?.sent.word ?? "" }, anothersKey(check));
      check.asserted();
      expectNotHit(hits.findIndex(({ channelId }) => channelId === channel));
    },
  );
}

async function searchNamed(check: CheckContext, query: string, channelId: string): Promise<void> {
  const exchange = await check.call("search-messages", { parameters: { query, channelId } });
  check.asserted();
  await expectNothing(
    exchange,
    () => hitsOf(exchange).ids,
    "searching a channel that the caller does not belong to",
    () => check.call("search-messages", { parameters: { query, channelId: absentId(channelId, check.context.mark) } }),
  );
}

function expectNotHit(place: number): void {
  expectThat(place < 0, {
    message: "messages of channels that the caller does not belong to must not be found",
    expected: "no hit there",
    actual: `one at /data/messages/${place}`,
    pointer: `/data/messages/${place}`,
    keyword: "shown",
  });
}

/** Finds a message of the caller first, so that a search without hits is meaningful. */
async function requireOwnFound(check: CheckContext, key: string): Promise<void> {
  const row = await tryOrNull(() => flaggingOf(check.context)(check));
  await requireFound(check, row?.unflagged[0]?.sent ?? (await sendMessage(check, key)));
}

async function requireFound(
  check: CheckContext,
  { id, word }: Pick<SentMessage, "id" | "word">,
  options: { apiKey?: string } = {},
): Promise<void> {
  await requireEventually(check, "messages.search.finds", async () => {
    const { ids } = await search(check, { query: word }, options);
    expectThat(ids.includes(id), {
      message: "a message is found by those who belong to its channel",
      expected: id,
      actual: "not there",
      keyword: "missing",
    });
  });
}
