import type { RunContext } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";

/** Two tags that members have or lack, and similar tags that other members have instead. */
export interface SimilarTags {
  /** A tag of many special characters, and one of letters only. */
  readonly tags: readonly [string, string];
  /** Pairs of tags of which one is what careless code may confuse with the requested one. */
  readonly others: readonly (readonly [string, string])[];
}

/**
 * Returns tags for which one search shows every kind of confusion. None has a character that separates lists in a
 * query, such as a space or comma, and none differs only in case.
 */
export function similarTags(context: Pick<RunContext, "mark" | "seed">): SimilarTags {
  const start = wordOf(context, "tag of many signs");
  const end = wordOf(context, "end of a tag of many signs");
  const signed = `#${start}-007-c++-50%-a_b.d/e:f@g-Größe-記憶-${end}a`;
  const lettersOnly = wordOf(context, "tag of letters alone");
  const likeSigned = [
    signed.slice(1),
    signed.slice(0, -1),
    `${signed}s`,
    `x${signed}`,
    // Differs only beyond the length at which a column may truncate it.
    `${signed.slice(0, -1)}b`,
    signed.replace(/[^\p{L}\p{N}]/gu, ""),
    signed.replaceAll("+", " "),
    signed.replace("c++", "c"),
    signed.replace("007", "7"),
    signed.replace("50%", "50"),
    signed.replace("a_b", "aqb"),
    signed.replace("b.d", "bqd"),
    signed.replace(/:.*$/u, ""),
    // These are different words even under a collation that ignores marks.
    signed.replace("Größe", "Gräße"),
    signed.replace("記憶", "記録"),
  ];
  const likePlain = [`${lettersOnly}-tail`, `head-${lettersOnly}`, `#${lettersOnly}`];
  return {
    tags: [signed, lettersOnly],
    others: [
      ...likeSigned.map((other) => [other, lettersOnly] as const),
      ...likePlain.map((other) => [signed, other] as const),
    ],
  };
}
