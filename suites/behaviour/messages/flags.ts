import { asObject } from "../../../spec/json.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import { type CaseContext, type Check, REJECTED, type RunContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectEqual, expectRejected, expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { expectFlagSet, isFlagSet } from "../../verifiers/needs-human.ts";
import { isUnset, valueAt } from "../../verifiers/read.ts";
import { defineCheck, further } from "../define-check.ts";
import { lineOfText } from "../text.ts";
import { quietChannel } from "./channels.ts";
import { requireFlag } from "./flag-hidden.ts";
import { type Flagged, type FlaggedMessage, flaggingOf } from "./flagging.ts";
import { flagKeepingChecks } from "./flags-kept.ts";
import { type MessageSighting, requireSightIn, sightOf } from "./listed.ts";
import { givesMetadata } from "./metadata.ts";
import { askForPage, readPage, URGENT, WIDE } from "./pages.ts";
import { flagMessage, type SentMessage, sendMessage } from "./requests.ts";
import { rowSight, type Sight } from "./row-sight.ts";

/** Checks of the effect of a flag on its message, and that it has none on others. */
export function flagChecks(context: RunContext): Check[] {
  const flagging = flaggingOf(context);
  return [
    accepted(flagging),
    sameMessage(flagging),
    entrySet(flagging),
    anyReason(),
    persists(flagging),
    shownAfter(flagging),
    onlyTheMessage(flagging),
    ...further([notTheNext(), stillThere(flagging)]),
    notTheReply(flagging),
    unknown(),
    ...flagKeepingChecks(flagging),
  ];
}

const FLAGS = { operations: ["flag-needs-human"], fixtures: ["memberChannel"] };
const READ_AGAIN = { operations: ["flag-needs-human", "get-messages"], fixtures: ["memberChannel"] };

/** Any message can be flagged, for any reason: a root, a reply, one with a file. */
function accepted(flagging: Flagged): Check {
  return defineCheck(
    {
      ...FLAGS,
      requirement: "messages.flag.succeeds",
      name: "messages, replies and messages with files are flagged",
      shared: true,
    },
    async (check) => {
      await check.forEach(
        (await flagging(check)).tries,
        async ({ sent, reason, response }, one) => {
          one.asserted();
          judging([sent.response, response], () =>
            expectAccepted(response, `flagging a message for the reason ${reason}`),
          );
        },
        { describe: ({ sent, reason }) => ({ message: sent.asked, reason }) },
      );
    },
  );
}

function sameMessage(flagging: Flagged): Check {
  return defineCheck(
    { ...FLAGS, requirement: "messages.flag.same-message", name: "the response is the message that was named" },
    async (check) => {
      for (const { sent, response } of (await flagging(check)).flagged) {
        check.asserted();
        const why = "the response to a flag must be the message that was named";
        judging([response], () => expectEqual(response, "/data/id", sent.id, why));
      }
    },
  );
}

function entrySet(flagging: Flagged): Check {
  return defineCheck(
    { ...FLAGS, requirement: "messages.flag.sets-needs-human", name: "the metadata has the entry" },
    async (check) => {
      const { flagged, again } = await flagging(check);
      for (const { response } of [...flagged, ...again]) {
        check.asserted();
        judging([response], () => expectFlagSet(valueAt(response, "/data/metadata"), "/data/metadata"));
      }
    },
  );
}

function anyReason(): Check {
  return defineCheck(
    { ...FLAGS, requirement: "messages.flag.sets-needs-human", name: "the entry is set for any reason" },
    async (check) => {
      await check.property(
        // The text is preceded by some words, since the minimum length of a reason is not stated.
        lineOfText.map((line) => `To be seen for: ${line}`),
        async (reason, one) => {
          const response = await flagMessage(one, await one.reference("message", "flaggable"), reason);
          requireAccepted(response, "messages.flag.succeeds");
          one.asserted();
          expectFlagSet(valueAt(response, "/data/metadata"), "/data/metadata");
        },
        { cases: 8 },
      );
    },
  );
}

function persists(flagging: Flagged): Check {
  return defineCheck(
    { ...READ_AGAIN, requirement: "messages.flag.persists", name: "the entry is read again with the message" },
    async (check) => {
      const { channel, flagged } = await flagging(check);
      const given = await givesMetadata(check, channel);
      const sight = rowSight(check);
      await check.forEach(
        flagged,
        async ({ sent, stretch }, one) => {
          await expectEntryRead(one, { sent, stretch }, given, sight);
        },
        { describe: ({ sent }) => ({ messageId: sent.id }), first: flagged.length },
      );
    },
  );
}

/**
 * Fails if a listing lacks the entry. A target may omit metadata from its lists, but one that has it for some messages
 * must have it for a flagged one.
 */
function expectEntryRead(
  one: CaseContext,
  { sent, stretch }: Pick<FlaggedMessage, "sent" | "stretch">,
  given: boolean,
  sight: Sight = (context, message) => sightOf(context, message.sent, message.stretch),
): Promise<void> {
  return one.eventually(async () => {
    const seen = await sight(one, { sent, stretch });
    if (seen === null || (isUnset(seen.message.metadata) && !given)) return;
    judging([seen.exchange], () => expectFlagSet(seen.message.metadata, `${seen.pointer}/metadata`));
    one.asserted();
  });
}

/** The entry must last: it is still there at the end of the run. */
function stillThere(flagging: Flagged): Check {
  return defineCheck(
    { ...READ_AGAIN, requirement: "messages.flag.persists", name: "the entry is still there much later", late: true },
    async (check) => {
      const { channel, flagged } = await orNotApplicable(() => flagging(check));
      const given = await givesMetadata(check, channel);
      await check.forEach(flagged.slice(0, MAX_FLAGGED), (message, one) => expectEntryRead(one, message, given), {
        describe: ({ sent }) => ({ messageId: sent.id }),
      });
    },
  );
}

/** The number of flagged messages that are checked at the end. */
const MAX_FLAGGED = 2;

/** Pages with a cursor may use another query: reads one after a flagged message, and one between two messages. */
function shownAfter(flagging: Flagged): Check {
  return defineCheck(
    { ...READ_AGAIN, requirement: "messages.flag.persists", name: "later pages show the entry", early: true },
    async (check) => {
      const { channel, flagged, closing } = await flagging(check);
      const first = flagged.find(({ sent }) => sent.asked.threadId === undefined)?.sent ?? flagged[0]?.sent;
      if (first === undefined) return;
      // The contract leaves open the result with both cursors, but its messages must have the same fields as elsewhere.
      await askForPage(check, { channel, limit: WIDE, after: first.id, before: closing.id });
      await check.eventually(async () => {
        const { messages } = await readPage(check, { channel, limit: WIDE, after: first.id });
        // If some messages have metadata, a flagged one must have it.
        const given = messages.some(({ metadata }) => !isUnset(metadata));
        let judged = 0;
        for (const { sent } of flagged) {
          const place = messages.findIndex(({ id }) => id === sent.id);
          const metadata = messages[place]?.metadata;
          if (place < 0 || (isUnset(metadata) && !given)) continue;
          judged += 1;
          check.asserted();
          expectFlagSet(metadata, `/data/messages/${place}/metadata`);
        }
        if (judged === 0) throw new NotApplicable("a page after a flagged message shows no other flag here");
      });
    },
  );
}

function onlyTheMessage(flagging: Flagged): Check {
  return defineCheck(
    {
      ...READ_AGAIN,
      requirement: "messages.flag.only-the-message",
      name: "messages beside a flagged one stay as they are",
    },
    async (check) => {
      const { unflagged } = await flagging(check);
      await check.forEach(
        unflagged,
        async ({ sent, stretch }, one) => {
          const seen = await sightOf(one, sent, stretch);
          if (seen === null) return;
          one.asserted();
          expectUnflagged(seen);
        },
        { describe: ({ sent }) => ({ messageId: sent.id }) },
      );
    },
  );
}

function expectUnflagged({ message, pointer }: MessageSighting): void {
  expectThat(!isFlagSet(message.metadata), {
    message: "flagging one message must set no needsHuman entry on another",
    expected: "no such entry",
    actual: JSON.stringify(asObject(message.metadata).needsHuman ?? null),
    pointer: `${pointer}/metadata/needsHuman`,
    keyword: "flag",
  });
}

/** Several tries are needed to get adjacent messages, since others may write in between. */
function notTheNext(): Check {
  return defineCheck(
    {
      ...READ_AGAIN,
      requirement: "messages.flag.only-the-message",
      name: "the message before and the newest one stay as they are while one is flagged",
    },
    async (check) => {
      const channel = quietChannel(check.context);
      const send = (key: string) => sendMessage(check, `beside a flag ${key}`, { channelId: channel }, URGENT);
      const start = (turn: string) => sendMessage(check, `beside a flag ${turn} start`, { channelId: channel });
      const earlier = await start("");
      const beside: SentMessage[] = [];
      for (const turn of ["first", "second", "third"]) {
        // Not urgent, so that a small budget is not spent on these requests.
        if (beside.length > 0) await start(turn);
        // Concurrently, so that other checks hardly send anything in between.
        const row = await Promise.all([1, 2, 3, 4, 5].map((place) => send(`${turn} in place ${place}`)));
        const flagged = row[2]?.id ?? "";
        beside.push(...row.filter(({ id }) => id !== flagged), await send(`${turn} newest`));
        requireAccepted(await flagMessage(check, flagged, "this message alone", URGENT), "messages.flag.succeeds");
      }
      const later = await send("end");
      for (const { id } of beside) {
        const seen = await requireSightIn(check, id, { channel, earlier, later });
        check.asserted();
        expectUnflagged(seen);
      }
    },
  );
}

/** A flag applies to the named message only: a later reply in its thread is not flagged. */
function notTheReply(flagging: Flagged): Check {
  return defineCheck(
    {
      ...READ_AGAIN,
      operations: [...READ_AGAIN.operations, "send-message"],
      requirement: "messages.flag.only-the-message",
      name: "a reply to a flagged message has no entry, in its response and when it is read",
      shared: true,
    },
    async (check) => {
      const { flagged, reply } = await flagging(check);
      const root = flagged.find(({ sent }) => sent.asked.threadId === undefined);
      if (root === undefined || reply === null) throw new NotApplicable("no message outside of threads was flagged");
      check.asserted();
      judging([root.response, reply.response], () =>
        expectUnflagged({
          exchange: reply.response,
          pointer: "/data",
          message: asObject(valueAt(reply.response, "/data")),
        }),
      );
    },
  );
}

function unknown(): Check {
  return defineCheck(
    { ...FLAGS, requirement: "messages.flag.unknown-message", name: "a message that does not exist is not flagged" },
    async (check) => {
      const id = await requireFlag(check);
      await check.forEach(["one", "two"], async (salt, one) => {
        const body = { messageId: absentId(id, `${one.context.mark} ${salt}`), reason: "nobody wrote this" };
        const exchange = await one.call("flag-needs-human", { body }, REJECTED);
        one.asserted();
        expectRejected(exchange, "flagging a message that does not exist", [400, 403, 404]);
      });
    },
  );
}
