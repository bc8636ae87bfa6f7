import { readFileSync } from "node:fs";
import { parse } from "yaml";
import { packageFile } from "../package-root.ts";

/** A word, phrase or name that is not to come back. */
export interface Term {
  /** A regular expression over whole words, without regard to case (of names: over the whole name, as it is written). */
  readonly term: string;
  /** What to write instead. */
  readonly write: string;
  /** Files that may have it, by the start of their path, each with the reason. */
  readonly except?: Readonly<Record<string, string>>;
}

/** Returns the word list: phrases for texts, and names for exported identifiers and files. */
export function readTerms(): { readonly texts: readonly Term[]; readonly names: readonly Term[] } {
  return parse(readFileSync(packageFile("spec", "wording", "terms.yaml"), "utf8"));
}

/** Returns true if the term has an exception for the file. */
export function isExcepted({ except = {} }: Term, file: string): boolean {
  return Object.keys(except).some((start) => file.startsWith(start));
}
