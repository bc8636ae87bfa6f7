import { REFERENCE_KINDS, RESPONSE_KINDS } from "../family.ts";
import type { Json, JsonObject } from "../json.ts";
import { asObject, isObject } from "../json.ts";
import { didYouMean } from "../nearest.ts";
import { pointerOfReference, pointerTo, valueAt } from "../pointer.ts";
import { quoted } from "../quoted.ts";
import type { DocumentProblem } from "./document-problem.ts";
import { invalid } from "./document-problem.ts";
import { SCHEMA_FORMATS } from "./formats.ts";
import { keywordKind, SCHEMA_KEYWORDS } from "./keywords.ts";
import { walkSchema } from "./schema-walk.ts";

/**
 * Returns the problems of the schema at a pointer and all schemas inside it: unknown keywords, values of the wrong
 * kind, references that lead nowhere, malformed marks (`x-open`, `x-safe` …).
 */
export function schemaProblems(root: JsonObject, pointer: string): DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  walkSchema(valueAt(root, pointer) ?? null, pointer, (schema, place) => {
    problems.push(...placeProblems(root, schema, place));
  });
  return problems;
}

function placeProblems(root: JsonObject, schema: Json, pointer: string): DocumentProblem[] {
  if (typeof schema === "boolean") return [];
  if (!isObject(schema)) return [invalid(pointer, `${quoted(schema)} is not a schema; expected an object`)];
  const safe = schema["x-safe"];
  const inSafe = isObject(safe) ? schemaProblems(root, pointerTo(pointer, "x-safe", "schema")) : [];
  const own = Object.entries(schema).flatMap(([keyword, value]) => keywordProblems(root, keyword, value, pointer));
  return [...own, ...inSafe];
}

function keywordProblems(root: JsonObject, keyword: string, value: Json, pointer: string): DocumentProblem[] {
  const place = pointerTo(pointer, keyword);
  if (keywordKind(keyword) === null) return [unsupportedKeyword(keyword, place)];
  if (keyword === "$ref") return referenceProblems(root, value, place);
  const rule = RULES[keyword];
  if (rule === undefined || rule.holds(value)) return keyword === "x-open" ? misplacedMarks(value, place) : [];
  return [invalid(place, `${quoted(value)} is not what "${keyword}" takes; expected ${rule.expected}`)];
}

function unsupportedKeyword(keyword: string, pointer: string): DocumentProblem {
  return {
    code: "DOCUMENT-UNSUPPORTED-KEYWORD",
    pointer,
    text: `the schema keyword "${keyword}" is not supported.${didYouMean(keyword, SCHEMA_KEYWORDS)}`,
    hint: `Say it with the keywords that are: ${SCHEMA_KEYWORDS.join(", ")}; or as an annotation of your own, x-${keyword.replace(/^[^A-Za-z]+/, "")}.`,
  };
}

/** The subjects of `x-open` marks of a schema in addition to keywords. */
const OPEN_MATTERS = ["presence", "mapping", "value", "states", "status"];

/**
 * Returns a problem for each mark that names no known subject: it would leave the rule that it was meant for in force.
 */
function misplacedMarks(marks: Json, pointer: string): DocumentProblem[] {
  const known = [...SCHEMA_KEYWORDS, ...OPEN_MATTERS];
  return Object.keys(asObject(marks))
    .filter((mark) => !known.includes(mark))
    .map((mark) => {
      const text = `"${mark}" is neither a keyword nor a matter that can be open.${didYouMean(mark, known)}`;
      return invalid(pointerTo(pointer, mark), text, `Name a keyword, or one of ${OPEN_MATTERS.join(", ")}.`);
    });
}

function referenceProblems(root: JsonObject, value: Json, place: string): DocumentProblem[] {
  if (typeof value !== "string")
    return [invalid(place, `${quoted(value)} is not a reference; expected text like "#/components/schemas/Task"`)];
  const target = pointerOfReference(value);
  if (target === null) {
    return [
      invalid(
        place,
        `the reference ${quoted(value)} leads out of the document`,
        "Refer to a schema of the document, by #/components/schemas/NAME.",
      ),
    ];
  }
  if (valueAt(root, target) !== undefined) return [];
  const names = Object.keys(
    isObject(root.components) && isObject(root.components.schemas) ? root.components.schemas : {},
  );
  const near = didYouMean(
    value,
    names.map((name) => `#/components/schemas/${name}`),
  );
  return [invalid(place, `the reference ${quoted(value)} leads to nothing.${near}`)];
}

interface Rule {
  readonly holds: (value: Json) => boolean;
  readonly expected: string;
}

const TYPES = ["null", "boolean", "object", "array", "number", "integer", "string"];

const number: Rule = { holds: (value) => typeof value === "number" && Number.isFinite(value), expected: "a number" };
const count: Rule = {
  holds: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
  expected: "an integer from 0",
};
const flag: Rule = { holds: (value) => typeof value === "boolean", expected: "true or false" };
const text: Rule = { holds: (value) => typeof value === "string", expected: "text" };
const schemaMap: Rule = { holds: isObject, expected: "an object of schemas" };
const schemaList: Rule = { holds: (value) => Array.isArray(value) && value.length > 0, expected: "a list of schemas" };
const names: Rule = { holds: areNames, expected: "a list of different names" };

const RULES: Readonly<Record<string, Rule>> = {
  type: { holds: areTypes, expected: `one or several of ${TYPES.join(", ")}` },
  enum: { holds: (value) => Array.isArray(value) && value.length > 0, expected: "a list of values" },
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: { holds: (value) => typeof value === "number" && value > 0, expected: "a number above 0" },
  minLength: count,
  maxLength: count,
  pattern: { holds: isPattern, expected: "a regular expression (ECMAScript, with the u flag)" },
  format: {
    holds: (value) => typeof value === "string" && SCHEMA_FORMATS.includes(value),
    expected: `one of ${SCHEMA_FORMATS.join(", ")}`,
  },
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  minContains: count,
  maxContains: count,
  required: names,
  minProperties: count,
  maxProperties: count,
  dependentRequired: {
    holds: (value) => isObject(value) && Object.values(value).every(areNames),
    expected: "an object of lists of names",
  },
  "x-max-bytes": count,
  prefixItems: schemaList,
  allOf: schemaList,
  anyOf: schemaList,
  oneOf: schemaList,
  properties: schemaMap,
  patternProperties: {
    holds: (value) => isObject(value) && Object.keys(value).every(isPattern),
    expected: "an object of schemas whose names are regular expressions",
  },
  title: text,
  description: text,
  examples: { holds: Array.isArray, expected: "a list" },
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
  "x-reference": {
    holds: (value) => [...REFERENCE_KINDS, ...RESPONSE_KINDS].some((kind) => kind === value),
    expected: `one of ${[...REFERENCE_KINDS, ...RESPONSE_KINDS].join(", ")}`,
  },
  "x-open": { holds: areOpenMarks, expected: "an object of keywords with reasons; under required it may map names" },
  "x-rules": { holds: isObject, expected: "an object of schema keywords" },
  "x-safe": {
    holds: (value) => isObject(value) && isObject(value.schema) && isReason(value.reason),
    expected: "an object with schema and reason",
  },
};

function areTypes(value: Json): boolean {
  const types = Array.isArray(value) ? value : [value];
  const known = types.every((type) => typeof type === "string" && TYPES.includes(type));
  return known && types.length > 0 && new Set(types).size === types.length;
}

function areNames(value: Json): boolean {
  return (
    Array.isArray(value) && value.every((name) => typeof name === "string") && new Set(value).size === value.length
  );
}

function isPattern(value: Json): boolean {
  if (typeof value !== "string") return false;
  try {
    new RegExp(value, "u");
    return true;
  } catch {
    return false;
  }
}

function areOpenMarks(value: Json): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).every(([keyword, reason]) =>
    keyword === "required" && isObject(reason) ? Object.values(reason).every(isReason) : isReason(reason),
  );
}

function isReason(value: Json | undefined): boolean {
  return typeof value === "string" && value.trim() !== "";
}
