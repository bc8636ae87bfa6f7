import type { Check, CheckContext } from "../engine/check.ts";

type Fields = Pick<Check, "requirement" | "name" | "operations"> & Partial<Pick<Check, "fixtures" | "writes">>;

/** A check that needs no fixture and writes, unless it is said otherwise. */
export function defineCheck(fields: Fields, run: (check: CheckContext) => Promise<void>): Check {
  return { fixtures: [], writes: true, ...fields, run };
}
