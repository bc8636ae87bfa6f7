import type { Json, JsonObject } from "../../spec/json.ts";
import { pointerTo } from "../../spec/pointer.ts";
import type { Exchange } from "../client/exchange.ts";
import { expectEqual } from "./expect.ts";
import { valueAt } from "./read.ts";

/**
 * Fails unless the sent metadata is returned; further members are allowed. Tags are compared as sets, since their order
 * and repetitions are open. Tags that are not a list of texts are not compared, since a service may keep tags in a
 * field of its own.
 */
export function expectMetadata(response: Exchange, sent: JsonObject): void {
  for (const [name, value] of Object.entries(sent)) {
    const pointer = pointerTo("/data/metadata", name);
    const shown = valueAt(response, pointer);
    // Frameworks that read an empty text as null may do so in metadata, but must keep the member.
    if (value === "" && shown === null) continue;
    if (name === "tags" && (!isTagList(value) || areSameTags(shown, value))) continue;
    expectEqual(response, pointer, value, "metadata must be returned as sent");
  }
}

function isTagList(value: Json | undefined): value is string[] {
  return Array.isArray(value) && value.every((tag) => typeof tag === "string");
}

function areSameTags(shown: Json | undefined, sent: readonly string[]): boolean {
  if (!isTagList(shown)) return false;
  const [have, had] = [new Set(shown), new Set(sent)];
  return sent.every((tag) => have.has(tag)) && [...have].every((tag) => had.has(tag));
}
