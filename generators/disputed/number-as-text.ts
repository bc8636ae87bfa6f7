import type { Dispute } from "./dispute.ts";

/** "12" instead of 12. */
export const numberAsText: Dispute = {
  name: "number-as-text",
  point: "input.number-as-string",
  rules: "bent",
  edits: (site, { before }) =>
    site.place === "body" && typeof before === "number"
      ? [{ after: String(before), description: `"${before}" for ${before}` }]
      : [],
};
