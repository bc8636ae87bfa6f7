import type { Site } from "../sites.ts";
import { TEXT_SPECIMENS } from "../values/specimens.ts";
import type { Dispute } from "./dispute.ts";

/** True where any text may stand: neither an identifier nor one of a list. */
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

/** Text that stores may trim, refuse or change. */
export const oddText: Dispute = {
  name: "odd-text",
  point: "input.odd-characters",
  rules: "kept",
  edits: (site) =>
    isFreeText(site)
      ? TEXT_SPECIMENS.filter(({ sure }) => !sure).map(({ name, text }) => ({
          after: text,
          description: name,
        }))
      : [],
};
