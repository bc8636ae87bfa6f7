import type { JsonObject } from "../../../spec/json.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { ownChannels } from "../../target/own-channels.ts";
import { expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { stringAt } from "../../verifiers/read.ts";
import { asAdditional, defineCheck } from "../define-check.ts";
import { expectRead } from "./channel-pages.ts";
import { waitForNextOrder } from "./order-of-sending.ts";
import { PORTABLE_LIMIT, readPage, URGENT } from "./pages.ts";
import { flagMessage, requestMessage, type SentMessage, sendMessage } from "./requests.ts";

/** A sent message is read in its channel, once, and in no other channel. */
export function readableChecks(): Check[] {
  return [...asAdditional([everyKindRead()]), inNoOtherChannel()];
}

/** Kinds of message, each sent between two plain ones. */
const KINDS: readonly {
  readonly kind: string;
  readonly content: string;
  readonly files: number;
  readonly flag?: true;
  /** True for one that begins with its content, without a word of the run before it. */
  readonly bare?: true;
}[] = [
  { kind: "with a file", content: "look at this", files: 1 },
  { kind: "with two files", content: "look at these", files: 2 },
  { kind: "long", content: `a story ${"that goes on and on ".repeat(80)}to its end`, files: 0 },
  { kind: "of several lines", content: "# head\n\n- one\n- two\n\n```js\nx < 1 && y\n```", files: 0 },
  { kind: "that is flagged", content: "someone has to look at this", files: 0, flag: true },
  { kind: "in other scripts", content: "Ж 文字 مرحبا 👩‍👩‍👧‍👦 q̃", files: 0 },
  { kind: "like a command", content: "/away until noon", files: 0, bare: true },
];

function everyKindRead(): Check {
  return defineCheck(
    {
      requirement: "messages.send.readable",
      name: "messages of every kind are listed in their channel",
      operations: ["send-message", "get-messages"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      const channel = await check.reference("channel");
      await check.forEach(firstPartOf(check, KINDS, 3), async ({ kind, content, files, flag, bare }, testCase) => {
        const attachmentIds: string[] = [];
        for (let count = 0; count < files; count += 1)
          attachmentIds.push(await testCase.reference("attachment", "uploaded"));
        const members = { channelId: channel, content, ...(files > 0 ? { attachmentIds } : {}) };
        const earlier = await sendMessage(testCase, `before one ${kind}`, { channelId: channel });
        await waitForNextOrder(testCase);
        const { id } = await (bare
          ? sendWithoutWord(testCase, members)
          : sendMessage(testCase, `one ${kind}`, members));
        if (flag) requireAccepted(await flagMessage(testCase, id, "to be read all the same"), "messages.flag.succeeds");
        const later = await sendMessage(testCase, `after one ${kind}`, { channelId: channel });
        await testCase.eventually(() => expectRead(testCase, id, { channel, earlier, later }));
        await testCase.eventually(() => expectOnPageAfter(testCase, { channel, earlier, later }, id));
        testCase.asserted();
      });
    },
  );
}

async function sendWithoutWord(check: CaseContext, members: JsonObject): Promise<Pick<SentMessage, "id">> {
  const response = await requestMessage(check, members);
  requireAccepted(response, "messages.send.succeeds");
  return { id: stringAt(response, "/data/id") };
}

/**
 * A page after a message that has room left must have all later messages of any kind. A full one may be the newest
 * page, or filled by others.
 */
async function expectOnPageAfter(
  check: CaseContext,
  { channel, earlier, later }: { readonly channel: string; readonly earlier: SentMessage; readonly later: SentMessage },
  id: string,
): Promise<void> {
  const { ids } = await readPage(check, { channel, limit: PORTABLE_LIMIT, after: earlier.id }, URGENT);
  if (ids.includes(id) || !ids.includes(later.id)) return;
  // Pages may be smaller than requested. The newest page of a channel with more messages shows the actual size.
  const newest = await readPage(check, { channel, limit: PORTABLE_LIMIT }, URGENT);
  expectThat(ids.length >= newest.ids.length, {
    message: "a page after a message that is not full must have every later message",
    expected: `the message ${id}`,
    actual: `${ids.length} messages without it`,
    pointer: "/data/messages",
    keyword: "missing",
  });
}

/** Sends a message into each channel of the caller, and reads the pages around it. */
function inNoOtherChannel(): Check {
  return defineCheck(
    {
      requirement: "messages.get.channel",
      name: "no message is listed in two channels",
      operations: ["get-messages", "send-message"],
      fixtures: ["memberChannel", "secondMemberChannel"],
    },
    async (check) => {
      // One in each channel in turn, right after each other, so that neighbours in time are in different channels.
      const earlier = await sendIntoEachChannel(check, "first");
      const later = await sendIntoEachChannel(check, "last");
      const channelsById = new Map([earlier, later].flatMap((sent) => [...sent].map(([channel, id]) => [id, channel])));
      const expectOnlyChannel = (ids: readonly string[], channel: string) => {
        for (const id of ids) {
          const other = channelsById.get(id);
          check.asserted();
          expectThat(other === undefined || other === channel, {
            message: "only messages of the requested channel must be returned",
            expected: "no message in two channels",
            actual: `${id} in ${other} and ${channel}`,
            pointer: "/data/messages",
            keyword: "channel",
          });
          channelsById.set(id, channel);
        }
      };
      for (const channel of ownChannels(check.context)) {
        const [first = "", last = ""] = [earlier, later].map((sent) => sent.get(channel));
        const cursors = [{ before: last }, { after: first }, {}, { before: first }];
        const pages = await Promise.all(
          firstPartOf(check, cursors, 2).map((cursor) =>
            // A target may show the newest page after a message, which others soon fill.
            readPage(check, { channel, limit: PORTABLE_LIMIT, ...cursor }, "after" in cursor ? URGENT : {}),
          ),
        );
        expectOnlyChannel(
          pages.flatMap(({ ids }) => ids),
          channel,
        );
      }
    },
  );
}

/** Sends one message into each channel of the caller, and returns their ids by channel. */
async function sendIntoEachChannel(check: CheckContext, place: string): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const channel of ownChannels(check.context)) {
    ids.set(channel, (await sendMessage(check, `only in ${channel} ${place}`, { channelId: channel }, URGENT)).id);
  }
  return ids;
}
