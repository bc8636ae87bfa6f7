import { expect, test } from "vitest";
import { createCpuQueue } from "./cpu-queue.ts";

test("does one piece of work after the other, and hears what arrives between them", async () => {
  const byTurns = createCpuQueue();
  const seen: string[] = [];
  const note = (what: string) => () => void seen.push(what);
  const first = byTurns(() => {
    note("first")();
    setImmediate(note("arrived"));
  });
  await Promise.all([first, byTurns(note("second")), byTurns(note("third"))]);
  expect(seen).toEqual(["first", "arrived", "second", "third"]);
});

test("gives what the work makes, and goes on after work that fails", async () => {
  const byTurns = createCpuQueue();
  const failing = byTurns(() => {
    throw new Error("no value");
  });
  const next = byTurns(() => 7);
  await expect(failing).rejects.toThrow("no value");
  expect(await next).toBe(7);
});
