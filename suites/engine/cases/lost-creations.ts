import type { Json } from "../../../spec/json.ts";
import { isObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { ResolvedTarget } from "../../target/types.ts";

/**
 * Creations of which nobody knows whether they were performed: they got no response, or 503. What they would have made may
 * be there, and twice where they were sent again.
 */
export interface LostCreations {
  note(exchange: Exchange): void;
  /** True where an answer shows something that a lost creation named: what is judged by it may come of that. */
  showIn(exchanges: readonly Exchange[]): boolean;
}

/** Shorter texts say nothing of one creation. */
const SHORTEST = 8;

/** None yet. What the target file names is in many requests, and tells none from another. */
export function createLostCreations({ fixtures }: Pick<ResolvedTarget, "fixtures">): LostCreations {
  const known = new Set(textsIn(fixtures as Json));
  const lost = new Set<string>();
  return {
    note(exchange) {
      const { operation, request } = exchange;
      if (operation?.effect !== "create" || typeof request.body !== "string" || !isLost(exchange)) return;
      for (const text of textsIn(parsed(request.body))) {
        if (text.length >= SHORTEST && !known.has(text)) lost.add(inJson(text));
      }
    },
    showIn(exchanges) {
      if (lost.size === 0) return false;
      return exchanges.some(({ outcome }) => outcome.kind === "response" && [...lost].some(isIn(outcome.text)));
    },
  };
}

function isLost(exchange: Exchange): boolean {
  const { outcome } = exchange;
  if (outcome.kind === "response") return statusOf(exchange) === 503;
  return outcome.reason === "timeout" || outcome.reason === "broken";
}

function isIn(text: string): (part: string) => boolean {
  return (part) => text.includes(part);
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
