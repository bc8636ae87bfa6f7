import type { Dispute } from "./dispute.ts";

/** null for an optional member. */
export const nullForAbsent: Dispute = {
  name: "null-for-absent",
  point: "input.null-for-absent",
  rules: "bent",
  edits: (site) =>
    site.place === "body" && site.optional ? [{ after: null, description: "null instead of leaving it out" }] : [],
};
