import type { ApiDocument } from "../../../spec/document/model.ts";
import { parseRetryAfter } from "../../client/load-rejection.ts";
import { sleep } from "../../client/sleep.ts";
import type { ResolvedTarget } from "../../target/types.ts";
import { type Answer, type Asker, createAsker, type Question, withoutResponse } from "../doctor/asker.ts";

/** Names of query parameters that were found: operation id → role → name on the wire. */
export type FoundNames = Record<string, Record<string, string>>;

/** An asker with a limit of requests, which follows the target's rate limit and uses the names found so far. */
export interface Session extends Asker {
  /** Names in use; an added one is sent from the next question on. */
  readonly names: FoundNames;
  /** Returns true after the limit is reached: everything after it stays open. */
  isSpent(): boolean;
}

/** The problem of a request that was not sent. */
const SPENT = "the bound of requests is reached";
/** Attempts of a request that is rejected for its rate. */
const ATTEMPTS = 5;
/** The longest wait after one rejection, and the default wait, in milliseconds. */
const LONGEST_REST_MS = 60_000;
const USUAL_REST_MS = 1000;

/** Creates a session for a target. `allowed` names operations that are permitted although they change something. */
export function createSession(
  document: ApiDocument,
  target: ResolvedTarget,
  { maxRequests, allowed = [] }: { readonly maxRequests: number; readonly allowed?: readonly string[] },
): Session {
  const names: FoundNames = {};
  let isSpent = false;
  const asker = createAsker(document, target, { names, allowed, around });
  return {
    ...asker,
    names,
    isSpent: () => isSpent,
    ask: (operation, question = {}) => asker.ask(operation, withoutUnknownLimit(operation, question)),
  };

  /** A limit under an unknown name is rejected or ignored; without it the target returns at least the default page. */
  function withoutUnknownLimit(operation: string, question: Question): Question {
    const { limit, ...parameters } = question.parameters ?? {};
    const isKnown = names[operation]?.limit !== undefined || question.names?.limit !== undefined;
    return limit === undefined || isKnown ? question : { ...question, parameters };
  }

  async function around(send: () => Promise<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      if (asker.answers.length >= maxRequests) {
        isSpent = true;
        return withoutResponse(SPENT);
      }
      const answer = await send();
      const rest = restAfter(answer);
      if (rest === null || rest > LONGEST_REST_MS || attempt === ATTEMPTS) return answer;
      await sleep(rest);
    }
  }
}

/** Returns the milliseconds until the request may be repeated; null for a final response. */
function restAfter({ status, headers }: Answer): number | null {
  if (status !== 429 && status !== 503) return null;
  return parseRetryAfter(headers["retry-after"], headers.date) ?? USUAL_REST_MS;
}
