import { type Exchange, statusOf } from "../client/exchange.ts";
import { accepted, requested, requestedAttachments } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectThat, statusAndCode } from "../verifiers/expect.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";

/** A granted download is granted again. */
export const downloadsGrantedRules: readonly Rule[] = [
  {
    requirement: "files.download.succeeds",
    name: "a file that was granted once is granted again",
    operations: ["request-file-download"],
    judge: judgeDownloads,
  },
  {
    requirement: "files.download.succeeds",
    name: "a file of a sent message is granted in its channel",
    operations: ["request-file-download", "send-message"],
    judge: judgeAttachments,
  },
];

/** Returns true for a request with the caller's key that is meant to be accepted. */
function isOwnPlain({ isOwn, isBroken }: HistoryEntry): boolean {
  return isOwn && isBroken !== true;
}

/** Statuses that reject the request. A rate limit or a server error proves nothing. */
const REJECTIONS = [400, 403, 404, 409];

function judgeDownloads(knowledge: Knowledge): number {
  const granted = new Map<string, Exchange>();
  let judged = 0;
  for (const entry of knowledge.history("request-file-download").filter(isOwnPlain)) {
    const key = JSON.stringify([requested(entry, "channel"), requested(entry, "attachment")]);
    const before = granted.get(key);
    const status = statusOf(entry.exchange);
    if (status === 200) granted.set(key, entry.exchange);
    if (before === undefined) continue;
    judged += 1;
    withEvidence([before, entry.exchange], () =>
      expectThat(!REJECTIONS.includes(status), {
        message: "a download that was granted once must be granted again",
        expected: "200",
        actual: statusAndCode(entry.exchange),
        keyword: "again",
      }),
    );
  }
  return judged;
}

/** The number of requests after which a file counts as missing: a new attachment may become visible with a delay. */
const MIN_ATTEMPTS = 9;

/**
 * Judges the downloads of files in messages that the caller sent: in the channel of the message, they must be granted.
 */
function judgeAttachments(knowledge: Knowledge): number {
  const downloads = knowledge.history("request-file-download").filter(isOwnPlain);
  let judged = 0;
  for (const sending of accepted(knowledge, "send-message").filter(({ isOwn }) => isOwn)) {
    for (const id of requestedAttachments(sending)) {
      const attempts = downloads.filter(
        (entry) =>
          requested(entry, "attachment") === id && requested(entry, "channel") === requested(sending, "channelId"),
      );
      const [last] = attempts.slice(-1);
      if (last === undefined) continue;
      judged += 1;
      const isRejected = attempts.every(({ exchange }) => REJECTIONS.includes(statusOf(exchange)));
      withEvidence([sending.exchange, last.exchange], () =>
        expectThat(attempts.length < MIN_ATTEMPTS || !isRejected, {
          message: "the download of a file of the caller's channel must be granted with 200",
          expected: "200",
          actual: statusAndCode(last.exchange),
          keyword: "status",
        }),
      );
    }
  }
  return judged;
}
