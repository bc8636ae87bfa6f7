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

test("long texts that begin alike are shown from where they part", () => {
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

test("a control request that is rejected blames what it belongs to, though its error is broken as well", () => {
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
  const told = () => requireAccepted(rejected, "messages.send.succeeds");
  expect(told).toThrow(
    expect.objectContaining({
      blockedBy: "messages.send.succeeds",
      message: 'the control request (POST) was rejected with 400 invalid_input: "content too long"',
    }),
  );
});

test("what to tell may be left to a function, which is asked only where there is something to tell", () => {
  const tell = () => ({ message: "it is not so", expected: "so", actual: "not so", keyword: "so" });
  expectThat(true, () => {
    throw new Error("asked for nothing");
  });
  expect(() => expectThat(false, tell)).toThrow("it is not so");
});

test.each([400, 499, 503])("%d is no fault of the server", (status) => {
  expect(() => expectNoServerError(answeredExchange(status, {}), "recall", "a question")).not.toThrow();
});

test.each([500, 502, 504])("%d is a fault of the server, whatever was asked", (status) => {
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
])("%j and %j are the same JSON: %j", (left, right, isSame) => {
  expect([sameJson(left, right), sameJson(right, left)]).toEqual([isSame, isSame]);
});
