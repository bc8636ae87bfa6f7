import { isObject, type Json } from "../../../spec/json.ts";
import { type NamedEdit, named } from "./named-edit.ts";

type Member = readonly [name: string, value: Json];

/** Changes the members of objects. */
const members = (name: string, title: string, edit: (all: readonly Member[]) => readonly Member[]): NamedEdit<Json> =>
  named(name, title, (value) =>
    isObject(value)
      ? Object.fromEntries(edit(Object.entries(value).map(([own, member]) => [own, member ?? null])))
      : value,
  );

/** Leaves members out of objects. */
const dropping = (name: string, title: string, isDropped: (name: string, value: Json) => boolean): NamedEdit<Json> =>
  members(name, title, (all) => all.filter(([own, value]) => !isDropped(own, value)));

/** Changes lists. */
const lists = (name: string, title: string, edit: (items: readonly Json[]) => readonly Json[]): NamedEdit<Json> =>
  named(name, title, (value) => (Array.isArray(value) ? [...edit(value)] : value));

/** Changes scalars. */
const scalars = (name: string, title: string, edit: (value: Json) => Json): NamedEdit<Json> =>
  named(name, title, (value) => (typeof value === "object" ? value : edit(value)));

const isEmpty = (value: Json): boolean => ["{}", "[]"].includes(JSON.stringify(value));
const asNumber = (value: Json): Json =>
  typeof value === "string" && /^-?\d+(\.\d+)?$/u.test(value) ? Number(value) : value;
const isInstant = (value: Json): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\dT/u.test(value);
const isDate = (value: Json): value is string => typeof value === "string" && /^\d{4}-\d\d-\d\d/u.test(value);

function nestDots(all: readonly Member[]): readonly Member[] {
  return all.map(([name, value]) => {
    const [head = name, ...rest] = name.split(".");
    return rest.length === 0 ? [name, value] : [head, { [rest.join(".")]: value }];
  });
}

/** Metadata and lists as servers keep them; each is created at every depth. */
export const STRUCTURE_EDITS: readonly NamedEdit<Json>[] = [
  dropping("drop-empty-members", "leaves empty lists and objects out", (_name, value) => isEmpty(value)),
  dropping("drop-empty-texts", "leaves empty texts out", (_name, value) => value === ""),
  dropping("drop-null-members", "leaves members that are null or empty out", (_name, value) => {
    return value === null || (typeof value !== "number" && JSON.stringify(value).length <= 2);
  }),
  dropping("drop-falsy-members", "leaves members that are false, 0, empty or null out", (_name, value) => !value),
  dropping("drop-non-ascii-names", "leaves names beyond ASCII out", (name) => /[^\x20-\x7e]/.test(name)),
  dropping("drop-digit-names", "leaves names that are numbers out", (name) => /^\d+$/.test(name)),
  dropping("drop-object-names", "leaves names that every object has out", (name) => name in {}),
  dropping("drop-dollar-names", "leaves names that begin with a dollar out", (name) => name.startsWith("$")),
  dropping("drop-id-names", "leaves members called id, _id or type out", (name) => /^(?:_?id|type)$/.test(name)),
  ...["kind", "status", "created_at", "where"].map((own) =>
    dropping(`drop-${own}-members`, `leaves members called ${own} out`, (name) => name === own),
  ),
  dropping("drop-long-lists", "leaves lists of more than a hundred items out", (_name, value) => {
    return Array.isArray(value) && value.length > 100;
  }),
  dropping("drop-numbers", "leaves numbers out", (_name, value) => typeof value === "number"),
  dropping("drop-booleans", "leaves true and false out", (_name, value) => typeof value === "boolean"),
  dropping("drop-hyphen-names", "leaves names with a hyphen out", (name) => name.includes("-")),
  dropping("drop-underscore-names", "leaves names that begin with underscores out", (name) => name.startsWith("__")),
  ...[2, 5, 50].map((most) =>
    members(`keep-${most}-members`, `keeps ${most} members of an object`, (all) => all.slice(0, most)),
  ),
  members("first-member", "keeps only the first member of an object", (all) => all.slice(0, 1)),
  members("no-members", "keeps no member of an object", () => []),
  members("lower-names", "lower-cases names", (all) => all.map(([name, value]) => [name.toLowerCase(), value])),
  members("cut-names-40", "cuts names to 40 characters", (all) =>
    all.map(([name, value]) => [name.slice(0, 40), value]),
  ),
  members("nest-dots", "reads a dot in a name as nesting", nestDots),
  members("nested-as-text", "keeps nested objects as text", (all) =>
    all.map(([name, value]) => [name, isObject(value) ? JSON.stringify(value) : value]),
  ),
  lists("sort-list", "sorts a list", (items) => items.toSorted()),
  lists("unique-list", "keeps one of each item of a list", (items) => [...new Set(items)]),
  lists("drop-last-item", "omits the last of several items", (items) =>
    items.length > 1 ? items.slice(0, -1) : items,
  ),
  lists("last-item", "keeps only the last of several items", (items) => items.slice(-1)),
  lists("drop-nulls-from-lists", "omits null from lists", (items) => items.filter((item) => item !== null)),
  ...[2, 5, 10, 19, 20].map((most) =>
    lists(`keep-${most}-items`, `keeps ${most} items of a list`, (items) => items.slice(0, most)),
  ),
  scalars("numbers-as-text", "keeps numbers as text", (value) => (typeof value === "number" ? String(value) : value)),
  scalars("digits-as-numbers", "keeps texts of digits as numbers", asNumber),
  scalars("true-as-1", "keeps true as 1", (value) => (value === true ? 1 : value)),
  scalars("drop-exponents", "keeps a number with an exponent as null", (value) =>
    typeof value === "number" && String(value).includes("e") ? null : value,
  ),
  scalars("instants-in-utc", "keeps texts that are instants in UTC", (value) =>
    isInstant(value) && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString().replace(".000Z", "Z") : value,
  ),
  scalars("dates-as-instants", "keeps texts that are dates as instants", (value) =>
    isDate(value) && !Number.isNaN(Date.parse(value)) ? new Date(value).toISOString() : value,
  ),
];

/** Keeps objects to this many levels. */
const toLevel = (value: Json, levels: number): Json => {
  if (!isObject(value)) return value;
  if (levels === 0) return {};
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, toLevel(item ?? null, levels - 1)]));
};

/** Metadata as servers keep it, as a whole. */
export const DEPTH_EDITS: readonly NamedEdit<Json>[] = [3, 10].map((levels) =>
  named(`keep-${levels}-levels`, `keeps objects to ${levels} levels`, (value) => toLevel(value, levels)),
);
