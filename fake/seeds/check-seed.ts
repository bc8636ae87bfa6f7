import { nearest } from "../../spec/nearest.ts";
import { readSchema } from "../../spec/settings/published-schema.ts";
import type { Path, SettingsFile, SettingsKind } from "../../spec/settings/settings-file.ts";
import {
  givenSettings,
  reject,
  type SettingsProblem,
  type SettingsSchema,
  settingsSchema,
} from "../../spec/settings/settings-schema.ts";
import type { SeedData } from "./seed-data.ts";
import { readableParts, validParts } from "./valid-parts.ts";

/** The names of a seed in messages and error codes. */
export const SEED: SettingsKind = { what: "seed", code: "SEED" };

/** A seed that has been checked, with the places of its parts. */
export interface CheckedSeed {
  readonly data: SeedData;
  readonly file: SettingsFile;
}

let compiled: SettingsSchema | null = null;

/**
 * Checks a seed from a program.
 *
 * @throws OperatorError `SEED-…` with key and value of each mistake.
 */
export function checkSeed(data: unknown): CheckedSeed {
  return checkedSeed(givenSettings("The seed", data, SEED));
}

/**
 * Returns the seed in a file, or in a value passed instead.
 *
 * @throws OperatorError `SEED-…` with place, key and value of each mistake.
 */
export function checkedSeed(file: SettingsFile): CheckedSeed {
  compiled ??= settingsSchema(readSchema("seed.schema.json"));
  const ofShape = compiled.problems(file.value, file);
  // The meaning of an entry is checked only if its shape is valid; its name always counts.
  const readable = readableParts(file.value);
  const sound = validParts(readable, ofShape);
  const ofSense = [...repeatedNames(readable), ...repeatedKeys(sound), ...unknownNames(sound, readable)];
  reject([...ofShape, ...ofSense], file, SEED);
  return { data: file.value as unknown as SeedData, file };
}

/** Kinds of resource that have names. */
type Kind = "agent" | "user" | "channel" | "scope" | "message" | "task" | "memory";

/** Returns every name in a seed, with its kind and place. */
function namesOf(data: SeedData): { readonly name: string; readonly kind: Kind; readonly path: Path }[] {
  const maps = { agents: "agent", users: "user", channels: "channel", scopes: "scope" } as const;
  const lists = { messages: "message", tasks: "task", memories: "memory" } as const;
  return [
    ...(Object.keys(maps) as (keyof typeof maps)[]).flatMap((part) =>
      Object.keys(data[part] ?? {}).map((name) => ({ name, kind: maps[part], path: [part, name] })),
    ),
    ...(Object.keys(lists) as (keyof typeof lists)[]).flatMap((part) =>
      (data[part] ?? []).flatMap(({ id }, index) =>
        id === undefined ? [] : [{ name: id, kind: lists[part], path: [part, index, "id"] }],
      ),
    ),
  ];
}

function repeatedNames(data: SeedData): SettingsProblem[] {
  const first = new Map<string, Kind>();
  return namesOf(data).flatMap(({ name, kind, path }) => {
    const before = first.get(name);
    if (before === undefined) first.set(name, kind);
    if (before === undefined) return [];
    const text = `"${name}" is the name of ${withArticle(before)} already.`;
    return [{ code: "VALUE", path, text, hint: "Give each thing in the file a name of its own." }];
  });
}

function repeatedKeys({ agents }: SeedData): SettingsProblem[] {
  const keys = Object.values(agents).map((agent) => agent?.key);
  return Object.keys(agents).flatMap((name, index) => {
    const key = keys[index];
    if (key === undefined || keys.indexOf(key) === index) return [];
    const text = `"${key}" is the key of another agent already.`;
    return [{ code: "VALUE", path: ["agents", name, "key"], text, hint: "Give each agent a key of its own." }];
  });
}

function withArticle(what: string): string {
  return `${what.startsWith("agent") ? "an" : "a"} ${what}`;
}

/** A reference to a name, with the allowed kinds. */
export type Use = readonly [name: string | undefined, kinds: readonly Kind[], path: Path];

function unknownNames(data: SeedData, readable: SeedData): SettingsProblem[] {
  const known = namesOf(readable);
  const order = new Map(known.map(({ name }, index) => [name, index]));
  return usesOf(data).flatMap(([name, kinds, path]) => {
    if (name === undefined) return [];
    const found = known[order.get(name) ?? -1];
    if (found !== undefined && kinds.includes(found.kind)) return [];
    const wanted = kinds.join(" or ");
    const candidates = known.filter(({ kind }) => kinds.includes(kind)).map((one) => one.name);
    const guess = nearest(name, candidates);
    const what =
      found === undefined
        ? `there is no ${wanted} "${name}"`
        : `"${name}" is ${withArticle(found.kind)}, not ${withArticle(wanted)}`;
    const there =
      candidates.length === 0
        ? `The file has no ${wanted}: add it.`
        : `There are: ${candidates.slice(0, 20).join(", ")}.`;
    return [
      { code: "NAME", path, text: `${what}${guess === null ? "" : `; the nearest is "${guess}"`}.`, hint: there },
    ];
  });
}

/** Every place in a seed that names something. */
export function usesOf(data: SeedData): Use[] {
  const each = (names: readonly string[] | undefined, kinds: readonly Kind[], path: Path): Use[] =>
    (names ?? []).map((name, index) => [name, kinds, [...path, index]]);
  return [
    ...Object.entries(data.agents).map(([name, agent]): Use => [agent?.owner, ["agent"], ["agents", name, "owner"]]),
    ...Object.entries(data.channels ?? {}).flatMap(([name, channel]) =>
      each(channel?.members, ["agent"], ["channels", name, "members"]),
    ),
    ...Object.entries(data.scopes ?? {}).flatMap(([name, scope]) => [
      ...each(scope?.read, ["agent"], ["scopes", name, "read"]),
      ...each(scope?.write, ["agent"], ["scopes", name, "write"]),
    ]),
    ...(data.messages ?? []).flatMap((message, index): Use[] => [
      [message.channel, ["channel"], ["messages", index, "channel"]],
      [message.from, ["agent", "user"], ["messages", index, "from"]],
      [message.thread, ["message"], ["messages", index, "thread"]],
    ]),
    ...(data.tasks ?? []).flatMap((task, index): Use[] => [
      [task.by, ["agent"], ["tasks", index, "by"]],
      [task.assignee, ["agent", "user"], ["tasks", index, "assignee"]],
      [task.channel, ["channel"], ["tasks", index, "channel"]],
      [task.parent, ["task"], ["tasks", index, "parent"]],
      ...(task.comments ?? []).flatMap((comment, place): Use[] => [
        [comment.by, ["agent", "user"], ["tasks", index, "comments", place, "by"]],
        ...each(comment.mentions, ["agent"], ["tasks", index, "comments", place, "mentions"]),
      ]),
      ...(task.moves ?? []).map((move, place): Use => [move.by, ["agent"], ["tasks", index, "moves", place, "by"]]),
    ]),
    ...(data.memories ?? []).flatMap((memory, index): Use[] => [
      [memory.scope, ["scope"], ["memories", index, "scope"]],
      [memory.by, ["agent"], ["memories", index, "by"]],
      [memory.supersedes, ["memory"], ["memories", index, "supersedes"]],
      [memory.contests, ["memory"], ["memories", index, "contests"]],
      [memory.invalidated?.by, ["agent"], ["memories", index, "invalidated", "by"]],
      ...each(memory.from, ["message", "task", "memory"], ["memories", index, "from"]),
      ...each(memory.related, ["memory"], ["memories", index, "related"]),
    ]),
  ];
}
