import type { Call, Operation, Outcome } from "./call.ts";
import { readFilter } from "./memory-filter.ts";
import { matches } from "./memory-match.ts";
import { memoryView } from "./memory-view.ts";
import { refuse } from "./refusal.ts";
import { bag, isJsonObject, type JsonObject } from "./shape.ts";
import { readsScope, seesMemory } from "./visibility.ts";
import type { Memory } from "./world.ts";

interface Cursor {
  readonly key: string;
  readonly place: number;
  readonly filter: JsonObject;
}

function search(call: Call): Outcome {
  const { input, world, clock, lag, choices } = call;
  const names = choices.names["search-memories"] ?? {};
  const cursor = readCursor(input.id(names.cursor ?? ""));
  const limit = readLimit(call, names.limit ?? "");
  const given = readFilter(call);
  input.end();
  const filter = continued(call, given, cursor);
  const found = world.memories
    .rowsAt(clock.exact() - lag)
    .filter((memory) => inReach(call, memory, filter) && matches(call, memory, filter))
    .sort((one, other) => compare(keyOf(call, one), keyOf(call, other)) || one.place - other.place);
  const rest = cursor ? found.filter((memory) => follows(call, memory, cursor)) : found;
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const more = rest.length > limit || (choices.memories.fullPageCursor && rest.length === limit);
  const next = more && last ? cursorOf(call, last, filter) : undefined;
  const data = bag({ hits: page.map((memory) => memoryView(call, memory)), nextCursor: next });
  return { data, pagination: { more: next !== undefined, total: found.length, cursor: next } };
}

function readLimit({ input }: Call, name: string): number {
  return input.integer(name, { min: 1, max: 100, clamp: true }) ?? 20;
}

function inReach(call: Call, memory: Memory, filter: JsonObject): boolean {
  const { caller, choices } = call;
  if (filter.scope === undefined && choices.liberties.oneScope && memory.scope !== firstScope(call)) return false;
  return seesMemory(call, caller, memory);
}

function firstScope({ world, caller }: Call): string | undefined {
  return world.scopes.rows().find((scope) => readsScope(scope, caller))?.id;
}

/** Returns the sort key of a hit: by creation, or by something unrelated to time. */
function keyOf({ choices }: Call, memory: Memory): string {
  if (choices.memories.order === "oldest") return String(memory.created).padStart(20, "0");
  return [...memory.id].reverse().join("");
}

function compare(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}

function follows(call: Call, memory: Memory, cursor: Cursor): boolean {
  return (compare(keyOf(call, memory), cursor.key) || memory.place - cursor.place) > 0;
}

function cursorOf(call: Call, last: Memory, filter: JsonObject): string {
  const cursor: Cursor = { key: keyOf(call, last), place: last.place, filter };
  return `~${Buffer.from(JSON.stringify(cursor)).toString("base64")}`;
}

function readCursor(text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(text.slice(1), "base64").toString());
    if (text.startsWith("~") && isJsonObject(value) && isJsonObject(value.filter)) return value as unknown as Cursor;
  } catch {
    // Invalid JSON is rejected below, like every cursor that this server did not create.
  }
  return refuse("invalid", "this cursor was not given out here");
}

/** Returns the filter of a page: a cursor is valid only for the filters that it came from. */
function continued(call: Call, given: JsonObject, cursor: Cursor | undefined): JsonObject {
  if (!cursor) return given;
  const alone = Object.keys(given).length === 0;
  const kept = alone && call.choices.memories.cursorAlone ? cursor.filter : given;
  const same = JSON.stringify(kept) === JSON.stringify(cursor.filter);
  if (!same && !alone) refuse("invalid", "the cursor belongs to other filters");
  return kept;
}

/** search-memories. */
export const memorySearch: readonly Operation[] = [
  { name: "search-memories", method: "GET", family: "agent", run: search },
];
