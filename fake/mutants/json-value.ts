import type { Json } from "../../spec/json.ts";

/** Returns a value that is known to come from JSON as such. */
export const asJson = (value: unknown): Json => (value ?? null) as Json;
