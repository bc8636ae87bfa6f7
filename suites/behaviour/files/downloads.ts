import { type Exchange, statusOf } from "../../client/exchange.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { ownChannels } from "../../target/own-channels.ts";
import { expectAccepted, expectRejected, expectThat } from "../../verifiers/expect.ts";
import { judging } from "../../verifiers/judging.ts";
import { stringAt } from "../../verifiers/read.ts";
import { asFurther, defineCheck, defineStimulus } from "../define-check.ts";
import { expectHidden } from "../expect-hidden.ts";
import { askToSend } from "../messages/requests.ts";
import { downloadsOfKit, isOfUnusualName, kitOf, sharedOfKit, shareOne, uploadsOfKit } from "./kit.ts";
import { sampleFile } from "./samples.ts";
import { expectAllLiving, expectAllPassing } from "./short-lived.ts";
import { askForDownload, hasSucceeded, requireDownload, requireSent, shareFiles } from "./transfer.ts";

/** Checks of granted and rejected downloads. */
export function downloadChecks(): Check[] {
  return [
    ...[
      grantedOfKit(),
      downloadedOfKit(),
      gives(),
      foreign(),
      anothers(),
      otherChannel(),
      unknown(),
      shortLived(),
      passing(),
    ],
    ...asFurther([otherChannelOfReply()]),
  ];
}

const DOWNLOADS = { operations: ["request-file-download"], fixtures: ["memberChannel"] };
const ANOTHERS = ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"];
const UNKNOWN = [400, 403, 404];

/** Downloads that other checks need too: each of several files of one message, of many kinds, and those of a reply. */
function grantedOfKit(): Check {
  return defineCheck(
    {
      ...DOWNLOADS,
      requirement: "files.download.succeeds",
      name: "files of several kinds are granted, also those of a reply",
      shared: true,
    },
    async (check) => {
      const { take } = await kitOf(check);
      for (const shared of await sharedOfKit(check)) {
        const { granted: exchange } = await take(check, shared);
        check.asserted();
        const what = `the download of ${shared.file.fileName}, a file of the caller's channel,`;
        judging([shared.response, exchange], () => expectAccepted(exchange, what));
      }
    },
  );
}

/** Downloads the same files in a run of what only rules judge: that each shows its name, type and size. */
function downloadedOfKit(): Check {
  return defineStimulus(
    {
      requirement: "files.download.name",
      name: "files of several kinds are attached and downloaded, for the rules over all traffic",
      operations: ["request-file-upload", "request-file-download"],
      fixtures: ["memberChannel"],
      shared: true,
    },
    async (check) => {
      await downloadsOfKit(check);
    },
  );
}

function gives(): Check {
  return defineCheck(
    { ...DOWNLOADS, requirement: "files.download.get", name: "the signed URL responds to a plain GET" },
    async (check) => {
      const { take } = await kitOf(check);
      for (const shared of await sharedOfKit(check)) {
        const { granted, got } = await take(check, shared);
        // Another requirement judges the effect of a name on its URL.
        if (got === null || isOfUnusualName(shared)) continue;
        check.asserted();
        judging([granted, got], () => expectGiven(got));
      }
    },
  );
}

function expectGiven(exchange: Exchange): void {
  const { status } = requireSent(exchange);
  expectThat(hasSucceeded(exchange), {
    message: "the signed URL must return the bytes to a plain GET",
    expected: "a status of success",
    actual: String(status),
    keyword: "status",
  });
}

/** Requests the same file in a channel that does not exist. */
function absentTwin(
  { context }: CheckContext,
  { channelId, attachmentId }: { channelId: string; attachmentId: string },
) {
  return { channelId: absentId(channelId, context.mark), attachmentId };
}

function foreign(): Check {
  return defineCheck(
    {
      ...DOWNLOADS,
      requirement: "files.download.membership",
      name: "a file of a foreign channel is not granted",
      fixtures: ["memberChannel", "foreignChannel", "attachments.foreign"],
      writes: false,
    },
    async (check) => {
      const { foreignChannel = "", attachments } = check.context.target.fixtures;
      const attachmentId = attachments?.foreign ?? "";
      const exchange = await askForDownload(check, { channelId: foreignChannel, attachmentId });
      check.asserted();
      await expectHidden(exchange, "the download of a file of a foreign channel", () =>
        askForDownload(check, absentTwin(check, { channelId: foreignChannel, attachmentId })),
      );
      // The contract leaves open whether the channel must be named. A caller that is not a member gets nothing either
      // way.
      const nameless = await check.call("request-file-download", { parameters: { attachment: attachmentId } });
      expectRejected(nameless, "the download of a file of a foreign channel that is not named", UNKNOWN);
    },
  );
}

function anothers(): Check {
  return defineCheck(
    {
      ...DOWNLOADS,
      requirement: "files.download.membership",
      name: "a file in a channel of another agent is not granted",
      fixtures: ANOTHERS,
    },
    async (check) => {
      const { apiKey = "", channel = "" } = check.context.target.fixtures.otherAgent ?? {};
      const shared = await shareOne(check, "a file of another", channel, { apiKey });
      await requireDownload(check, shared, { apiKey });
      const exchange = await askForDownload(check, shared);
      check.asserted();
      await expectHidden(exchange, "the download of a file in a channel of another agent", () =>
        askForDownload(check, absentTwin(check, shared)),
      );
      await expectNotLaundered(check, shared.attachmentId);
    },
  );
}

/**
 * The contract leaves open whether a message may name a file of another agent. If it may, the file must not become
 * available in a channel of the caller.
 */
async function expectNotLaundered(check: CheckContext, attachmentId: string): Promise<void> {
  const { memberChannel: channelId = "" } = check.context.target.fixtures;
  const sent = await askToSend(check, { channelId, attachmentIds: [attachmentId] });
  if (statusOf(sent) !== 200) return;
  const exchange = await askForDownload(check, { channelId, attachmentId });
  expectRejected(
    exchange,
    "the download of a file of another agent's channel, named in a message of the caller,",
    UNKNOWN,
  );
}

function otherChannel(): Check {
  return defineCheck(
    {
      ...DOWNLOADS,
      requirement: "files.download.other-channel",
      name: "a file of another agent's channel is not granted when the request names a channel of the caller",
      fixtures: ANOTHERS,
    },
    async (check) => {
      const { apiKey = "", channel = "" } = check.context.target.fixtures.otherAgent ?? {};
      const shared = await shareOne(check, "a misplaced file", channel, { apiKey });
      await requireDownload(check, shared, { apiKey });
      const { foreign: fixture } = check.context.target.fixtures.attachments ?? {};
      await expectNotElsewhere(check, [shared.attachmentId, ...(fixture === undefined ? [] : [fixture])]);
    },
  );
}

function otherChannelOfReply(): Check {
  return defineCheck(
    {
      ...DOWNLOADS,
      requirement: "files.download.other-channel",
      name: "nor are the files of a reply",
      operations: ["request-file-download", "send-message"],
      fixtures: ANOTHERS,
    },
    async (check) => {
      const { apiKey = "", channel = "" } = check.context.target.fixtures.otherAgent ?? {};
      const { response } = await shareOne(check, "a misplaced file", channel, { apiKey });
      const files = ["misplaced in a reply", "behind another in a reply"].map(sampleFile);
      const thread = { threadId: stringAt(response, "/data/id") };
      const replied = await orNotApplicable(() => shareFiles(check, files, channel, { apiKey }, thread));
      for (const shared of replied) await requireDownload(check, shared, { apiKey });
      await expectNotElsewhere(
        check,
        replied.map(({ attachmentId }) => attachmentId),
      );
    },
  );
}

/** Requests each of the hidden files in another channel of the caller, as far as there are as many. */
async function expectNotElsewhere(check: CheckContext, hidden: readonly string[]): Promise<void> {
  const channels = ownChannels(check.context);
  for (const [index, attachmentId] of hidden.entries()) {
    const channelId = channels[index % channels.length];
    if (channelId === undefined) return;
    const exchange = await askForDownload(check, { channelId, attachmentId });
    check.asserted();
    expectRejected(exchange, "the download of a hidden file under another channel", UNKNOWN);
  }
}

function unknown(): Check {
  return defineCheck(
    {
      ...DOWNLOADS,
      requirement: "files.download.unknown-attachment",
      name: "an attachment that does not exist is not granted",
    },
    async (check) => {
      const shared = await shareOne(check, "the nearest file there is", await check.reference("channel"));
      await requireDownload(check, shared);
      await check.forEach(["one", "two"], async (salt, one) => {
        const attachmentId = absentId(shared.attachmentId, `${one.context.mark} ${salt}`);
        const exchange = await askForDownload(one, { channelId: shared.channelId, attachmentId });
        one.asserted();
        expectRejected(exchange, "the download of an attachment that does not exist", UNKNOWN);
      });
    },
  );
}

/** The contract calls the URLs of uploads and downloads short-lived. */
function passing(): Check {
  return defineCheck(
    {
      requirement: "files.flow.short-lived",
      name: "the URLs of an upload and of a download expire",
      operations: ["request-file-upload", "request-file-download"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      await expectAllPassing(check, await uploadsOfKit(check));
      await expectAllPassing(check, await downloadsOfKit(check));
    },
  );
}

function shortLived(): Check {
  return defineCheck(
    { ...DOWNLOADS, requirement: "files.download.short-lived", name: "a download expires after it was granted" },
    async (check) => expectAllLiving(check, await downloadsOfKit(check)),
  );
}
