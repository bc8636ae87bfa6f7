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

/** Names of the specimens that differ in white space alone. */
const WHITE_SPACE = new Set(["white-space-only", "leading-blank", "trailing-blank", "trailing-line-break"]);

function specimens(site: Site, isWhiteSpace: boolean) {
  if (!isFreeText(site) || site.place !== "body") return [];
  return TEXT_SPECIMENS.filter(({ name, sure }) => !sure && WHITE_SPACE.has(name) === isWhiteSpace).map(
    ({ name, text }) => ({ after: text, description: name }),
  );
}

/** White space at the ends of a text, or nothing else. */
export const whiteSpace: Dispute = {
  name: "white-space",
  point: "input.whitespace",
  rules: "kept",
  once: true,
  edits: (site) => specimens(site, true),
};

/** Characters that stores may refuse or change. */
export const oddText: Dispute = {
  name: "odd-text",
  point: "input.odd-characters",
  rules: "kept",
  once: true,
  edits: (site) => specimens(site, false),
};
