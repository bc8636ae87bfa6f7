import { createRequire } from "node:module";
import type { Ajv2020, ErrorObject, Options, ValidateFunction } from "ajv/dist/2020.js";
import { isObject, type Json, type JsonObject } from "../json.ts";
import { nearest } from "../nearest.ts";
import { OperatorError } from "../operator-error.ts";
import { pointerTokens } from "../pointer.ts";
import { quoted } from "../quoted.ts";
import { type Check, compiledCheck } from "./compiled-checks.ts";
import type { Path, SettingsFile, SettingsKind } from "./settings-file.ts";

/** One mistake in a file that a person wrote. */
export interface SettingsProblem {
  /** The suffix of its error code: `UNKNOWN-KEY`, `VALUE`, `MISSING-KEY`. */
  readonly code: string;
  readonly path: Path;
  /** The actual, quoted, and the expected, without the place. */
  readonly text: string;
  readonly hint: string;
}

/** A compiled JSON Schema of a user-written file. */
export interface SettingsSchema {
  /** Every mistake in a value, in the order of the file's keys; empty for a valid one. Numbers are quoted as `file` has them. */
  problems(value: Json, file?: Written): readonly SettingsProblem[];
  /** Returns the subschema that describes a path; null if the schema has no such place. */
  at(path: Path): JsonObject | null;
}

/** Returns settings from a value that a program passed instead of a file; `name` describes it. */
export function unwrittenSettings(name: string, value: Json): SettingsFile {
  return { name, value, lineOf: () => null, writtenAt: () => null };
}

/**
 * Returns settings from a value that a program passed instead of a file, as JSON. `name` is its name in messages, and
 * `holds` the start of the message if it is not JSON.
 *
 * @throws OperatorError `…-VALUE` for a value without a JSON form.
 */
export function givenSettings(
  name: string,
  given: unknown,
  { code }: SettingsKind,
  holds = `${name} holds`,
): SettingsFile {
  try {
    return unwrittenSettings(name, JSON.parse(JSON.stringify(given ?? null)) as Json);
  } catch (cause) {
    throw new OperatorError({
      code: `${code}-VALUE`,
      message: `${holds} what JSON cannot say.`,
      hint: "Keep to objects, lists, text, numbers and booleans, without cycles.",
      cause,
    });
  }
}

/** The part of a settings file that a message needs. */
type Written = Pick<SettingsFile, "writtenAt">;

/** Loads the validator when the first file needs it, so that a command that reads none starts faster. */
const load = createRequire(import.meta.url);

/**
 * Returns the schema of a user-written file (JSON Schema 2020-12, without `$ref`), compiled when the first value is
 * judged.
 */
export function settingsSchema(schema: JsonObject): SettingsSchema {
  let compiled: ValidateFunction | null = null;
  let isRight: Check | null = null;
  return {
    problems(value, file) {
      isRight ??= compiledCheck(schema);
      if (isRight?.(value) === true) return [];
      compiled ??= settingsAjv().compile(schema);
      return compiled(value)
        ? []
        : distinct((compiled.errors ?? []).filter(isReported).flatMap((error) => problemOf(error, file)));
    },
    at: (path) => subschema(schema, path),
  };
}

/** Creates a compiler of such schemas, with additional options. */
export function settingsAjv(options: Options = {}): Ajv2020 {
  const { Ajv2020 } = load("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const addFormats = load("ajv-formats") as (ajv: object) => void;
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictTypes: false,
    verbose: true,
    ownProperties: true,
    // Each process judges one or two files, which takes less time than optimizing the generated code.
    code: { optimize: false },
    // The schemas are ours; a test validates them against their own schema.
    validateSchema: false,
    ...options,
  });
  addFormats(ajv);
  ajv.addVocabulary(["x-expected", "x-secret"]);
  return ajv;
}

/**
 * Throws when there are problems: one error that lists them all, each with line, key, value and expectation.
 *
 * @throws OperatorError with the problem's own code, or `…-INVALID` when there are several.
 */
export function reject(problems: readonly SettingsProblem[], file: SettingsFile, kind: SettingsKind): void {
  const [first] = problems;
  if (first === undefined) return;
  if (problems.length === 1) {
    const message = `${file.name}, ${place(first, file)}: ${first.text}`;
    throw new OperatorError({ code: `${kind.code}-${first.code}`, message, hint: first.hint });
  }
  const shown = problems.slice(0, MAX_SHOWN).map((problem) => `  ${place(problem, file)}: ${problem.text}`);
  const rest = problems.length > MAX_SHOWN ? [`  and ${problems.length - MAX_SHOWN} more`] : [];
  const title = `${file.name}: the ${kind.what} has ${problems.length} mistakes:`;
  const hints = [...new Set(problems.map((problem) => problem.hint))].slice(0, 3).join(" ");
  throw new OperatorError({
    code: `${kind.code}-INVALID`,
    message: [title, ...shown, ...rest].join("\n"),
    hint: hints,
  });
}

/** More problems than a person corrects in one go. */
const MAX_SHOWN = 100;

/** `line 4, fixtures.agent`. */
function place(problem: SettingsProblem, file: SettingsFile): string {
  const line = file.lineOf(problem.path);
  const places = [
    ...(line === null ? [] : [`line ${line}`]),
    ...(problem.path.length === 0 ? [] : [problem.path.join(".")]),
  ];
  return places.length === 0 ? "as a whole" : places.join(", ");
}

/**
 * Removes duplicates: a value can break two keywords with the same expectation, such as too short and of the wrong
 * pattern.
 */
function distinct(problems: readonly SettingsProblem[]): readonly SettingsProblem[] {
  return [...new Map(problems.map((problem) => [JSON.stringify([problem.path, problem.text]), problem])).values()];
}

/**
 * Returns true for an error to report: of a choice between shapes only the choice itself, and not what each shape
 * lacks; of an invalid name only the rule that it breaks.
 */
function isReported({ schemaPath, keyword }: ErrorObject): boolean {
  return keyword !== "propertyNames" && !/\/(?:anyOf|oneOf)\/\d+\//.test(schemaPath);
}

function problemOf(error: ErrorObject, file: Written | undefined): SettingsProblem[] {
  const path = pointerTokens(error.instancePath);
  if (error.keyword === "additionalProperties") return [unknownKey(error, path)];
  if (error.keyword === "required") return [missingKey(error, path)];
  if (error.keyword === "if") return [];
  const written = file?.writtenAt(path) ?? null;
  const shown = error.parentSchema?.["x-secret"] === true ? "the value (not shown)" : (written ?? quoted(error.data));
  const text = `${shown} is not valid: expected ${expectation(error)}.`;
  return [{ code: "VALUE", path, text, hint: valueHint(error, written ?? String(error.data)) }];
}

function unknownKey(error: ErrorObject, path: Path): SettingsProblem {
  const key = String(error.params.additionalProperty);
  const known = Object.keys(isObject(error.parentSchema?.properties) ? error.parentSchema.properties : {});
  const guess = nearest(key, known);
  const text = `unknown key "${key}"${guess === null ? "." : `; did you mean "${guess}"?`}`;
  const hint = guess === null ? `Known keys: ${known.join(", ")}.` : `Write "${guess}", or remove the key.`;
  return { code: "UNKNOWN-KEY", path: [...path, key], text, hint };
}

function missingKey(error: ErrorObject, path: Path): SettingsProblem {
  const key = String(error.params.missingProperty);
  return { code: "MISSING-KEY", path, text: `the key "${key}" is missing.`, hint: `Add "${key}".` };
}

/** Returns the expectation of a keyword in words. */
function expectation(error: ErrorObject): string {
  const said: unknown = error.parentSchema?.["x-expected"];
  if (typeof said === "string") return said;
  const wanted: unknown = error.schema;
  switch (error.keyword) {
    case "type":
      return typeNames(wanted);
    case "enum":
      return `one of ${(Array.isArray(wanted) ? wanted : [wanted]).map(String).join(", ")}`;
    case "minimum":
      return `a number of at least ${wanted}`;
    case "maximum":
      return `a number of at most ${wanted}`;
    case "minLength":
      return wanted === 1 ? "text that is not empty" : `text of at least ${wanted} characters`;
    case "maxLength":
      return `text of at most ${wanted} characters`;
    case "minItems":
      return `a list of at least ${wanted} items`;
    case "uniqueItems":
      return "a list without repetitions";
    case "format":
      return `a ${wanted}`;
    default:
      return error.message ?? `what "${error.keyword}" asks for`;
  }
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "text",
  integer: "a whole number",
  number: "a number",
  boolean: "true or false",
  array: "a list",
  object: "a map",
};

function typeNames(wanted: unknown): string {
  const types = Array.isArray(wanted) ? wanted.map(String) : [String(wanted)];
  return types.map((type) => TYPE_NAMES[type] ?? type).join(" or ");
}

function valueHint(error: ErrorObject, written: string): string {
  const scalar = typeof error.data === "number" || typeof error.data === "boolean";
  const secret = error.parentSchema?.["x-secret"] === true;
  if (error.keyword === "type" && error.schema === "string" && scalar && secret) return "Put it in quotes.";
  if (error.keyword === "type" && error.schema === "string" && scalar) return `Put it in quotes: "${written}".`;
  const guess =
    error.keyword === "enum" && Array.isArray(error.schema)
      ? nearest(String(error.data), error.schema.map(String))
      : null;
  return guess === null ? "Correct the value." : `Did you mean "${guess}"?`;
}

function subschema(schema: JsonObject, path: Path): JsonObject | null {
  let current: JsonObject = schema;
  for (const step of path) {
    const next = typeof step === "number" ? current.items : member(current, String(step));
    if (!isObject(next)) return null;
    current = next;
  }
  return current;
}

function member(schema: JsonObject, key: string): Json | undefined {
  if (isObject(schema.properties) && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  return schema.additionalProperties ?? (schema.items !== undefined && /^\d+$/.test(key) ? schema.items : undefined);
}
