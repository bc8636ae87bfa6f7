import { formatNamed } from "../values/formats.ts";
import type { Mutation } from "./mutation.ts";

/** Text that no lenient reading accepts as the format. */
export const wrongFormat: Mutation = {
  name: "wrong-format",
  keyword: "format",
  edits: (site) => {
    const name = site.rules.format;
    if (typeof name !== "string") return [];
    return formatNamed(name).invalid.map((after) => ({ after, description: `${JSON.stringify(after)} is no ${name}` }));
  },
};
