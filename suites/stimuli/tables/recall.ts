import { asObject, type Json } from "../../../spec/json.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, numberAt } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { callers, readings } from "../callers.ts";
import { foundMemories, type KnownResource } from "../resources.ts";
import {
  ABSENT,
  type Level,
  levelInTurns,
  levelsOfCounts,
  levelsOfValues,
  limits,
  type StimulusFactor,
  type Table,
  type Turn,
} from "../table.ts";
import { levelOfNothing, levelsOfSearch } from "../texts.ts";
import { scopeLevels } from "./fixtures.ts";

/** Recalls by text and by seed, with every filter. */
export function recall(check: CheckContext): Table {
  const { context } = check;
  const schema = (field: string) => fieldSchema(context.document, "recall", field);
  const [shallowest = 1, deepest = 1] = ["minimum", "maximum"].map((keyword) => numberAt(schema("depth"), keyword));
  const queries = [
    ...levelsOfSearch(context, { member: "query", field: "content" }),
    levelOfNothing(context, "query"),
    wholeContent,
  ];
  return {
    operation: "recall",
    about: ["remember"],
    resources: foundMemories(check),
    needsResource: true,
    factors: [
      { name: "start", levels: [...queries, seed] },
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
        filter(name, { false: false, true: true }),
      ),
      filter("min_confidence", { least: 0, some: 0.6, full: 1 }),
      filter("min_similarity", { least: 0, little: 0.05, some: 0.4 }),
      { name: "metadata_filter", levels: [ABSENT, ...entryLevels(check)] },
      limits([1, 2, 5], numberAt(schema("limit"), "maximum")),
      callers(context),
      readings(context),
    ],
    // Only a walk has a depth.
    exclusions: [{ start: queries.map(({ name }) => name), depth: range(shallowest, deepest).map(String) }],
    isEachAlone: true,
  };
}

const wholeContent: Level = {
  name: "the whole content",
  gives: ({ fields }) => ({ query: typeof fields.content === "string" ? fields.content : "" }),
};

const seed: Level = { name: "a seed", gives: ({ id }) => ({ seed_id: id }) };

function range(least: number, most: number): number[] {
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

function filter(name: string, values: Readonly<Record<string, Json>>): StimulusFactor {
  const levels = Object.entries(values).map(([value, given]) => ({
    name: value,
    gives: () => ({ filters: { [name]: given } }),
  }));
  return { name, levels: [ABSENT, ...levels] };
}

type Entry = readonly [name: string, value: Json];

/**
 * Returns levels with entries of the metadata of a memory, and different ones. Lists and objects are left out, since
 * the contract leaves open how they match.
 */
function entryLevels({ context }: CheckContext): Level[] {
  const unknown = wordOf(context, "an entry of nothing");
  const nothing: Entry = [unknown, unknown];
  const level = (
    name: string,
    least: number,
    picks: readonly ((entries: readonly Entry[]) => readonly Entry[])[],
  ): Level => {
    // Each turn also begins with another entry.
    const turns = picks.map(
      (pick): Turn =>
        (_text, resource, asked) => {
          const entries = entriesOf(resource);
          const from = asked % Math.max(1, entries.length);
          const given = pick([...entries.slice(from), ...entries.slice(0, from)]);
          return { metadata_filter: Object.fromEntries(given.length > 0 ? given : [nothing]) };
        },
    );
    return {
      ...levelInTurns(name, turns),
      turns: Math.max(turns.length, LEAST_TURNS),
      fits: (resource) => entriesOf(resource).length >= least,
    };
  };
  const changed = (change: (name: string, value: Json) => Entry) => (entries: readonly Entry[]) =>
    entries.slice(0, 1).map(([name, value]) => change(name, value));
  return [
    level("an entry of it", 1, [(entries) => entries.slice(0, 1)]),
    level("several entries of it", 2, [(entries) => entries.slice(0, 2), (entries) => entries.slice(0, MOST_ENTRIES)]),
    level("what is unlike an entry of it", 1, [
      changed((name, value) => [name, `${value}x`]),
      changed((name, value) => [name, String(value).slice(0, 4)]),
      changed((name, value) => [name.toUpperCase(), value]),
      (entries) => [...entries.slice(0, 1), nothing],
      (entries) => [...entries.slice(0, MOST_ENTRIES), nothing],
    ]),
    { name: "an entry of nothing", gives: () => ({ metadata_filter: { [unknown]: unknown } }) },
  ];
}

const MOST_ENTRIES = 6;
/** The minimum number of turns for single entries of one resource. */
const LEAST_TURNS = 5;

function entriesOf({ fields }: KnownResource): readonly Entry[] {
  return Object.entries(asObject(fields.metadata)).filter(([, value]) =>
    ["string", "number", "boolean"].includes(typeof value),
  );
}
