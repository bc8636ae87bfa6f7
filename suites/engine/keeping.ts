import { excerpt } from "../../spec/excerpt.ts";
import { isObject, type Json } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";

/** Larger bodies are kept in outline: a target that sends many of them must not fill the memory. */
const WHOLE_BYTES = 64 * 1024;
const TEXT_KEPT = 2_000;
const ITEMS_KEPT = 20;
const MEMBERS_KEPT = 60;
const LEVELS_KEPT = 32;

/** The exchange as evidence: whole, or, where its response is large, with what a report would show of it. */
export function kept(exchange: Exchange): Exchange {
  const { outcome } = exchange;
  if (outcome.kind === "none" || outcome.bytes.length <= WHOLE_BYTES) return exchange;
  const { kind, status, headers, bytes, json } = outcome;
  const first = bytes.slice(0, WHOLE_BYTES);
  const outlined = json.ok ? { ok: true as const, value: outline(json.value, 0) } : json;
  return {
    ...exchange,
    outcome: {
      kind,
      status,
      headers,
      bytes: first,
      // Made where somebody asks for it: hardly any of these is ever shown.
      get text() {
        return Buffer.from(first).toString("utf8");
      },
      json: outlined,
    },
  };
}

function outline(value: Json, level: number): Json {
  if (typeof value === "string") return excerpt(value, TEXT_KEPT);
  if (Array.isArray(value)) return level === LEVELS_KEPT ? ["…"] : outlineOfList(value, level);
  return isObject(value) ? (level === LEVELS_KEPT ? { "…": "…" } : outlineOfObject(value, level)) : value;
}

function outlineOfList(items: readonly Json[], level: number): Json[] {
  const first = items.slice(0, ITEMS_KEPT).map((item) => outline(item, level + 1));
  return items.length > ITEMS_KEPT ? [...first, `… ${items.length - ITEMS_KEPT} more items`] : first;
}

function outlineOfObject(value: { readonly [name: string]: Json }, level: number): Json {
  const members = Object.entries(value);
  const first = members
    .slice(0, MEMBERS_KEPT)
    .map(([name, member]) => [excerpt(name, 200), outline(member, level + 1)]);
  const rest = members.length - MEMBERS_KEPT;
  return Object.fromEntries(rest > 0 ? [...first, ["…", `${rest} more members`]] : first);
}
