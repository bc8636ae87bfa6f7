import { closeSync, existsSync, mkdirSync, openSync, readSync, rmSync, type Stats, statSync } from "node:fs";
import { dirname } from "node:path";
import { OperatorError } from "../../../spec/operator-error.ts";
import type { Option } from "./command.ts";

/** A file that an option names, and that a command writes at its end. */
export interface OutputFile {
  readonly option: string;
  readonly path: string;
  /** The content that the command writes: "a recording". */
  readonly kind: string;
  /** Returns true for the first characters of such content: a file with it is replaced. */
  readonly isOwn: (head: string) => boolean;
  /** Code of the error if the file cannot be written. */
  readonly code: string;
}

/** The option for replacing other files. */
export const FORCE_OPTION: Option = {
  name: "force",
  text: "replace the files that the options name, also if this command did not write them",
};

/**
 * Checks before any work that the file can be written, since an error at the end would lose the result, and that it
 * replaces nothing but an empty file or the command's own output. A missing folder is created.
 *
 * @throws OperatorError `OUTPUT-EXISTS`, or the file's own code.
 */
export function checkOutputFile(file: OutputFile, force: boolean): void {
  const found = statsOf(file.path);
  // Writing to a device replaces nothing.
  if (found !== undefined && !found.isFile() && !found.isDirectory()) return;
  tryToOpen(file);
  if (!force && isOther(found, file)) throw wouldReplace(file);
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    // Missing, or below something that is not a folder: opening it tells.
    return undefined;
  }
}

function isOther(found: Stats | undefined, { path, isOwn }: OutputFile): boolean {
  return found !== undefined && found.size > 0 && !isOwn(headOf(path));
}

function tryToOpen({ option, path, code }: OutputFile): void {
  const isNew = !existsSync(path);
  try {
    mkdirSync(dirname(path), { recursive: true });
    closeSync(openSync(path, "a", 0o600));
    if (isNew) rmSync(path);
  } catch (cause) {
    throw new OperatorError({
      code,
      message: `--${option}: ${JSON.stringify(path)} cannot be written.`,
      hint: "Name a file whose folder exists or can be created, and may be written to.",
      cause,
    });
  }
}

/** Bytes that show what a file is. */
const HEAD_BYTES = 4_096;

function headOf(path: string): string {
  const buffer = Buffer.alloc(HEAD_BYTES);
  const file = openSync(path, "r");
  try {
    return buffer.toString("utf8", 0, readSync(file, buffer));
  } finally {
    closeSync(file);
  }
}

function wouldReplace({ option, path, kind }: OutputFile): OperatorError {
  return new OperatorError({
    code: "OUTPUT-EXISTS",
    message: `--${option}: ${JSON.stringify(path)} exists, and would be replaced by ${kind}; nothing was done.`,
    hint: "Name another file, or replace it with --force.",
  });
}
