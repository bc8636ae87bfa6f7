import type { Mutation } from "./mutation.ts";
import { bound, sendable } from "./mutation.ts";

const LENGTHS = ["minLength", "maxLength"];

/** How far "far too long" goes: enough for any unit of length, small enough for any body limit. */
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
      // Patterns of the safe zone may ask for a first letter; the rule that is broken here is the length alone.
      after: length === 0 ? "" : sample(LENGTHS, { minLength: length, maxLength: length }),
      description: `${length} characters where ${limit} are needed`,
    }));
  },
};
