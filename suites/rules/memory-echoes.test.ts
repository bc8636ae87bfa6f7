import { expect, test } from "vitest";
import type { JsonObject } from "../../spec/json.ts";
import { memoryEchoRules } from "./memory-echoes.ts";
import { judged, past } from "./testing/judged.ts";

const DAYS = 86_400;
const named = (name: string, id: string, data: { ttl_seconds?: number; created_at?: string; expires_at?: string }) =>
  past({ ttl_preset: name, kind: id === "m1" ? "fact" : "preference" }, { id, ...data });
const ofNames = (...claims: readonly ReturnType<typeof past>[]) =>
  judged(memoryEchoRules, "memories.remember.ttl-preset", { remember: claims });

test("a name stands for one lifetime, whatever it is given to", () => {
  const quarter = { ttl_seconds: 90 * DAYS };
  expect(ofNames(named("ACTIVE", "m1", quarter), named("ACTIVE", "m2", quarter))).toBe(2);
  expect(ofNames(named("ACTIVE", "m1", quarter), named("ACTIVE", "m2", { ttl_seconds: 30 * DAYS }))).toBe("broken");
  expect(ofNames(named("ACTIVE", "m1", quarter), named("STABLE", "m2", { ttl_seconds: 365 * DAYS }))).toBe(2);
});

test("what tells no lifetime, or has seconds as well, says nothing of a name", () => {
  const [first, second] = [named("ACTIVE", "m1", { ttl_seconds: 90 * DAYS }), named("ACTIVE", "m2", {})];
  expect(ofNames(first, second)).toBe(1);
  expect(ofNames(first, named("ACTIVE", "m2", { created_at: "2026-01-01T12:00:00Z", expires_at: "soon" }))).toBe(1);
  const both = past({ ttl_preset: "ACTIVE", ttl_seconds: 60 }, { id: "m3", ttl_seconds: 60 });
  expect(ofNames(first, both)).toBe(1);
});

const CLAIM = { kind: "fact", scope_id: "s1", derived_from: [{ id: "m9" }] };
const verdict = (metadata: JsonObject, shown: JsonObject) =>
  judged(memoryEchoRules, "memories.remember.metadata", {
    remember: [past({ content: "One claim of several words.", ...CLAIM, metadata }, { id: "m1", metadata: shown })],
  });

test("metadata be returned as sent, but for what frameworks read as null, or trim", () => {
  expect(verdict({ share: 0.123456789 }, { share: 0.123 })).toBe("broken");
  expect(verdict({ "a.b": 1 }, { a: { b: 1 } })).toBe("broken");
  expect([
    verdict({ inner: { empty: "" } }, { inner: { empty: null } }),
    verdict({ edge: " x " }, { edge: "x" }),
  ]).toEqual([0, 0]);
});

test("a service may keep tags as a list of texts, whatever was sent for them", () => {
  expect(verdict({ tags: "one" }, { tags: ["one"] })).toBe(1);
  expect(verdict({ tags: [1, "two"] }, { tags: ["1", "two"] })).toBe(1);
  expect(verdict({ tags: "one", topic: "x" }, { tags: ["one"] })).toBe("broken");
  expect(verdict({ tags: ["one"] }, { tags: ["two"] })).toBe("broken");
});

test("a confidence of more than two digits is returned as sent", () => {
  const judge = (confidence: number, shown: number) =>
    judged(memoryEchoRules, "memories.remember.confidence-fine", {
      remember: [past({ ...CLAIM, confidence }, { id: "k1", confidence: shown })],
    });
  expect(judge(0.123, 0.123)).toBe(1);
  expect(judge(0.123, 0.12)).toBe("broken");
  expect(judge(0.29, 0.3)).toBe(0);
});
