import type { Io } from "../cli/core/io.ts";

/** Shows the progress of a long run on standard error. */
export interface Progress {
  /** One more is done. */
  tick(passed: boolean): void;
  end(): void;
}

/** Creates a line that is redrawn on a terminal; elsewhere ten lines in total. */
export function progress(total: number, io: Pick<Io, "lively" | "err">): Progress {
  const started = performance.now();
  const step = Math.max(1, Math.ceil(total / 10));
  let done = 0;
  let failed = 0;
  const line = () => {
    const seconds = Math.round((performance.now() - started) / 1000);
    return `${done} of ${total} servers tried, ${failed} unlike they should, ${seconds} s`;
  };
  return {
    tick(passed) {
      done += 1;
      if (!passed) failed += 1;
      if (io.lively) io.err(`\r${line()}`);
      else if (done % step === 0 || done === total) io.err(`${line()}\n`);
    },
    end() {
      if (io.lively) io.err("\r\u001b[K");
    },
  };
}
