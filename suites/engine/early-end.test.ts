import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createEarlyEnd } from "./early-end.ts";

const never = new AbortController().signal;
const isGating = () => true;

test("ends after the given number of failed requirements, each counted once", () => {
  const ending = createEarlyEnd({ signal: never, maxFailures: 2, isGating, seconds: null });
  for (const requirement of ["a", "a", "a"]) ending.failed(requirement);
  expect(ending.reason()).toBeNull();
  ending.failed("b");
  expect([ending.signal.aborted, ending.reason()]).toEqual([
    true,
    "ended after 2 failed requirements (--max-failures)",
  ]);
});

test("does not end for failures that do not fail the run", () => {
  const ending = createEarlyEnd({ signal: never, maxFailures: 1, isGating: (id) => id === "must", seconds: null });
  ending.failed("should");
  expect(ending.reason()).toBeNull();
  ending.failed("must");
  expect(ending.reason()).not.toBeNull();
});

test("never ends for failures without a maximum", () => {
  const ending = createEarlyEnd({ signal: never, maxFailures: 0, isGating, seconds: null });
  for (let count = 0; count < 100; count += 1) ending.failed(String(count));
  expect(ending.reason()).toBeNull();
});

test("ends at the time limit, counted from the start", async () => {
  const ending = createEarlyEnd({ signal: never, maxFailures: 0, isGating, seconds: 0.02 });
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(ending.reason()).toBeNull();
  ending.begin();
  await new Promise((resolve) => ending.signal.addEventListener("abort", resolve));
  expect(ending.reason()).toContain("limits.seconds");
});

test("states the reason of an interruption", () => {
  const abort = new AbortController();
  const ending = createEarlyEnd({ signal: abort.signal, maxFailures: 0, isGating, seconds: null });
  abort.abort(new Error("interrupted by SIGINT"));
  expect(ending.reason()).toBe("interrupted by SIGINT");
});

test("keeps no reference to an ended run while its abort signal exists", async () => {
  const interrupt = new AbortController();
  const reference = listener(interrupt.signal);
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  for (let turn = 0; turn < 5; turn += 1) {
    // A dereferenced object is kept until the end of the turn.
    await new Promise((resolve) => setTimeout(resolve));
    collect();
  }
  expect(reference.deref()).toBeUndefined();
  expect(interrupt.signal.aborted).toBe(false);
});

/** Returns a weak reference to the abort listener of a closed run. */
function listener(signal: AbortSignal): WeakRef<() => void> {
  const ending = createEarlyEnd({ signal, maxFailures: 0, isGating, seconds: null });
  const onAbort = () => {};
  ending.signal.addEventListener("abort", onAbort);
  ending.close();
  return new WeakRef(onAbort);
}
