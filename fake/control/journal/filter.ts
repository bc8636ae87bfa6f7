import { nearest } from "../../../spec/nearest.ts";
import { quoted } from "../../../spec/quoted.ts";
import { problem } from "../problem.ts";
import type { JournalEntry, JournalFilter, JournalOutcome } from "./entry.ts";
import { JOURNAL_OPERATIONS } from "./operations.ts";
import type { StoredEntry } from "./stored-entry.ts";

type Criterion = (kept: StoredEntry, filter: JournalFilter, shown: () => JournalEntry) => boolean;

const same =
  (name: "operation" | "code" | "workspace" | "rule"): Criterion =>
  (kept, filter) =>
    kept[name] === filter[name];

/** The test for each member of a filter; expensive ones come last. */
const CRITERIA: Readonly<Record<keyof JournalFilter, Criterion>> = {
  since: ({ number }, { since = 0 }) => number > since,
  operation: same("operation"),
  method: (kept, { method }) => kept.method === method?.toUpperCase(),
  path: (kept, { path = "" }) => kept.path.startsWith(path),
  status: (kept, { status }) => statusFits(kept.status, String(status)),
  outcome: (kept, { outcome }) => outcomeOf(kept.status) === outcome,
  code: same("code"),
  agent: ({ agent }, { agent: wanted }) => agent !== null && (agent.id === wanted || agent.name === wanted),
  workspace: same("workspace"),
  rule: same("rule"),
  text: (_kept, { text = "" }, shown) => wordsOf(shown()).includes(text.toLowerCase()),
};

const NAMES = Object.keys(CRITERIA) as (keyof JournalFilter)[];

/** Rejects a filter that nothing could ever match: a test that waits for it has a slip. */
export function checkFilter({ operation }: JournalFilter): void {
  if (operation === undefined || JOURNAL_OPERATIONS.includes(operation)) return;
  const guess = nearest(operation, JOURNAL_OPERATIONS);
  const hint =
    guess === null ? `The operations are ${JOURNAL_OPERATIONS.join(", ")}.` : `Did you mean ${quoted(guess)}?`;
  throw problem("invalid_input", `There is no operation ${quoted(operation)}`, hint);
}

/** Returns the members of a filter, without text, that an entry does not match. */
export function unmatchedMembers(
  kept: StoredEntry,
  filter: Omit<JournalFilter, "text">,
): readonly (keyof JournalFilter)[] {
  return NAMES.filter((name) => !matches(kept, name in filter ? { [name]: filter[name as "path"] } : {}, noText));
}

function noText(): never {
  throw new Error("without a text nothing needs the whole entry");
}

/** Returns true if an entry matches every member of a filter. */
export function matches(kept: StoredEntry, filter: JournalFilter, shown: () => JournalEntry): boolean {
  return NAMES.every((name) => filter[name] === undefined || CRITERIA[name](kept, filter, shown));
}

/** Returns the outcome of a request with this status. */
export function outcomeOf(status: number | null): JournalOutcome {
  if (status === null) return "dropped";
  return status >= 400 ? "rejected" : "ok";
}

function statusFits(status: number | null, wanted: string): boolean {
  const hundred = /^([1-5])xx$/i.exec(wanted)?.[1];
  return hundred === undefined ? String(status) === wanted : Math.floor((status ?? 0) / 100) === Number(hundred);
}

function wordsOf({ path, query, request, response, why, hint, notes }: JournalEntry): string {
  const bodies = [request?.content, response?.content].map((content) =>
    typeof content === "string" ? content : (JSON.stringify(content) ?? ""),
  );
  return [path, JSON.stringify(query), ...bodies, why ?? "", hint ?? "", ...notes].join("\n").toLowerCase();
}
