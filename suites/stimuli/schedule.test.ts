import { expect, test } from "vitest";
import { type RowStream, sendInTurns } from "./schedule.ts";

/** A stream of so many rows, each of which notes its name. */
function streamOf(name: string, rows: number, done: string[], { isWrite = false, every = 1 } = {}): RowStream {
  let next = 0;
  return {
    isWrite,
    interval: every,
    next() {
      if (next === rows) return null;
      next += 1;
      const row = `${name}${next}`;
      return async () => {
        done.push(row);
        return true;
      };
    },
  };
}

test("lets each read follow each kind of write", async () => {
  const done: string[] = [];
  const write = { isWrite: true };
  const streams = [streamOf("block", 2, done, write), streamOf("send", 2, done, write), streamOf("list", 4, done)];
  await sendInTurns(streams, () => true);
  expect(done).toEqual(["block1", "list1", "send1", "list2", "block2", "list3", "send2", "list4"]);
});

test("begins with the requested number of writes, or with all if there are fewer", async () => {
  const done: string[] = [];
  const streams = () => [streamOf("send", 3, done, { isWrite: true }), streamOf("list", 2, done)];
  await sendInTurns(streams(), () => true, 2);
  expect(done).toEqual(["send1", "send2", "send3", "list1", "list2"]);
  done.length = 0;
  await sendInTurns(streams(), () => true, 9);
  expect(done).toEqual(["send1", "send2", "send3", "list1", "list2"]);
});

test("sends rows less often for operations with a longer interval", async () => {
  const done: string[] = [];
  await sendInTurns([streamOf("list", 4, done), streamOf("context", 9, done, { every: 3 })], () => done.length < 6);
  expect(done).toEqual(["list1", "context1", "list2", "list3", "list4", "context2"]);
});

test("ends when no row can be sent although some remain", async () => {
  let tries = 0;
  const next = () => async () => {
    tries += 1;
    return false;
  };
  await sendInTurns([{ isWrite: false, interval: 2, next }], () => true);
  expect(tries).toBe(3);
});

test("ends when it cannot continue, and when no rows remain", async () => {
  const done: string[] = [];
  await sendInTurns([streamOf("list", 9, done)], () => done.length < 3);
  expect(done).toHaveLength(3);
  await sendInTurns(
    [streamOf("send", 1, done, { isWrite: true }), streamOf("list", 2, done, { every: 2 })],
    () => true,
  );
  expect(done).toHaveLength(6);
});
