import type { JsonObject } from "../../spec/json.ts";
import { itemsAt } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectThat } from "../verifiers/expect.ts";
import { judging } from "../verifiers/judging.ts";

/** What holds of any response of its operations. */
export interface Rule {
  readonly requirement: string;
  readonly name: string;
  readonly operations: readonly string[];
  readonly fixtures?: readonly string[];
  /** True for one that judges what a small run does not send: its requirement has its first look elsewhere. */
  readonly isFurther?: boolean;
  /** Judges all responses; how often there was anything to judge. Throws Failure. */
  readonly judge: (knowledge: Knowledge) => number;
}

/** What is wrong with an item that a list shows. */
export interface Complaint {
  readonly message: string;
  readonly expected: string;
  /** The thing itself, as far as it goes into a line, where nothing is said. */
  readonly actual?: string;
  /** The member that it is about: the whole thing, where nothing is said. */
  readonly member?: string;
  readonly keyword: string;
}

/** Characters of a thing that a finding shows. */
const MAX_CHARACTERS = 200;

/** Judges each thing of a list of a response; how many there were. Throws Failure. */
export function judgeItems(past: Past, list: string, complaintOf: (thing: JsonObject) => Complaint | null): number {
  const things = itemsAt(past, list);
  for (const { value, pointer } of things) {
    const complaint = complaintOf(value);
    if (complaint === null) continue;
    const { member, actual = JSON.stringify(value).slice(0, MAX_CHARACTERS), ...told } = complaint;
    const place = member === undefined ? pointer : `${pointer}/${member}`;
    judging([past.exchange], () => expectThat(false, { ...told, actual, pointer: place }));
  }
  return things.length;
}
