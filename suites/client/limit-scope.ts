import type { Operation } from "../../spec/document/model.ts";
import type { WireRequest } from "./exchange.ts";

/** The name for requests without a valid key. */
export const WITHOUT_KEY = "strangers";

/** Returns the name of the part of the target that may be limited, or silent, separately. */
export type LimitScopeOf = (request: WireRequest, operation: Operation | null) => string;

/**
 * Creates the naming: by operation, requests without a valid key, or presigned URLs. `keys` are the valid keys of the
 * target; without the list no request counts as one without a key.
 */
export function createLimitScopeOf(keys: readonly string[] | undefined): LimitScopeOf {
  const known = keys && new Set(keys.map((key) => `Bearer ${key}`));
  return ({ headers }, operation) => {
    if (operation === null) return "presigned";
    return known === undefined || known.has(headers.authorization ?? "") ? operation.id : WITHOUT_KEY;
  };
}
