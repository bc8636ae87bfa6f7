import type { Exchange } from "../../client/exchange.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { valueAt } from "../../verifiers/read.ts";

/** No reading of short-lived goes as far as this. */
const LONGEST_MS = 31 * 86_400_000;

/** Fails when what is granted lives on as if it were for good; false where the answer tells no time to compare with. */
export function expectPassing(exchange: Exchange): boolean {
  const expiresAt = valueAt(exchange, "/data/expiresAt");
  const now = valueAt(exchange, "/meta/timestamp");
  if (typeof expiresAt !== "string" || typeof now !== "string") return false;
  expectThat(Date.parse(expiresAt) - Date.parse(now) <= LONGEST_MS, {
    message: "what is granted for a short time should expire within a month",
    expected: `a time within a month of ${now}`,
    actual: expiresAt,
    pointer: "/data/expiresAt",
    keyword: "lasting",
  });
  return true;
}

/** Fails when what is granted has expired in the moment of its answer; false where the answer tells no time to compare with. */
export function expectLiving(exchange: Exchange): boolean {
  const expiresAt = valueAt(exchange, "/data/expiresAt");
  const now = valueAt(exchange, "/meta/timestamp");
  if (typeof expiresAt !== "string" || typeof now !== "string") return false;
  expectThat(Date.parse(expiresAt) > Date.parse(now), {
    message: "what is granted must expire after the answer that grants it",
    expected: `a time after ${now}`,
    actual: expiresAt,
    pointer: "/data/expiresAt",
    keyword: "expired",
  });
  return true;
}
