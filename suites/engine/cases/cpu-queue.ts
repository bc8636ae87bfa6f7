import { setImmediate } from "node:timers/promises";

/** Runs CPU-heavy work after all earlier work has ended, and returns its result. */
export type CpuQueue = <Value>(work: () => Value) => Promise<Value>;

/**
 * Creates a queue for CPU-heavy work that lets the event loop run between two pieces. A run begins with hundreds of
 * properties that draw their values: in one go, they would keep all requests from being sent meanwhile.
 */
export function createCpuQueue(): CpuQueue {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = before.then(() => setImmediate()).then(work);
    before = done.catch(() => {});
    return done;
  };
}
