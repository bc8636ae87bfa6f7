import { MAX_SENT_SIZE } from "../max-sent-size.ts";
import type { Dispute } from "./dispute.ts";

/** One code point, two UTF-16 units. */
const ASTRAL = "😀";

/** One character to the eye, two code points. */
const COMPOSED = "🇩🇪";

/** Text that is within the bound by one measure of length and beyond it by another. */
export const lengthMeasure: Dispute = {
  name: "length-measure",
  point: null,
  rules: "bent",
  edits: (site) => {
    const limit = site.rules.maxLength;
    if (typeof limit !== "number" || limit > MAX_SENT_SIZE) return [];
    return [
      { after: ASTRAL.repeat(limit), description: `${limit} code points that are ${2 * limit} UTF-16 units` },
      { after: COMPOSED.repeat(limit), description: `${limit} graphemes that are ${2 * limit} code points` },
    ];
  },
};
