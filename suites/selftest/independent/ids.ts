import type { Prng } from "./prng.ts";

/** Creates identifiers in one of three styles and recognises its own. */
export interface Ids {
  next(kind: string): string;
  /** Returns true if this server could have created the identifier. */
  wellFormed(id: string): boolean;
}

type Style = "numeric" | "prefixed" | "relay";

const FORMS: Record<Style, RegExp> = {
  numeric: /^\d{1,15}$/,
  prefixed: /^[a-z]{3}_[0-9a-z]+$/,
  relay: /^[A-Za-z0-9+/]+={0,2}$/,
};

/** Identifiers in a style: `1042`, `tas_8f2k`, or base64 with its `+`, `/` and `=`. */
export function ids(style: Style, prng: Prng): Ids {
  let count = 1000;
  const next = (kind: string) => {
    count += 1 + prng.below(7);
    if (style === "numeric") return String(count);
    if (style === "prefixed") return `${kind.slice(0, 3)}_${scattered(count)}`;
    return Buffer.from(`${kind}>${count}?`).toString("base64");
  };
  return { next, wellFormed: (id) => FORMS[style].test(id) };
}

/** Returns a permutation of 31 bits, so that an identifier does not show the order of creation. */
function scattered(count: number): string {
  return (Math.imul(count, 0x2c1b3c6d) >>> 0).toString(36);
}
