import { isObject, type Json } from "../../../spec/json.ts";
import type { Guard } from "../model.ts";
import { isProse, typeOf } from "../operators/value-operator.ts";
import { TEXT_CLASSES } from "./text-classes.ts";

/** A text of some sort, or a list or free JSON that holds one: `text=long`, `text=non-ascii`. */
export const text: Guard = {
  name: "text",
  levels: (site) => {
    if (site.kind !== "value" && site.kind !== "input" && site.kind !== "effect" && site.kind !== "part") return [];
    const holdsText = isProse(site) || (site.kind === "input" && ["texts", "free"].includes(site.field.kind));
    const isShown = site.kind === "value" && typeOf(site) === "object";
    return holdsText || isShown ? Object.keys(TEXT_CLASSES).map((name) => `text=${name}`) : [];
  },
  values: (level) => {
    const isOfClass = TEXT_CLASSES[level.replace("text=", "")] ?? (() => false);
    return (value) => holds(value, isOfClass);
  },
};

function holds(value: Json, isOfClass: (text: string) => boolean): boolean {
  if (typeof value === "string") return isOfClass(value);
  if (Array.isArray(value)) return value.some((item) => holds(item, isOfClass));
  return isObject(value) && Object.values(value).some((member) => holds(member ?? null, isOfClass));
}
