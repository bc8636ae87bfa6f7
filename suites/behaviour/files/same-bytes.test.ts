import { expect, test } from "vitest";
import type { Exchange } from "../../client/exchange.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectLedTo } from "./same-bytes.ts";

test("an address that leads to nothing fails, and one without a response says nothing", () => {
  const notFound = answeredExchange(404, {});
  const closed: Exchange = { ...notFound, outcome: { kind: "none", reason: "broken", message: "other side closed" } };
  expect(() => expectLedTo(notFound)).toThrow(Failure);
  expect(() => expectLedTo(closed)).not.toThrow();
  expect(() => expectLedTo(answeredExchange(200, {}))).not.toThrow();
});
