import type { Operation } from "../../spec/document/model.ts";
import type { WireRequest } from "./exchange.ts";

/** Calls without a key of the target. */
export const STRANGERS = "strangers";

/** What a target may limit, or leave without a response, apart from all else. */
export type LimitedAs = (request: WireRequest, operation: Operation | null) => string;

/**
 * Names it for a request: an operation, calls without a key of its own, or what its presigned URLs lead to. `keys` are those
 * that open something on the target; without the list no call counts as one without a key.
 */
export function createLimitedAs(keys: readonly string[] | undefined): LimitedAs {
  const known = keys && new Set(keys.map((key) => `Bearer ${key}`));
  return ({ headers }, operation) => {
    if (operation === null) return "presigned";
    return known === undefined || known.has(headers.authorization ?? "") ? operation.id : STRANGERS;
  };
}
