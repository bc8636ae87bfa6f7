import { createContext, Script } from "node:vm";
import type { JsonObject } from "../json.ts";
import { isObject } from "../json.ts";
import { pointerTo, valueAt } from "../pointer.ts";
import type { DocumentProblem } from "./document-problem.ts";
import { invalid } from "./document-problem.ts";
import { walkSchema } from "./schema-walk.ts";

/**
 * Returns a problem for each pattern in the schema at a pointer that backtracks without end: one such text in a
 * response, or among generated values, would block the process. Patterns are tried, with a time limit, on texts that
 * repeat their parts and do not match in the end.
 */
export function slowPatterns(root: JsonObject, pointer: string): DocumentProblem[] {
  const problems: DocumentProblem[] = [];
  walkSchema(valueAt(root, pointer) ?? null, pointer, (schema, place) => {
    if (!isObject(schema)) return;
    const own = typeof schema.pattern === "string" ? [schema.pattern] : [];
    const ofNames = isObject(schema.patternProperties) ? Object.keys(schema.patternProperties) : [];
    problems.push(...own.filter(isSlow).map((pattern) => slow(pattern, pointerTo(place, "pattern"))));
    problems.push(...ofNames.filter(isSlow).map((name) => slow(name, pointerTo(place, "patternProperties", name))));
  });
  return problems;
}

function slow(pattern: string, pointer: string): DocumentProblem {
  return invalid(
    pointer,
    `the pattern ${JSON.stringify(pattern)} takes more than ${PATIENCE_MS} ms for a short text that does not match it`,
    "Write it so that a text matches in one way only: no repetition of what repeats itself, no alternatives that overlap.",
  );
}

/** Milliseconds for all texts together: patterns that are in order need one or two. */
const PATIENCE_MS = 1_000;
/** A pattern whose time doubles with each repetition exceeds the limit by far at this number. */
const REPETITIONS = 40;
/** The most parts of a pattern that are tried: the number of texts grows with its square. */
const MAX_PARTS = 20;
/** Endings that keep the text from matching: several, since a pattern may allow some of these. */
const ENDS = ["\u0000", "!", "\n", ""];

const known = new Map<string, boolean>();

function isSlow(pattern: string): boolean {
  const found = known.get(pattern) ?? tryOut(pattern);
  known.set(pattern, found);
  return found;
}

function tryOut(pattern: string): boolean {
  const script = new Script(`texts.forEach((text) => new RegExp(pattern, "u").test(text))`);
  try {
    script.runInContext(createContext({ pattern, texts: textsFor(pattern) }), { timeout: PATIENCE_MS });
    return false;
  } catch (error) {
    // An invalid pattern is reported elsewhere.
    return (error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
  }
}

/** Returns texts that repeat each run of the pattern's parts, after the parts before it. */
function textsFor(pattern: string): string[] {
  const parts = partsOf(pattern);
  const texts: string[] = [];
  for (let from = 0; from < parts.length; from += 1) {
    const before = parts.slice(0, from).join("");
    for (let to = from + 1; to <= parts.length; to += 1) {
      const repeated = parts.slice(from, to).join("").repeat(REPETITIONS);
      texts.push(...ENDS.map((end) => before + repeated + end));
    }
  }
  return texts;
}

/** Matches escapes, classes and plain characters. Groups and quantifiers are not parts. */
const PART = /\\(?:u\{[^}]*\}|u[0-9a-f]{4}|x[0-9a-f]{2}|p\{[^}]*\}|.)|\[(?:\\.|[^\]\\])*\]|[^\\[\](){}*+?|^$]/giu;
const NO_PART = /\{\d+(?:,\d*)?\}|\(\?(?:[:=!]|<[=!]|<\w+>)/g;

/** Returns a matching character for each part of the pattern, in order. */
function partsOf(pattern: string): string[] {
  const parts = pattern.replace(NO_PART, "(").match(PART) ?? [];
  return parts.slice(0, MAX_PARTS).flatMap((part) => {
    const taken = [..."a0 A-_.", ...part].find((character) => isTaken(part, character));
    return taken === undefined ? [] : [taken];
  });
}

function isTaken(part: string, character: string): boolean {
  try {
    return new RegExp(`^(?:${part})$`, "u").test(character);
  } catch {
    return false;
  }
}
