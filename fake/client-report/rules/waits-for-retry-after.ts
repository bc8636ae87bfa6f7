import { isReaction, nameOf, nextAttempt, pauseBetween, secondsOf } from "../exchanges.ts";
import type { ClientRule } from "../rule.ts";

/** A timer may fire slightly early. */
const TOLERANCE_MS = 100;

/** A client waits at least as long as Retry-After states. */
export const waitsForRetryAfter: ClientRule = {
  id: "waits-for-retry-after",
  severity: "error",
  title: "Waits as long as Retry-After says before it sends a request again",
  clause: {
    section: "Errors and retries",
    text: "wait at least as long as `Retry-After` says if it is present",
  },
  remedy: "Read the header Retry-After (seconds) of 429 and 503, and sleep that long before the next attempt.",
  judge: ({ clients }) => {
    const attempts = clients.flatMap((client) =>
      client.flatMap((told) => {
        const again = told.retryAfter === null ? undefined : nextAttempt(client, told, isReaction);
        return again === undefined ? [] : [{ told, again, waitMs: (told.retryAfter ?? 0) * 1000 }];
      }),
    );
    const hasty = attempts.filter(({ told, again, waitMs }) => pauseBetween(told, again) < waitMs - TOLERANCE_MS);
    return {
      judged: attempts.length,
      violations: hasty.map(({ told, again, waitMs }) => ({
        cause: String(told.operation),
        message: `${nameOf(told)} was told to wait ${secondsOf(waitMs)}, and was sent again after ${secondsOf(pauseBetween(told, again))}`,
        exchanges: [told, again],
      })),
    };
  },
};
