import { excerpt } from "../../spec/excerpt.ts";
import { isObject, type Json } from "../../spec/json.ts";
import type { Exchange, Received } from "../client/exchange.ts";
import { withLazyBody } from "../client/response.ts";

/** Larger bodies are kept in outline: a target that sends many of them must not fill the memory. */
const MAX_COMPLETE_BYTES = 128 * 1024;
/** Bytes that are kept of a larger one. */
const MAX_OUTLINE_BYTES = 64 * 1024;
const MAX_TEXT_CHARACTERS = 2_000;
const MAX_ITEMS = 20;
const MAX_MEMBERS = 60;
const MAX_LEVELS = 32;

/**
 * Returns the exchange as evidence: complete or, if its response is large, with the parts that a report would show. A
 * case keeps all its exchanges until it ends, and hardly any of them is ever shown, so parsed values would stay in
 * memory unused.
 */
export function kept(exchange: Exchange): Exchange {
  const { outcome } = exchange;
  if (outcome.kind === "none") return exchange;
  return { ...exchange, outcome: isKeptWhole(exchange) ? withLazyBody(outcome) : outlined(outcome) };
}

/** Returns the exchange without the response except for its status, which shows whether the request was granted. */
export function withoutBody(exchange: Exchange): Exchange {
  const { outcome } = exchange;
  if (outcome.kind === "none") return exchange;
  const { kind, status } = outcome;
  const json = { ok: false, problem: "the body was not kept" } as const;
  return { ...exchange, outcome: { kind, status, headers: {}, bytes: new Uint8Array(), text: "", json } };
}

/** Returns true if the response is small enough to be kept completely. */
export function isKeptWhole({ outcome }: Exchange): boolean {
  return outcome.kind === "none" || outcome.bytes.length <= MAX_COMPLETE_BYTES;
}

function outlined({ kind, status, headers, bytes, json }: Received): Received {
  const first = bytes.slice(0, MAX_OUTLINE_BYTES);
  return {
    kind,
    status,
    headers,
    bytes: first,
    get text() {
      return Buffer.from(first).toString("utf8");
    },
    json: json.ok ? { ok: true, value: outline(json.value, 0) } : json,
  };
}

function outline(value: Json, level: number): Json {
  if (typeof value === "string") return excerpt(value, MAX_TEXT_CHARACTERS);
  if (Array.isArray(value)) return level === MAX_LEVELS ? ["…"] : outlineOfList(value, level);
  return isObject(value) ? (level === MAX_LEVELS ? { "…": "…" } : outlineOfObject(value, level)) : value;
}

function outlineOfList(items: readonly Json[], level: number): Json[] {
  const first = items.slice(0, MAX_ITEMS).map((item) => outline(item, level + 1));
  return items.length > MAX_ITEMS ? [...first, `… ${items.length - MAX_ITEMS} more items`] : first;
}

function outlineOfObject(value: { readonly [name: string]: Json }, level: number): Json {
  const members = Object.entries(value);
  const first = members.slice(0, MAX_MEMBERS).map(([name, member]) => [excerpt(name, 200), outline(member, level + 1)]);
  const rest = members.length - MAX_MEMBERS;
  return Object.fromEntries(rest > 0 ? [...first, ["…", `${rest} more members`]] : first);
}
