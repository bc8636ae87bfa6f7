import { expect, test } from "vitest";
import { expectLifetime } from "../../verifiers/expect-lifetime.ts";

const judge = (memory: Parameters<typeof expectLifetime>[0]) => expectLifetime(memory, 604_800);

test("an expiry is a lifetime that is kept, although the creation is not told", () => {
  expect(() => judge({ ttl_seconds: null, expires_at: "2026-01-08T00:00:00Z" })).not.toThrow();
  expect(() => judge({})).not.toThrow();
});

test("null for a lifetime that was given says that there is none", () => {
  expect(() => judge({ ttl_seconds: null, expires_at: null })).toThrow();
  expect(() => judge({ ttl_seconds: null })).toThrow();
});
