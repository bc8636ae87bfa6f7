import type { JsonObject } from "../../spec/json.ts";
import { itemsAt } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectThat } from "../verifiers/expect.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";

/** A condition that every response of its operations must meet. */
export interface Rule {
  readonly requirement: string;
  readonly name: string;
  readonly operations: readonly string[];
  readonly fixtures?: readonly string[];
  /**
   * True for a rule that judges requests that a small run does not send: its requirement is first checked elsewhere.
   */
  readonly isAdditional?: boolean;
  /** Judges all responses and returns how many it could judge. Throws Failure. */
  readonly judge: (knowledge: Knowledge) => number;
}

/** A violation by an item of a list. */
export interface ItemFinding {
  readonly message: string;
  readonly expected: string;
  /** The JSON text of the item, shortened, if not given. */
  readonly actual?: string;
  /** The member that is wrong; the whole item if not given. */
  readonly member?: string;
  readonly keyword: string;
}

/** The characters of an item that a finding shows. */
const MAX_CHARACTERS = 200;

/** Judges each item of a list of a response and returns how many there were. Throws Failure. */
export function judgeItems(
  entry: HistoryEntry,
  list: string,
  findingFor: (item: JsonObject) => ItemFinding | null,
): number {
  const items = itemsAt(entry, list);
  for (const { value, pointer } of items) {
    const found = findingFor(value);
    if (found === null) continue;
    const { member, actual = JSON.stringify(value).slice(0, MAX_CHARACTERS), ...details } = found;
    const place = member === undefined ? pointer : `${pointer}/${member}`;
    withEvidence([entry.exchange], () => expectThat(false, { ...details, actual, pointer: place }));
  }
  return items.length;
}
