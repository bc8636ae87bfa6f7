import { objectOfBytes } from "../values/bytes.ts";
import type { Mutation } from "./mutation.ts";
import { bound, sendable } from "./mutation.ts";

/** More bytes of compact JSON than allowed, all of them ASCII: no measure of size counts less. */
export const tooLarge: Mutation = {
  name: "too-large",
  keyword: "x-max-bytes",
  edits: (site) => {
    const limit = bound(site, "x-max-bytes");
    return sendable([limit + 1, limit * 2]).map((bytes) => ({
      after: objectOfBytes(bytes),
      description: `${bytes} bytes where ${limit} are allowed`,
    }));
  },
};
