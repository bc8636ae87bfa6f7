import type { Call } from "./call.ts";
import { statusNow } from "./memory-view.ts";
import type { JsonObject, Value } from "./shape.ts";
import { folded } from "./text.ts";
import type { Memory } from "./world.ts";

/** Returns true if a memory matches all of the filter. */
export function matches(call: Call, memory: Memory, filter: JsonObject): boolean {
  return (
    (filter.kind === undefined || memory.kind === filter.kind) &&
    statusNow(call, memory) === (filter.status ?? "current") &&
    (typeof filter.text !== "string" || contains(memory.content, filter.text)) &&
    (!Array.isArray(filter.tags) || hasTags(memory, filter.tags)) &&
    (typeof filter.from !== "number" || memory.created >= filter.from) &&
    (typeof filter.to !== "number" || memory.created < filter.to) &&
    (filter.scope === undefined || memory.scope === filter.scope)
  );
}

/** Returns true if the text filter matches: a literal substring, ignoring case. */
function contains(content: string, text: string): boolean {
  return folded(content).includes(folded(text));
}

function hasTags({ metadata }: Memory, wanted: Value[]): boolean {
  const present = Array.isArray(metadata?.tags) ? metadata.tags : [];
  return wanted.every((tag) => present.includes(tag));
}
