import { isObject, type Json } from "../../../spec/json.ts";
import { OPERATIONS } from "../../operations.ts";
import { namedInputs } from "../inputs.ts";
import type { Guard } from "../model.ts";
import { isEditable, isProse, nameAt, typeOf } from "../operators/value-operator.ts";
import { isAccepted } from "./accepted.ts";
import { ownValue } from "./own-value.ts";
import { INSTANT_CLASSES, TEXT_CLASSES } from "./text-classes.ts";

const levels = (of: "text" | "names", classes: object) => Object.keys(classes).map((name) => `${of}=${name}`);

/** A text of some kind, a list or free JSON that holds one, or a name in it: `text=long`, `names=non-ascii`. */
export const text: Guard = {
  name: "text",
  needsValue: true,
  about: (_level, site) => ownValue(site),
  levels: (site) => {
    if (site.kind !== "value" && site.kind !== "input" && site.kind !== "effect" && site.kind !== "part") return [];
    if (typeOf(site) === "object") return [...levels("text", TEXT_CLASSES), ...levels("names", TEXT_CLASSES)];
    if (site.kind === "input" && site.field.kind === "instant") return levels("text", INSTANT_CLASSES);
    return isProse(site) || (site.kind === "input" && site.field.kind === "texts") ? levels("text", TEXT_CLASSES) : [];
  },
  never: (level, site) => {
    const [of, name = ""] = level.split("=");
    const isOfClass = { ...TEXT_CLASSES, ...INSTANT_CLASSES }[name];
    if (of !== "text" || isOfClass === undefined || !isEditable(site)) return false;
    const inputs = OPERATIONS.flatMap((one) => namedInputs(one.id)).filter((one) => one.name === nameAt(site));
    return inputs.length > 0 && inputs.every(({ field }) => !isAccepted(field, "body", isClassOfText(isOfClass)));
  },
  values: (level) => {
    const [of, name = ""] = level.split("=");
    const isOfClass = { ...TEXT_CLASSES, ...INSTANT_CLASSES }[name] ?? (() => false);
    return (value) => textsIn(value, of === "names").some(isOfClass);
  },
};

const isClassOfText =
  (holds: (text: string) => boolean) =>
  (given: unknown): boolean =>
    typeof given === "string" && holds(given);

/** The texts in a value, or the names of its members. */
function textsIn(value: Json, names: boolean): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, names));
  if (!isObject(value)) return typeof value === "string" && !names ? [value] : [];
  const inside = Object.values(value).flatMap((member) => textsIn(member ?? null, names));
  return names ? [...Object.keys(value), ...inside] : inside;
}
