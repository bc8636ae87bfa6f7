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

const unanswered: Exchange = {
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

test("what a creation without a response named may be there, and so may what one responded with 503 named", () => {
  for (const lost of [unanswered, answeredExchange(503, {})]) {
    const shows = lostAfter(created(lost));
    expect(shows({ data: [{ title: "a title\nof its own" }] })).toBe(true);
    expect(shows({ data: [{ title: "another title" }] })).toBe(false);
  }
});

test("what the target file names, and short words, tell no creation from another", () => {
  expect(lostAfter(created(unanswered))({ channelId: "channel-of-the-target-file", priority: "low" })).toBe(false);
});

test("a creation that got a response is not lost", () => {
  const shows = lostAfter(created(answeredExchange(200, {})), created(answeredExchange(400, {})));
  expect(shows({ title: "a title\nof its own" })).toBe(false);
});

test("what a change without a response named may have changed, whoever asks for it or sees it", () => {
  const changing = { id: "block-task", effect: "change" } as Operation;
  const block = (exchange: Exchange): Exchange => ({
    ...exchange,
    operation: changing,
    request: { ...exchange.request, method: "POST", body: JSON.stringify({ taskId: "task-12345", reason: "since" }) },
  });
  const shows = lostAfter(block(unanswered));
  expect([shows({ id: "task-12345" }), shows({ id: "task-67890" })]).toEqual([true, false]);
  const lost = createLostWrites({ fixtures: {} });
  lost.note(block(unanswered));
  expect(lost.mayExplain({ exchanges: [block(answeredExchange(409, {}))], pointer: "" })).toBe(true);
  const unavailable = createLostWrites({ fixtures: {} });
  unavailable.note(block(answeredExchange(503, {})));
  expect(unavailable.mayExplain({ exchanges: [block(answeredExchange(409, {}))], pointer: "" })).toBe(false);
});

test("a failure about one item of a list is explained by what was lost of that item alone", () => {
  const lost = createLostWrites({ fixtures: {} });
  lost.note(created(unanswered));
  const list = answeredExchange(200, { data: [{ title: "another title" }, { title: "a title\nof its own" }] });
  const explains = (pointer: string) => lost.mayExplain({ exchanges: [list], pointer });
  expect(["/data/0/status", "/data/0"].map(explains)).toEqual([false, false]);
  expect(["/data/1/status", "/data", ""].map(explains)).toEqual([true, true, true]);
});

test("what was lost before explains no failure of what was written since, and what was lost since explains both", () => {
  const earlier = createLostWrites({ fixtures: {} });
  earlier.note(created(unanswered));
  const later = earlier.fromNowOn();
  const shown = (title: string) => ({ exchanges: [answeredExchange(200, { title })], pointer: "" });
  expect(later.mayExplain(shown("a title\nof its own"))).toBe(false);
  const body = JSON.stringify({ title: "a title made since" });
  later.note({ ...created(unanswered), request: { ...unanswered.request, body } });
  expect([earlier, later].map((lost) => lost.mayExplain(shown("a title made since")))).toEqual([true, true]);
});
