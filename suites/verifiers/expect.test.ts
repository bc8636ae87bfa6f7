import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import type { Failure } from "../outcome/failure.ts";
import { expectEqual, expectNoServerError, expectThat, requireAccepted } from "./expect.ts";
import { sameJson } from "./same-json.ts";

function answering(data: Json): Exchange {
  return answeredExchange(200, { success: true, data });
}

test("shows long texts with a common beginning from their first difference", () => {
  const sent = `${"a".repeat(490)}😀${"b".repeat(300)}`;
  const judge = (got: string) => () => expectEqual(answering({ title: got }), "/data/title", sent, "title");
  const evidence = (got: string) => {
    try {
      judge(got)();
    } catch (error) {
      return (error as Failure).evidence;
    }
    throw new Error("nothing was thrown");
  };
  const cut = evidence("a".repeat(490));
  expect(cut.expected).toContain(`"${"a".repeat(20)}😀bbb`);
  expect(cut.expected).toContain("(from character 471 of 791) at /data/title");
  expect(cut.actual).toBe(`"${"a".repeat(20)}" (from character 471 of 490)`);
  expect(evidence("short").actual).toBe(`"short" (from character 1 of 5)`);
});

test("attributes a rejected control request to its requirement, even if its error is malformed too", () => {
  const error = { code: "invalid_input", message: "content too long" };
  const violation = {
    requirement: "errors.message",
    verifier: "shape",
    pointer: "/error/message",
    keyword: "type",
    message: "broken",
    expected: "",
    actual: "",
  };
  const rejected = { ...answeredExchange(400, { success: false, error }), violations: [violation] };
  const require = () => requireAccepted(rejected, "messages.send.succeeds");
  expect(require).toThrow(
    expect.objectContaining({
      blockedBy: "messages.send.succeeds",
      message: 'the control request (POST) was rejected with 400 invalid_input: "content too long"',
    }),
  );
});

test("evaluates a finding given as a function only if the condition fails", () => {
  const finding = () => ({ message: "it is not so", expected: "so", actual: "not so", keyword: "so" });
  expectThat(true, () => {
    throw new Error("asked for nothing");
  });
  expect(() => expectThat(false, finding)).toThrow("it is not so");
});

test.each([400, 499, 503])("does not treat %d as a server error", (status) => {
  expect(() => expectNoServerError(answeredExchange(status, {}), "recall", "a question")).not.toThrow();
});

test.each([500, 502, 504])("treats %d as a server error for any request", (status) => {
  const judge = () => expectNoServerError(answeredExchange(status, {}), "recall", "a question");
  expect(judge).toThrow(`recall responded with ${status} to a question`);
});

test.each<[Json, Json, boolean]>([
  [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1, b: 2 }, { a: 1 }, false],
  [{ a: 1 }, { b: 1 }, false],
  [{ a: { b: 1 } }, { a: { b: 2 } }, false],
  [[1, 2], [1, 2], true],
  [[1, 2], [2, 1], false],
  [[1], [1, 2], false],
  [[1, 2], [1], false],
  [[], {}, false],
  [0, -0, true],
  [1, "1", false],
  [null, {}, false],
])("compares %j and %j as the same JSON: %j", (left, right, isSame) => {
  expect([sameJson(left, right), sameJson(right, left)]).toEqual([isSame, isSame]);
});
