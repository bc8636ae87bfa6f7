import type { Dispute } from "./dispute.ts";

/** A number or a boolean instead of a text. */
export const scalarForText: Dispute = {
  name: "scalar-for-text",
  point: "input.scalar-for-text",
  rules: "bent",
  edits: (site) =>
    site.place === "body" && site.rules.type === "string"
      ? [12, true].map((after) => ({ after, description: `${after} for a text` }))
      : [],
};
