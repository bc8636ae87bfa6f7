import { type Exchange, statusOf } from "../../client/exchange.ts";
import { NotApplicable, Skipped } from "../../outcome/skipped.ts";
import { valueAt } from "../../verifiers/read.ts";
import type { Provider } from "../cases/reference-model.ts";
import type { CallOptions, CaseContext } from "../check/check.ts";

/** With fewer tokens than this none can be spared to find out which of them are unused. */
const MIN_TOKENS = 4;
/** Tokens that are tried in search of the first that is unused, while rejections do not tell why. */
const MOST_TRIED = 40;
/** Tokens that are left untouched for the checks then: a target that rejects fresh ones has to show it there. */
const RESERVE = 8;

/** A list of this many has tokens to spare: earlier runs may have left single ones of it unused, between others that they used. */
const MIN_TOKENS_OF_A_LONG_LIST = 40;
/** Tokens in a row that verify, after which the rest of such a list is taken for unused: where none was used before, and where some were. */
const IN_A_ROW = { ofNewList: 2, ofUsedList: 6 } as const;

/**
 * What a token is kept for before all else, in this order: its life from the first use on, a use with a key of another
 * workspace, many uses at once. Where there are few, other checks go without.
 */
const KEPT_FOR: readonly string[] = ["token.first", "token.foreign", "token.raced"];
/** What nobody uses is the last of all: what a run uses then leaves no gap, which the next would take for the first unused. */
const UNUSED = "token.mistaken";
/** What serves instead of a token that another run has taken meanwhile comes from the end, too: that run goes on behind it. */
const REPLACING = "token.replacing";
/** Of these the one that others stand in for. */
const SPARED = "token.raced";

/**
 * Challenge tokens, by what they are for: each is handed out once, in the order of the target file. As earlier runs have
 * done the same, the first that verifies, or of a long list the first few in a row, tell which of them are still unused.
 */
export function challengeTokens(listed: readonly string[]): Readonly<Record<string, Provider>> {
  let unused: Promise<readonly string[]> | null = null;
  const given = new Set<string>();
  const handOut = (name: string): Provider => ({
    reusable: false,
    make: async (context) => {
      unused ??= findUnused(listed, context);
      const tokens = await unused;
      const left = tokens.filter((one) => !given.has(one));
      // Some of those left are for others, who have not come yet.
      const isOwn = KEPT_FOR.includes(name) && !given.has(name);
      const before = isOwn ? KEPT_FOR.slice(0, KEPT_FOR.indexOf(name)) : KEPT_FOR;
      const isEnough = left.length > before.filter((other) => !given.has(other)).length;
      const token = isEnough ? left.at([UNUSED, REPLACING].includes(name) ? -1 : 0) : undefined;
      if (token === undefined) throw noneLeft(tokens.length > 0 && (given.has(name) || isSpared(name)));
      given.add(name).add(token);
      return token;
    },
  });
  return Object.fromEntries(["token", UNUSED, REPLACING, ...KEPT_FOR].map((name) => [name, handOut(name)]));
}

/** Can what this would be used for be left to the uses of other tokens? */
function isSpared(name: string): boolean {
  return name === SPARED || !KEPT_FOR.includes(name);
}

function noneLeft(isUsedElsewhere: boolean): Skipped {
  const fixtures = ["challengeTokens"];
  if (isUsedElsewhere) return new NotApplicable("the few challenge tokens serve other checks", fixtures);
  return new Skipped("no unused challenge token is left", fixtures);
}

/**
 * True for the response to a token's first use of a short list, when it says that the token was used before, and does not say
 * so of one that was never shown: of a short list none is spent on finding out.
 */
export function isUsedBefore(context: CaseContext, first: Exchange, neverShown: Exchange): boolean {
  const { challengeTokens: listed = [] } = context.context.target.fixtures;
  return listed.length < MIN_TOKENS && !isVerified(first) && isCalledUsed(first) && !isCalledUsed(neverShown);
}

/** The same of a longer list, where a token that was never shown is left to be tried. */
export async function isUsedByAnotherRun(context: CaseContext, first: Exchange): Promise<boolean> {
  const { challengeTokens: listed = [] } = context.context.target.fixtures;
  if (listed.length < MIN_TOKENS || isVerified(first) || !isCalledUsed(first)) return false;
  return !isCalledUsed(await verify(context, context.context.mark));
}

async function findUnused(listed: readonly string[], context: CaseContext): Promise<string[]> {
  if (listed.length < MIN_TOKENS) return [...listed];
  let madeUp: Exchange | null = null;
  let inARow = 0;
  for (const [index, token] of listed.entries()) {
    const exchange = await verify(context, token);
    if (isVerified(exchange)) {
      inARow += 1;
      const wanted = madeUp === null ? IN_A_ROW.ofNewList : IN_A_ROW.ofUsedList;
      if (listed.length < MIN_TOKENS_OF_A_LONG_LIST || inARow === wanted) return listed.slice(index + 1);
      continue;
    }
    inARow = 0;
    madeUp ??= await verify(context, context.context.mark);
    // Where the target itself tells that it was used, of no other, the token proves nothing; else it may reject fresh ones.
    if (isCalledUsed(exchange) && !isCalledUsed(madeUp)) continue;
    if (index >= Math.min(MOST_TRIED, listed.length - RESERVE) - 1) return listed.slice(index + 1);
  }
  return [];
}

/** Uses a token, once and for all: a repeat after a lost response would be a second use. */
export function verify(context: CaseContext, token: string, options: CallOptions = {}): Promise<Exchange> {
  return context.call("verify-connection", { parameters: { token } }, { retry: "only-429", ...options });
}

/** True for a response that lets a token verify the agent. */
export function isVerified(exchange: Exchange): boolean {
  return statusOf(exchange) === 200 && valueAt(exchange, "/data/ok") === true;
}

/** True for a response that lets no token verify for now, whichever it is: others before it were taken for guessing. */
export function isLockedOut(exchange: Exchange): boolean {
  return !isVerified(exchange) && /\b(locked|too many|attempts|try again)\b/iu.test(wordsOf(exchange));
}

function isCalledUsed(exchange: Exchange): boolean {
  return /\b(already|used|consumed|spent|redeemed)\b/iu.test(wordsOf(exchange));
}

function wordsOf({ outcome }: Exchange): string {
  return outcome.kind === "response" ? outcome.text.replaceAll("_", " ") : "";
}
