import { type Exchange, statusOf } from "../../client/exchange.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";
import { expectHidden, isRejectedAsInvalid } from "../expect-hidden.ts";
import { requireEventually } from "../preconditions.ts";
import { flagHiddenChecks } from "./flag-hidden-messages.ts";
import { flaggingOf } from "./flagging-fixtures.ts";
import { PORTABLE_LIMIT, pageOf, readPage, requestPage } from "./pages.ts";
import { type SentMessage, sendMessage } from "./requests.ts";
import { hitsOf, search } from "./search.ts";

/** Channels that the caller does not belong to cannot be read or searched, and their messages cannot be flagged. */
export function hiddenChecks(context: RunContext): Check[] {
  return [
    foreignChannelNotRead(),
    foreignMessageNotFound(),
    ...withExistingFixtures(context, [notFoundByOtherAgent()]),
    ...flagHiddenChecks(),
  ];
}

/** Fails unless the response hides the messages, by a rejection or an empty list. */
async function expectRejectedOrEmpty(
  exchange: Exchange,
  ids: () => readonly string[],
  request: string,
  requestUnknown: () => Promise<Exchange>,
): Promise<void> {
  if (statusOf(exchange) !== 200) await expectHidden(exchange, request, requestUnknown);
  const shown = statusOf(exchange) === 200 ? ids().length : 0;
  expectThat(shown === 0, {
    message: `${request} must be rejected or return nothing`,
    expected: "403, 404 or an empty list",
    actual: `${shown} messages`,
    pointer: "/data/messages",
    keyword: "shown",
  });
}

/** Requests a page of a channel that does not exist. */
function requestUnknownChannel(check: CheckContext, channel: string): Promise<Exchange> {
  return requestPage(check, { channel: absentId(channel, check.context.mark), limit: PORTABLE_LIMIT });
}

function foreignChannelNotRead(): Check {
  return defineCheck(
    {
      requirement: "messages.get.membership",
      name: "a channel that the caller does not belong to cannot be read",
      operations: ["get-messages"],
      fixtures: ["memberChannel", "foreignChannel"],
      writes: false,
    },
    async (check) => {
      const { memberChannel = "", foreignChannel = "", messages } = check.context.target.fixtures;
      await readPage(check, { channel: memberChannel, limit: PORTABLE_LIMIT });
      const id = messages?.foreign?.id;
      const cursors = [{}, ...(id === undefined ? [] : [{ before: id }, { after: id }])];
      for (const cursor of cursors) {
        const exchange = await requestPage(check, { channel: foreignChannel, limit: PORTABLE_LIMIT, ...cursor });
        check.asserted();
        await expectRejectedOrEmpty(
          exchange,
          () => pageOf(exchange).ids,
          "reading a channel that the caller does not belong to",
          () => requestUnknownChannelOrCursor(check, foreignChannel, cursor),
        );
      }
    },
  );
}

/**
 * Requests a page of a channel that does not exist and, unless that is invalid, one with a cursor that does not exist:
 * a target may check either first.
 */
async function requestUnknownChannelOrCursor(
  check: CheckContext,
  channel: string,
  cursor: Readonly<Record<string, string>>,
) {
  const unknownChannel = await requestUnknownChannel(check, channel);
  const [[name, id] = []] = Object.entries(cursor);
  if (name === undefined || id === undefined || isRejectedAsInvalid(unknownChannel)) return unknownChannel;
  const own = check.context.target.fixtures.memberChannel ?? "";
  return requestPage(check, { channel: own, limit: PORTABLE_LIMIT, [name]: absentId(id, check.context.mark) });
}

/** A limit beyond the usual ones; the maximum is open. */
const LARGE_LIMIT = 100;

function foreignMessageNotFound(): Check {
  return defineCheck(
    {
      requirement: "messages.search.membership",
      name: "a message of a foreign channel is not found, with and without that channel in the search",
      operations: ["search-messages"],
      fixtures: ["memberChannel", "foreignChannel", "messages.foreign.id", "messages.foreign.word"],
    },
    async (check) => {
      const { foreignChannel = "", messages } = check.context.target.fixtures;
      const query = messages?.foreign?.word ?? "";
      await requireOwnFound(check, "control of foreign words");
      const largeResult = await tryOrNull(() => search(check, { query, limit: LARGE_LIMIT }));
      expectNotHit(largeResult?.hits.findIndex((hit) => hit.id === messages?.foreign?.id) ?? -1);
      const otherInputs = largeResult !== null ? [] : [{ query, limit: PORTABLE_LIMIT }];
      for (const input of [{ query }, { query: `${query} ${query}` }, ...otherInputs]) {
        const { hits } = await search(check, input);
        check.asserted();
        expectNotHit(hits.findIndex((hit) => hit.id === messages?.foreign?.id || hit.channelId === foreignChannel));
      }
      await expectChannelNotSearched(check, query, foreignChannel);
    },
  );
}

/** The reverse: another agent searches for a message of the caller. */
function notFoundByOtherAgent(): Check {
  return defineCheck(
    {
      requirement: "messages.search.membership",
      name: "another agent finds nothing of a channel of the caller that it may not read",
      operations: ["search-messages", "get-messages", "send-message"],
      fixtures: ["memberChannel", "otherAgent.apiKey"],
      runsEarly: true,
    },
    async (check) => {
      const { channel, unflagged } = await flaggingOf(check.context)(check);
      const read = await requestPage(check, { channel, limit: 1 }, otherAgentKey(check));
      if (![403, 404].includes(statusOf(read))) throw new NotApplicable("another agent may read the caller's channel");
      const { hits } = await search(check, { query: unflagged[0]?.sent.word ?? "" }, otherAgentKey(check));
      check.asserted();
      expectNotHit(hits.findIndex(({ channelId }) => channelId === channel));
    },
  );
}

async function expectChannelNotSearched(check: CheckContext, query: string, channelId: string): Promise<void> {
  const exchange = await check.call("search-messages", { parameters: { query, channelId } });
  check.asserted();
  await expectRejectedOrEmpty(
    exchange,
    () => hitsOf(exchange).ids,
    "searching a channel that the caller does not belong to",
    () => check.call("search-messages", { parameters: { query, channelId: absentId(channelId, check.context.mark) } }),
  );
}

function expectNotHit(place: number): void {
  expectThat(place < 0, {
    message: "messages of channels that the caller does not belong to must not be found",
    expected: "no message of such a channel",
    actual: `found at /data/messages/${place}`,
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
      message: "a message must be found by a member of its channel",
      expected: id,
      actual: "not among the hits",
      keyword: "missing",
    });
  });
}

function otherAgentKey(check: CheckContext): { apiKey: string } {
  return { apiKey: check.context.target.fixtures.otherAgent?.apiKey ?? "" };
}
