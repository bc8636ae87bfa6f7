import type { Call } from "./call.ts";
import { statusNow } from "./memory-view.ts";
import { folded } from "./prose.ts";
import type { JsonObject, Value } from "./shape.ts";
import type { Memory } from "./world.ts";

/** True when a memory has all that the filter asks for. */
export function matches(call: Call, memory: Memory, filter: JsonObject): boolean {
  const { isMutated } = call;
  const forgetsKind = filter.text !== undefined && isMutated("search.kind-ignored-with-text");
  const forgetsScope = filter.tags !== undefined && isMutated("search.scope-ignored-with-tags");
  return (
    (filter.kind === undefined || forgetsKind || memory.kind === filter.kind) &&
    hasStatus(call, memory, filter.status) &&
    (typeof filter.text !== "string" || holds(call, memory, filter.text)) &&
    (!Array.isArray(filter.tags) || hasTags(call, memory, filter.tags)) &&
    (typeof filter.from !== "number" || startsWithin(call, memory, filter.from)) &&
    (typeof filter.to !== "number" || endsWithin(call, memory, filter.to)) &&
    (filter.scope === undefined || forgetsScope || memory.scope === filter.scope)
  );
}

function hasStatus(call: Call, memory: Memory, wanted: Value | undefined): boolean {
  const { isMutated } = call;
  if (wanted === undefined && isMutated("search.status-all")) return true;
  const asked = wanted === "superseded" && isMutated("search.status-ignored") ? "current" : (wanted ?? "current");
  const status =
    isMutated("search.expired-current") && memory.status === "current" ? "current" : statusNow(call, memory);
  if (status === "expired" && memory.status !== "expired" && isMutated("search.expired-gone")) return false;
  return status === asked;
}

function startsWithin({ isMutated }: Call, { created }: Memory, from: number): boolean {
  return isMutated("search.from-exclusive") ? created > from : created >= from;
}

function endsWithin({ isMutated }: Call, { created }: Memory, to: number): boolean {
  return isMutated("search.to-inclusive") ? created <= to : created < to;
}

function holds(call: Call, { content, metadata }: Memory, text: string): boolean {
  if (contains(call, content, text)) return true;
  return call.isMutated("search.text-in-metadata") && folded(JSON.stringify(metadata ?? {})).includes(folded(text));
}

/** The text filter: a literal substring, without regard to case. */
function contains({ isMutated }: Call, content: string, text: string): boolean {
  const fold = (one: string) => {
    if (isMutated("search.text-case")) return one;
    return isMutated("search.text-case-beyond-ascii")
      ? one.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
      : folded(one);
  };
  const where = fold(content);
  const what = fold(text);
  if (isMutated("search.text-start")) return where.startsWith(what);
  if (isMutated("search.text-words")) return ` ${where.replaceAll("\n", " ")} `.includes(` ${what} `);
  if (isMutated("search.text-first-word")) return where.includes(what.split(" ")[0] ?? what);
  const pattern = loosened(isMutated, what);
  return pattern === undefined ? where.includes(what) : pattern.test(where);
}

function loosened(isMutated: Call["isMutated"], text: string): RegExp | undefined {
  const literal = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (isMutated("search.text-percent")) return new RegExp(literal.replaceAll("%", ".*"), "su");
  if (isMutated("search.text-underscore")) return new RegExp(literal.replaceAll("_", "."), "su");
  return isMutated("search.text-expression") ? new RegExp(literal.replaceAll("\\.", "."), "su") : undefined;
}

function hasTags({ isMutated }: Call, { metadata }: Memory, wanted: Value[]): boolean {
  const present = Array.isArray(metadata?.tags) ? metadata.tags : [];
  const has = (tag: Value) =>
    present.includes(tag) ||
    (isMutated("search.tags-part") && present.some((one) => typeof one === "string" && one.includes(String(tag))));
  if (isMutated("search.tags-any")) return wanted.some(has);
  return isMutated("search.tags-last") ? wanted.slice(-1).every(has) : wanted.every(has);
}
