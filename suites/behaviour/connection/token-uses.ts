import { type Exchange, statusOf } from "../../client/exchange.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { isLockedOut, isUsedBefore, isUsedByAnotherRun, isVerified, verify } from "../../engine/resources/tokens.ts";
import { Skipped } from "../../outcome/skipped.ts";
import { badCredentialOptions } from "../auth/rejected-without-effect.ts";
import { similarTokens } from "./similar-tokens.ts";

/** The fixtures of every check of a token. */
export const TOKEN_FIXTURES = ["challengeTokens"];

/** The responses to repeated uses of one token. */
export interface TokenUses {
  readonly token: string;
  readonly first: Exchange;
  readonly later: readonly Exchange[];
  /**
   * The first token of the run, tried by callers without credentials and then by the caller: usually the one that is
   * used again.
   */
  readonly attempted: AttemptedToken;
  /** Another token that is not used, so that similar texts can be tried later; null if there are too few tokens. */
  readonly reserved: string | null;
}

interface AttemptedToken {
  readonly token: string;
  /** Responses to texts similar to this token, tried first; empty if another token is reserved for that. */
  readonly similar: readonly Exchange[];
  readonly withBadCredentials: readonly Exchange[];
  readonly own: Exchange;
}

/** Returns the uses of the first token of a run. */
export type TokenUsesSource = (check: CheckContext) => Promise<TokenUses>;

/**
 * Returns the uses of one token, which several checks share since tokens are scarce. Its first use comes before texts
 * similar to the reserved token, since a target could treat those as guessing and lock the agent out for a while.
 */
export function createTokenUses(): TokenUsesSource {
  return once(async (check: CheckContext) => {
    const token = await check.reference("token", "first");
    const reserved = await tryOrNull(() => check.reference("token", "mistaken"));
    const similar = reserved === null ? await trySimilarTokens(check, token, MIN_SIMILAR_TOKENS) : [];
    const attempted = await replaceIfUsedByAnotherRun(check, {
      token,
      similar,
      ...(await tryWithBadCredentials(check, token)),
    });
    requireUnusedToken(check, attempted);
    // A token that callers without credentials have used up is not a fresh one.
    const replacement = mayBeUsedUp(attempted) ? await tryOrNull(() => check.reference("token", "unused")) : null;
    const usedToken = replacement ?? attempted.token;
    const first = replacement === null ? attempted.own : await verify(check, replacement);
    const later = [await verify(check, usedToken), await verify(check, usedToken)];
    return { token: usedToken, first, later, attempted, reserved };
  });
}

/** The maximum number of tokens that replace one that another run has used meanwhile. */
const MAX_REPLACEMENTS = 4;

/** A concurrent run may use the same token first. If the target says so, the next one is tried. */
async function replaceIfUsedByAnotherRun(check: CheckContext, attempted: AttemptedToken): Promise<AttemptedToken> {
  for (let replacements = 0; replacements < MAX_REPLACEMENTS && !isVerified(attempted.own); replacements += 1) {
    if (!(await isUsedByAnotherRun(check, attempted.own))) return attempted;
    const token = await tryOrNull(() => check.reference("token", "replacing"));
    if (token === null) return attempted;
    attempted = { token, similar: [], ...(await tryWithBadCredentials(check, token)) };
  }
  return attempted;
}

function requireUnusedToken(check: CheckContext, { similar: [neverShown], own }: AttemptedToken): void {
  if (neverShown !== undefined && isUsedBefore(check, own, neverShown)) {
    throw new Skipped("the target says that the first of the few challenge tokens was used before", TOKEN_FIXTURES);
  }
  if (isLockedOut(own)) throw new Inconclusive("the target says that too many tokens did not verify before");
}

/** Tries texts similar to an unused token: as many as fit into the run, and at most `max`. */
export async function trySimilarTokens(check: CheckContext, token: string, max?: number): Promise<readonly Exchange[]> {
  const { challengeTokens = [] } = check.context.target.fixtures;
  const similar: Exchange[] = [];
  for (const other of firstPartOf(check, similarTokens(token, challengeTokens), MIN_SIMILAR_TOKENS).slice(0, max)) {
    const exchange = await verify(check, other);
    // A single server error may be accidental, so the second response counts.
    similar.push(statusOf(exchange) === 500 ? await verify(check, other) : exchange);
  }
  return similar;
}

/** At least one caller without credentials tries. */
async function tryWithBadCredentials(
  check: CheckContext,
  token: string,
): Promise<Pick<AttemptedToken, "withBadCredentials" | "own">> {
  const withBadCredentials: Exchange[] = [];
  for (const options of firstPartOf(check, badCredentialOptions(check), 1)) {
    withBadCredentials.push(await verify(check, token, options));
  }
  return { withBadCredentials, own: await verify(check, token) };
}

/**
 * The number of similar texts that are always tried, which is also the maximum before a first use: too few to be
 * treated as guessing.
 */
const MIN_SIMILAR_TOKENS = 3;

/**
 * Returns true if the caller's token did not verify after callers without credentials had tried it, or after a similar
 * text had verified.
 */
export function mayBeUsedUp({ similar, withBadCredentials, own }: AttemptedToken): boolean {
  const status = statusOf(own);
  const isAttempted = withBadCredentials.length > 0 || similar.some(isVerified);
  return isAttempted && !isVerified(own) && status >= 200 && status < 500 && status !== 429;
}
