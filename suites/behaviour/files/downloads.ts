import { type Exchange, statusOf } from "../../client/exchange.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import type { Check, CheckContext } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { ownChannels } from "../../target/own-channels.ts";
import { expectAccepted, expectRejected, expectThat } from "../../verifiers/expect.ts";
import { stringAt } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { asAdditional, defineCheck, defineStimulus } from "../define-check.ts";
import { expectHidden } from "../expect-hidden.ts";
import { requestMessage } from "../messages/requests.ts";
import {
  fileSetOf,
  grantedDownloadsOfSet,
  grantedUploadsOfSet,
  hasUnusualName,
  sharedFileIn,
  sharedFilesOfSet,
} from "./file-set.ts";
import { expectAllLimitedLifetime, expectAllUnexpired } from "./grant-expiry.ts";
import { sampleFile } from "./sample-files.ts";
import { hasSucceeded, requestDownload, requireDownload, requireSent, shareFiles } from "./transfer.ts";

/** Checks of granted and rejected downloads. */
export function downloadChecks(): Check[] {
  return [
    ...[
      fileSetGranted(),
      fileSetStimulus(),
      signedUrlReturnsFile(),
      foreignChannelRejected(),
      channelOfAnotherRejected(),
      otherChannelRejected(),
      unknownAttachmentRejected(),
      downloadUnexpired(),
      urlsExpire(),
    ],
    ...asAdditional([otherChannelOfReplyRejected()]),
  ];
}

const DOWNLOADS = { operations: ["request-file-download"], fixtures: ["memberChannel"] };
const OTHER_AGENT_FIXTURES = ["memberChannel", "otherAgent.apiKey", "otherAgent.channel"];
const REJECTIONS = [400, 403, 404];

/** Downloads every file of the file set, which other checks need too. */
function fileSetGranted(): Check {
  return defineCheck(
    {
      ...DOWNLOADS,
      requirement: "files.download.succeeds",
      name: "downloads of several kinds of files are granted, including those of a reply",
      reusesResponses: true,
    },
    async (check) => {
      const { download } = await fileSetOf(check);
      for (const shared of await sharedFilesOfSet(check)) {
        const { granted: exchange } = await download(check, shared);
        check.asserted();
        const what = `the download of ${shared.file.fileName}, a file of the caller's channel,`;
        withEvidence([shared.response, exchange], () => expectAccepted(exchange, what));
      }
    },
  );
}

/** Downloads the same files for the rules, which judge that each download shows its name, type and size. */
function fileSetStimulus(): Check {
  return defineStimulus(
    {
      requirement: "files.download.name",
      name: "files of several kinds are attached and downloaded; judged by the rules",
      operations: ["request-file-upload", "request-file-download"],
      fixtures: ["memberChannel"],
      reusesResponses: true,
    },
    async (check) => {
      await grantedDownloadsOfSet(check);
    },
  );
}

function signedUrlReturnsFile(): Check {
  return defineCheck(
    { ...DOWNLOADS, requirement: "files.download.get", name: "the signed URL responds to a plain GET" },
    async (check) => {
      const { download } = await fileSetOf(check);
      for (const shared of await sharedFilesOfSet(check)) {
        const { granted, fetched } = await download(check, shared);
        // Another requirement judges the effect of a name on its URL.
        if (fetched === null || hasUnusualName(shared)) continue;
        check.asserted();
        withEvidence([granted, fetched], () => expectSuccess(fetched));
      }
    },
  );
}

function expectSuccess(exchange: Exchange): void {
  const { status } = requireSent(exchange);
  expectThat(hasSucceeded(exchange), {
    message: "the signed URL must return the bytes to a plain GET",
    expected: "a 2xx status",
    actual: String(status),
    keyword: "status",
  });
}

/** Requests the same file in a channel that does not exist. */
function inUnknownChannel(
  { context }: CheckContext,
  { channelId, attachmentId }: { channelId: string; attachmentId: string },
) {
  return { channelId: absentId(channelId, context.mark), attachmentId };
}

function foreignChannelRejected(): Check {
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
      const exchange = await requestDownload(check, { channelId: foreignChannel, attachmentId });
      check.asserted();
      await expectHidden(exchange, "the download of a file of a foreign channel", () =>
        requestDownload(check, inUnknownChannel(check, { channelId: foreignChannel, attachmentId })),
      );
      // The contract leaves open whether the channel must be named. A caller that is not a member gets nothing either
      // way.
      const withoutChannel = await check.call("request-file-download", { parameters: { attachment: attachmentId } });
      expectRejected(withoutChannel, "the download of a file of a foreign channel that is not named", REJECTIONS);
    },
  );
}

function channelOfAnotherRejected(): Check {
  return defineCheck(
    {
      ...DOWNLOADS,
      requirement: "files.download.membership",
      name: "a file in a channel of another agent is not granted",
      fixtures: OTHER_AGENT_FIXTURES,
    },
    async (check) => {
      const { apiKey = "", channel = "" } = check.context.target.fixtures.otherAgent ?? {};
      const shared = await sharedFileIn(check, "a file of another", channel, { apiKey });
      await requireDownload(check, shared, { apiKey });
      const exchange = await requestDownload(check, shared);
      check.asserted();
      await expectHidden(exchange, "the download of a file in a channel of another agent", () =>
        requestDownload(check, inUnknownChannel(check, shared)),
      );
      await expectNotSharedByMessage(check, shared.attachmentId);
    },
  );
}

/**
 * The contract leaves open whether a message may name a file of another agent. If it may, the file must not become
 * available in a channel of the caller.
 */
async function expectNotSharedByMessage(check: CheckContext, attachmentId: string): Promise<void> {
  const { memberChannel: channelId = "" } = check.context.target.fixtures;
  const sent = await requestMessage(check, { channelId, attachmentIds: [attachmentId] });
  if (statusOf(sent) !== 200) return;
  const exchange = await requestDownload(check, { channelId, attachmentId });
  expectRejected(
    exchange,
    "the download of a file of another agent's channel, named in a message of the caller,",
    REJECTIONS,
  );
}

function otherChannelRejected(): Check {
  return defineCheck(
    {
      ...DOWNLOADS,
      requirement: "files.download.other-channel",
      name: "a file of another agent's channel is not granted when the request names a channel of the caller",
      fixtures: OTHER_AGENT_FIXTURES,
    },
    async (check) => {
      const { apiKey = "", channel = "" } = check.context.target.fixtures.otherAgent ?? {};
      const shared = await sharedFileIn(check, "a misplaced file", channel, { apiKey });
      await requireDownload(check, shared, { apiKey });
      const { foreign: foreignAttachment } = check.context.target.fixtures.attachments ?? {};
      await expectRejectedInOwnChannels(check, [
        shared.attachmentId,
        ...(foreignAttachment === undefined ? [] : [foreignAttachment]),
      ]);
    },
  );
}

function otherChannelOfReplyRejected(): Check {
  return defineCheck(
    {
      ...DOWNLOADS,
      requirement: "files.download.other-channel",
      name: "files of a reply in another agent's channel are not granted when the request names a channel of the caller",
      operations: ["request-file-download", "send-message"],
      fixtures: OTHER_AGENT_FIXTURES,
    },
    async (check) => {
      const { apiKey = "", channel = "" } = check.context.target.fixtures.otherAgent ?? {};
      const { response } = await sharedFileIn(check, "a misplaced file", channel, { apiKey });
      const files = ["first file of a reply", "second file of a reply"].map(sampleFile);
      const thread = { threadId: stringAt(response, "/data/id") };
      const replied = await orNotApplicable(() => shareFiles(check, files, channel, { apiKey }, thread));
      for (const shared of replied) await requireDownload(check, shared, { apiKey });
      await expectRejectedInOwnChannels(
        check,
        replied.map(({ attachmentId }) => attachmentId),
      );
    },
  );
}

/** Requests each of the hidden files in a channel of the caller, each in another one if there are enough. */
async function expectRejectedInOwnChannels(check: CheckContext, hidden: readonly string[]): Promise<void> {
  const channels = ownChannels(check.context);
  for (const [index, attachmentId] of hidden.entries()) {
    const channelId = channels[index % channels.length];
    if (channelId === undefined) return;
    const exchange = await requestDownload(check, { channelId, attachmentId });
    check.asserted();
    expectRejected(exchange, "the download of a hidden file under another channel", REJECTIONS);
  }
}

function unknownAttachmentRejected(): Check {
  return defineCheck(
    {
      ...DOWNLOADS,
      requirement: "files.download.unknown-attachment",
      name: "an attachment that does not exist is not granted",
    },
    async (check) => {
      const shared = await sharedFileIn(check, "an available file", await check.reference("channel"));
      await requireDownload(check, shared);
      await check.forEach(["one", "two"], async (salt, testCase) => {
        const attachmentId = absentId(shared.attachmentId, `${testCase.context.mark} ${salt}`);
        const exchange = await requestDownload(testCase, { channelId: shared.channelId, attachmentId });
        testCase.asserted();
        expectRejected(exchange, "the download of an attachment that does not exist", REJECTIONS);
      });
    },
  );
}

/** The contract calls the URLs of uploads and downloads short-lived. */
function urlsExpire(): Check {
  return defineCheck(
    {
      requirement: "files.flow.short-lived",
      name: "upload and download URLs have a limited lifetime",
      operations: ["request-file-upload", "request-file-download"],
      fixtures: ["memberChannel"],
    },
    async (check) => {
      await expectAllLimitedLifetime(check, await grantedUploadsOfSet(check));
      await expectAllLimitedLifetime(check, await grantedDownloadsOfSet(check));
    },
  );
}

function downloadUnexpired(): Check {
  return defineCheck(
    { ...DOWNLOADS, requirement: "files.download.short-lived", name: "a download URL expires after it was granted" },
    async (check) => expectAllUnexpired(check, await grantedDownloadsOfSet(check)),
  );
}
