import type { Call } from "../../http/call.ts";
import { OPERATIONS } from "../../operations.ts";
import type { Guard, Site } from "../model.ts";

/** Returns true if a call is of the operation of a site. Some sites concern every operation. */
export const isAtSite = ({ operation }: Site, call: Call): boolean => operation === "*" || operation === call.operation;

/** Returns true if the operation of a site has its input in a body. */
export const hasBody = ({ operation }: Site): boolean =>
  OPERATIONS.find(({ id }) => id === operation)?.method === "POST";

/** Creates the test for the calls of a level, for one fake. */
type CallTestOf = (site: Site) => (call: Call) => boolean;

/** Creates a guard on calls with the same levels at all sites that it fits: `caller=second`. */
export const callGuard = (
  name: string,
  fits: (site: Site) => boolean,
  levels: Readonly<Record<string, CallTestOf>>,
  more: Omit<Guard, "name" | "levels" | "calls"> = {},
): Guard => ({
  name,
  levels: (site) => (fits(site) ? Object.keys(levels).map((level) => `${name}=${level}`) : []),
  calls: (level, site) => levels[level.slice(name.length + 1)]?.(site) ?? (() => false),
  ...more,
});
