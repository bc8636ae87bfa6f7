import { expect, test } from "vitest";
import { createCpuQueue } from "./cpu-queue.ts";

test("runs one task at a time, and handles events between them", async () => {
  const queue = createCpuQueue();
  const seen: string[] = [];
  const note = (what: string) => () => void seen.push(what);
  const first = queue(() => {
    note("first")();
    setImmediate(note("arrived"));
  });
  await Promise.all([first, queue(note("second")), queue(note("third"))]);
  expect(seen).toEqual(["first", "arrived", "second", "third"]);
});

test("returns the result of the work, and continues after work that fails", async () => {
  const queue = createCpuQueue();
  const failing = queue(() => {
    throw new Error("no value");
  });
  const next = queue(() => 7);
  await expect(failing).rejects.toThrow("no value");
  expect(await next).toBe(7);
});
