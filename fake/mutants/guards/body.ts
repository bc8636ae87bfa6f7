import { OPERATIONS } from "../../operations.ts";
import { namedInputs } from "../inputs.ts";
import type { Guard } from "../model.ts";

/** Why a body cannot be read. */
const PROBLEMS: Readonly<Record<string, RegExp>> = {
  "body=malformed": /not valid JSON/,
  "body=other-type": /Content|charset|more than/,
};

/** The body of the request is no JSON, or declared as something else: `body=malformed`. */
export const body: Guard = {
  name: "body",
  // None of its members can be told.
  about: (_level, { operation }) => ["body", ...namedInputs(operation).map(({ name }) => name)],
  rejected: () => "invalid",
  levels: ({ operation }) =>
    OPERATIONS.find(({ id }) => id === operation)?.method === "POST" ? Object.keys(PROBLEMS) : [],
  calls:
    (level) =>
    ({ body: given }) =>
      given.kind === "unreadable" && PROBLEMS[level]?.test(given.problem) === true,
};
