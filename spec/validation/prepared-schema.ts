import { openMarks, reasonIn } from "../document/constraints.ts";
import { keywordKind } from "../document/keywords.ts";
import type { Json, JsonObject } from "../json.ts";
import { asObject, isObject } from "../json.ts";
import { pointerOfReference, pointerTo, valueAt } from "../pointer.ts";
import { COMBINATORS_KEYWORD } from "./schema-ajv.ts";

/** The marks of the document that a preparation respects. */
export interface PreparationOptions {
  /** Keep keywords that are open. */
  readonly open: boolean;
  /** Add the safe zones. */
  readonly safe: boolean;
}

/** Converts schemas of the document into those that ajv runs. */
export interface Preparation {
  schemaAt(pointer: string): JsonObject;
  /** Returns the name by which references find the schema at a pointer. */
  identifierOf(pointer: string): string;
}

/**
 * Keywords that are judged branch by branch, so that a value that matches no branch gives one failure instead of many.
 */
export const COMBINATORS: readonly string[] = ["anyOf", "oneOf", "not", "contains", "propertyNames"];

/** The annotation of a prepared schema with its place in the document; compiled schemas keep it. */
const ORIGIN = "x-origin";

const LEFT_OUT = new Set(["minContains", "maxContains"]);

/**
 * Returns true for keywords that ajv does not judge: combinators, and comparisons of objects, which ajv does not treat
 * as plain data.
 */
export function isCombinator(keyword: string, value: Json): boolean {
  if (COMBINATORS.includes(keyword)) return true;
  if (keyword === "uniqueItems") return value === true;
  return (keyword === "const" || keyword === "enum") && JSON.stringify(value).includes("{");
}

/** Returns the place of a prepared schema in the document. */
export function originOf(prepared: JsonObject): string {
  return String(prepared[ORIGIN] ?? "");
}

/** A preparation of the schemas of one document. */
export function createPreparation(root: JsonObject, options: PreparationOptions): Preparation {
  const numbers = new Map<string, number>();

  function prepare(schema: Json, pointer: string): JsonObject {
    const prepared: JsonObject = isObject(schema)
      ? prepareObject(schema, pointer)
      : schema === false
        ? { not: {} }
        : {};
    prepared[ORIGIN] = pointer;
    return prepared;
  }

  function prepareObject(schema: JsonObject, pointer: string): JsonObject {
    const marks = options.open ? {} : openMarks(schema);
    const prepared: JsonObject = {};
    for (const [keyword, value] of Object.entries(schema)) {
      if (LEFT_OUT.has(keyword) || isCombinator(keyword, value) || reasonIn(marks, keyword) !== null) continue;
      const kept = prepareKeyword(keyword, value, pointerTo(pointer, keyword), marks);
      if (kept !== undefined) prepared[keyword] = kept;
    }
    if (Object.entries(schema).some(([keyword, value]) => isCombinator(keyword, value))) {
      prepared[COMBINATORS_KEYWORD] = pointer;
    }
    if (options.safe) addSafeZone(prepared, schema, pointer);
    return prepared;
  }

  function prepareKeyword(keyword: string, value: Json, pointer: string, marks: JsonObject): Json | undefined {
    if (keyword === "required" && Array.isArray(value)) {
      return value.filter((name) => reasonIn(marks, "required", String(name)) === null);
    }
    switch (keywordKind(keyword)) {
      case "assertion":
        return value;
      case "reference":
        return identifierOf(pointerOfReference(String(value)) ?? "");
      case "schema":
        // For a plain `false` ajv names the member or item that is too many.
        return value === false && ["additionalProperties", "items"].includes(keyword) ? value : prepare(value, pointer);
      case "schemas":
        return Array.isArray(value) ? value.map((one, index) => prepare(one, pointerTo(pointer, index))) : undefined;
      case "schema-map":
        return prepareMap(value, pointer);
      default:
        return undefined;
    }
  }

  function prepareMap(value: Json, pointer: string): JsonObject {
    const entries = Object.entries(asObject(value));
    return Object.fromEntries(entries.map(([name, schema]) => [name, prepare(schema, pointerTo(pointer, name))]));
  }

  function addSafeZone(prepared: JsonObject, schema: JsonObject, pointer: string): void {
    const safe = schema["x-safe"];
    if (!isObject(safe)) return;
    const zone = prepare(safe.schema ?? {}, pointerTo(pointer, "x-safe", "schema"));
    prepared.allOf = [...(Array.isArray(prepared.allOf) ? prepared.allOf : []), zone];
  }

  function identifierOf(pointer: string): string {
    const number = numbers.get(pointer) ?? numbers.size;
    numbers.set(pointer, number);
    return `document:${number}`;
  }

  return {
    schemaAt: (pointer) => prepare(valueAt(root, pointer) ?? {}, pointer),
    identifierOf,
  };
}
