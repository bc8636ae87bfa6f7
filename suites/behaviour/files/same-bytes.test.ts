import { expect, test } from "vitest";
import type { Exchange } from "../../client/exchange.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectUrlLeadsToFile } from "./same-bytes.ts";

test("a URL that responds with an error fails, and one without a response is not judged", () => {
  const notFound = answeredExchange(404, {});
  const closed: Exchange = { ...notFound, outcome: { kind: "none", reason: "broken", message: "other side closed" } };
  expect(() => expectUrlLeadsToFile(notFound)).toThrow(Failure);
  expect(() => expectUrlLeadsToFile(closed)).not.toThrow();
  expect(() => expectUrlLeadsToFile(answeredExchange(200, {}))).not.toThrow();
});
