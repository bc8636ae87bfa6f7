import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { isLockedOut, isUsedBefore, isUsedByAnotherRun, isVerified, verify } from "../../engine/resources/tokens.ts";
import { Skipped } from "../../outcome/skipped.ts";
import { badCredentialOptions } from "../auth/rejected-without-effect.ts";
import { nearlyRight } from "./nearly-right.ts";

/** The fixtures of every check of a token. */
export const TOKENS = ["challengeTokens"];

/** The responses to repeated uses of one token. */
export interface TokenLife {
  readonly token: string;
  readonly first: Exchange;
  readonly later: readonly Exchange[];
  /**
   * The first token of the run, tried by callers without credentials and then by the caller: usually the one that is
   * used again.
   */
  readonly tried: TriedToken;
  /** Another token that is not used, so that similar texts can be tried later; null if there are too few tokens. */
  readonly spared: string | null;
}

interface TriedToken {
  readonly token: string;
  /** Responses to texts similar to this token, tried first; empty if another token is reserved for that. */
  readonly nearly: readonly Exchange[];
  readonly byStrangers: readonly Exchange[];
  readonly own: Exchange;
}

/** Returns the uses of the first token of a run. */
export type Life = (check: CheckContext) => Promise<TokenLife>;

/**
 * Returns the life of one token, which several checks share since tokens are scarce. Its first use comes before texts
 * similar to the reserved token, since a target could treat those as guessing and lock the agent out for a while.
 */
export function createLife(): Life {
  return once(async (check: CheckContext) => {
    const token = await check.reference("token", "first");
    const spared = await tryOrNull(() => check.reference("token", "mistaken"));
    const nearly = spared === null ? await triedNearly(check, token, MIN_TOKENS) : [];
    const tried = await triedUnused(check, { token, nearly, ...(await triedByStrangers(check, token)) });
    requireUnused(check, tried);
    // A token that callers without credentials have used up is not a fresh one.
    const spare = mayBeUsedUp(tried) ? await tryOrNull(() => check.reference("token", "unused")) : null;
    const again = spare ?? tried.token;
    const first = spare === null ? tried.own : await verify(check, spare);
    const later = [await verify(check, again), await verify(check, again)];
    return { token: again, first, later, tried, spared };
  });
}

/** The maximum number of tokens that replace one that another run has used meanwhile. */
const MOST_OTHERS = 4;

/** A concurrent run may use the same token first. If the target says so, the next one is tried. */
async function triedUnused(check: CheckContext, tried: TriedToken): Promise<TriedToken> {
  for (let turn = 0; turn < MOST_OTHERS && !isVerified(tried.own); turn += 1) {
    if (!(await isUsedByAnotherRun(check, tried.own))) return tried;
    const token = await tryOrNull(() => check.reference("token", "replacing"));
    if (token === null) return tried;
    tried = { token, nearly: [], ...(await triedByStrangers(check, token)) };
  }
  return tried;
}

function requireUnused(check: CheckContext, { nearly: [neverShown], own }: TriedToken): void {
  if (neverShown !== undefined && isUsedBefore(check, own, neverShown)) {
    throw new Skipped("the target says that the first of the few challenge tokens was used before", TOKENS);
  }
  if (isLockedOut(own)) throw new Inconclusive("the target says that too many tokens did not verify before");
}

/** Tries texts similar to an unused token: as many as fit into the run, and at most `most`. */
export async function triedNearly(check: CheckContext, token: string, most?: number): Promise<readonly Exchange[]> {
  const { challengeTokens = [] } = check.context.target.fixtures;
  const nearly: Exchange[] = [];
  for (const other of firstPartOf(check, nearlyRight(token, challengeTokens), MIN_TOKENS).slice(0, most)) {
    const exchange = await verify(check, other);
    // A single server error may be accidental, so the second response counts.
    nearly.push(statusOf(exchange) === 500 ? await verify(check, other) : exchange);
  }
  return nearly;
}

/** At least one caller without credentials tries. */
async function triedByStrangers(check: CheckContext, token: string): Promise<Pick<TriedToken, "byStrangers" | "own">> {
  const byStrangers: Exchange[] = [];
  for (const options of firstPartOf(check, badCredentialOptions(check), 1)) {
    byStrangers.push(await verify(check, token, options));
  }
  return { byStrangers, own: await verify(check, token) };
}

/**
 * The number of similar texts that are always tried, which is also the maximum before a first use: too few to be
 * treated as guessing.
 */
const MIN_TOKENS = 3;

/**
 * Returns true if the caller's token did not verify after callers without credentials had tried it, or after a similar
 * text had verified.
 */
export function mayBeUsedUp({ nearly, byStrangers, own }: TriedToken): boolean {
  const status = statusOf(own);
  const isTried = byStrangers.length > 0 || nearly.some(isVerified);
  return isTried && !isVerified(own) && status >= 200 && status < 500 && status !== 429;
}
