import { type Json, textsIn } from "../../../spec/json.ts";
import { valueAt } from "../../../spec/pointer.ts";
import { type Exchange, jsonOf, statusOf } from "../../client/exchange.ts";
import type { Evidence } from "../../outcome/failure.ts";
import type { ResolvedTarget } from "../../target/types.ts";

/**
 * Creations and changes with an unknown outcome. The resource of such a creation may exist, and twice if the request
 * was repeated. The resource of such a change may have changed immediately, later or twice.
 */
export interface LostWrites {
  note(exchange: Exchange): void;
  /**
   * Returns true if a failure concerns what a lost write named: a list item that contains it or, for any other failure,
   * exchanges that contain it.
   */
  mayExplain(failure: Pick<Evidence, "exchanges" | "pointer">): boolean;
  /**
   * Returns a record of later losses only, which it also notes here: for checks that use nothing that was written
   * before.
   */
  fromNowOn(): LostWrites;
}

/** Returns the reason why a failure that a lost write may explain does not count. */
export function lostWriteReason(failure: string | null): string {
  return `a request that got no response may have been performed, and may show here: ${failure}`;
}

/** Shorter texts do not identify one write. */
const MIN_CHARACTERS = 8;

/** Creates an empty record. Texts of the target file occur in many requests and identify none of them. */
export function createLostWrites({ fixtures }: Pick<ResolvedTarget, "fixtures">): LostWrites {
  const known = new Set(textsIn(fixtures));
  /** Texts of lost creations are looked for in responses; those of lost changes also in the requests. */
  const lost = { create: new Set<string>(), change: new Set<string>() };

  function isNamedIn(response: string, request = ""): boolean {
    const isIn = (text: string) => (part: string) => text.includes(part);
    return [...lost.create].some(isIn(response)) || [...lost.change].some(isIn(`${response}\n${request}`));
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
      return exchanges.some((exchange) => isNamedIn(responseText(exchange), requestText(exchange)));
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

/** Returns the list item that a pointer is in; undefined if it is in none. */
function itemAt(judged: Exchange | undefined, pointer: string): Json | undefined {
  const [place] = /^.*?\/\d+(?=\/|$)/.exec(pointer) ?? [];
  const body = judged && jsonOf(judged);
  return place === undefined || body === undefined ? undefined : valueAt(body, place);
}

function responseText(exchange: Exchange): string {
  const body = jsonOf(exchange);
  if (body !== undefined) return JSON.stringify(body);
  return exchange.outcome.kind === "response" ? exchange.outcome.text : "";
}

function requestText({ request }: Exchange): string {
  return `${typeof request.body === "string" ? request.body : ""}\n${request.url}`;
}

/**
 * Returns true if the outcome of a write is unknown. After a 503, a change is repeated as not performed, but a creation
 * may have been performed.
 */
function isLost(exchange: Exchange): boolean {
  const { outcome, operation } = exchange;
  if (outcome.kind === "response") return statusOf(exchange) === 503 && operation?.effect === "create";
  return outcome.reason === "timeout" || outcome.reason === "broken";
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Some bodies are malformed on purpose. */
function parsed(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return null;
  }
}
