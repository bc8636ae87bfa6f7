import type { Json, JsonObject } from "../../spec/json.ts";
import { pointerTo } from "../../spec/pointer.ts";
import type { Exchange } from "../client/exchange.ts";
import { expectEqual } from "./expect.ts";
import { valueAt } from "./read.ts";

/**
 * Fails unless the members that were sent are there with their values; others in addition to them are free. Tags are compared by which
 * of them a memory has: their order, and whether a tag that was sent twice is returned twice, is open. So is what becomes of
 * tags that are not a list of texts, as a service may keep them in a field of its own.
 */
export function expectMetadata(response: Exchange, sent: JsonObject): void {
  for (const [name, value] of Object.entries(sent)) {
    const pointer = pointerTo("/data/metadata", name);
    const kept = valueAt(response, pointer);
    // Frameworks that read an empty text as null do so in metadata too; its name stays all the same.
    if (value === "" && kept === null) continue;
    if (name === "tags" && (!isTagList(value) || areSameTags(kept, value))) continue;
    expectEqual(response, pointer, value, "metadata must be returned as sent");
  }
}

function isTagList(value: Json | undefined): value is string[] {
  return Array.isArray(value) && value.every((tag) => typeof tag === "string");
}

function areSameTags(kept: Json | undefined, sent: readonly string[]): boolean {
  if (!isTagList(kept)) return false;
  const [have, had] = [new Set(kept), new Set(sent)];
  return sent.every((tag) => have.has(tag)) && [...have].every((tag) => had.has(tag));
}
