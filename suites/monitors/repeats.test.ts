import { expect, test } from "vitest";
import type { Operation } from "../../spec/document/model.ts";
import type { Json } from "../../spec/json.ts";
import type { Received } from "../client/exchange.ts";
import { receivedJson } from "../client/testing/answered-exchange.ts";
import { repeatAspect } from "./repeats.ts";

const operation = (id: string) => ({ id }) as unknown as Operation;

function response(list: string, ids: readonly Json[], status = 200): Received {
  return responseWith({ [list]: itemsOf(ids) }, status);
}

function responseWith(data: Json, status = 200): Received {
  return receivedJson(status, { success: true, data });
}

function itemsOf(ids: readonly Json[]): Json {
  return ids.map((id) => ({ id }));
}

test.each([
  ["get-messages", "messages", "messages.get.no-repeats"],
  ["search-messages", "messages", "messages.search.no-repeats"],
  ["search-memories", "hits", "memories.search.no-repeats"],
  ["recall", "hits", "recall.no-repeats"],
])(
  "reports an item that appears twice in a response of %s, with the pointer of the second",
  (id, list, requirement) => {
    const { violations } = repeatAspect.judge(operation(id), response(list, ["a", "b", "a"]));
    expect(violations).toMatchObject([
      { requirement, pointer: `/data/${list}/2/id`, actual: expect.stringContaining("a") },
    ]);
  },
);

test("reports a task that appears twice in a listing, with the pointer of the second", () => {
  const judge = (...ids: readonly string[]) => repeatAspect.judge(operation("list-tasks"), responseWith(itemsOf(ids)));
  const requirement = "tasks.list.no-repeats";
  expect(judge("t1", "t2", "t1").violations).toMatchObject([{ requirement, pointer: "/data/2/id" }]);
  expect(judge("t1", "t2")).toEqual({ violations: [], asserted: [requirement] });
});

test("reports a scope that appears twice in a membership, but not a memory in two lists of an orientation", () => {
  const judge = (data: Json) => repeatAspect.judge(operation("bootstrap-context"), responseWith(data));
  const requirement = "bootstrap.no-repeats";
  const twice = { current_decisions: itemsOf(["m"]), scope_membership: itemsOf(["s", "t", "s"]) };
  expect(judge(twice).violations).toMatchObject([{ requirement, pointer: "/data/scope_membership/2/id" }]);
  const once = { current_decisions: itemsOf(["m", "n"]), active_constraints: itemsOf(["m"]) };
  expect(judge(once)).toEqual({ violations: [], asserted: [requirement] });
});

test.each<[string, Received, number]>([
  ["different ids", response("messages", ["a", "b"]), 1],
  ["a single message", response("messages", ["a"]), 1],
  ["no message", response("messages", []), 0],
  ["messages without a text as their id", response("messages", [1, 1]), 0],
  ["a rejection", response("messages", ["a", "a"], 400), 0],
  ["another list", response("items", ["a", "a"]), 0],
])("accepts %s", (_, response, witnesses) => {
  const { violations, asserted } = repeatAspect.judge(operation("get-messages"), response);
  expect([violations, asserted.length]).toEqual([[], witnesses]);
});
