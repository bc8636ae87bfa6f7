import { expect, test } from "vitest";
import type { Operation } from "../../spec/document/model.ts";
import { Inconclusive } from "../client/inconclusive.ts";
import { answeredExchange, receivedJson } from "../client/testing/answered-exchange.ts";
import { codeAspect } from "../monitors/codes.ts";
import { repeatAspect } from "../monitors/repeats.ts";
import { requireResponse, valueAt } from "./read.ts";

const data = [{ id: "t1" }, { id: "t1" }];
const response = answeredExchange(200, { success: true, data });
const operation = { id: "list-tasks" } as Operation;
const { violations } = repeatAspect.judge(operation, receivedJson(200, { success: true, data }));

test("throws for a value at or below a violation", () => {
  const broken = {
    ...response,
    violations: violations.map((one) => ({ ...one, verifier: "schema", pointer: "/data/1" })),
  };
  expect(() => valueAt(broken, "/data/1")).toThrow(Inconclusive);
  expect(() => valueAt(broken, "/data/1/id")).toThrow(Inconclusive);
  expect(valueAt(broken, "/data/0/id")).toBe("t1");
});

test("reads an id that appears twice in a list", () => {
  expect(violations).toHaveLength(1);
  expect(valueAt({ ...response, violations }, "/data/1/id")).toBe("t1");
});

test.each([
  ["rate_limited", "statuses.rate-limited"],
  ["SERVICE_UNAVAILABLE", "statuses.unavailable"],
  ["internal_error", "statuses.internal"],
])(
  "does not accept a rejection with %s under another status as a response, and names the requirement",
  (code, requirement) => {
    const body = { success: false, error: { code } };
    const rejected = { ...answeredExchange(400, body), ...codeAspect.judge(operation, receivedJson(400, body)) };
    expect(() => requireResponse(rejected)).toThrow(Inconclusive);
    expect(() => requireResponse(rejected)).toThrow(expect.objectContaining({ blockedBy: requirement }));
  },
);

test("accepts a rejection whose code belongs to another status as a response", () => {
  const body = { success: false, error: { code: "not_found" } };
  const rejected = { ...answeredExchange(400, body), ...codeAspect.judge(operation, receivedJson(400, body)) };
  expect(rejected.violations).toHaveLength(1);
  expect(requireResponse(rejected).status).toBe(400);
});
