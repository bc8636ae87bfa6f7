import type { Exclusion } from "../../generators/covering/space.ts";
import type { RequestInput } from "../../generators/index.ts";
import type { JsonObject } from "../../spec/json.ts";
import type { Exchange } from "../client/exchange.ts";
import type { CallOptions } from "../engine/check/check.ts";
import { absentId } from "../models/absent-id.ts";
import type { KnownResource } from "./known-resources.ts";

/** The effect of one level of a factor on a request. */
export interface Level {
  readonly name: string;
  /** The fixture that it needs and the target file does not have; absent if it has every fixture. */
  readonly missingFixture?: string;
  /** Returns true for a resource that fits a request with this level best. */
  readonly isFit?: (resource: KnownResource) => boolean;
  /** Returns the parameters or body members that it sets; the text is new for each request. */
  readonly members?: (resource: KnownResource, text: GeneratedText) => JsonObject;
  /** Options for sending the request. */
  readonly options?: Pick<CallOptions, "apiKey" | "mustBeRejected">;
  /** The number of times that it is sent; 1 by default. */
  readonly times?: number;
  /** True if the repeated requests are sent concurrently. */
  readonly isConcurrent?: boolean;
  /** True if both agents send it, one after the other. */
  readonly isSentByBoth?: boolean;
  /** The number of values that it gives in turns; absent if it gives one. */
  readonly turns?: number;
  /** The number of pages to request after the first one; none by default. */
  readonly furtherPages?: number;
}

/** A text of the run, with a word that is unique to its key. */
export interface GeneratedText {
  readonly mark: string;
  readonly word: string;
  /** The same word in letters beyond ASCII. */
  readonly nonAsciiWord: string;
  /** Returns another unique word for each name of a place. */
  readonly wordAt: (place: string) => string;
}

/** One aspect in which requests of an operation differ. */
export interface StimulusFactor {
  readonly name: string;
  readonly levels: readonly Level[];
  /** The level with which a list shows the most of what the run has created; the first one by default. */
  readonly widest?: string | undefined;
}

/** The requests of one operation: the factors in which they differ, and their resources. */
export interface Table {
  readonly operation: string;
  readonly factors: readonly StimulusFactor[];
  readonly exclusions?: readonly Exclusion[];
  /**
   * Levels, by factor, with values that the resource does not have. A row has at most one: a list that two filters keep
   * empty proves nothing about either.
   */
  readonly mismatches?: Readonly<Record<string, readonly Level[]>>;
  /** Operations that create or change the resources of these requests. */
  readonly resourceOperations?: readonly string[];
  /** Returns the resources for requests; called for each, as a run creates more all the time. */
  readonly resources: () => readonly KnownResource[];
  /** True if a request needs a resource. */
  readonly needsResource?: boolean;
  /** Returns the parameters of the next page; null at the end. */
  readonly nextPage?: (page: Exchange) => JsonObject | null;
  /** True if each level is also sent on its own, which shows which of several filters is wrong. */
  readonly hasSingleLevelRows?: boolean;
  /** True if rows are worth repeating when the run has changed something. */
  readonly isRepeated?: boolean;
  /** True for requests that must have no effect. They come between others, and the report does not count them. */
  readonly isWithoutEffect?: boolean;
  /** Distinguishes the texts of its requests from those of another table of the operation; absent for the only one. */
  readonly key?: string;
  /** Makes requests invalid, and the options for sending them; absent if they are valid. */
  readonly alteration?: { readonly apply: (input: RequestInput) => RequestInput; readonly options: CallOptions };
  /** The maximum number of rows to send. */
  readonly maxRows?: number;
  /** The interval of turns at which a row is sent, larger for operations with few rows; every turn by default. */
  readonly interval?: number;
}

/**
 * Returns the members that a level sets at one of its turns; `requestCount` is the number of earlier requests with this level.
 */
export type Turn = (text: GeneratedText, resource: KnownResource, requestCount: number) => JsonObject;

/**
 * Returns a level that sets one of several values at each turn. As separate levels they would need more rows than there
 * are.
 */
export function levelInTurns(name: string, turns: readonly Turn[]): Level {
  let requestCount = 0;
  return {
    name,
    turns: turns.length,
    members(resource, text) {
      const given = turns[requestCount % turns.length]?.(text, resource, requestCount) ?? {};
      requestCount += 1;
      return given;
    },
  };
}

/** The level that omits a member. */
export const ABSENT: Level = { name: "absent" };

/** The factor of how often a request is sent. */
export const REPETITIONS: StimulusFactor = {
  name: "sent",
  levels: [{ name: "once" }, { name: "twice", times: 2 }, { name: "twice at once", times: 2, isConcurrent: true }],
};

/** Levels of how far a walk goes, since state that is kept for each page may go wrong on a later one. */
export const PAGES: readonly Level[] = [
  { name: "first" },
  { name: "next", furtherPages: 1 },
  { name: "several", furtherPages: 6 },
];

/** Returns a level for each word, with the member that it sets; it fits resources with that word. */
export function levelsOfWords(member: string, words: readonly string[], field = member): Level[] {
  return words.map((word) => ({
    name: word,
    isFit: ({ fields }) => fields[field] === word,
    members: () => ({ [member]: word }),
  }));
}

/** Returns a level with the value of the resource's field. */
export function levelOfOwnValue(member: string, field = member): Level {
  return {
    name: "its own",
    isFit: ({ fields }) => typeof fields[field] === "string",
    members: ({ fields }) => (typeof fields[field] === "string" ? { [member]: fields[field] } : {}),
  };
}

/** Returns the levels with values that the resource does not have. */
export function mismatchingLevels(levels: readonly Level[]): Level[] {
  return levels.map((level) => ({ ...level, isFit: (resource) => level.isFit?.(resource) !== true }));
}

/** Returns a level that names a fixture of the target file. */
export function levelOfFixture(
  name: string,
  { member, path, field = member }: { readonly member: string; readonly path: string; readonly field?: string },
  id: string | undefined,
): Level {
  if (id === undefined) return { name, missingFixture: path };
  return { name, isFit: ({ fields }) => fields[field] === id, members: () => ({ [member]: id }) };
}

/** Returns a level that names an unknown id in the form of a real one. */
export function levelOfUnknownId(
  { mark }: { readonly mark: string },
  member: string,
  real: string | undefined,
): Level[] {
  return real === undefined ? [] : [{ name: "nothing", members: () => ({ [member]: absentId(real, mark) }) }];
}

/** Returns a level for each count. */
export function levelsOfCounts(member: string, counts: readonly (number | undefined)[]): Level[] {
  return [...new Set(counts)].flatMap((count) =>
    count === undefined ? [] : [{ name: String(count), members: () => ({ [member]: count }) }],
  );
}

/** Returns the factor of a list's limit: these counts, and the maximum. */
export function limitFactor(counts: readonly number[], maximum: number | undefined): StimulusFactor {
  const levels = [ABSENT, ...levelsOfCounts("limit", [...counts, maximum])];
  return { name: "limit", levels, widest: levels.at(-1)?.name };
}

/** Returns a level for each value. */
export function levelsOfValues(member: string, values: Readonly<Record<string, JsonObject[string]>>): Level[] {
  return Object.entries(values).map(([name, value]) => ({ name, members: () => ({ [member]: value }) }));
}
