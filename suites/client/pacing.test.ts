import { expect, test } from "vitest";
import { createPacer, type Pacer } from "./pacing.ts";

async function settle(): Promise<void> {
  for (let turn = 0; turn < 3; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Enters this many requests that do not end, and returns a function for the number of admitted ones. */
function enterAll(pacer: Pacer, operation: string, count: number): () => number {
  let entered = 0;
  for (let index = 0; index < count; index += 1) {
    void pacer.enter({ lane: operation, operation }).then(() => {
      entered += 1;
    });
  }
  return () => entered;
}

function reject(pacer: Pacer, operation: string, restMs = 0): void {
  for (let index = 0; index < 3; index += 1) pacer.rejected(operation, restMs, 0);
}

test("slows down only an operation that is rejected while others are accepted", async () => {
  const pacer = createPacer({ concurrency: 8, perSecond: 0 });
  for (let index = 0; index < 10; index += 1) pacer.accepted("list-tasks");
  reject(pacer, "recall");
  const recalls = enterAll(pacer, "recall", 8);
  await settle();
  expect(recalls()).toBe(4);
  const lists = enterAll(pacer, "list-tasks", 4);
  await settle();
  expect(lists()).toBe(4);
});

test("pauses an operation that asked for a rest", async () => {
  const pacer = createPacer({ concurrency: 8, perSecond: 0 });
  for (let index = 0; index < 10; index += 1) pacer.accepted("list-tasks");
  reject(pacer, "recall", 60_000);
  const [recalls, lists] = [enterAll(pacer, "recall", 1), enterAll(pacer, "list-tasks", 1)];
  await settle();
  expect([recalls(), lists()]).toEqual([0, 1]);
  pacer.open();
  await settle();
  expect(recalls()).toBe(1);
});

test("slows down all operations if others are rejected too, or none other was requested", async () => {
  for (const others of [["list-tasks"], []]) {
    const pacer = createPacer({ concurrency: 8, perSecond: 0 });
    for (const other of others) {
      for (let index = 0; index < 10; index += 1) pacer.accepted(other);
      pacer.rejected(other, 0, 0);
    }
    reject(pacer, "recall");
    const lists = enterAll(pacer, "list-tasks", 8);
    await settle();
    expect(lists()).toBe(4);
  }
});

test("slows down waiting requests when the limit of their operation is learned", async () => {
  const pacer = createPacer({ concurrency: 2, perSecond: 0 });
  for (let index = 0; index < 10; index += 1) pacer.accepted("list-tasks");
  const leave = await pacer.enter({ lane: "a", operation: "list-tasks" });
  const leaveOther = await pacer.enter({ lane: "a", operation: "list-tasks" });
  const recalls = enterAll(pacer, "recall", 3);
  reject(pacer, "recall");
  leave();
  leaveOther();
  await settle();
  expect(recalls()).toBe(1);
  const lists = enterAll(pacer, "list-tasks", 1);
  await settle();
  expect(lists()).toBe(1);
});

test("does not treat an unavailable operation as limited", async () => {
  const pacer = createPacer({ concurrency: 2, perSecond: 0 });
  for (let index = 0; index < 10; index += 1) pacer.accepted("list-tasks");
  const isLimit: boolean[] = [];
  for (let index = 0; index < 40; index += 1) {
    pacer.accepted("list-tasks");
    isLimit.push(pacer.unavailable("recall", 0));
  }
  expect(isLimit.at(-1)).toBe(false);
  const recalls = enterAll(pacer, "recall", 2);
  await settle();
  expect(recalls()).toBe(2);
});
