import { afterEach, expect, test, vi } from "vitest";
import { type Evidence, Failure } from "../../outcome/failure.ts";
import type { BudgetName } from "../check/check.ts";
import { createPolling } from "./polling.ts";

const evidence: Evidence = {
  message: "not there",
  expected: "there",
  actual: "nothing",
  verifier: "equal",
  pointer: "",
  keyword: "missing",
  exchanges: [],
};

function pollingOf(budget: BudgetName, timeoutMs: number, signal = new AbortController().signal) {
  const target = { consistency: { timeoutMs, intervalMs: 5 } };
  return createPolling({ budget, target } as Parameters<typeof createPolling>[0], signal);
}

/** Returns the number of attempts until a resource is visible after this many milliseconds. */
async function attemptsUntil(polling: ReturnType<typeof pollingOf>, lagMs: number): Promise<number> {
  const from = performance.now() + lagMs;
  let attempts = 0;
  await polling.eventually(async () => {
    attempts += 1;
    if (performance.now() < from) throw new Failure(evidence);
  });
  return attempts;
}

afterEach(() => vi.useRealTimers());

async function attemptsWhileAbsent(polling: ReturnType<typeof pollingOf>): Promise<number> {
  let attempts = 0;
  await polling.throughout(async () => {
    attempts += 1;
  });
  return attempts;
}

test("polls until the resource is visible, and fails at the timeout", async () => {
  const polling = pollingOf("standard", 60);
  let attempts = 0;
  const slow = async () => {
    attempts += 1;
    if (attempts < 3) throw new Failure(evidence);
    return "there";
  };
  expect(await polling.eventually(slow)).toBe("there");
  await expect(polling.eventually(() => Promise.reject(new Failure(evidence)))).rejects.toThrow("not there");
});

test("ends a pause when the run ends", async () => {
  const end = new AbortController();
  const pause = pollingOf("standard", 60, end.signal).pause(600_000);
  end.abort();
  await pause;
});

/** Returns the result of a waiting function and its duration in milliseconds, with fake timers. */
async function timed<T>(start: () => Promise<T>): Promise<{ readonly result: T; readonly afterMs: number }> {
  vi.useFakeTimers();
  const started = performance.now();
  const pending = start();
  await vi.runAllTimersAsync();
  return { result: await pending, afterMs: performance.now() - started };
}

/** Lets the polling see a lag of this many milliseconds. */
const observeLag = (polling: ReturnType<typeof pollingOf>, lagMs: number) => timed(() => attemptsUntil(polling, lagMs));

test("watches an absence until the timeout, with several attempts", async () => {
  const { result, afterMs } = await timed(() => attemptsWhileAbsent(pollingOf("standard", 200)));
  expect(result).toBe(5);
  expect(afterMs).toBeGreaterThanOrEqual(200);
});

test("watches an absence briefly in a smoke run without lag, and longer once a lag was seen", async () => {
  const polling = pollingOf("smoke", 60_000);
  const first = await timed(() => attemptsWhileAbsent(polling));
  expect(first.result).toBe(2);
  expect(first.afterMs).toBeLessThan(1_500);
  await observeLag(polling, 400);
  const again = await timed(() => attemptsWhileAbsent(polling));
  expect(again.result).toBe(2);
  expect(again.afterMs).toBeGreaterThanOrEqual(1_600);
});

test("stops waiting when the run ends", async () => {
  const ended = AbortSignal.abort(new Error("over"));
  expect(await attemptsWhileAbsent(pollingOf("standard", 60_000, ended))).toBe(5);
});

test("waits for the settling time that seen lags require, but no longer than the timeout", async () => {
  const polling = pollingOf("standard", 2_000);
  await observeLag(polling, 800);
  const { afterMs } = await timed(() => polling.settled());
  expect(afterMs).toBe(2_000);
});

test("polls the next resource when the seen lags predict that it is visible", async () => {
  vi.useFakeTimers();
  const polling = pollingOf("standard", 8_000);
  const first = attemptsUntil(polling, 800);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await first).toBeGreaterThan(10);
  for (const next of [800, 800, 800]) {
    const later = attemptsUntil(polling, next);
    await vi.advanceTimersByTimeAsync(2_000);
    // Immediately, at the predicted time, and a few times around it.
    expect(await later).toBeLessThan(9);
  }
  const quick = attemptsUntil(polling, 0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await quick).toBe(1);
});

test("lets one waiting caller poll for all, until it has waited longer than they have", async () => {
  vi.useFakeTimers();
  const polling = pollingOf("standard", 8_000);
  const first = attemptsUntil(polling, 800);
  await vi.advanceTimersByTimeAsync(700);
  const others = [1, 2, 3].map(() => attemptsUntil(polling, 800));
  await vi.advanceTimersByTimeAsync(3_000);
  for (const attempts of await Promise.all(others)) expect(attempts).toBeLessThan(await first);
});

test("polls again at once if the timeout is too short to learn lags", async () => {
  vi.useFakeTimers();
  const polling = pollingOf("smoke", 40);
  const never = expect(attemptsUntil(polling, 1_000)).rejects.toThrow("not there");
  await vi.advanceTimersByTimeAsync(100);
  await never;
});
