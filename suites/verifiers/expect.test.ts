import { expect, test } from "vitest";
import type { Json } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import { answeredExchange } from "../client/testing/answered-exchange.ts";
import type { Failure } from "../engine/outcome.ts";
import { expectEqual, expectThat, needAccepted } from "./expect.ts";

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

test("a control request that is refused blames what it belongs to, though its error is broken as well", () => {
  const error = { code: "invalid_input", message: "content too long" };
  const breach = {
    requirement: "errors.message",
    verifier: "shape",
    pointer: "/error/message",
    keyword: "type",
    message: "broken",
    expected: "",
    actual: "",
  };
  const refused = { ...answeredExchange(400, { success: false, error }), breaches: [breach] };
  const told = () => needAccepted(refused, "messages.send.succeeds");
  expect(told).toThrow(
    expect.objectContaining({
      blockedBy: "messages.send.succeeds",
      message: 'the control request (POST) was refused with 400 invalid_input: "content too long"',
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
