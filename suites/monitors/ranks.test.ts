import { expect, test } from "vitest";
import type { Operation } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";
import type { Received } from "../client/exchange.ts";
import { receivedJson } from "../client/testing/answered-exchange.ts";
import { rankAspect } from "./ranks.ts";

const search = { id: "search-messages" } as unknown as Operation;

function answer(ranks: readonly Json[], status = 200): Received {
  return receivedJson(status, { success: true, data: { messages: ranks.map((rank) => ({ rank })) } });
}

test("a hit with a higher rank than the one before it is reported with its place", () => {
  const { violations } = rankAspect.judge(search, answer([0.9, 0.5, 0.7, 0.1]));
  expect(violations).toMatchObject([{ requirement: "messages.search.order", pointer: "/data/messages/2/rank" }]);
});

test.each<[string, Received, number]>([
  ["falling ranks, some of them equal", answer([2, 2, 1, 0, -1]), 1],
  ["a single hit", answer([1]), 0],
  ["hits without a number", answer([1, "2", 3]), 0],
  ["a rejection", answer([1, 2], 400), 0],
])("%s do not violate it", (_, response, witnesses) => {
  const { violations, asserted } = rankAspect.judge(search, response);
  expect([violations, asserted.length]).toEqual([[], witnesses]);
});

test("other operations have no ranks", () => {
  const list = { id: "get-messages" } as unknown as Operation;
  expect(rankAspect.judge(list, answer([1, 2]))).toEqual({ violations: [], asserted: [] });
});
