import { performance } from "node:perf_hooks";

/** The machine's services for a server, replaced if its responses must be repeatable. */
export interface Runtime {
  /** Microseconds since 1970. */
  now(): number;
  wait(milliseconds: number): Promise<void>;
  /** Calls a function later, without waiting for it. */
  later(act: () => void, milliseconds: number): void;
}

export const MACHINE: Runtime = {
  now: () => Math.floor((performance.timeOrigin + performance.now()) * 1000),
  wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  later: (act, milliseconds) => void setTimeout(act, milliseconds).unref(),
};
