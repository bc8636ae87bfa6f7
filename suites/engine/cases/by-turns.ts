import { setImmediate } from "node:timers/promises";

/** Does a piece of work that takes the processor for long, when the pieces before it are done. */
export type ByTurns = <Value>(work: () => Value) => Promise<Value>;

/**
 * One piece of work after the other, with room between them for what the network brings. A run begins with hundreds of
 * properties that draw their values: done all at once, nothing is sent meanwhile, and the target has nothing to do.
 */
export function createByTurns(): ByTurns {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = before.then(() => setImmediate()).then(work);
    before = done.catch(() => {});
    return done;
  };
}
