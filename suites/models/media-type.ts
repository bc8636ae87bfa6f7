import type { Json } from "../../spec/json.ts";

/** Returns a media type without its parameters. */
export function essenceOfType(value: Json | undefined): string {
  return String(value).replace(/;.*/, "").trim().toLowerCase();
}
