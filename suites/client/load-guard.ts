import type { Exchange } from "./exchange.ts";

/** Adds up the size of responses that a run must hold, so that a target cannot fill the memory. */
export interface LoadGuard {
  note(exchange: Exchange): void;
  /** Returns why no more requests are sent; null while there is room. */
  reason(): string | null;
}

/** The size up to which a response that shows one resource is normal. */
const USUAL_BYTES = 128 * 1024;
/**
 * The total size of larger ones that may be held. Responses that show created resources are needed until the end of the
 * run.
 */
const MAX_BYTES = 512 * 1024 * 1024;
const MIB = 1024 * 1024;

/**
 * Creates an empty guard. Reads are released early; responses to creations and changes are held to the end of the run.
 */
export function createLoadGuard(maxBytes = MAX_BYTES): LoadGuard {
  let bytes = 0;
  return {
    note({ operation, outcome }) {
      if (operation === null || operation.effect === "read" || outcome.kind === "none") return;
      if (outcome.bytes.length > USUAL_BYTES) bytes += outcome.bytes.length;
    },
    reason() {
      if (bytes <= maxBytes) return null;
      return `responses of the target that show one thing each came to more than ${Math.round(maxBytes / MIB)} MiB`;
    },
  };
}
