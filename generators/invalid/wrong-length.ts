import type { Mutation } from "./mutation.ts";
import { bound, sendable } from "./mutation.ts";

const LENGTHS = ["minLength", "maxLength"];

/** The factor of "far too long": beyond the limit in any unit of length, and below any body limit. */
const FAR = 4;

/** More characters than `maxLength`, in letters, so that every measure of length agrees. */
export const tooLong: Mutation = {
  name: "too-long",
  keyword: "maxLength",
  edits: (site, { sample }) => {
    const limit = bound(site, "maxLength");
    return sendable([limit + 1, limit * FAR + 1]).map((length) => ({
      after: sample(LENGTHS, { minLength: length, maxLength: length }),
      description: `${length} characters where ${limit} are allowed`,
    }));
  },
  random: (site) => {
    const limit = bound(site, "maxLength");
    if (sendable([limit + 1]).length === 0) return [];
    const further = { minLength: limit + 1, maxLength: limit + 100 };
    return [{ without: LENGTHS, further, description: `longer than ${limit}` }];
  },
};

/** Fewer characters than `minLength`, the empty text among them. */
export const tooShort: Mutation = {
  name: "too-short",
  keyword: "minLength",
  edits: (site, { sample }) => {
    const limit = bound(site, "minLength");
    return [...new Set([limit - 1, 0])].map((length) => ({
      // Patterns of the safe zone may require a first letter; only the length is broken here.
      after: length === 0 ? "" : sample(LENGTHS, { minLength: length, maxLength: length }),
      description: `${length} characters where ${limit} are needed`,
    }));
  },
};
