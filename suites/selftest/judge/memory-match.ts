import type { Call } from "./call.ts";
import { statusNow } from "./memory-view.ts";
import { folded } from "./prose.ts";
import type { Bag, Value } from "./shape.ts";
import type { Memory } from "./world.ts";

/** True when a memory has all that the filter asks for. */
export function matches(call: Call, memory: Memory, filter: Bag): boolean {
  const { bug } = call;
  const forgetsKind = filter.text !== undefined && bug("search.kind-ignored-with-text");
  const forgetsScope = filter.tags !== undefined && bug("search.scope-ignored-with-tags");
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
  const { bug } = call;
  if (wanted === undefined && bug("search.status-all")) return true;
  const asked = wanted === "superseded" && bug("search.status-ignored") ? "current" : (wanted ?? "current");
  const status = bug("search.expired-current") && memory.status === "current" ? "current" : statusNow(call, memory);
  if (status === "expired" && memory.status !== "expired" && bug("search.expired-gone")) return false;
  return status === asked;
}

function startsWithin({ bug }: Call, { created }: Memory, from: number): boolean {
  return bug("search.from-exclusive") ? created > from : created >= from;
}

function endsWithin({ bug }: Call, { created }: Memory, to: number): boolean {
  return bug("search.to-inclusive") ? created <= to : created < to;
}

function holds(call: Call, { content, metadata }: Memory, text: string): boolean {
  if (contains(call, content, text)) return true;
  return call.bug("search.text-in-metadata") && folded(JSON.stringify(metadata ?? {})).includes(folded(text));
}

/** The text filter: a literal substring, without regard to case. */
function contains({ bug }: Call, content: string, text: string): boolean {
  const fold = (one: string) => {
    if (bug("search.text-case")) return one;
    return bug("search.text-case-beyond-ascii") ? one.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : folded(one);
  };
  const where = fold(content);
  const what = fold(text);
  if (bug("search.text-start")) return where.startsWith(what);
  if (bug("search.text-words")) return ` ${where.replaceAll("\n", " ")} `.includes(` ${what} `);
  if (bug("search.text-first-word")) return where.includes(what.split(" ")[0] ?? what);
  const pattern = loosened(bug, what);
  return pattern === undefined ? where.includes(what) : pattern.test(where);
}

function loosened(bug: Call["bug"], text: string): RegExp | undefined {
  const literal = text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (bug("search.text-percent")) return new RegExp(literal.replaceAll("%", ".*"), "su");
  if (bug("search.text-underscore")) return new RegExp(literal.replaceAll("_", "."), "su");
  return bug("search.text-expression") ? new RegExp(literal.replaceAll("\\.", "."), "su") : undefined;
}

function hasTags({ bug }: Call, { metadata }: Memory, wanted: Value[]): boolean {
  const present = Array.isArray(metadata?.tags) ? metadata.tags : [];
  const has = (tag: Value) =>
    present.includes(tag) ||
    (bug("search.tags-part") && present.some((one) => typeof one === "string" && one.includes(String(tag))));
  if (bug("search.tags-any")) return wanted.some(has);
  return bug("search.tags-last") ? wanted.slice(-1).every(has) : wanted.every(has);
}
