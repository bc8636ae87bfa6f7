import type { Json, JsonObject } from "../../spec/json.ts";
import { pointerTo } from "../../spec/pointer.ts";
import type { Exchange } from "../client/exchange.ts";
import { expectEqual } from "./expect.ts";
import { valueAt } from "./read.ts";

/**
 * Fails unless the members that were sent are there with their values; others beside them are free. Tags are told by which
 * of them a memory has: in which order they stand, and whether one that was sent twice stands there twice, is open.
 */
export function expectMetadata(answer: Exchange, sent: JsonObject): void {
  for (const [name, value] of Object.entries(sent)) {
    const pointer = pointerTo("/data/metadata", name);
    const kept = valueAt(answer, pointer);
    // Frameworks that read an empty text as null do so in metadata too; its name stays all the same.
    if (value === "" && kept === null) continue;
    if (name === "tags" && areSameTags(kept, value)) continue;
    expectEqual(answer, pointer, value, "metadata must come back as it was sent");
  }
}

function areSameTags(kept: Json | undefined, sent: Json): boolean {
  if (!Array.isArray(kept) || !Array.isArray(sent)) return false;
  const [have, had] = [new Set(kept), new Set(sent)];
  return sent.every((tag) => typeof tag === "string" && have.has(tag)) && kept.every((tag) => had.has(tag));
}
