import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createEarlyEnd } from "./early-end.ts";

const never = new AbortController().signal;
const isGating = () => true;

test("ends after this many failed requirements, each counted once", () => {
  const ending = createEarlyEnd({ signal: never, maxFailures: 2, isGating, seconds: null });
  for (const requirement of ["a", "a", "a"]) ending.failed(requirement);
  expect(ending.reason()).toBeNull();
  ending.failed("b");
  expect([ending.signal.aborted, ending.reason()]).toEqual([
    true,
    "ended after 2 failed requirements (--max-failures)",
  ]);
});

test("does not end for what fails without failing the run", () => {
  const ending = createEarlyEnd({ signal: never, maxFailures: 1, isGating: (id) => id === "must", seconds: null });
  ending.failed("should");
  expect(ending.reason()).toBeNull();
  ending.failed("must");
  expect(ending.reason()).not.toBeNull();
});

test("never ends for failures when nobody asks for it", () => {
  const ending = createEarlyEnd({ signal: never, maxFailures: 0, isGating, seconds: null });
  for (let count = 0; count < 100; count += 1) ending.failed(String(count));
  expect(ending.reason()).toBeNull();
});

test("ends when its time is over, counted from its begin", async () => {
  const ending = createEarlyEnd({ signal: never, maxFailures: 0, isGating, seconds: 0.02 });
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(ending.reason()).toBeNull();
  ending.begin();
  await new Promise((resolve) => ending.signal.addEventListener("abort", resolve));
  expect(ending.reason()).toContain("limits.seconds");
});

test("tells why someone interrupted it", () => {
  const abort = new AbortController();
  const ending = createEarlyEnd({ signal: abort.signal, maxFailures: 0, isGating, seconds: null });
  abort.abort(new Error("interrupted by SIGINT"));
  expect(ending.reason()).toBe("interrupted by SIGINT");
});

test("keeps nothing alive of a run that is over, though the one who may interrupt it lives on", async () => {
  const interrupt = new AbortController();
  const held = listener(interrupt.signal);
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let turn = 0; turn < 5; turn += 1) {
    // What was looked at is kept until the turn is over.
    await new Promise((resolve) => setTimeout(resolve));
    collect();
  }
  expect(held.deref()).toBeUndefined();
  expect(interrupt.signal.aborted).toBe(false);
});

/** What listens for the end of a run that has been closed. */
function listener(signal: AbortSignal): WeakRef<() => void> {
  const ending = createEarlyEnd({ signal, maxFailures: 0, isGating, seconds: null });
  const listens = () => {};
  ending.signal.addEventListener("abort", listens);
  ending.close();
  return new WeakRef(listens);
}
