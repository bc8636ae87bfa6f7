import type { Clock } from "./clock.ts";
import type { Random } from "./random.ts";

/** Kinds of resources that may be counted separately. */
const KINDS = ["node", "channel", "scope", "message", "memory", "task", "file"] as const;
type Kind = (typeof KINDS)[number];

/** A container of resources, with the number of each kind created in it. */
export interface Place {
  readonly counted: { [K in Kind]?: number };
}

/** Creates identifiers; the same seed and clock give the same ones. */
export interface Ids {
  /** Returns an identifier: a UUID of version 7 unless another style was chosen. Without a place it is not counted. */
  uuid(place?: Place, kind?: Kind): string;
  /** Returns a secret of a kind, for keys and tokens: `wak_5f…`. */
  secret(prefix: string): string;
}

/** The part of a clock that ids need. */
type Now = Pick<Clock, "now">;

/** Forms that identifiers can have. */
const ID_STYLES = {
  uuid: uuidV7,
  ulid: (clock: Now, random: Random) =>
    base32(clock.now(), 10) + base32(random.uint32(), 7) + base32(random.uint32(), 7) + base32(random.uint32(), 2),
  prefixed: (_clock: Now, random: Random) => `obj_${random.hex(10)}`,
  numeric: (_clock: Now, random: Random) =>
    `${1 + (random.uint32() % 9)}${String(random.uint32()).padStart(10, "0")}${random.uint32() % 10}`,
  symbols: (_clock: Now, random: Random) => `${random.hex(6)}-_.~:${random.hex(6)}`,
  counted: (clock: Now, random: Random, place?: Place, kind: Kind = "node") =>
    place === undefined ? uuidV7(clock, random) : nextNumber(place, kind),
} as const;

/** One of {@link ID_STYLES}. */
export type IdStyle = keyof typeof ID_STYLES;

/** Identifiers from a clock and a source of randomness. */
export function createIds(clock: Now, random: Random, style: IdStyle = "uuid"): Ids {
  const make = ID_STYLES[style];
  return {
    uuid: (place, kind) => make(clock, random, place, kind),
    secret: (prefix) => `${prefix}_${random.hex(20)}`,
  };
}

/** The range of numbers of one kind. All numbers have the same length, so that they sort correctly as texts too. */
const NUMBERS_OF_A_KIND = 100_000;

/** Returns the next number of a kind in its place; other places use the same numbers. */
function nextNumber({ counted }: Place, kind: Kind): string {
  const number = (counted[kind] ?? 0) + 1;
  counted[kind] = number;
  return String((KINDS.indexOf(kind) + 1) * NUMBERS_OF_A_KIND + number);
}

/** Ordered by time, random within a millisecond. */
function uuidV7(clock: Now, random: Random): string {
  const time = Math.max(0, clock.now()).toString(16).padStart(12, "0");
  const tail = random.hex(10);
  const variant = ((Number.parseInt(tail.slice(3, 4), 16) & 3) | 8).toString(16);
  return `${time.slice(0, 8)}-${time.slice(8, 12)}-7${tail.slice(0, 3)}-${variant}${tail.slice(4, 7)}-${tail.slice(7, 19)}`;
}

const CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** Returns a number in this many letters of Crockford's base 32. */
function base32(value: number, length: number): string {
  let rest = Math.max(0, value);
  let text = "";
  for (let index = 0; index < length; index++) {
    text = (CROCKFORD[rest % 32] ?? "0") + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}
