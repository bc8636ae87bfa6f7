import { type Exchange, statusOf } from "../client/exchange.ts";
import { valueAt } from "../verifiers/read.ts";
import type { CallOptions, CaseContext } from "./check.ts";
import { Skipped } from "./outcome.ts";
import type { Provider } from "./reference-model.ts";

/** With fewer tokens than this none can be spared to find out which of them are unused. */
const ENOUGH = 4;
/** Tokens that are tried in search of the first that is unused, while refusals do not tell why. */
const MOST_TRIED = 40;
/** Tokens that are left untouched for the checks then: a target that refuses fresh ones has to show it there. */
const RESERVE = 8;

/** A list of so many has tokens to spare: earlier runs may have left single ones of it unused, between others that they used. */
const MANY = 40;
/** Tokens in a row that verify, after which the rest of such a list is taken for unused: where none was used before, and where some were. */
const IN_A_ROW = { ofNewList: 2, ofUsedList: 6 } as const;

/**
 * Challenge tokens: each is handed out once, in the order of the target file. As earlier runs have done the same, the first
 * that verifies, or of a long list the first few in a row, tell which of them are still unused.
 */
export function challengeTokens(listed: readonly string[]): Provider {
  let unused: Promise<string[]> | null = null;
  return {
    reusable: false,
    make: async (context) => {
      unused ??= findUnused(listed, context);
      const token = (await unused).shift();
      if (token === undefined) throw new Skipped("no unused challenge token is left", ["challengeTokens"]);
      return token;
    },
  };
}

async function findUnused(listed: readonly string[], context: CaseContext): Promise<string[]> {
  if (listed.length < ENOUGH) return [...listed];
  let madeUp: Exchange | null = null;
  let inARow = 0;
  for (const [index, token] of listed.entries()) {
    const exchange = await verify(context, token);
    if (isVerified(exchange)) {
      inARow += 1;
      const wanted = madeUp === null ? IN_A_ROW.ofNewList : IN_A_ROW.ofUsedList;
      if (listed.length < MANY || inARow === wanted) return listed.slice(index + 1);
      continue;
    }
    inARow = 0;
    madeUp ??= await verify(context, context.world.mark);
    // Where the target itself tells that it was used, of no other, the token proves nothing; else it may refuse fresh ones.
    if (isCalledUsed(exchange) && !isCalledUsed(madeUp)) continue;
    if (index >= Math.min(MOST_TRIED, listed.length - RESERVE) - 1) return listed.slice(index + 1);
  }
  return [];
}

/** Uses a token, once and for all: a repeat after a lost answer would be a second use. */
export function verify(context: CaseContext, token: string, options: CallOptions = {}): Promise<Exchange> {
  return context.call("verify-connection", { parameters: { token } }, { retry: "of-refusals", ...options });
}

/** True for an answer that lets a token verify the agent. */
export function isVerified(exchange: Exchange): boolean {
  return statusOf(exchange) === 200 && valueAt(exchange, "/data/ok") === true;
}

function isCalledUsed({ outcome }: Exchange): boolean {
  const text = outcome.kind === "response" ? outcome.text : "";
  return /\b(already|used|consumed|spent|redeemed)\b/iu.test(text.replaceAll("_", " "));
}
