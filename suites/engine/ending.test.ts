import { expect, test } from "vitest";
import { createEnding } from "./ending.ts";

const never = new AbortController().signal;

test("ends after so many failed requirements, each counted once", () => {
  const ending = createEnding({ signal: never, maxFailures: 2, seconds: null });
  for (const requirement of ["a", "a", "a"]) ending.failed(requirement);
  expect(ending.reason()).toBeNull();
  ending.failed("b");
  expect([ending.signal.aborted, ending.reason()]).toEqual([
    true,
    "ended after 2 failed requirements (--max-failures)",
  ]);
});

test("never ends for failures when nobody asks for it", () => {
  const ending = createEnding({ signal: never, maxFailures: 0, seconds: null });
  for (let count = 0; count < 100; count += 1) ending.failed(String(count));
  expect(ending.reason()).toBeNull();
});

test("ends when its time is over, counted from its begin", async () => {
  const ending = createEnding({ signal: never, maxFailures: 0, seconds: 0.02 });
  await new Promise((resolve) => setTimeout(resolve, 60));
  expect(ending.reason()).toBeNull();
  ending.begin();
  await new Promise((resolve) => ending.signal.addEventListener("abort", resolve));
  expect(ending.reason()).toContain("limits.seconds");
});

test("tells why somebody interrupted it", () => {
  const abort = new AbortController();
  const ending = createEnding({ signal: abort.signal, maxFailures: 0, seconds: null });
  abort.abort(new Error("interrupted by SIGINT"));
  expect(ending.reason()).toBe("interrupted by SIGINT");
});
