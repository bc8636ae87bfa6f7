import type { Site } from "../sites.ts";
import { TEXT_SPECIMENS } from "../values/specimens.ts";
import type { Dispute } from "./dispute.ts";

/** Returns true if any text is allowed: neither an identifier nor one of a list. */
function isFreeText({ rules }: Site): boolean {
  return rules.type === "string" && rules.enum === undefined && rules["x-reference"] === undefined;
}

/** The empty text. */
export const emptyText: Dispute = {
  name: "empty-text",
  point: "input.empty-text",
  rules: "kept",
  edits: (site) => (isFreeText(site) ? [{ after: "", description: "the empty text" }] : []),
};

/** Text that stores may reject or change. */
export const unusualText: Dispute = doubtfulText("odd-text", "input.odd-characters", (text) => text === text.trim());

/** Text with white space at its ends, or of nothing else, which stores may trim or reject. */
export const outerWhiteSpace: Dispute = doubtfulText(
  "outer-white-space",
  "input.whitespace",
  (text) => text !== text.trim(),
);

function doubtfulText(name: string, point: string, takes: (text: string) => boolean): Dispute {
  const specimens = TEXT_SPECIMENS.filter(({ sure, text }) => !sure && takes(text));
  return {
    name,
    point,
    rules: "kept",
    edits: (site) =>
      isFreeText(site) ? specimens.map((specimen) => ({ after: specimen.text, description: specimen.name })) : [],
  };
}
