import { expect, test } from "vitest";
import type { Operation } from "../../../spec/document/model.ts";
import type { JsonObject } from "../../../spec/json.ts";
import type { Exchange } from "../../client/exchange.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import { createLostWrites } from "./lost-writes.ts";

const creating = { id: "create-task", effect: "create" } as Operation;
const body = JSON.stringify({ title: "a title\nof its own", channelId: "channel-of-the-target-file", priority: "low" });

function created(exchange: Exchange): Exchange {
  return { ...exchange, operation: creating, request: { ...exchange.request, method: "POST", body } };
}

const withoutResponse: Exchange = {
  ...answeredExchange(200, {}),
  outcome: { kind: "none", reason: "timeout", message: "no whole response" },
};

function lostAfter(...exchanges: readonly Exchange[]) {
  const lost = createLostWrites({ fixtures: { memberChannel: "channel-of-the-target-file" } });
  for (const exchange of exchanges) lost.note(exchange);
  return (response: JsonObject) => {
    return lost.mayExplain({ exchanges: [answeredExchange(200, response)], pointer: "" });
  };
}

test("explains a resource that was named by a creation without a response, or with 503", () => {
  for (const lost of [withoutResponse, answeredExchange(503, {})]) {
    const mayExplain = lostAfter(created(lost));
    expect(mayExplain({ data: [{ title: "a title\nof its own" }] })).toBe(true);
    expect(mayExplain({ data: [{ title: "another title" }] })).toBe(false);
  }
});

test("does not identify a creation by values of the target file or by short words", () => {
  expect(lostAfter(created(withoutResponse))({ channelId: "channel-of-the-target-file", priority: "low" })).toBe(false);
});

test("does not treat a creation with a response as lost", () => {
  const mayExplain = lostAfter(created(answeredExchange(200, {})), created(answeredExchange(400, {})));
  expect(mayExplain({ title: "a title\nof its own" })).toBe(false);
});

test("explains a changed resource that was named by a change without a response", () => {
  const changing = { id: "block-task", effect: "change" } as Operation;
  const block = (exchange: Exchange): Exchange => ({
    ...exchange,
    operation: changing,
    request: { ...exchange.request, method: "POST", body: JSON.stringify({ taskId: "task-12345", reason: "since" }) },
  });
  const mayExplain = lostAfter(block(withoutResponse));
  expect([mayExplain({ id: "task-12345" }), mayExplain({ id: "task-67890" })]).toEqual([true, false]);
  const lost = createLostWrites({ fixtures: {} });
  lost.note(block(withoutResponse));
  expect(lost.mayExplain({ exchanges: [block(answeredExchange(409, {}))], pointer: "" })).toBe(true);
  const unavailable = createLostWrites({ fixtures: {} });
  unavailable.note(block(answeredExchange(503, {})));
  expect(unavailable.mayExplain({ exchanges: [block(answeredExchange(409, {}))], pointer: "" })).toBe(false);
});

test("explains a failure about a list item only by a lost write of that item", () => {
  const lost = createLostWrites({ fixtures: {} });
  lost.note(created(withoutResponse));
  const list = answeredExchange(200, { data: [{ title: "another title" }, { title: "a title\nof its own" }] });
  const explains = (pointer: string) => lost.mayExplain({ exchanges: [list], pointer });
  expect(["/data/0/status", "/data/0"].map(explains)).toEqual([false, false]);
  expect(["/data/1/status", "/data", ""].map(explains)).toEqual([true, true, true]);
});

test("after a restart explains only failures about what was lost since", () => {
  const earlier = createLostWrites({ fixtures: {} });
  earlier.note(created(withoutResponse));
  const later = earlier.fromNowOn();
  const shown = (title: string) => ({ exchanges: [answeredExchange(200, { title })], pointer: "" });
  expect(later.mayExplain(shown("a title\nof its own"))).toBe(false);
  const body = JSON.stringify({ title: "a title made since" });
  later.note({ ...created(withoutResponse), request: { ...withoutResponse.request, body } });
  expect([earlier, later].map((lost) => lost.mayExplain(shown("a title made since")))).toEqual([true, true]);
});
