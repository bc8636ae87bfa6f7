import { randomBytes } from "node:crypto";
import { constraintsOf } from "../../../spec/document/constraints.ts";
import type { ApiDocument } from "../../../spec/document/model.ts";
import { lettersOf } from "../../models/letters.ts";
import { shareLetterPair } from "../../models/shared-letters.ts";

/** About one word in fifteen shares nothing with the names of the document. */
const TRIES = 1_000;

/**
 * Returns twelve random letters, which every full-text index treats as one word. All texts of a run contain it, so it
 * must have nothing in common with the names in the document (statuses, priorities, kinds): with an index of letter
 * groups, a search for such a name could otherwise find all texts of the run.
 */
export function newMark(document: ApiDocument): string {
  return wordUnlike(namesIn(document), () => lettersOf(randomBytes(12)));
}

/** Returns another such word that has nothing in common with the mark; always the same one for the same mark. */
export function anotherMark(mark: string, document: ApiDocument): string {
  const rotatedBy = (by: number) =>
    lettersOf(Uint8Array.from(mark, (letter, index) => letter.charCodeAt(0) + by + index * (by + 1)));
  return wordUnlike([mark, ...namesIn(document)], rotatedBy);
}

/** Returns the first generated word that has nothing in common with these names. */
function wordUnlike(names: readonly string[], wordAt: (turn: number) => string): string {
  let word = wordAt(1);
  for (let turn = 2; turn <= TRIES && names.some((name) => shareLetterPair(name, word)); turn += 1) word = wordAt(turn);
  return word;
}

function namesIn(document: ApiDocument): readonly string[] {
  const lists = constraintsOf(document).filter(({ keyword, side }) => keyword === "enum" && side === "request");
  return [...new Set(lists.flatMap(({ value }) => (Array.isArray(value) ? value.map(String) : [])))];
}
