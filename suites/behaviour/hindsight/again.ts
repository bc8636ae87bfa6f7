import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CheckContext } from "../../engine/check.ts";
import { expectThat, statusAndCode } from "../../verifiers/expect.ts";
import { judging } from "../evidence.ts";
import { askedFor, type Rule } from "./rule.ts";

/** What was given once is given again. */
export const againRules: readonly Rule[] = [
  {
    requirement: "files.download.succeeds",
    name: "a file that was given once is given again",
    operations: ["request-file-download"],
    judge: judgeDownloads,
  },
];

/** What is refused for load, or for a failure of the server, says nothing. */
const REFUSALS = [400, 403, 404, 409];

function judgeDownloads(check: CheckContext): number {
  const given = new Map<string, Exchange>();
  let judged = 0;
  for (const past of check.history("request-file-download").filter(({ isOwn }) => isOwn)) {
    const key = JSON.stringify([askedFor(past, "channel"), askedFor(past, "attachment")]);
    const before = given.get(key);
    const status = statusOf(past.exchange);
    if (status === 200) given.set(key, past.exchange);
    if (before === undefined) continue;
    judged += 1;
    judging([before, past.exchange], () =>
      expectThat(!REFUSALS.includes(status), {
        message: "a file that was given once must be given again",
        expected: "200",
        actual: statusAndCode(past.exchange),
        keyword: "again",
      }),
    );
  }
  return judged;
}
