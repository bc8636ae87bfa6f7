import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { memoryEchoRules } from "./memory-echoes.ts";
import { acceptedEntry, verdictOf } from "./testing/entries.ts";

const DAYS = 86_400;
const named = (name: string, id: string, data: { ttl_seconds?: number; created_at?: string; expires_at?: string }) =>
  acceptedEntry({ ttl_preset: name, kind: id === "m1" ? "fact" : "preference" }, { id, ...data });
const ofNames = (...claims: readonly ReturnType<typeof acceptedEntry>[]) =>
  verdictOf(memoryEchoRules, "memories.remember.ttl-preset", { remember: claims });

test("requires a ttl_preset to have the same lifetime for every memory", () => {
  const quarter = { ttl_seconds: 90 * DAYS };
  expect(ofNames(named("ACTIVE", "m1", quarter), named("ACTIVE", "m2", quarter))).toBe(2);
  expect(ofNames(named("ACTIVE", "m1", quarter), named("ACTIVE", "m2", { ttl_seconds: 30 * DAYS }))).toBe("broken");
  expect(ofNames(named("ACTIVE", "m1", quarter), named("STABLE", "m2", { ttl_seconds: 365 * DAYS }))).toBe(2);
});

test("does not judge a preset by a response without a lifetime, or by a request that also sets ttl_seconds", () => {
  const [first, second] = [named("ACTIVE", "m1", { ttl_seconds: 90 * DAYS }), named("ACTIVE", "m2", {})];
  expect(ofNames(first, second)).toBe(1);
  expect(ofNames(first, named("ACTIVE", "m2", { created_at: "2026-01-01T12:00:00Z", expires_at: "soon" }))).toBe(1);
  const both = acceptedEntry({ ttl_preset: "ACTIVE", ttl_seconds: 60 }, { id: "m3", ttl_seconds: 60 });
  expect(ofNames(first, both)).toBe(1);
});

const CLAIM = { kind: "fact", scope_id: "s1", derived_from: [{ id: "m9" }] };
const verdict = (metadata: JsonObject, shown: JsonObject) =>
  verdictOf(memoryEchoRules, "memories.remember.metadata", {
    remember: [
      acceptedEntry({ content: "One claim of several words.", ...CLAIM, metadata }, { id: "m1", metadata: shown }),
    ],
  });

test("requires metadata to be returned as sent, except for trimmed texts and empty texts returned as null", () => {
  expect(verdict({ share: 0.123456789 }, { share: 0.123 })).toBe("broken");
  expect(verdict({ "a.b": 1 }, { a: { b: 1 } })).toBe("broken");
  expect([
    verdict({ inner: { empty: "" } }, { inner: { empty: null } }),
    verdict({ edge: " x " }, { edge: "x" }),
  ]).toEqual([0, 0]);
});

test("accepts tags that are returned as a list of texts", () => {
  expect(verdict({ tags: "one" }, { tags: ["one"] })).toBe(1);
  expect(verdict({ tags: [1, "two"] }, { tags: ["1", "two"] })).toBe(1);
  expect(verdict({ tags: "one", topic: "x" }, { tags: ["one"] })).toBe("broken");
  expect(verdict({ tags: ["one"] }, { tags: ["two"] })).toBe("broken");
});

test("a confidence of more than two digits is returned as sent", () => {
  const judge = (confidence: number, shown: number) =>
    verdictOf(memoryEchoRules, "memories.remember.confidence-fine", {
      remember: [acceptedEntry({ ...CLAIM, confidence }, { id: "k1", confidence: shown })],
    });
  expect(judge(0.123, 0.123)).toBe(1);
  expect(judge(0.123, 0.12)).toBe("broken");
  expect(judge(0.29, 0.3)).toBe(0);
});
