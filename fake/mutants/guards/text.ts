import { isObject, type Json } from "../../../spec/json.ts";
import type { Guard } from "../model.ts";
import { isProse, typeOf } from "../operators/value-operator.ts";

/** Sorts of text, by what they hold. */
const SORTS: Readonly<Record<string, (text: string) => boolean>> = {
  long: (text) => text.length >= 200,
  "longer-than-255": (text) => text.length > 255,
  short: (text) => text.length < 3,
  "non-ascii": (text) => /[^ -~\s]/.test(text),
  emoji: (text) => /\p{Extended_Pictographic}/u.test(text),
  lines: (text) => text.includes("\n"),
  tab: (text) => text.includes("\t"),
  "two-blanks": (text) => text.includes("  "),
  "joining-blank": (text) => text.includes("\u00a0"),
  quote: (text) => text.includes('"'),
  apostrophe: (text) => text.includes("'"),
  backslash: (text) => text.includes("\\"),
  hash: (text) => text.includes("#"),
  equals: (text) => text.includes("="),
  operators: (text) => /[&|!():*~^]/.test(text),
  null: (text) => text === "null",
  true: (text) => text === "true",
  zero: (text) => text === "0",
};

/** A text of some sort, or a list or free JSON that holds one: `text=long`, `text=non-ascii`. */
export const text: Guard = {
  name: "text",
  levels: (site) => {
    if (site.kind !== "value" && site.kind !== "input") return [];
    const holdsText = isProse(site) || (site.kind === "input" && ["texts", "free"].includes(site.field.kind));
    const isShown = site.kind === "value" && typeOf(site) === "object";
    return holdsText || isShown ? Object.keys(SORTS).map((name) => `text=${name}`) : [];
  },
  values: (level) => {
    const isOfSort = SORTS[level.replace("text=", "")] ?? (() => false);
    return (value) => holds(value, isOfSort);
  },
};

function holds(value: Json, isOfSort: (text: string) => boolean): boolean {
  if (typeof value === "string") return isOfSort(value);
  if (Array.isArray(value)) return value.some((item) => holds(item, isOfSort));
  return isObject(value) && Object.values(value).some((member) => holds(member ?? null, isOfSort));
}
