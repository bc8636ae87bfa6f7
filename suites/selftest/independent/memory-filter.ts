import type { Call } from "./call.ts";
import { refuse } from "./refusal.ts";
import { KINDS } from "./remember.ts";
import { bag, type JsonObject, type Value } from "./shape.ts";
import { readsScope } from "./sight.ts";

/** Statuses of memories. */
const MEMORY_STATUSES = ["current", "proposed", "superseded", "contested", "expired", "invalidated"] as const;

/** What search-memories is asked for, by role; absent roles are absent. */
export function readFilter(call: Call): JsonObject {
  const { input, choices, isMutated } = call;
  const names = choices.names["search-memories"] ?? {};
  const { dateOnly } = choices.memories;
  const status = names.status ?? "";
  const text = input.text(names.text ?? "");
  if (text?.includes("'") && isMutated("http.quote-500")) refuse("internal", "unterminated literal");
  const to = instant(call, names.createdTo ?? "", dateOnly);
  const from = instant(call, names.createdFrom ?? "", dateOnly);
  return bag({
    kind: input.oneOf(names.kind ?? "", KINDS),
    status: isMutated("search.status-unknown") ? input.text(status) : input.oneOf(status, MEMORY_STATUSES),
    text,
    tags: readTags(call, names.tags ?? ""),
    from: from !== undefined && isMutated("search.bound-day") ? from - (from % 86_400_000_000) : from,
    to: from !== undefined && isMutated("search.to-ignored") ? undefined : to,
    scope: readScope(call, names.scope ?? ""),
  });
}

function instant({ input, isMutated }: Call, name: string, dateOnly: boolean): number | undefined {
  const time = input.instant(name, dateOnly);
  const offset = /([+-])(\d\d):(\d\d)$/.exec(String(input.raw(name)));
  if (time === undefined || !offset || !isMutated("search.offset-ignored")) return time;
  const minutes = Number(offset[2]) * 60 + Number(offset[3]);
  return time + (offset[1] === "-" ? -minutes : minutes) * 60_000_000;
}

function readTags({ input, isMutated }: Call, name: string): Value[] | undefined {
  const tags = input.list(name);
  if (tags === undefined) return undefined;
  const upper = isMutated("search.tags-21") ? 1000 : 20;
  const most = isMutated("search.tags-20") ? 19 : upper;
  if (tags.length > most) refuse("invalid", `at most ${most} tags`, { field: name });
  return isMutated("search.tags-ten") ? tags.slice(0, 10) : tags;
}

function readScope(call: Call, name: string): string | undefined {
  const { input, world, caller, choices, isMutated } = call;
  const id = input.id(name);
  if (id === undefined) return undefined;
  const scope = world.scopes.find(id);
  if (readsScope(scope, caller)) return id;
  if (!scope || scope.workspace !== caller.workspace) {
    return refuse(choices.memories.unknownScope, "no such scope", { id });
  }
  if (isMutated("search.scope-404")) return refuse("missing", "no such scope", { id });
  return isMutated("search.scope-empty") || isMutated("search.scope-shown")
    ? id
    : refuse("denied", "CAN_READ is missing", { id });
}

/** The filter of a later page, as planted faults forget parts of it. */
export function forgetful({ isMutated }: Call, filter: JsonObject): JsonObject {
  const kept = { ...filter };
  if (isMutated("search.cursor-forgets-kind")) delete kept.kind;
  if (isMutated("search.cursor-forgets-tags")) delete kept.tags;
  return kept;
}
