import { type Fault, fault } from "../fault.ts";
import { bounds, lax, SEARCH } from "./searching.ts";

/** The digits of a fraction, read as a number of milliseconds. */
function digitsAsMilliseconds(bound: string): string {
  const [, whole = "", digits = ""] = /^(.*)\.(\d+)Z$/.exec(bound) ?? [];
  return whole === "" ? bound : new Date(Date.parse(`${whole}Z`) + Number(digits)).toISOString();
}

/** Faults of the bounds of creation that hang on how an instant is written. */
export const writtenBoundFaults: readonly Fault[] = [
  fault(
    "memory-from-without-fraction-ignored",
    "memories.search.created-from",
    "a lower bound in whole seconds is ignored",
    SEARCH,
    () => lax("createdFrom", (query) => /:\d\dZ$/.test(query.get("from") ?? "")),
  ),
  fault(
    "memory-to-without-fraction-ignored",
    "memories.search.created-to",
    "an upper bound in whole seconds is ignored",
    SEARCH,
    () => lax("createdTo", (query) => /:\d\dZ$/.test(query.get("to") ?? "")),
  ),
  fault(
    "memory-to-in-microseconds-ignored",
    "memories.search.created-to",
    "an upper bound with six digits of a fraction is ignored",
    SEARCH,
    () => lax("createdTo", (query) => /\.\d{6}Z$/.test(query.get("to") ?? "")),
  ),
  fault(
    "memory-from-microseconds-as-milliseconds",
    "memories.search.created-from",
    "the digits of the fraction of a lower bound are read as milliseconds",
    SEARCH,
    () => bounds((bound, name) => (name === "from" ? digitsAsMilliseconds(bound) : bound)),
  ),
];
