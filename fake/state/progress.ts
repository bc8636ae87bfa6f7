/** Reports the progress of a long task. */
export interface Progress {
  /** Reports that this much is done. */
  at(done: number): void;
}

const EVERY_MS = 1000;

/** Creates a progress report in lines, at most one a second: a shorter task prints nothing. */
export function createProgress(what: string, whole: number, print: ((line: string) => void) | undefined): Progress {
  let next = performance.now() + EVERY_MS;
  return {
    at: (done) => {
      if (print === undefined || performance.now() < next) return;
      next = performance.now() + EVERY_MS;
      print(`${what}: ${Math.min(99, Math.floor((100 * done) / Math.max(1, whole)))} %`);
    },
  };
}
