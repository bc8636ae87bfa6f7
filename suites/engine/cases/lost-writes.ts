import { type Json, textsIn } from "../../../spec/json.ts";
import { valueAt } from "../../../spec/pointer.ts";
import { type Exchange, jsonOf, statusOf } from "../../client/exchange.ts";
import type { Evidence } from "../../outcome/failure.ts";
import type { ResolvedTarget } from "../../target/types.ts";

/**
 * Creations and changes of which nobody knows whether they were performed. What a creation would have created may be there, and
 * twice where it was sent again; what a change names may have changed, at once, later or twice.
 */
export interface LostWrites {
  note(exchange: Exchange): void;
  /**
   * True where a failure is about something that a lost write named: about one item that has it, or about a view or resource
   * whose requests and responses have it.
   */
  mayExplain(failure: Pick<Evidence, "exchanges" | "pointer">): boolean;
  /** Counts only what is lost from now on, and notes it here as well: for checks that use nothing of what was written before. */
  fromNowOn(): LostWrites;
}

/** Why a failure counts for nothing that a lost write may explain. */
export function inDoubt(failure: string | null): string {
  return `a request that got no response may have been performed, and may show here: ${failure}`;
}

/** Shorter texts say nothing of one write. */
const MIN_CHARACTERS = 8;

/** None yet. What the target file names is in many requests, and tells none from another. */
export function createLostWrites({ fixtures }: Pick<ResolvedTarget, "fixtures">): LostWrites {
  const known = new Set(textsIn(fixtures));
  /** What lost creations named shows in responses; what lost changes named in requests about it as well. */
  const lost = { create: new Set<string>(), change: new Set<string>() };

  function isNamedIn(told: string, asked = ""): boolean {
    const isIn = (text: string) => (part: string) => text.includes(part);
    return [...lost.create].some(isIn(told)) || [...lost.change].some(isIn(`${told}\n${asked}`));
  }

  const lostWrites: LostWrites = {
    note(exchange) {
      const { operation, request } = exchange;
      if (operation === null || operation.effect === "read" || typeof request.body !== "string") return;
      if (!isLost(exchange)) return;
      for (const text of textsIn(parsed(request.body))) {
        if (text.length >= MIN_CHARACTERS && !known.has(text)) lost[operation.effect].add(inJson(text));
      }
    },
    mayExplain({ exchanges, pointer }) {
      if (lost.create.size + lost.change.size === 0) return false;
      const item = itemAt(exchanges.at(-1), pointer);
      if (item !== undefined) return isNamedIn(JSON.stringify(item));
      return exchanges.some((exchange) => isNamedIn(told(exchange), asked(exchange)));
    },
    fromNowOn() {
      const since = createLostWrites({ fixtures });
      return {
        ...since,
        note(exchange) {
          lostWrites.note(exchange);
          since.note(exchange);
        },
      };
    },
  };
  return lostWrites;
}

/** The item of a list that a pointer leads into; undefined where it leads into none. */
function itemAt(judged: Exchange | undefined, pointer: string): Json | undefined {
  const [place] = /^.*?\/\d+(?=\/|$)/.exec(pointer) ?? [];
  const body = judged && jsonOf(judged);
  return place === undefined || body === undefined ? undefined : valueAt(body, place);
}

function told(exchange: Exchange): string {
  const body = jsonOf(exchange);
  if (body !== undefined) return JSON.stringify(body);
  return exchange.outcome.kind === "response" ? exchange.outcome.text : "";
}

function asked({ request }: Exchange): string {
  return `${typeof request.body === "string" ? request.body : ""}\n${request.url}`;
}

/** A change that got 503 is sent again as one that was not performed; of a creation it is not said either. */
function isLost(exchange: Exchange): boolean {
  const { outcome, operation } = exchange;
  if (outcome.kind === "response") return statusOf(exchange) === 503 && operation?.effect === "create";
  return outcome.reason === "timeout" || outcome.reason === "broken";
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Some bodies are broken on purpose. */
function parsed(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return null;
  }
}
