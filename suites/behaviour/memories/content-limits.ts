import { type Exchange, statusOf } from "../../client/exchange.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { contentOf, requestMemory } from "./claims.ts";

/** Possible maximum lengths of a content in ASCII characters. The contract leaves the maximum open. */
const LENGTHS = [2000, 1000, 500, 250] as const;
/** The length that is tried first, longer than any other content. If accepted, it must be returned completely. */
const FIRST_LENGTH = 2600;

/** The longest claim that was accepted, with its response; null if each was rejected. */
type Longest = { readonly content: string; readonly response: Exchange } | null;

const cachedClaim = oncePerRun(() => ({ longest: null as Promise<Longest> | null }));

/**
 * Returns the longest of a few lengths of content that this target accepts, which all claims keep to. If it rejects
 * each, returns the longest, so that later claims meet the rejection.
 */
export async function maxContentLength(check: CaseContext): Promise<number> {
  const longest = await longestClaim(check);
  return Math.min(longest?.content.length ?? LENGTHS[0], LENGTHS[0]);
}

/** Returns the claim that determined this length. */
export async function longestClaim(check: CaseContext): Promise<Longest> {
  const state = cachedClaim(check.context);
  state.longest ??= findLongest(check).catch((error: unknown) => {
    // A later caller may have what this one lacked.
    state.longest = null;
    throw error;
  });
  return state.longest;
}

async function findLongest(check: CaseContext): Promise<Longest> {
  for (const length of [FIRST_LENGTH, ...LENGTHS]) {
    const content = contentOfLength(check, `room ${length}`, length);
    const response = await requestMemory(check, { content });
    if (statusOf(response) === 200) return { content, response };
    requireResponse(response);
  }
  return null;
}

/** Characters reserved for a sentence of generated words before the text of a claim. */
export const RESERVED_LENGTH = 60;

/** Returns content of exactly this many characters, whose beginning and end show that it is complete. */
export function contentOfLength(check: CaseContext, key: string, length: number): string {
  return `${`${contentOf(check, key)} `.padEnd(length - 4, "so it was said ")} end`;
}

/** Splits the text into as few pieces of at most this length as possible, each without white space at its ends. */
export function splitIntoPieces(text: string, maxLength: number): readonly string[] {
  const pieces: string[] = [];
  let remaining = [...text];
  while (remaining.length > 0) {
    // A character of two UTF-16 units may count as two.
    let length = Math.min(remaining.length, maxLength);
    while (remaining.slice(0, length).join("").length > maxLength) length -= 1;
    const piece = remaining.slice(0, length).join("").trim();
    if (piece !== "") pieces.push(piece);
    remaining = remaining.slice(length);
  }
  return pieces;
}
