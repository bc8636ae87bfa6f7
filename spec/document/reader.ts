import type { Json, JsonObject } from "../json.ts";
import { isObject } from "../json.ts";
import { pointerOfReference, pointerTo, valueAt } from "../pointer.ts";
import { quoted } from "../quoted.ts";
import type { DocumentProblem } from "./document-problem.ts";
import { invalid } from "./document-problem.ts";

/** The document being read, with the problems found so far. */
export interface DocumentReader {
  readonly root: JsonObject;
  readonly problems: DocumentProblem[];
}

/** An object of the document and where it is. */
export interface Located {
  readonly value: JsonObject;
  readonly pointer: string;
  /** Name of the component that a reference led to; null if the object is in place. */
  readonly component: string | null;
}

/** Returns the object at a pointer, following references. Returns null and adds a problem if there is none. */
export function objectAt(reader: DocumentReader, pointer: string, what: string): Located | null {
  let place = pointer;
  for (let steps = 0; steps < 20; steps += 1) {
    const value = valueAt(reader.root, place);
    if (!isObject(value)) {
      reader.problems.push(invalid(place, `${what} is missing or no object`));
      return null;
    }
    if (typeof value.$ref !== "string") return { value, pointer: place, component: componentName(place) };
    const target = pointerOfReference(value.$ref);
    if (target === null || valueAt(reader.root, target) === undefined) {
      reader.problems.push(invalid(pointerTo(place, "$ref"), `the reference "${value.$ref}" leads to nothing`));
      return null;
    }
    place = target;
  }
  reader.problems.push(invalid(pointer, `the references of ${what} form a cycle`));
  return null;
}

/** Returns a required text. Returns an empty string and adds a problem if it is missing. */
export function textAt({ value, pointer }: Located, key: string, reader: DocumentReader): string {
  const text = value[key];
  if (typeof text === "string" && text !== "") return text;
  reader.problems.push(invalid(pointerTo(pointer, key), `${quote(text)} is not a text; expected a ${key}`));
  return "";
}

/** Returns one of several words, or the fallback if there is none. Adds a problem for any other word. */
export function wordAt<Word extends string, Fallback>(
  { value, pointer }: Located,
  key: string,
  words: readonly Word[],
  fallback: Fallback,
  reader: DocumentReader,
): Word | Fallback {
  const written = value[key];
  if (written === undefined) return fallback;
  const word = words.find((one) => one === written);
  if (word !== undefined) return word;
  reader.problems.push(invalid(pointerTo(pointer, key), `${quote(written)} is none of ${words.join(", ")}`));
  return fallback;
}

/** Returns a value as messages quote it. */
export function quote(value: Json | undefined): string {
  return value === undefined ? "nothing" : quoted(value);
}

function componentName(pointer: string): string | null {
  const [, components, , name, ...rest] = pointer.split("/");
  return components === "components" && name !== undefined && rest.length === 0 ? name : null;
}
