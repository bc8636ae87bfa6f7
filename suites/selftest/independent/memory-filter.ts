import type { Call } from "./call.ts";
import { refuse } from "./refusal.ts";
import { KINDS } from "./remember.ts";
import { bag, type JsonObject, type Value } from "./shape.ts";
import { readsScope } from "./visibility.ts";

/** Statuses of memories. */
const MEMORY_STATUSES = ["current", "proposed", "superseded", "contested", "expired", "invalidated"] as const;

/** Returns the filters of search-memories by role; absent roles are absent. */
export function readFilter(call: Call): JsonObject {
  const { input, choices } = call;
  const names = choices.names["search-memories"] ?? {};
  const { dateOnly } = choices.memories;
  return bag({
    kind: input.oneOf(names.kind ?? "", KINDS),
    status: input.oneOf(names.status ?? "", MEMORY_STATUSES),
    text: input.text(names.text ?? ""),
    tags: readTags(call, names.tags ?? ""),
    from: input.instant(names.createdFrom ?? "", dateOnly),
    to: input.instant(names.createdTo ?? "", dateOnly),
    scope: readScope(call, names.scope ?? ""),
  });
}

function readTags({ input }: Call, name: string): Value[] | undefined {
  const tags = input.list(name);
  if (tags === undefined) return undefined;
  if (tags.length > 20) refuse("invalid", "at most 20 tags", { field: name });
  return tags;
}

function readScope(call: Call, name: string): string | undefined {
  const { input, world, caller, choices } = call;
  const id = input.id(name);
  if (id === undefined) return undefined;
  const scope = world.scopes.find(id);
  if (readsScope(scope, caller)) return id;
  if (!scope || scope.workspace !== caller.workspace) {
    return refuse(choices.memories.unknownScope, "no such scope", { id });
  }
  return refuse("denied", "CAN_READ is missing", { id });
}
