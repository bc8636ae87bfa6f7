import { expect, test } from "vitest";
import type { Exchange } from "./exchange.ts";
import { createSilentOperations } from "./silent-operations.ts";
import { answeredExchange } from "./testing/answered-exchange.ts";

const response = answeredExchange(200, {});
const silence: Exchange = {
  ...response,
  sentAfter: response.sequence,
  outcome: { kind: "none", reason: "broken", message: "other side closed" },
};

function silences() {
  let time = 0;
  const { note, noteLate, reject, enter } = createSilentOperations(() => time);
  const noteAll = (name: string, exchange: Exchange, count: number) => {
    for (let index = 0; index < count; index += 1) note(name, exchange);
  };
  const pass = (ms: number) => {
    time += ms;
  };
  return { noteAll, noteLate, reject, enter, pass };
}

test("treats an operation as silent after four missing responses while others responded ten times", () => {
  const { noteAll, reject } = silences();
  noteAll("list", silence, 4);
  noteAll("create", response, 9);
  expect(reject("list")).toBeNull();
  noteAll("create", response, 1);
  expect(reject("list")).toMatchObject({ isComplete: true, exchange: silence });
  expect(reject("list")?.reason).toBe("list gives no response, while other operations do: other side closed");
  expect(reject("create")).toBeNull();
});

test("does not treat an operation as silent if the target as a whole is silent", () => {
  const { noteAll, reject } = silences();
  noteAll("create", response, 50);
  noteAll("list", silence, 20);
  expect(reject("list")).toBeNull();
});

test("retries a silent operation at intervals with single requests, and accepts it when it responds", () => {
  const { noteAll, reject, pass } = silences();
  noteAll("list", response, 1);
  noteAll("list", silence, 4);
  noteAll("create", response, 10);
  expect(reject("list")).toMatchObject({ isComplete: false });
  pass(2_000);
  expect([reject("list"), reject("list") === null]).toEqual([null, false]);
  noteAll("list", response, 1);
  expect(reject("list")).toBeNull();
});

test("gives up an operation that never responded after six requests, unless it is not an operation", () => {
  const { noteAll, reject, pass } = silences();
  noteAll("list", silence, 6);
  noteAll("create", response, 10);
  pass(60_000);
  expect(reject("list", "list")).not.toBeNull();
  expect(reject("list")).toBeNull();
});

test("does not count requests that hang while the operation responds to others", () => {
  const { noteAll, reject } = silences();
  noteAll("create", { ...response, sequence: 30 }, 1);
  noteAll("create", { ...silence, sentAfter: 20 }, 8);
  noteAll("list", response, 10);
  expect(reject("create")).toBeNull();
  noteAll("create", { ...silence, sentAfter: 30 }, 4);
  noteAll("list", response, 10);
  expect(reject("create")).toMatchObject({ isComplete: false });
});

test("limits an operation to four concurrent requests before its first response", async () => {
  const { noteAll, enter } = silences();
  const ends: (() => void)[] = [];
  const requests = Array.from({ length: 7 }, async () => ends.push(await enter("list")));
  await Promise.all(requests.slice(0, 4));
  expect(ends).toHaveLength(4);
  ends[0]?.();
  await requests[4];
  expect(ends).toHaveLength(5);
  noteAll("list", response, 1);
  ends[1]?.();
  await Promise.all(requests);
  expect(ends).toHaveLength(7);
});

test("reports a response after the timeout as slow, and keeps the operation silent", () => {
  const { noteAll, noteLate, reject } = silences();
  noteAll("list", silence, 4);
  noteAll("create", response, 10);
  noteLate("list", 1_500);
  expect(reject("list")).toMatchObject({ isComplete: true });
  expect(reject("list")?.reason).toMatch(/; one came after 1500 ms: raise http\.timeoutMs$/);
});

test("needs one missing response to an invalid request if the operation never responds", () => {
  const { noteAll, reject } = silences();
  noteAll("list", silence, 4);
  noteAll("create", response, 10);
  noteAll("list without a key", response, 1);
  noteAll("list to reject", silence, 1);
  expect(reject("list to reject", "list")).toMatchObject({ name: "list", isComplete: true });
  expect(reject("list without a key", "list")).toBeNull();
});
