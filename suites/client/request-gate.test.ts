import { expect, test } from "vitest";
import { createRequestGate } from "./request-gate.ts";

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

test("never admits more at once than the bound", async () => {
  const gate = createRequestGate({ concurrency: 2, perSecond: 0 });
  const leaves: (() => void)[] = [];
  for (let index = 0; index < 5; index += 1) void gate.enter("a").then((leave) => leaves.push(leave));
  await settle();
  expect(leaves).toHaveLength(2);
  leaves[0]?.();
  await settle();
  expect(leaves).toHaveLength(3);
});

test("returns a slot once, even if released twice", async () => {
  const gate = createRequestGate({ concurrency: 1, perSecond: 0 });
  const leave = await gate.enter("a");
  leave();
  leave();
  await gate.enter("a");
  let third = false;
  void gate.enter("a").then(() => {
    third = true;
  });
  await settle();
  expect(third).toBe(false);
});

test("alternates between lanes, so that a long queue does not starve a short one", async () => {
  const gate = createRequestGate({ concurrency: 1, perSecond: 0 });
  const order: string[] = [];
  const first = await gate.enter("start");
  for (const lane of ["long", "long", "long", "short"]) {
    void gate.enter(lane).then((leave) => {
      order.push(lane);
      leave();
    });
  }
  first();
  await settle();
  await settle();
  expect(order).toEqual(["long", "short", "long", "long"]);
});

test("spaces requests by the rate", async () => {
  const gate = createRequestGate({ concurrency: 10, perSecond: 100 });
  const started = performance.now();
  await Promise.all(Array.from({ length: 6 }, () => gate.enter("a")));
  expect(performance.now() - started).toBeGreaterThanOrEqual(40);
});

test("admits nothing during a pause", async () => {
  const gate = createRequestGate({ concurrency: 10, perSecond: 0 });
  const started = performance.now();
  gate.pause(60);
  await gate.enter("a");
  expect(performance.now() - started).toBeGreaterThanOrEqual(50);
});

test("learns the rate of a target that rejects single requests", async () => {
  let time = 0;
  const gate = createRequestGate({ concurrency: 1, perSecond: 0, now: () => time });
  for (let index = 0; index < 50; index += 1) gate.accepted();
  expect([1, 2, 3].map(() => gate.rejected(0))).toEqual(["alone", "alone", "limit"]);
  let entered = 0;
  for (let index = 0; index < 3; index += 1) {
    void gate.enter("a").then((leave) => {
      entered += 1;
      leave();
    });
  }
  await settle();
  expect(entered).toBe(1);
  time = 30;
  await new Promise((resolve) => setTimeout(resolve, 40));
  expect(entered).toBe(2);
});

test("lowers the concurrency if a target rejects concurrent requests", async () => {
  const gate = createRequestGate({ concurrency: 8, perSecond: 0 });
  expect([1, 2, 3].map(() => gate.rejected(0))).toEqual(["alone", "alone", "limit"]);
  let entered = 0;
  for (let index = 0; index < 8; index += 1) void gate.enter("a").then(() => (entered += 1));
  await settle();
  expect(entered).toBe(4);
});

test("admits everything when the run ends", async () => {
  const gate = createRequestGate({ concurrency: 1, perSecond: 0.01 });
  const leave = await gate.enter("a");
  const waiting = Promise.all(["b", "c", "d"].map((lane) => gate.enter(lane)));
  gate.pause(60_000);
  gate.open();
  gate.pause(60_000);
  expect(await waiting).toHaveLength(3);
  leave();
});

test("ignores a pause after the run has ended", async () => {
  const gate = createRequestGate({ concurrency: 1, perSecond: 0 });
  gate.open();
  gate.pause(60_000);
  let entered = false;
  void gate.enter("a").then(() => {
    entered = true;
  });
  await settle();
  expect(entered).toBe(true);
});
