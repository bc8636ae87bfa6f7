import { type Exchange, statusOf } from "../client/exchange.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
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
    judge: judgeSent,
  },
];

/** Returns true for a request with the caller's key that is meant to be accepted. */
function isOwnPlain({ isOwn, isBroken }: HistoryEntry): boolean {
  return isOwn && isBroken !== true;
}

/** Statuses that reject the request. A rate limit or a server error proves nothing. */
const REJECTIONS = [400, 403, 404, 409];

function judgeDownloads(knowledge: Knowledge): number {
  const given = new Map<string, Exchange>();
  let judged = 0;
  for (const past of knowledge.history("request-file-download").filter(isOwnPlain)) {
    const key = JSON.stringify([requested(past, "channel"), requested(past, "attachment")]);
    const before = given.get(key);
    const status = statusOf(past.exchange);
    if (status === 200) given.set(key, past.exchange);
    if (before === undefined) continue;
    judged += 1;
    withEvidence([before, past.exchange], () =>
      expectThat(!REJECTIONS.includes(status), {
        message: "a file that was granted once must be granted again",
        expected: "200",
        actual: statusAndCode(past.exchange),
        keyword: "again",
      }),
    );
  }
  return judged;
}

/** The number of requests after which a file counts as missing: a new attachment may become visible with a delay. */
const IN_VAIN = 9;

/**
 * Judges the downloads of files in messages that the caller sent: in the channel of the message, they must be granted.
 */
function judgeSent(knowledge: Knowledge): number {
  const asked = knowledge.history("request-file-download").filter(isOwnPlain);
  let judged = 0;
  for (const sending of accepted(knowledge, "send-message").filter(({ isOwn }) => isOwn)) {
    const carried = requested(sending, "attachmentIds");
    for (const id of Array.isArray(carried) ? carried : []) {
      const tries = asked.filter(
        (past) =>
          requested(past, "attachment") === id && requested(past, "channel") === requested(sending, "channelId"),
      );
      const [last] = tries.slice(-1);
      if (last === undefined) continue;
      judged += 1;
      const isRejected = tries.every(({ exchange }) => REJECTIONS.includes(statusOf(exchange)));
      withEvidence([sending.exchange, last.exchange], () =>
        expectThat(tries.length < IN_VAIN || !isRejected, {
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
