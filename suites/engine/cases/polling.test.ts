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

function patienceOf(budget: BudgetName, timeoutMs: number, signal = new AbortController().signal) {
  const target = { consistency: { timeoutMs, intervalMs: 5 } };
  return createPolling({ budget, target } as Parameters<typeof createPolling>[0], signal);
}

/** How often it is asked for something that is there after this many milliseconds. */
async function attemptsUntil(patience: ReturnType<typeof patienceOf>, lagMs: number): Promise<number> {
  const from = performance.now() + lagMs;
  let attempts = 0;
  await patience.eventually(async () => {
    attempts += 1;
    if (performance.now() < from) throw new Failure(evidence);
  });
  return attempts;
}

afterEach(() => vi.useRealTimers());

async function looksOf(patience: ReturnType<typeof patienceOf>): Promise<number> {
  let looks = 0;
  await patience.throughout(async () => {
    looks += 1;
  });
  return looks;
}

test("asks again until the thing is there, and gives up when the patience is over", async () => {
  const patience = patienceOf("standard", 60);
  let asked = 0;
  const slow = async () => {
    asked += 1;
    if (asked < 3) throw new Failure(evidence);
    return "there";
  };
  expect(await patience.eventually(slow)).toBe("there");
  await expect(patience.eventually(() => Promise.reject(new Failure(evidence)))).rejects.toThrow("not there");
});

test("a pause is over when the run is", async () => {
  const end = new AbortController();
  const pause = patienceOf("standard", 60, end.signal).pause(600_000);
  end.abort();
  await pause;
});

/** The outcome of something that waits, once all of its waiting is over, and after how many milliseconds that is. */
async function waitedOut<T>(start: () => Promise<T>): Promise<{ readonly result: T; readonly afterMs: number }> {
  vi.useFakeTimers();
  const started = performance.now();
  const pending = start();
  await vi.runAllTimersAsync();
  return { result: await pending, afterMs: performance.now() - started };
}

/** Waits for something that is there after this many milliseconds. */
const seenToLag = (patience: ReturnType<typeof patienceOf>, lagMs: number) =>
  waitedOut(() => attemptsUntil(patience, lagMs));

test("watches an absence to the end of the patience, with looks in between", async () => {
  const { result, afterMs } = await waitedOut(() => looksOf(patienceOf("standard", 200)));
  expect(result).toBe(5);
  expect(afterMs).toBeGreaterThanOrEqual(200);
});

test("in a smoke run watches an absence shortly where nothing lags, and longer once something did", async () => {
  const patience = patienceOf("smoke", 60_000);
  const first = await waitedOut(() => looksOf(patience));
  expect(first.result).toBe(2);
  expect(first.afterMs).toBeLessThan(1_500);
  await seenToLag(patience, 400);
  const again = await waitedOut(() => looksOf(patience));
  expect(again.result).toBe(2);
  expect(again.afterMs).toBeGreaterThanOrEqual(1_600);
});

test("stops waiting when the run ends", async () => {
  const ended = AbortSignal.abort(new Error("over"));
  expect(await looksOf(patienceOf("standard", 60_000, ended))).toBe(5);
});

test("gives what was found once the time to settle that the lags seen ask for, and no more than the patience", async () => {
  const patience = patienceOf("standard", 2_000);
  await seenToLag(patience, 800);
  const { afterMs } = await waitedOut(() => patience.settled());
  expect(afterMs).toBe(2_000);
});

test("asks for the next thing when it is likely to be there, as the lags tell that were seen", async () => {
  vi.useFakeTimers();
  const patience = patienceOf("standard", 8_000);
  const first = attemptsUntil(patience, 800);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await first).toBeGreaterThan(10);
  for (const next of [800, 800, 800]) {
    const later = attemptsUntil(patience, next);
    await vi.advanceTimersByTimeAsync(2_000);
    // At once, when it is due, and a few times around that.
    expect(await later).toBeLessThan(9);
  }
  const quick = attemptsUntil(patience, 0);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await quick).toBe(1);
});

test("lets one ask for all that wait: the others follow when it has been longer without success than they", async () => {
  vi.useFakeTimers();
  const patience = patienceOf("standard", 8_000);
  const first = attemptsUntil(patience, 800);
  await vi.advanceTimersByTimeAsync(700);
  const others = [1, 2, 3].map(() => attemptsUntil(patience, 800));
  await vi.advanceTimersByTimeAsync(3_000);
  for (const attempts of await Promise.all(others)) expect(attempts).toBeLessThan(await first);
});

test("asks again at once where the target's times are so short that nothing can be learned", async () => {
  vi.useFakeTimers();
  const patience = patienceOf("smoke", 40);
  const never = expect(attemptsUntil(patience, 1_000)).rejects.toThrow("not there");
  await vi.advanceTimersByTimeAsync(100);
  await never;
});
