import type { RunContext } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";

/** Two tags that memories have or lack, and what stands instead of them in others. */
export interface LookAlikes {
  /** A tag of many signs, and one of letters alone. */
  readonly tags: readonly [string, string];
  /** Pairs of which one tag is what careless code takes for the one that is asked for. */
  readonly others: readonly (readonly [string, string])[];
}

/**
 * One search by both tags tells of every way of taking one tag for another. Nothing here divides a list in a query, such as
 * blanks and commas, and the case of letters is left alone.
 */
export function lookAlikes(context: Pick<RunContext, "mark" | "seed">): LookAlikes {
  const start = wordOf(context, "tag of many signs");
  const end = wordOf(context, "end of a tag of many signs");
  const signed = `#${start}-007-c++-50%-a_b.d/e:f@g-Größe-記憶-${end}a`;
  const plain = wordOf(context, "tag of letters alone");
  const likeSigned = [
    signed.slice(1),
    signed.slice(0, -1),
    `${signed}s`,
    `x${signed}`,
    // Beyond the length at which a column may cut it.
    `${signed.slice(0, -1)}b`,
    signed.replace(/[^\p{L}\p{N}]/gu, ""),
    signed.replaceAll("+", " "),
    signed.replace("c++", "c"),
    signed.replace("007", "7"),
    signed.replace("50%", "50"),
    signed.replace("a_b", "aqb"),
    signed.replace("b.d", "bqd"),
    signed.replace(/:.*$/u, ""),
    // By a collation that ignores marks these are other words too.
    signed.replace("Größe", "Gräße"),
    signed.replace("記憶", "記録"),
  ];
  const likePlain = [`${plain}-tail`, `head-${plain}`, `#${plain}`];
  return {
    tags: [signed, plain],
    others: [
      ...likeSigned.map((other) => [other, plain] as const),
      ...likePlain.map((other) => [signed, other] as const),
    ],
  };
}
