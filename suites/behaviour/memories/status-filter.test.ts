import { expect, test } from "vitest";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectStatus } from "./status-filter.ts";

const NOW = "2026-01-01T12:00:00.500Z";

/** Returns the verdict on a hit that is shown as expired in a search for current ones, with this end of its lifetime. */
function verdictForExpiry(expires_at: string) {
  const exchange = answeredExchange(200, { success: true, data: {}, meta: { timestamp: NOW } });
  const hit = { id: "m1", memory: { status: "expired", expires_at }, exchange, pointer: "/data/hits/0" };
  const context = { target: { consistency: { timeoutMs: 5_000, intervalMs: 100 } } } as CaseContext["context"];
  let judgements = 0;
  const asserted = () => {
    judgements += 1;
  };
  try {
    expectStatus({ context, asserted }, [hit], "current", "only current ones may be found");
    return judgements;
  } catch (error) {
    if (error instanceof Failure) return "broken";
    throw error;
  }
}

test("a memory that expires during a search is not judged by its status, and one that expired earlier is", () => {
  expect(verdictForExpiry("2026-01-01T12:00:00.499Z")).toBe(0);
  expect(verdictForExpiry("2026-01-01T11:59:00.000Z")).toBe("broken");
});
