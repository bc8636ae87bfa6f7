import { randomBytes } from "node:crypto";
import { constraintsOf } from "../../../spec/document/constraints.ts";
import type { ApiDocument } from "../../../spec/document/model.ts";
import { areAlike } from "../../models/alike.ts";
import { lettersOf } from "../../models/letters.ts";

/** One try in about fifteen has nothing of any name that the document lists. */
const TRIES = 1_000;

/**
 * Twelve random letters: a word that full-text indexes of every kind take as one. It is in all that a run writes, so it
 * has nothing in common with the names that the document lists (statuses, priorities, kinds): a search for a name could
 * find everything of the run otherwise, by an index of a few letters.
 */
export function newMark(document: ApiDocument): string {
  return wordUnlike(namesIn(document), () => lettersOf(randomBytes(12)));
}

/** A word as good as the mark, and with nothing of it: the same one for the same mark. */
export function anotherMark(mark: string, document: ApiDocument): string {
  const turned = (by: number) =>
    lettersOf(Uint8Array.from(mark, (letter, index) => letter.charCodeAt(0) + by + index * (by + 1)));
  return wordUnlike([mark, ...namesIn(document)], turned);
}

/** The first word, of the many that can be had, which has nothing of these names. */
function wordUnlike(names: readonly string[], wordAt: (turn: number) => string): string {
  let word = wordAt(1);
  for (let turn = 2; turn <= TRIES && names.some((name) => areAlike(name, word)); turn += 1) word = wordAt(turn);
  return word;
}

function namesIn(document: ApiDocument): readonly string[] {
  const lists = constraintsOf(document).filter(({ keyword, side }) => keyword === "enum" && side === "request");
  return [...new Set(lists.flatMap(({ value }) => (Array.isArray(value) ? value.map(String) : [])))];
}
