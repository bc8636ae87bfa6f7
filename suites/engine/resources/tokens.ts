import { type Exchange, statusOf } from "../../client/exchange.ts";
import { NotApplicable, Skipped } from "../../outcome/skipped.ts";
import { valueAt } from "../../verifiers/read.ts";
import type { Provider } from "../cases/reference-model.ts";
import type { CallOptions, CaseContext } from "../check/check.ts";

/** With fewer tokens than this, none is spent on finding out which of them are unused. */
const MIN_TOKENS = 4;
/** The most tokens that are tried to find the first unused one if rejections do not give the reason. */
const MAX_TRIED = 40;
/** Tokens that are then left for the checks, since a target that rejects new tokens must be found by them. */
const MIN_REMAINING = 8;

/** A list of this length has tokens to spare. Earlier runs may have left some of it unused between used ones. */
const MIN_TOKENS_OF_A_LONG_LIST = 40;
/**
 * After this many verified tokens in a row, the rest of such a list counts as unused: without used tokens before, and
 * with some.
 */
const IN_A_ROW = { ofNewList: 2, ofUsedList: 6 } as const;

/**
 * Uses that tokens are reserved for, most important first: the life of a token from its first use, a use with a key of
 * another workspace, simultaneous uses. If tokens are few, other checks get none.
 */
const RESERVED_FOR: readonly string[] = ["token.first", "token.foreign", "token.raced"];
/**
 * The use whose tokens come from the end of the list, since no check uses them up: taken elsewhere, they would leave a
 * gap that the next run takes for the first unused token.
 */
const UNCONSUMED_USE = "token.mistaken";
/**
 * A replacement for a token that another run took meanwhile is taken from the end too, since that run continues from
 * the front.
 */
const REPLACEMENT_USE = "token.replacing";
/** The reserved use that other checks can replace. */
const REPLACEABLE_USE = "token.raced";

/**
 * Returns providers of challenge tokens by use. Each token is handed out once, in the order of the target file. Earlier
 * runs did the same, so the first token that verifies (in a long list: the first few in a row) shows which are still
 * unused.
 */
export function challengeTokens(listed: readonly string[]): Readonly<Record<string, Provider>> {
  let unused: Promise<readonly string[]> | null = null;
  const handedOut = new Set<string>();
  const handOut = (name: string): Provider => ({
    reusable: false,
    make: async (context) => {
      unused ??= findUnused(listed, context);
      const tokens = await unused;
      const left = tokens.filter((token) => !handedOut.has(token));
      // Some of the remaining tokens are reserved for checks that have not asked yet.
      const isOwn = RESERVED_FOR.includes(name) && !handedOut.has(name);
      const before = isOwn ? RESERVED_FOR.slice(0, RESERVED_FOR.indexOf(name)) : RESERVED_FOR;
      const isEnough = left.length > before.filter((other) => !handedOut.has(other)).length;
      const token = isEnough ? left.at([UNCONSUMED_USE, REPLACEMENT_USE].includes(name) ? -1 : 0) : undefined;
      if (token === undefined) throw noneLeft(tokens.length > 0 && (handedOut.has(name) || isReplaceable(name)));
      handedOut.add(name).add(token);
      return token;
    },
  });
  return Object.fromEntries(
    ["token", UNCONSUMED_USE, REPLACEMENT_USE, ...RESERVED_FOR].map((name) => [name, handOut(name)]),
  );
}

/** Returns true if checks with other tokens cover this use. */
function isReplaceable(name: string): boolean {
  return name === REPLACEABLE_USE || !RESERVED_FOR.includes(name);
}

function noneLeft(isUsedElsewhere: boolean): Skipped {
  const fixtures = ["challengeTokens"];
  if (isUsedElsewhere) return new NotApplicable("the few challenge tokens serve other checks", fixtures);
  return new Skipped("no unused challenge token is left", fixtures);
}

/**
 * Returns true if the response to the first use of a token says that it was already used, and the response to a made-up
 * token does not. Only for short lists, where no token is spent on finding out.
 */
export function isUsedBefore(context: CaseContext, first: Exchange, neverShown: Exchange): boolean {
  const { challengeTokens: listed = [] } = context.context.target.fixtures;
  return listed.length < MIN_TOKENS && !isVerified(first) && isCalledUsed(first) && !isCalledUsed(neverShown);
}

/**
 * Returns true if the first use of a token says that it was already used, for longer lists, where a made-up token can
 * be tried.
 */
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
      const required = madeUp === null ? IN_A_ROW.ofNewList : IN_A_ROW.ofUsedList;
      if (listed.length < MIN_TOKENS_OF_A_LONG_LIST || inARow === required) return listed.slice(index + 1);
      continue;
    }
    inARow = 0;
    madeUp ??= await verify(context, context.context.mark);
    // If the target calls this token used, but not a made-up one, the token proves nothing. Otherwise the target may
    // reject new tokens.
    if (isCalledUsed(exchange) && !isCalledUsed(madeUp)) continue;
    if (index >= Math.min(MAX_TRIED, listed.length - MIN_REMAINING) - 1) return listed.slice(index + 1);
  }
  return [];
}

/** Uses a token and does not repeat after a lost response, since that would be a second use. */
export function verify(context: CaseContext, token: string, options: CallOptions = {}): Promise<Exchange> {
  return context.call("verify-connection", { parameters: { token } }, { retry: "only-429", ...options });
}

/** Returns true for a response by which the token verified the agent. */
export function isVerified(exchange: Exchange): boolean {
  return statusOf(exchange) === 200 && valueAt(exchange, "/data/ok") === true;
}

/** Returns true for a response that rejects any token for now, since earlier attempts were taken for guessing. */
export function isLockedOut(exchange: Exchange): boolean {
  return !isVerified(exchange) && /\b(locked|too many|attempts|try again)\b/iu.test(wordsOf(exchange));
}

function isCalledUsed(exchange: Exchange): boolean {
  return /\b(already|used|consumed|spent|redeemed)\b/iu.test(wordsOf(exchange));
}

function wordsOf({ outcome }: Exchange): string {
  return outcome.kind === "response" ? outcome.text.replaceAll("_", " ") : "";
}
