import { expect, test } from "vitest";
import type { Operation } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";
import { receivedJson } from "../client/testing/answered-exchange.ts";
import { codeAspect } from "./codes.ts";

const PLAN_LIMIT = "errors.plan-limit-only-create-task";

function judge(code: Json, status: number, creates: Operation["creates"] = null) {
  const operation = { id: "any", creates } as unknown as Operation;
  return codeAspect.judge(operation, receivedJson(status, { success: false, error: { code } }));
}

test.each([
  ["not_found", 404, "statuses.not-found"],
  ["NOT_FOUND", 404, "statuses.not-found"],
  ["conflict", 409, "statuses.conflict"],
  ["CONFLICT", 409, "statuses.conflict"],
  ["rate_limited", 429, "statuses.rate-limited"],
  ["RATE_LIMITED", 429, "statuses.rate-limited"],
  ["internal_error", 500, "statuses.internal"],
  ["INTERNAL_ERROR", 500, "statuses.internal"],
  ["upstream_unavailable", 503, "statuses.unavailable"],
  ["SERVICE_UNAVAILABLE", 503, "statuses.unavailable"],
])("requires %s to come with %d", (code, status, requirement) => {
  const asserted = [requirement, PLAN_LIMIT];
  expect(judge(code, status)).toEqual({ violations: [], asserted });
  const wrong = judge(code, 400);
  expect(wrong.violations).toMatchObject([{ requirement, pointer: "/error/code", expected: `status ${status}` }]);
  expect(wrong.asserted).toEqual(asserted);
});

test.each([400, 401, 404, 500])("accepts a code that implies no status with %d", (status) => {
  expect(judge("invalid_input", status)).toEqual({ violations: [], asserted: [PLAN_LIMIT] });
});

test("requires the code of an exhausted plan to come from create-task only", () => {
  expect(judge("plan_limit_reached", 429, "task").violations).toEqual([]);
  for (const creates of ["message", null] as const) {
    expect(judge("plan_limit_reached", 429, creates).violations).toMatchObject([{ requirement: PLAN_LIMIT }]);
  }
});

test.each<[string, Json]>([
  ["a number", 404],
  ["null", null],
])("does not judge a code that is %s", (_, code) => {
  expect(judge(code, 404)).toEqual({ violations: [], asserted: [] });
});
