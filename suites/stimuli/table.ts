import type { Exclusion } from "../../generators/covering/space.ts";
import type { RequestInput } from "../../generators/index.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import type { CallOptions } from "../engine/check/check.ts";
import { absentId } from "../models/absent-id.ts";
import type { KnownResource } from "./resources.ts";

/** What one level of a factor makes of a request. */
export interface Level {
  readonly name: string;
  /** The fixture that the target file lacks for it; absent where there is all that it takes. */
  readonly lacks?: string;
  /** True for a resource that a request with this level is best about. */
  readonly fits?: (resource: KnownResource) => boolean;
  /** Parameters, or members of the body, that it sets; `text` is created again for each request. */
  readonly gives?: (resource: KnownResource, text: FreshText) => JsonObject;
  /** How the request is sent. */
  readonly options?: Pick<CallOptions, "apiKey" | "hasToBeRejected">;
  /** How often it is sent; once where nothing is said. */
  readonly times?: number;
  /** True where the repeats do not wait for each other. */
  readonly isAtOnce?: boolean;
  /** True where the other agent sends the same afterwards, or the caller where that one was first. */
  readonly isByBoth?: boolean;
  /** How many values it gives in turns; absent for one that gives one. */
  readonly turns?: number;
  /** How many of the pages after the first one are asked for, too; none where nothing is said. */
  readonly pagesAfter?: number;
}

/** A text of the run, with a word that only this key has. */
export interface FreshText {
  readonly mark: string;
  readonly word: string;
  /** The same as the word, in letters beyond ASCII. */
  readonly foreign: string;
  /** Another word that only this key has, for each name of a place. */
  readonly wordAt: (place: string) => string;
}

/** One way in which requests of an operation differ. */
export interface StimulusFactor {
  readonly name: string;
  readonly levels: readonly Level[];
  /** The level with which a list shows the most of what the run has created: the first one, where nothing is said. */
  readonly widest?: string | undefined;
}

/** The requests of one operation: what they differ in, and what they are about. */
export interface Table {
  readonly operation: string;
  readonly factors: readonly StimulusFactor[];
  readonly exclusions?: readonly Exclusion[];
  /**
   * Levels, by factor, that ask for something else than the resource has. A row has one at most: a list that two filters keep
   * empty says nothing of either of them.
   */
  readonly mismatches?: Readonly<Record<string, readonly Level[]>>;
  /** Operations that create or change what requests can be about. */
  readonly about?: readonly string[];
  /** What requests can be about; asked for again for each, as a run makes more all the time. */
  readonly resources: () => readonly KnownResource[];
  /** True where a request without anything to be about makes no sense. */
  readonly needsResource?: boolean;
  /** What leads from a page to the next one; null at the end. */
  readonly next?: (page: Exchange) => JsonObject | null;
  /** True where each level is asked for by itself as well: what a filter does alone tells which of several is at fault. */
  readonly isEachAlone?: boolean;
  /** True where rows that have been sent are worth sending again when the run has changed something. */
  readonly repeats?: boolean;
  /** True for requests that are to change nothing: they come between others, and are no part of what the report counts. */
  readonly isAside?: boolean;
  /** What tells the texts of its requests from those of another table of the operation; absent for the only one. */
  readonly key?: string;
  /** What makes a request one that is rejected, and how it is sent then; absent for those that are accepted. */
  readonly flaw?: { readonly apply: (input: RequestInput) => RequestInput; readonly options: CallOptions };
  /** How many rows are sent at most. */
  readonly most?: number;
  /** At which turns a row is sent: at every second one, for operations of which there are few rows; at each where nothing is said. */
  readonly every?: number;
}

/** What a level in turns gives at one of them; `asked` counts the requests with this level before. */
export type Turn = (text: FreshText, resource: KnownResource, asked: number) => JsonObject;

/** A level that gives one of several values at each turn: as levels of their own they would need rows that are not there. */
export function levelInTurns(name: string, turns: readonly Turn[]): Level {
  let asked = 0;
  return {
    name,
    turns: turns.length,
    gives(resource, text) {
      const given = turns[asked % turns.length]?.(text, resource, asked) ?? {};
      asked += 1;
      return given;
    },
  };
}

/** The level that leaves a member out. */
export const ABSENT: Level = { name: "absent" };

/** How often a request is sent. */
export const SENDINGS: StimulusFactor = {
  name: "sent",
  levels: [{ name: "once" }, { name: "twice", times: 2 }, { name: "twice at once", times: 2, isAtOnce: true }],
};

/** How far a walk goes: what is counted or remembered for each page goes wrong on a later one. */
export const PAGES: readonly Level[] = [
  { name: "first" },
  { name: "next", pagesAfter: 1 },
  { name: "several", pagesAfter: 6 },
];

/** A level for each word, with the member that it sets; a resource fits that has it. */
export function levelsOfWords(member: string, words: readonly string[], field = member): Level[] {
  return words.map((word) => ({
    name: word,
    fits: ({ fields }) => fields[field] === word,
    gives: () => ({ [member]: word }),
  }));
}

/** A level that asks for what the resource has in a field. */
export function levelOfItsOwn(member: string, field = member): Level {
  return {
    name: "its own",
    fits: ({ fields }) => typeof fields[field] === "string",
    gives: ({ fields }) => (typeof fields[field] === "string" ? { [member]: fields[field] } : {}),
  };
}

/** Levels that ask for something else than the resource has. */
export function mismatching(levels: readonly Level[]): Level[] {
  return levels.map((level) => ({ ...level, fits: (resource) => level.fits?.(resource) !== true }));
}

/** A level that names something of the target file. */
export function levelOfFixture(
  name: string,
  { member, path, field = member }: { readonly member: string; readonly path: string; readonly field?: string },
  id: string | undefined,
): Level {
  if (id === undefined) return { name, lacks: path };
  return { name, fits: ({ fields }) => fields[field] === id, gives: () => ({ [member]: id }) };
}

/** A level that names nothing, by an id in the form of a real one. */
export function levelOfNoId({ mark }: { readonly mark: string }, member: string, real: string | undefined): Level[] {
  return real === undefined ? [] : [{ name: "nothing", gives: () => ({ [member]: absentId(real, mark) }) }];
}

/** A level for each count. */
export function levelsOfCounts(member: string, counts: readonly (number | undefined)[]): Level[] {
  return [...new Set(counts)].flatMap((count) =>
    count === undefined ? [] : [{ name: String(count), gives: () => ({ [member]: count }) }],
  );
}

/** How many a list is to show: so many, or as many as may be asked for. */
export function limits(counts: readonly number[], most: number | undefined): StimulusFactor {
  const levels = [ABSENT, ...levelsOfCounts("limit", [...counts, most])];
  return { name: "limit", levels, widest: levels.at(-1)?.name };
}

/** A level for each value. */
export function levelsOfValues(member: string, values: Readonly<Record<string, JsonObject[string]>>): Level[] {
  return Object.entries(values).map(([name, value]) => ({ name, gives: () => ({ [member]: value }) }));
}
