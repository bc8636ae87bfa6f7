import { type Exchange, statusOf } from "../../client/exchange.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { askToRemember, contentOf } from "./claims.ts";

/** Characters of ASCII that a content may have; how many a target takes is open. */
const LENGTHS = [2000, 1000, 500, 250] as const;
/** What is tried first, and has to come back whole where it is taken: more than the longest by which anything is created. */
const BEYOND = 2600;

/** The longest claim that was taken, with the response to it; null where each was rejected. */
type Longest = { readonly content: string; readonly response: Exchange } | null;

const learnt = onceARun(() => ({ longest: null as Promise<Longest> | null }));

/**
 * The longest content, of a few lengths, that this target does not reject: what is sent keeps to it. The longest of them
 * where it rejects each, for those who send it then to meet the rejection.
 */
export async function contentRoom(check: CaseContext): Promise<number> {
  const longest = await longestClaim(check);
  return Math.min(longest?.content.length ?? LENGTHS[0], LENGTHS[0]);
}

/** The claim by which that room was found. */
export async function longestClaim(check: CaseContext): Promise<Longest> {
  const state = learnt(check.context);
  state.longest ??= findLongest(check).catch((error: unknown) => {
    // Whoever comes next may have what this one lacked.
    state.longest = null;
    throw error;
  });
  return state.longest;
}

async function findLongest(check: CaseContext): Promise<Longest> {
  for (const length of [BEYOND, ...LENGTHS]) {
    const content = contentOfLength(check, `room ${length}`, length);
    const response = await askToRemember(check, { content });
    if (statusOf(response) === 200) return { content, response };
    requireResponse(response);
  }
  return null;
}

/** Characters that may stand before the text of a claim: a sentence of made-up words. */
export const BEFORE_TEXT = 60;

/** A claim of exactly so many characters, of which the first and the last say that it is whole. */
export function contentOfLength(check: CaseContext, key: string, length: number): string {
  return `${`${contentOf(check, key)} `.padEnd(length - 4, "so it was said ")} end`;
}

/** The text in as few pieces as are none of them longer than this, each without white space at its ends. */
export function inPieces(text: string, longest: number): readonly string[] {
  const pieces: string[] = [];
  let rest = [...text];
  while (rest.length > 0) {
    // A sign of two code units may count as two.
    let length = Math.min(rest.length, longest);
    while (rest.slice(0, length).join("").length > longest) length -= 1;
    const piece = rest.slice(0, length).join("").trim();
    if (piece !== "") pieces.push(piece);
    rest = rest.slice(length);
  }
  return pieces;
}
