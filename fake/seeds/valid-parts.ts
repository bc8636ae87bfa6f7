import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import type { SettingsProblem } from "../../spec/settings/settings-schema.ts";
import type { SeedData } from "./seed-data.ts";

/** Parts of a seed that are maps by name, and those that are lists. */
const MAPS = ["agents", "users", "channels", "scopes"] as const;
const LISTS = ["messages", "tasks", "memories"] as const;

/**
 * Returns the readable parts of a seed: parts of an unexpected kind are left out, entries that are not objects are
 * empty.
 */
export function readableParts(value: Json): SeedData {
  const file: JsonObject = isObject(value) ? value : {};
  const maps = MAPS.map((part) => [part, isObject(file[part]) ? file[part] : {}]);
  const lists = LISTS.map((part) => [part, Array.isArray(file[part]) ? file[part].map(named) : []]);
  return Object.fromEntries([...maps, ...lists]) as unknown as SeedData;
}

function named(entry: Json): JsonObject {
  return isObject(entry) && (entry.id === undefined || typeof entry.id === "string") ? entry : {};
}

/** Returns the entries without a mistake; the others become empty, so that places do not change. */
export function validParts(data: SeedData, problems: readonly SettingsProblem[]): SeedData {
  const broken = new Set(problems.map(({ path }) => path.slice(0, 2).join("\n")));
  const isBroken = (part: string, key: string | number) => broken.has(`${part}\n${key}`);
  const maps = MAPS.map((part) => {
    const entries = Object.entries(data[part] ?? {}).map(([name, facts]) => [name, isBroken(part, name) ? {} : facts]);
    return [part, Object.fromEntries(entries)];
  });
  const lists = LISTS.map((part) => [
    part,
    (data[part] ?? []).map((entry, index) => (isBroken(part, index) ? {} : entry)),
  ]);
  return Object.fromEntries([...maps, ...lists]) as unknown as SeedData;
}
