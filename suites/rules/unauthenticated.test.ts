import { expect, test } from "vitest";
import { acceptedEntry, lost, rejected, verdictOf } from "./testing/entries.ts";
import { unauthenticatedRules } from "./unauthenticated.ts";

const RULE = "auth.no-header";
const withKey = acceptedEntry({ title: "one" }, { id: "t1" });
const headers = { ...withKey.exchange.request.headers, authorization: "Bearer key" };
const byCaller = { ...withKey, exchange: { ...withKey.exchange, request: { ...withKey.exchange.request, headers } } };
const withoutKey = { ...withKey, isOwn: false };

test("reports an accepted request without an Authorization header", () => {
  expect(verdictOf(unauthenticatedRules, RULE, { "create-task": [withoutKey] })).toBe("broken");
  expect(verdictOf(unauthenticatedRules, RULE, { "create-task": [rejected(withoutKey, 401)] })).toBe(1);
  expect(verdictOf(unauthenticatedRules, RULE, { "create-task": [byCaller] })).toBe(0);
  expect(verdictOf(unauthenticatedRules, RULE, { "create-task": [lost(withoutKey)] })).toBe(0);
});
