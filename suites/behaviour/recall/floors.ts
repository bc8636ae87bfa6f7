import { isObject, type JsonObject } from "../../../spec/json.ts";
import type { World } from "../../engine/check.ts";
import { onceARun } from "../../engine/once-a-run.ts";

/** Whether recalls have to ask for what is little sure or little alike: learned where a memory is found in no other way. */
const learned = onceARun(() => ({ areNeeded: false }));

/** From now on recalls lower the floors: what filters a target applies by default is open. */
export function lowerFloors(world: World): void {
  learned(world).areNeeded = true;
}

/** The body with the lowest floors. A walk has no similarity. */
export function withLowestFloors(body: JsonObject): JsonObject {
  const lowest = body.query === undefined ? { min_confidence: 0 } : { min_confidence: 0, min_similarity: 0 };
  return { ...body, filters: { ...lowest, ...(isObject(body.filters) ? body.filters : {}) } };
}

/** The body as it is, or with the lowest floors where this target needs them. */
export function withNeededFloors(world: World, body: JsonObject): JsonObject {
  return learned(world).areNeeded ? withLowestFloors(body) : body;
}
