import { performance } from "node:perf_hooks";

/** What a server takes from the machine that it runs on: replaced where its responses have to repeat. */
export interface Runtime {
  /** Microseconds since 1970. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
  /** Does something later, which nobody waits for. */
  later(act: () => void, milliseconds: number): void;
}

export const MACHINE: Runtime = {
  now: () => Math.floor((performance.timeOrigin + performance.now()) * 1000),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  later: (act, milliseconds) => void setTimeout(act, milliseconds).unref(),
};
