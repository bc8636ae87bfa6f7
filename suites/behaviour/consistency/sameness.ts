import type { View } from "../../verifiers/same-resource.ts";
import type { Hit } from "../memories/listing.ts";

/** A memory where a list shows it. */
export function asView({ exchange, pointer, memory }: Hit): View {
  return { exchange, pointer, value: memory };
}
