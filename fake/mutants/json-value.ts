import type { Json } from "../../spec/json.ts";

/** A value that is known to come from JSON. */
export const asJson = (value: unknown): Json => (value ?? null) as Json;
