import type { JsonObject } from "../../spec/json.ts";

/** The members of all of them at once: one request meets what each of several would. Of what several name, the last counts. */
export function allAtOnce(several: Iterable<JsonObject>): JsonObject {
  return Object.assign({}, ...several);
}
