import type { Call, Operation, Outcome } from "./call.ts";
import { forgetful, readFilter } from "./memory-filter.ts";
import { matches } from "./memory-match.ts";
import { memoryView } from "./memory-view.ts";
import { refuse } from "./refusal.ts";
import { bag, isJsonObject, type JsonObject, type Value } from "./shape.ts";
import { readsScope, seesMemory } from "./sight.ts";
import type { Memory } from "./world.ts";

interface Cursor {
  readonly key: string;
  readonly place: number;
  readonly created: number;
  readonly page: number;
  readonly filter: JsonObject;
}

function search(call: Call): Outcome {
  const { input, world, clock, lag, choices, isMutated } = call;
  const names = choices.names["search-memories"] ?? {};
  const cursor = readCursor(call, input.id(names.cursor ?? ""));
  const limit = readLimit(call, names.limit ?? "");
  const given = readFilter(call);
  input.end();
  const kept = continued(call, given, cursor);
  const filter = cursor ? forgetful(call, kept) : kept;
  const found = world.memories
    .rowsAt(clock.exact() - lag)
    .filter((memory) => inReach(call, memory, filter) && matches(call, memory, filter))
    .sort((one, other) => compare(keyOf(call, one), keyOf(call, other)) || one.place - other.place);
  const rest = cursor ? found.filter((memory) => follows(call, memory, cursor)) : found;
  const page = rest.slice(0, isMutated("search.one-too-few") && limit > 1 ? limit - 1 : limit);
  const last = rest[limit - 1] ?? page.at(-1);
  const more = rest.length > limit || (choices.memories.fullPageCursor && rest.length === limit);
  const number = (cursor?.page ?? 0) + 1;
  const ends = !more || !last || (isMutated("search.cursor-ends-early") && number === 3);
  const next = ends ? undefined : cursorOf(call, last, number, kept);
  const data = bag({ hits: page.map((memory) => hit(call, memory)), nextCursor: next });
  return { data, pagination: { more: next !== undefined, total: found.length, cursor: next?.toString() } };
}

function readLimit({ input, isMutated }: Call, name: string): number {
  const max = isMutated("search.no-maximum") ? 100_000 : 100;
  const usual = isMutated("search.default-19") ? 19 : 20;
  return input.integer(name, { min: 1, max, clamp: true }) ?? (isMutated("search.default-25") ? 25 : usual);
}

function inReach(call: Call, memory: Memory, filter: JsonObject): boolean {
  const { isMutated, caller, choices } = call;
  const here = memory.workspace === caller.workspace;
  if (!here) return filter.text !== undefined && isMutated("search.other-workspace");
  if (filter.scope === undefined && isMutated("search.unreadable")) return true;
  if (filter.scope === memory.scope && isMutated("search.scope-shown")) return true;
  if (
    filter.scope === undefined &&
    (choices.liberties.oneScope || isMutated("search.one-scope")) &&
    memory.scope !== firstScope(call)
  )
    return false;
  return seesMemory(call, caller, memory);
}

function firstScope({ world, caller }: Call): string | undefined {
  return world.scopes.rows().find((scope) => readsScope(scope, caller))?.id;
}

/** The order of hits: by making, or by something that has nothing to do with time. */
function keyOf({ choices }: Call, memory: Memory): string {
  if (choices.memories.order === "oldest") return String(memory.created).padStart(20, "0");
  return [...memory.id].reverse().join("");
}

function compare(one: string, other: string): number {
  return Number(one > other) - Number(one < other);
}

function follows(call: Call, memory: Memory, cursor: Cursor): boolean {
  const { isMutated } = call;
  if (isMutated("search.cursor-equal-instants") && memory.created === cursor.created) return false;
  const order = compare(keyOf(call, memory), cursor.key) || memory.place - cursor.place;
  return order > 0 || (order === 0 && isMutated("search.cursor-repeats") && cursor.page === 1);
}

function cursorOf(call: Call, last: Memory, page: number, filter: JsonObject): Value {
  const cursor = { key: keyOf(call, last), place: last.place, created: last.created, page, filter };
  if (call.isMutated("search.cursor-number")) return last.place;
  return `~${Buffer.from(JSON.stringify(cursor)).toString("base64")}`;
}

function readCursor({ isMutated }: Call, text: string | undefined): Cursor | undefined {
  if (text === undefined || isMutated("search.cursor-number")) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(text.slice(1), "base64").toString());
    if (text.startsWith("~") && isJsonObject(value) && isJsonObject(value.filter)) return value as unknown as Cursor;
  } catch {
    // What is no JSON is refused below, like every cursor that was not given out here.
  }
  return refuse("invalid", "this cursor was not given out here");
}

/** The filter of a page: a cursor stands for the filters it came from, and for no others. */
function continued(call: Call, given: JsonObject, cursor: Cursor | undefined): JsonObject {
  if (!cursor) return given;
  const alone = Object.keys(given).length === 0;
  const kept = alone && call.choices.memories.cursorAlone ? cursor.filter : given;
  const same = JSON.stringify(kept) === JSON.stringify(cursor.filter);
  if (!same && !alone) refuse("invalid", "the cursor belongs to other filters");
  return kept;
}

function hit(call: Call, memory: Memory): JsonObject {
  const { isMutated } = call;
  const view = memoryView(call, memory);
  if (isMutated("search.content-cut")) view.content = memory.content.slice(0, 120);
  if (isMutated("search.metadata-missing")) view.metadata = {};
  return view;
}

/** search-memories. */
export const memorySearch: readonly Operation[] = [
  { name: "search-memories", method: "GET", family: "agent", run: search },
];
