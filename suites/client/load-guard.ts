import type { Exchange } from "./exchange.ts";

/** Adds up what has to be held of the responses of a run, lest a target fill the memory. */
export interface LoadGuard {
  note(exchange: Exchange): void;
  /** Why nothing more need be sent; null while there is room. */
  reason(): string | null;
}

/** Responses up to this are as large as any may be that shows one thing. */
const USUAL_BYTES = 128 * 1024;
/** Bytes of larger ones that are held: what a run has created is looked at until its end, with the responses that show it. */
const MOST_BYTES = 512 * 1024 * 1024;
const MIB = 1024 * 1024;

/** Nothing held yet. Reads are let go soon; responses to what creates or changes things are held to the end of the run. */
export function createLoadGuard(mostBytes = MOST_BYTES): LoadGuard {
  let held = 0;
  return {
    note({ operation, outcome }) {
      if (operation === null || operation.effect === "read" || outcome.kind === "none") return;
      if (outcome.bytes.length > USUAL_BYTES) held += outcome.bytes.length;
    },
    reason() {
      if (held <= mostBytes) return null;
      return `responses of the target that show one thing each came to more than ${Math.round(mostBytes / MIB)} MiB`;
    },
  };
}
