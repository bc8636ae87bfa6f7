import { expect, test } from "vitest";
import type { Exchange } from "../client/exchange.ts";
import { needAccepted } from "./expect.ts";

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
  const refused: Exchange = {
    sequence: 1,
    operation: null,
    request: { method: "POST", url: "http://127.0.0.1/", headers: {}, body: null },
    outcome: {
      kind: "response",
      status: 400,
      headers: {},
      bytes: new Uint8Array(),
      text: "",
      json: { ok: true, value: { success: false, error } },
    },
    durationMs: 1,
    breaches: [breach],
  };
  const told = () => needAccepted(refused, "messages.send.succeeds");
  expect(told).toThrow(
    expect.objectContaining({
      blockedBy: "messages.send.succeeds",
      message: 'the control request (POST) was refused with 400 invalid_input: "content too long"',
    }),
  );
});
