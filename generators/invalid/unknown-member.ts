import type { Mutation } from "./mutation.ts";

/** Names of which one hardly ever is allowed, by any rule for names. */
const NAMES = ["unexpectedMember", "zz"];

/** A member that `additionalProperties` does not allow. */
export const unknownMember: Mutation = {
  name: "unknown-member",
  keyword: "additionalProperties",
  edits: (site) =>
    site.rules.additionalProperties === false
      ? NAMES.map((name) => ({
          after: "unexpected",
          below: [name],
          description: `a member ${name}, which has no place`,
        }))
      : [],
};
