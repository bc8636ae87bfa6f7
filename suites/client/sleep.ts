let asleep = 0;
let lastWoken = Number.NEGATIVE_INFINITY;

/** Waits for this many milliseconds, or until the run ends. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  asleep += 1;
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      asleep -= 1;
      lastWoken = performance.now();
      resolve();
    }
    signal?.addEventListener("abort", done, { once: true });
    if (signal?.aborted) done();
  });
}

/** Returns true if something slept at or after that moment (milliseconds of `performance.now`). */
export function sleptSince(moment: number): boolean {
  return asleep > 0 || lastWoken >= moment;
}
