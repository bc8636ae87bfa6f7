import type { Json } from "../spec/json.ts";
import { asObject, isObject } from "../spec/json.ts";
import { pointerTo, pointerTokens } from "../spec/pointer.ts";

/** Returns the JSON pointer of a path of member names and indexes. */
export function toPointer(path: readonly string[]): string {
  return pointerTo("", ...path);
}

/** Returns the member names and indexes of a JSON pointer. */
export const fromPointer: (pointer: string) => string[] = pointerTokens;

/** Returns the value at a path; undefined if there is none. */
export function valueAt(root: Json | undefined, path: readonly string[]): Json | undefined {
  let value: Json | undefined = root;
  for (const step of path) {
    if (Array.isArray(value)) value = value[Number(step)];
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step];
    else return undefined;
  }
  return value;
}

/**
 * Returns a copy with the value at a path replaced; `undefined` removes the member or item. Missing objects on the
 * path are created.
 */
export function withValueAt(
  root: Json | undefined,
  path: readonly string[],
  value: Json | undefined,
): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(root)) return withItem(root, Number(step), rest, value);
  const object = asObject(root);
  const inner = withValueAt(Object.hasOwn(object, step) ? object[step] : undefined, rest, value);
  const { [step]: _old, ...others } = object;
  if (inner === undefined) return others;
  return Object.hasOwn(object, step)
    ? Object.fromEntries(Object.entries(object).map(([name, part]) => [name, name === step ? inner : part]))
    : { ...object, [step]: inner };
}

function withItem(list: Json[], index: number, rest: readonly string[], value: Json | undefined): Json[] {
  const inner = withValueAt(list[index], rest, value);
  const copy = [...list];
  if (inner === undefined) copy.splice(index, 1);
  else copy[index] = inner;
  return copy;
}
