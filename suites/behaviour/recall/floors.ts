import { asObject, type JsonObject } from "../../../spec/json.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { RunContext } from "../../engine/check/check.ts";

/**
 * Floors that let more through than a target's own may, the one that changes least first: where similarities are below
 * nothing, as logarithms are, a least similarity of nothing keeps all out.
 */
export const FLOORS: readonly JsonObject[] = [{ min_confidence: 0 }, { min_confidence: 0, min_similarity: 0 }];

/** What recalls ask for beside: learned where a memory is found in no other way. */
const learned = onceARun((): { needed: JsonObject } => ({ needed: {} }));

/** From now on recalls ask for these floors: what filters a target applies by default is open. */
export function lowerFloors(context: RunContext, floors: JsonObject): void {
  learned(context).needed = floors;
}

/** Whether recalls ask for floors now. */
export function needsFloors(context: RunContext): boolean {
  return Object.keys(learned(context).needed).length > 0;
}

/** The body with floors where it names none of its own. A walk has no similarity. */
export function withFloors(body: JsonObject, floors: JsonObject): JsonObject {
  const { min_similarity: _, ...sure } = floors;
  const lowest = body.query === undefined ? sure : floors;
  return { ...body, filters: { ...lowest, ...asObject(body.filters) } };
}

/** The body as it is, or with the floors that this target needs. */
export function withNeededFloors(context: RunContext, body: JsonObject): JsonObject {
  return needsFloors(context) ? withFloors(body, learned(context).needed) : body;
}
