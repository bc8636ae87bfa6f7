import { expect, test } from "vitest";
import { judged, lost, past, rejected } from "./testing/judged.ts";
import { unauthenticatedRules } from "./unauthenticated.ts";

const RULE = "auth.no-header";
const withKey = past({ title: "one" }, { id: "t1" });
const headers = { ...withKey.exchange.request.headers, authorization: "Bearer key" };
const byCaller = { ...withKey, exchange: { ...withKey.exchange, request: { ...withKey.exchange.request, headers } } };
const byNobody = { ...withKey, isOwn: false };

test("nothing is accepted without an Authorization header", () => {
  expect(judged(unauthenticatedRules, RULE, { "create-task": [byNobody] })).toBe("broken");
  expect(judged(unauthenticatedRules, RULE, { "create-task": [rejected(byNobody, 401)] })).toBe(1);
  expect(judged(unauthenticatedRules, RULE, { "create-task": [byCaller] })).toBe(0);
  expect(judged(unauthenticatedRules, RULE, { "create-task": [lost(byNobody)] })).toBe(0);
});
