import type { Site } from "../sites.ts";
import type { Mutation, MutationContext } from "./mutation.ts";
import { bound, sendable } from "./mutation.ts";

const KEYWORDS = ["minItems", "maxItems", "minProperties", "maxProperties"];

/** Creates a mutation to a list or an object with more or fewer parts than a keyword allows. */
function wrongCount(name: string, keyword: string, what: string, direction: 1 | -1): Mutation {
  const [least, most] = what === "items" ? ["minItems", "maxItems"] : ["minProperties", "maxProperties"];
  const edits = (site: Site, { sample }: MutationContext) => {
    const limit = bound(site, keyword);
    const counts = direction > 0 ? [limit + 1, limit * 2 + 1] : [limit - 1, 0];
    return sendable([...new Set(counts)]).map((count) => ({
      after: sample(KEYWORDS, { [least as string]: count, [most as string]: count }),
      description: `${count} ${what} where ${direction > 0 ? "at most" : "at least"} ${limit} are allowed`,
    }));
  };
  return { name, keyword, edits };
}

/** More items than `maxItems`. */
export const tooManyItems: Mutation = wrongCount("too-many-items", "maxItems", "items", 1);

/** Fewer items than `minItems`. */
export const tooFewItems: Mutation = wrongCount("too-few-items", "minItems", "items", -1);

/** More members than `maxProperties`. */
export const tooManyMembers: Mutation = wrongCount("too-many-members", "maxProperties", "members", 1);

/** Fewer members than `minProperties`. */
export const tooFewMembers: Mutation = wrongCount("too-few-members", "minProperties", "members", -1);
