import type { Call } from "../../http/call.ts";
import { inputAt, namedInputs } from "../inputs.ts";
import type { Guard, Site } from "../model.ts";

/** A further input that the request names: `beside=tags`. */
export const beside: Guard = {
  name: "beside",
  about: (level) => [level.slice("beside=".length)],
  levels: (site) => optionalInputs(site).map((name) => `beside=${name}`),
  calls: (level) => {
    const [, name = ""] = level.split("=");
    return (call) => names(call, name);
  },
};

/** An input that the request does not name, though it could: `without=limit`. */
export const without: Guard = {
  name: "without",
  about: (level) => [level.slice("without=".length)],
  levels: (site) => optionalInputs(site).map((name) => `without=${name}`),
  calls: (level) => {
    const [, name = ""] = level.split("=");
    return (call) => !names(call, name);
  },
};

/** The names of the optional inputs of an operation, but for the one that is changed itself. */
function optionalInputs(site: Site): string[] {
  const own = site.kind === "input" || site.kind === "constraint" ? site.role : null;
  return namedInputs(site.operation).flatMap(({ role, name, field }) =>
    field.required === true || role === own ? [] : [name],
  );
}

const names = (call: Call, name: string): boolean => inputAt(call, name) !== undefined;
