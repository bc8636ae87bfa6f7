import type { Mutation } from "./mutation.ts";

/** A member that `additionalProperties` does not allow. */
export const unknownMember: Mutation = {
  name: "unknown-member",
  keyword: "additionalProperties",
  edits: (site) =>
    site.rules.additionalProperties === false
      ? [{ after: "unexpected", below: ["unexpectedMember"], description: "a member that the schema does not name" }]
      : [],
};
