import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";

/** Maker of identifiers; the same seed and clock give the same ones. */
export interface Ids {
  /** A UUID of version 7: ordered by time, random within a millisecond. */
  uuid(): string;
  /** A secret of a kind, for keys and tokens: `wak_5f…`. */
  secret(prefix: string): string;
}

/** Identifiers from a clock and a source of randomness. */
export function createIds(clock: Clock, random: Random): Ids {
  return {
    uuid: () => {
      const time = Math.max(0, clock.now()).toString(16).padStart(12, "0");
      const tail = random.hex(10);
      const variant = ((Number.parseInt(tail.slice(3, 4), 16) & 3) | 8).toString(16);
      return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${tail.slice(0, 3)}-${variant}${tail.slice(4, 7)}-${tail.slice(7, 19)}`;
    },
    secret: (prefix) => `${prefix}_${random.hex(20)}`,
  };
}
