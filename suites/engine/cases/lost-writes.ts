import type { Json } from "../../../spec/json.ts";
import { isObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { ResolvedTarget } from "../../target/types.ts";

/**
 * Creations and changes of which nobody knows whether they were performed. What a creation would have made may be there, and
 * twice where it was sent again; what a change names may have changed, at once, later or twice.
 */
export interface LostWrites {
  note(exchange: Exchange): void;
  /** True where a request or response has something that a lost write named: what is judged by it may come of that. */
  showIn(exchanges: readonly Exchange[]): boolean;
}

/** Shorter texts say nothing of one write. */
const SHORTEST = 8;

/** None yet. What the target file names is in many requests, and tells none from another. */
export function createLostWrites({ fixtures }: Pick<ResolvedTarget, "fixtures">): LostWrites {
  const known = new Set(textsIn(fixtures as Json));
  /** What lost creations named shows in responses; what lost changes named in requests about it as well. */
  const lost = { create: new Set<string>(), change: new Set<string>() };

  function names({ request, outcome }: Exchange): boolean {
    const told = outcome.kind === "response" ? outcome.text : "";
    const asked = typeof request.body === "string" ? request.body : "";
    const isIn = (text: string) => (part: string) => text.includes(part);
    return [...lost.create].some(isIn(told)) || [...lost.change].some(isIn(`${told}\n${asked}\n${request.url}`));
  }

  return {
    note(exchange) {
      const { operation, request } = exchange;
      if (operation === null || operation.effect === "read" || typeof request.body !== "string") return;
      if (!isLost(exchange)) return;
      for (const text of textsIn(parsed(request.body))) {
        if (text.length >= SHORTEST && !known.has(text)) lost[operation.effect].add(inJson(text));
      }
    },
    showIn(exchanges) {
      if (lost.create.size + lost.change.size === 0) return false;
      return exchanges.some(names);
    },
  };
}

/** A change that was answered with 503 is sent again as one that was not performed; of a creation it is not said either. */
function isLost(exchange: Exchange): boolean {
  const { outcome, operation } = exchange;
  if (outcome.kind === "response") return statusOf(exchange) === 503 && operation?.effect === "create";
  return outcome.reason === "timeout" || outcome.reason === "broken";
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function textsIn(value: Json | undefined): string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  return isObject(value) ? Object.values(value).flatMap(textsIn) : [];
}

/** Some bodies are broken on purpose. */
function parsed(body: string): Json {
  try {
    return JSON.parse(body) as Json;
  } catch {
    return null;
  }
}
