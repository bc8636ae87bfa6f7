import { OPERATIONS } from "../../operations.ts";
import type { Guard } from "../model.ts";

/** How a body can be written. */
const WRITTEN: Readonly<Record<string, RegExp>> = {
  "written=indented": /^\{\s/,
  "written=escaped-pairs": /(\\u[\da-f]{4}){2}/i,
};

/** The JSON of a body is written in some way: `written=indented`. */
export const written: Guard = {
  name: "written",
  about: () => ["body"],
  levels: ({ operation }) =>
    OPERATIONS.find(({ id }) => id === operation)?.method === "POST" ? Object.keys(WRITTEN) : [],
  calls:
    (level) =>
    ({ body }) =>
      body.kind === "json" && WRITTEN[level]?.test(body.text ?? "") === true,
};
