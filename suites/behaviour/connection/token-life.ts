import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { isLockedOut, isUsedBefore, isUsedByAnotherRun, isVerified, verify } from "../../engine/resources/tokens.ts";
import { Skipped } from "../../outcome/skipped.ts";
import { strangers } from "../auth/without-effect.ts";
import { nearlyRight } from "./nearly-right.ts";

/** What a check of a token needs of the target file. */
export const TOKENS = ["challengeTokens"];

/** One token, used again and again: what each use gave. */
export interface TokenLife {
  readonly token: string;
  readonly first: Exchange;
  readonly later: readonly Exchange[];
  /** The first token that was had, tried by callers without credentials and then by the caller: mostly the one that is used again. */
  readonly tried: TriedToken;
  /** Another token, which nobody uses: texts that are nearly that one are for later; null where there are too few. */
  readonly spared: string | null;
}

interface TriedToken {
  readonly token: string;
  /** Texts that are nearly this token, before all else; none where another one is spared for that. */
  readonly nearly: readonly Exchange[];
  readonly byStrangers: readonly Exchange[];
  readonly own: Exchange;
}

/** The life of the first token of a run. */
export type Life = (check: CheckContext) => Promise<TokenLife>;

/**
 * Tokens are few: one serves several checks. Where there is another to be mistaken for, its first use is before all that a
 * target could take for guessing, and lock the agent out for a while.
 */
export function createLife(): Life {
  return once(async (check: CheckContext) => {
    const token = await check.reference("token", "first");
    const spared = await tryOrNull(() => check.reference("token", "mistaken"));
    const nearly = spared === null ? await triedNearly(check, token, TELLING) : [];
    const tried = await triedUnused(check, { token, nearly, ...(await triedByStrangers(check, token)) });
    needUnused(check, tried);
    // What strangers have used up shows nothing of a fresh token.
    const spare = mayBeUsedUp(tried) ? await tryOrNull(() => check.reference("token", "unused")) : null;
    const again = spare ?? tried.token;
    const first = spare === null ? tried.own : await verify(check, spare);
    const later = [await verify(check, again), await verify(check, again)];
    return { token: again, first, later, tried, spared };
  });
}

/** So many other tokens are tried instead of one that another run has used meanwhile. */
const MOST_OTHERS = 4;

/** Another run that goes on at the same time may take the next token of the list, too: where the target says so, the one after it serves. */
async function triedUnused(check: CheckContext, tried: TriedToken): Promise<TriedToken> {
  for (let turn = 0; turn < MOST_OTHERS && !isVerified(tried.own); turn += 1) {
    if (!(await isUsedByAnotherRun(check, tried.own))) return tried;
    const token = await tryOrNull(() => check.reference("token", "replacing"));
    if (token === null) return tried;
    tried = { token, nearly: [], ...(await triedByStrangers(check, token)) };
  }
  return tried;
}

function needUnused(check: CheckContext, { nearly: [neverShown], own }: TriedToken): void {
  if (neverShown !== undefined && isUsedBefore(check, own, neverShown)) {
    throw new Skipped("the target says that the first of the few challenge tokens was used before", TOKENS);
  }
  if (isLockedOut(own)) throw new Inconclusive("the target says that too many tokens did not verify before");
}

/** Texts that are nearly a token, while that is unused: as many as fit into the run, or at most as many as are named. */
export async function triedNearly(check: CheckContext, token: string, most?: number): Promise<readonly Exchange[]> {
  const { challengeTokens = [] } = check.world.target.fixtures;
  const nearly: Exchange[] = [];
  for (const other of firstPartOf(check, nearlyRight(token, challengeTokens), TELLING).slice(0, most)) {
    const exchange = await verify(check, other);
    // Anybody can break down once; who does so at every unknown token has no response for it.
    nearly.push(statusOf(exchange) === 500 ? await verify(check, other) : exchange);
  }
  return nearly;
}

/** At least one stranger tries. */
async function triedByStrangers(check: CheckContext, token: string): Promise<Pick<TriedToken, "byStrangers" | "own">> {
  const byStrangers: Exchange[] = [];
  for (const options of firstPartOf(check, strangers(check), 1)) {
    byStrangers.push(await verify(check, token, options));
  }
  return { byStrangers, own: await verify(check, token) };
}

/** Changed tokens that are tried at the least, and those before a first use: fewer than what is taken for guessing. */
const TELLING = 3;

/**
 * True where a token did not verify the caller that strangers had tried before, or that had verified under another text: a
 * breakdown is no response to that.
 */
export function mayBeUsedUp({ nearly, byStrangers, own }: TriedToken): boolean {
  const status = statusOf(own);
  const isTried = byStrangers.length > 0 || nearly.some(isVerified);
  return isTried && !isVerified(own) && status >= 200 && status < 500 && status !== 429;
}
