import { createRequire } from "node:module";
import type { Document, LineCounter } from "yaml";
import type { Json } from "../json.ts";
import { OperatorError } from "../operator-error.ts";
import { sentence } from "../sentence.ts";
import { type BoundedFile, readBounded } from "./bounded-file.ts";
import { yamlExtent } from "./yaml-extent.ts";

/** Names and indexes from the root of a value to a place in it. */
export type Path = readonly (string | number)[];

/** A YAML or JSON file that a person wrote, with the lines of its values. */
export interface SettingsFile {
  /** As the person named it. */
  readonly name: string;
  readonly value: Json;
  /** Returns the line, from 1, of the value at a path or of its nearest existing ancestor; null without lines. */
  lineOf(path: Path): number | null;
  /**
   * Returns a number or boolean as it is written, so that an identifier keeps its digits in a message; null for every
   * other value.
   */
  writtenAt(path: Path): string | null;
}

/** The kind of file, for messages and error codes. */
export interface SettingsKind {
  /** `target file`. */
  readonly what: string;
  /** `TARGET-FILE`: the beginning of its error codes. */
  readonly code: string;
}

const MAX_BYTES = 4 * 1024 * 1024;
/** A recursive parser overflows the stack on far deeper files, which ends the process. */
const MAX_DEPTH = 200;
/** The parser compares each key with every other one of its map. */
const MAX_MEMBERS = 5_000;

/** Loads the parser when the first file needs it: shipped files were parsed during the build. */
const load = createRequire(import.meta.url);

/**
 * Reads a YAML or JSON file.
 *
 * @throws OperatorError `…-UNREADABLE` when it cannot be read as UTF-8 text, `…-SYNTAX` when it is neither YAML nor JSON.
 */
export function readSettings(name: string, absolutePath: string, kind: SettingsKind): SettingsFile {
  return parseSettings(readText(name, absolutePath, kind), name, kind);
}

/** Parses the text of a YAML or JSON file; errors as for {@link readSettings}. */
export function parseSettings(text: string, name: string, kind: SettingsKind): SettingsFile {
  const { depth, members } = yamlExtent(text);
  if (depth > MAX_DEPTH) throw tooLarge(name, kind, `nests deeper than ${MAX_DEPTH} levels`);
  if (members > MAX_MEMBERS) throw tooLarge(name, kind, `has a map of ${members} members`);
  const yaml = load("yaml") as typeof import("yaml");
  const lines = new yaml.LineCounter();
  const document = yaml.parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
    logLevel: "error",
  });
  // For an unknown tag (`!!js/function`) the parser only warns.
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem !== undefined) {
    const { line, col } = lines.linePos(problem.pos[0]);
    throw new OperatorError({
      code: `${kind.code}-SYNTAX`,
      message: `${name}, line ${line}, column ${col}: the ${kind.what} is neither YAML nor JSON: ${PROBLEMS[problem.code] ?? problem.message}`,
      hint: "Fix the line; indentation is by spaces, and text with : # { [ & * ! | > % @ needs quotes.",
    });
  }
  rejectInfinite(document, lines, name, kind);
  return {
    name,
    value: plain(document, name, kind),
    lineOf: (path) => lineOf(document, lines, path),
    writtenAt: (path) => writtenAt(document.getIn(path, true)),
  };
}

function writtenAt(node: unknown): string | null {
  if (typeof node !== "object" || node === null || !("source" in node) || !("value" in node)) return null;
  return typeof node.source === "string" && typeof node.value !== "string" ? node.source : null;
}

/** JSON would make null of `.inf`, and of an identifier such as 1e5678. */
function rejectInfinite(document: Document, lines: LineCounter, name: string, kind: SettingsKind): void {
  const { visit } = load("yaml") as typeof import("yaml");
  visit(document, {
    Scalar(_key, { value, range }) {
      if (typeof value !== "number" || Number.isFinite(value)) return;
      throw new OperatorError({
        code: `${kind.code}-SYNTAX`,
        message: `${name}, line ${lines.linePos(range?.[0] ?? 0).line}: the number is not finite.`,
        hint: "If it is text, such as an identifier, put it in quotes.",
      });
    },
  });
}

/** Replacements for parser messages that are meant for a programmer. */
const PROBLEMS: Readonly<Record<string, string>> = {
  MULTIPLE_DOCS: "It holds more than one document; take out what follows the second ---",
};

function tooLarge(name: string, kind: SettingsKind, what: string): OperatorError {
  return new OperatorError({
    code: `${kind.code}-SYNTAX`,
    message: `${name}: the ${kind.what} ${sentence(what)}`,
    hint: "Name the right file: nothing that belongs into it is so large.",
  });
}

/** Returns the document as JSON. The parser rejects cyclic and exploding aliases. */
function plain(document: Document, name: string, kind: SettingsKind): Json {
  try {
    const value: unknown = document.toJS({ maxAliasCount: 100 });
    return JSON.parse(JSON.stringify(value ?? null)) as Json;
  } catch (cause) {
    throw new OperatorError({
      code: `${kind.code}-SYNTAX`,
      message: `${name}: the ${kind.what} holds what JSON cannot say.`,
      hint: "Keep to maps, lists, text, numbers and booleans, without cyclic aliases.",
      cause,
    });
  }
}

function lineOf(document: Document, lines: LineCounter, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const offset = keyOffset(document, path.slice(0, length));
    if (offset !== null) return lines.linePos(offset).line;
  }
  return 1;
}

/** Returns the offset of the key of a member (or of an item) in the text. */
function keyOffset(document: Document, path: Path): number | null {
  const parent: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  for (const item of itemsOf(parent)) {
    if (!isPair(item)) continue;
    if (String(contentOf(item.key)) === String(last)) return startOf(item.key) ?? startOf(item.value);
  }
  return startOf(document.getIn(path, true));
}

function itemsOf(node: unknown): readonly unknown[] {
  return typeof node === "object" && node !== null && "items" in node && Array.isArray(node.items) ? node.items : [];
}

function isPair(node: unknown): node is { key: unknown; value: unknown } {
  return typeof node === "object" && node !== null && "key" in node && "value" in node;
}

function contentOf(node: unknown): unknown {
  return typeof node === "object" && node !== null && "value" in node ? node.value : node;
}

function startOf(node: unknown): number | null {
  if (typeof node !== "object" || node === null || !("range" in node) || !Array.isArray(node.range)) return null;
  const start: unknown = node.range[0];
  return typeof start === "number" ? start : null;
}

function readText(name: string, absolutePath: string, kind: SettingsKind): string {
  const bytes = readBytes(name, absolutePath, kind);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new OperatorError({
      code: `${kind.code}-UNREADABLE`,
      message: `"${name}" is not UTF-8 text; the ${kind.what} is YAML or JSON.`,
      hint: "Save it as UTF-8, or name another file.",
    });
  }
}

function readBytes(name: string, absolutePath: string, kind: SettingsKind): Buffer {
  let read: BoundedFile;
  try {
    read = readBounded(absolutePath, MAX_BYTES);
  } catch (cause) {
    throw new OperatorError({
      code: `${kind.code}-UNREADABLE`,
      message: `The ${kind.what} "${name}" cannot be read (looked at ${absolutePath}).`,
      hint: "Name a file that exists and that you may read; paths are relative to where the command runs.",
      cause,
    });
  }
  if (!read.isCut) return read.bytes;
  throw new OperatorError({
    code: `${kind.code}-UNREADABLE`,
    message: `The ${kind.what} "${name}" has ${read.size ?? `more than ${MAX_BYTES}`} bytes; at most ${MAX_BYTES} are read.`,
    hint: "Name the right file.",
  });
}
