import { expect, test } from "vitest";
import type { Operation } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";
import type { Received } from "../client/exchange.ts";
import { receivedJson } from "../client/testing/answered-exchange.ts";
import { rankAspect } from "./ranks.ts";

const search = { id: "search-messages" } as unknown as Operation;

function response(ranks: readonly Json[], status = 200): Received {
  return receivedJson(status, { success: true, data: { messages: ranks.map((rank) => ({ rank })) } });
}

test("reports a hit with a higher rank than the previous one, with its pointer", () => {
  const { violations } = rankAspect.judge(search, response([0.9, 0.5, 0.7, 0.1]));
  expect(violations).toMatchObject([{ requirement: "messages.search.order", pointer: "/data/messages/2/rank" }]);
});

test.each<[string, Received, number]>([
  ["falling ranks, some of them equal", response([2, 2, 1, 0, -1]), 1],
  ["a single hit", response([1]), 0],
  ["hits without a number", response([1, "2", 3]), 0],
  ["a rejection", response([1, 2], 400), 0],
])("accepts %s", (_, response, witnesses) => {
  const { violations, asserted } = rankAspect.judge(search, response);
  expect([violations, asserted.length]).toEqual([[], witnesses]);
});

test("does not judge other operations", () => {
  const list = { id: "get-messages" } as unknown as Operation;
  expect(rankAspect.judge(list, response([1, 2]))).toEqual({ violations: [], asserted: [] });
});
