import { asObject, type Json } from "../../../spec/json.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { foundMemories, type KnownResource } from "../known-resources.ts";
import { callerFactor, repetitionFactor } from "../shared-factors.ts";
import {
  ABSENT,
  type Level,
  levelInTurns,
  levelsOfCounts,
  levelsOfValues,
  limitFactor,
  type StimulusFactor,
  type Table,
  type Turn,
} from "../table.ts";
import { levelOfUnusedWord, levelsOfSearch } from "../text-levels.ts";
import { scopeLevels } from "./fixtures.ts";

/** Recalls by text and by seed, with every filter. */
export function recall(check: CheckContext): Table {
  const { context } = check;
  const schema = (field: string) => fieldSchema(context.document, "recall", field);
  const [shallowest = 1, deepest = 1] = ["minimum", "maximum"].map((keyword) => numberAt(schema("depth"), keyword));
  const queries = [
    ...levelsOfSearch(context, { member: "query", field: "content" }),
    levelOfUnusedWord(context, "query"),
    completeContentLevel,
  ];
  return {
    operation: "recall",
    resourceOperations: ["remember"],
    resources: foundMemories(check),
    needsResource: true,
    factors: [
      { name: "start", levels: [...queries, seedLevel] },
      { name: "depth", levels: [ABSENT, ...levelsOfCounts("depth", range(shallowest, deepest))] },
      { name: "scope_id", levels: [ABSENT, ...scopeLevels(context, "scope_id")] },
      {
        name: "expand",
        levels: [
          ABSENT,
          ...levelsOfValues("expand", { one: ["provenance"], another: ["related"], both: ["provenance", "related"] }),
        ],
      },
      ...["include_superseded", "include_invalidated", "include_expired"].map((name) =>
        filterFactor(name, { false: false, true: true }),
      ),
      filterFactor("min_confidence", { least: 0, some: 0.6, full: 1 }),
      filterFactor("min_similarity", { least: 0, little: 0.05, some: 0.4 }),
      { name: "metadata_filter", levels: [ABSENT, ...entryLevels(check)] },
      limitFactor([1, 2, 5], numberAt(schema("limit"), "maximum")),
      callerFactor(context),
      repetitionFactor(context),
    ],
    // Only a walk has a depth.
    exclusions: [{ start: queries.map(({ name }) => name), depth: range(shallowest, deepest).map(String) }],
    hasSingleLevelRows: true,
  };
}

const completeContentLevel: Level = {
  name: "the whole content",
  members: ({ fields }) => ({ query: typeof fields.content === "string" ? fields.content : "" }),
};

const seedLevel: Level = { name: "a seed", members: ({ id }) => ({ seed_id: id }) };

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function filterFactor(name: string, values: Readonly<Record<string, Json>>): StimulusFactor {
  const levels = Object.entries(values).map(([value, given]) => ({
    name: value,
    members: () => ({ filters: { [name]: given } }),
  }));
  return { name, levels: [ABSENT, ...levels] };
}

type Entry = readonly [name: string, value: Json];

/**
 * Returns levels with entries of the metadata of a memory, and different ones. Lists and objects are left out, since
 * the contract leaves open how they match.
 */
function entryLevels({ context }: CheckContext): Level[] {
  const unusedWord = wordOf(context, "an entry of nothing");
  const unusedEntry: Entry = [unusedWord, unusedWord];
  const level = (
    name: string,
    minEntries: number,
    picks: readonly ((entries: readonly Entry[]) => readonly Entry[])[],
  ): Level => {
    // Each turn also begins with another entry.
    const turns = picks.map(
      (pick): Turn =>
        (_text, resource, requestCount) => {
          const entries = entriesOf(resource);
          const from = requestCount % Math.max(1, entries.length);
          const given = pick([...entries.slice(from), ...entries.slice(0, from)]);
          return { metadata_filter: Object.fromEntries(given.length > 0 ? given : [unusedEntry]) };
        },
    );
    return {
      ...levelInTurns(name, turns),
      turns: Math.max(turns.length, MIN_TURNS),
      isFit: (resource) => entriesOf(resource).length >= minEntries,
    };
  };
  const changed = (change: (name: string, value: Json) => Entry) => (entries: readonly Entry[]) =>
    entries.slice(0, 1).map(([name, value]) => change(name, value));
  return [
    level("an entry of it", 1, [(entries) => entries.slice(0, 1)]),
    level("several entries of it", 2, [(entries) => entries.slice(0, 2), (entries) => entries.slice(0, MAX_ENTRIES)]),
    level("what is unlike an entry of it", 1, [
      changed((name, value) => [name, `${value}x`]),
      changed((name, value) => [name, String(value).slice(0, 4)]),
      changed((name, value) => [name.toUpperCase(), value]),
      (entries) => [...entries.slice(0, 1), unusedEntry],
      (entries) => [...entries.slice(0, MAX_ENTRIES), unusedEntry],
    ]),
    { name: "an entry of nothing", members: () => ({ metadata_filter: { [unusedWord]: unusedWord } }) },
  ];
}

const MAX_ENTRIES = 6;
/** The minimum number of turns for single entries of one resource. */
const MIN_TURNS = 5;

function entriesOf({ fields }: KnownResource): readonly Entry[] {
  return Object.entries(asObject(fields.metadata)).filter(([, value]) =>
    ["string", "number", "boolean"].includes(typeof value),
  );
}
