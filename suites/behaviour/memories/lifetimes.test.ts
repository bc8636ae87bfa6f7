import { expect, test } from "vitest";
import { expectLifetime } from "../../verifiers/expect-lifetime.ts";

const judge = (memory: Parameters<typeof expectLifetime>[0]) => expectLifetime(memory, 604_800);

test("an expiry counts as a kept lifetime although no creation time is shown", () => {
  expect(() => judge({ ttl_seconds: null, expires_at: "2026-01-08T00:00:00Z" })).not.toThrow();
  expect(() => judge({})).not.toThrow();
});

test("null for a requested lifetime fails", () => {
  expect(() => judge({ ttl_seconds: null, expires_at: null })).toThrow();
  expect(() => judge({ ttl_seconds: null })).toThrow();
});
