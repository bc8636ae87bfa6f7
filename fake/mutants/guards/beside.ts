import { bodyMember } from "../../changes/hooks.ts";
import type { Call } from "../../http/call.ts";
import { OPERATIONS } from "../../operations.ts";
import type { Guard, Site } from "../model.ts";

/** A further input that the request names: `beside=tags`. */
export const beside: Guard = {
  name: "beside",
  levels: (site) => optionalInputs(site).map((name) => `beside=${name}`),
  calls: (level) => {
    const [, name = ""] = level.split("=");
    return (call) => names(call, name);
  },
};

/** An input that the request does not name, though it could: `without=limit`. */
export const without: Guard = {
  name: "without",
  levels: (site) => optionalInputs(site).map((name) => `without=${name}`),
  calls: (level) => {
    const [, name = ""] = level.split("=");
    return (call) => !names(call, name);
  },
};

/** The names of the optional inputs of an operation, but for the one that is changed itself. */
function optionalInputs(site: Site): string[] {
  const own = site.kind === "input" || site.kind === "constraint" ? site.role : null;
  const { fields = {} } = OPERATIONS.find(({ id }) => id === site.operation) ?? {};
  return Object.entries(fields).flatMap(([role, { required, name = role }]) =>
    required === true || role === own ? [] : [name],
  );
}

const names = (call: Call, name: string): boolean => call.query.has(name) || bodyMember(call, name) !== undefined;
