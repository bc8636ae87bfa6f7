import { expect, test } from "vitest";
import { Failure } from "../../engine/outcome.ts";
import { expectNotDenied } from "./lifetimes.ts";

const CREATED = { created_at: "2026-01-31T12:00:00Z" };

test("null where other memories tell an expiry says that there is none", () => {
  expect(() => expectNotDenied({ ...CREATED, expires_at: null }, "STABLE", ["expires_at"])).toThrow(Failure);
  expect(() => expectNotDenied({ ...CREATED, ttl_seconds: null }, "STABLE", ["ttl_seconds"])).toThrow(Failure);
});

test.each([
  ["what no memory of the target tells", { expires_at: null }, []],
  ["what is left out", {}, ["expires_at", "ttl_seconds"]],
  [
    "seconds that were not given, beside an expiry",
    { ttl_seconds: null, expires_at: "2027-01-31T12:00:00Z" },
    ["ttl_seconds"],
  ],
  ["an expiry that is not told, beside seconds", { ttl_seconds: 604_800, expires_at: null }, ["expires_at"]],
])("%s says nothing of that kind", (_case, memory, fields) => {
  expect(() => expectNotDenied({ ...CREATED, ...memory }, "STABLE", fields)).not.toThrow();
});
