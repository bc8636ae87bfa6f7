import { asObject, type Json } from "../../../spec/json.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema, wordsIn } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { valueAt } from "../../verifiers/read.ts";
import { callers } from "../callers.ts";
import { ABSENT, type Level, levelsOfCounts, levelsOfWords, SENDINGS, type Table } from "../table.ts";
import { levelsOfSearch } from "../texts.ts";
import { memoriesOf, type Thing } from "../things.ts";
import { scopeLevels } from "./fixtures.ts";

/** Every filter with every other one, on first pages and later ones. */
export function searchMemories(check: CheckContext): Table {
  const { world } = check;
  const schema = (role: string) => parameterSchema(world.document, "search-memories", role);
  const filter = (role: string) => ({ name: role, levels: [ABSENT, ...levelsOfWords(role, wordsIn(schema(role)))] });
  return {
    operation: "search-memories",
    about: ["remember"],
    things: () => memoriesOf(check),
    factors: [
      filter("kind"),
      filter("status"),
      { name: "text", levels: [ABSENT, ...levelsOfSearch(world, "text", "content")] },
      { name: "tags", levels: [ABSENT, ...tagLevels(check)] },
      { name: "createdFrom", levels: [ABSENT, ...instantLevels("createdFrom")] },
      { name: "createdTo", levels: [ABSENT, ...instantLevels("createdTo")] },
      { name: "scope", levels: [ABSENT, ...scopeLevels(world, "scope")] },
      { name: "limit", levels: [ABSENT, ...levelsOfCounts("limit", [1, 3, 10, numberAt(schema("limit"), "maximum")])] },
      { name: "page", levels: [{ name: "first" }, { name: "next", isNextPage: true }] },
      callers(world),
      SENDINGS,
    ],
    next: (page) => {
      const cursor = valueAt(page, "/data/nextCursor");
      return typeof cursor === "string" ? { cursor } : null;
    },
  };
}

function tagsOf({ fields }: Thing): readonly string[] {
  const { tags } = asObject(fields.metadata);
  return (Array.isArray(tags) ? tags : []).filter((tag) => typeof tag === "string");
}

function tagLevels({ world }: CheckContext): Level[] {
  const unknown = wordOf(world, "a tag of nothing");
  const level = (name: string, least: number, pick: (tags: readonly string[]) => readonly string[]): Level => ({
    name,
    fits: (thing) => tagsOf(thing).length >= least,
    gives: (thing) => ({ tags: orUnknown(pick([...new Set(tagsOf(thing))]), unknown) }),
  });
  return [
    level("its first tag", 1, (tags) => tags.slice(0, 1)),
    level("its last tag", 2, (tags) => tags.slice(-1)),
    level("two of its tags", 2, (tags) => tags.slice(0, 2)),
    level("all of its tags", 3, (tags) => tags.toReversed()),
    level("its tags and another one", 1, (tags) => [...tags.slice(0, 1), unknown]),
  ];
}

function orUnknown(tags: readonly string[], unknown: string): Json {
  return tags.length > 0 ? [...tags] : [unknown];
}

/** Bounds before, at and after the creation of the thing, as the target told it. */
function instantLevels(member: string): Level[] {
  const at = (name: string, ms: number | null): Level => ({
    name,
    fits: ({ fields }) => typeof fields.created_at === "string",
    gives: ({ fields }) => {
      const created = fields.created_at;
      const time = typeof created === "string" ? Date.parse(created) : Date.now();
      if (ms === null && typeof created === "string") return { [member]: created };
      return { [member]: new Date(time + (ms ?? 0)).toISOString() };
    },
  });
  return [
    at("a year before", -YEAR),
    at("a second before", -1000),
    at("that very instant", null),
    at("a second after", 1000),
    at("a year after", YEAR),
  ];
}

const YEAR = 31_536_000_000;
