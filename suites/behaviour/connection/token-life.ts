import { type Exchange, statusOf } from "../../client/exchange.ts";
import { ifPossible } from "../../engine/attempt.ts";
import type { CheckContext } from "../../engine/check.ts";
import { firstPartOf } from "../../engine/fewer.ts";
import { Skipped } from "../../engine/outcome.ts";
import { isUsedBefore, isVerified, verify } from "../../engine/tokens.ts";
import { strangers } from "../auth/without-effect.ts";
import { once } from "../once.ts";
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
}

interface TriedToken {
  readonly token: string;
  /** Before all else, texts that are nearly that token. */
  readonly nearly: readonly Exchange[];
  readonly byStrangers: readonly Exchange[];
  readonly own: Exchange;
}

/** The life of the first token of a run. */
export type Life = (check: CheckContext) => Promise<TokenLife>;

/** Tokens are few: one serves several checks. */
export function createLife(): Life {
  return once(async (check: CheckContext) => {
    const tried = await triedToken(check);
    const [neverShown] = tried.nearly;
    if (neverShown !== undefined && isUsedBefore(check, tried.own, neverShown)) {
      throw new Skipped("the target says that the first of the few challenge tokens was used before", TOKENS);
    }
    // What strangers have used up shows nothing of a fresh token.
    const spare = mayBeUsedUp(tried) ? await ifPossible(() => check.reference("token", "unused")) : null;
    const token = spare ?? tried.token;
    const first = spare === null ? tried.own : await verify(check, spare);
    const later = [await verify(check, token), await verify(check, token)];
    return { token, first, later, tried };
  });
}

/** A smoke run has no requests to spare for more than one stranger. */
async function triedToken(check: CheckContext): Promise<TriedToken> {
  const token = await check.reference("token", "first");
  const { challengeTokens = [] } = check.world.target.fixtures;
  const nearly: Exchange[] = [];
  for (const other of firstPartOf(check, nearlyRight(token, challengeTokens), TELLING)) {
    const exchange = await verify(check, other);
    // Anybody can break down once; who does so at every unknown token has no answer for it.
    nearly.push(statusOf(exchange) === 500 ? await verify(check, other) : exchange);
  }
  const byStrangers: Exchange[] = [];
  for (const options of firstPartOf(check, strangers(check), 1)) {
    byStrangers.push(await verify(check, token, options));
  }
  return { token, nearly, byStrangers, own: await verify(check, token) };
}

/** Changed tokens that the smallest run tries. */
const TELLING = 3;

/**
 * True where a token did not verify the caller that strangers had tried before, or that had verified under another text: a
 * breakdown is no answer to that.
 */
export function mayBeUsedUp({ nearly, byStrangers, own }: TriedToken): boolean {
  const status = statusOf(own);
  const isTried = byStrangers.length > 0 || nearly.some(isVerified);
  return isTried && !isVerified(own) && status >= 200 && status < 500 && status !== 429;
}
