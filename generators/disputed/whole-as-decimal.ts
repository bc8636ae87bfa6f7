import type { Dispute } from "./dispute.ts";

/** 1.0 instead of 1: the same number in JSON, but not to every parser. */
export const wholeAsDecimal: Dispute = {
  name: "whole-as-decimal",
  point: "input.integral-number",
  rules: "kept",
  edits: (site, { before }) =>
    site.place === "body" && site.rules.type === "integer" && typeof before === "number"
      ? [{ after: before, rawText: `${before}.0`, description: `${before}.0 for ${before}` }]
      : [],
};
