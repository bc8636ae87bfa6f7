import type { Json } from "../../spec/json.ts";

/** A media type without its parameters. */
export function essenceOfType(value: Json | undefined): string {
  return String(value).replace(/;.*/, "").trim().toLowerCase();
}
