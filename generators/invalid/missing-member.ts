import { stringList } from "../subschemas.ts";
import type { Mutation } from "./mutation.ts";

/** An object without a required member. */
export const missingMember: Mutation = {
  name: "missing-member",
  keyword: "required",
  edits: (site) =>
    stringList(site.rules.required).map((name) => ({
      after: undefined,
      below: [name],
      description: `without ${name}`,
    })),
};
