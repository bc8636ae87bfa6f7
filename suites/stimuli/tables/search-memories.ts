import { asObject } from "../../../spec/json.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema, wordsIn } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { valueAt } from "../../verifiers/read.ts";
import { callers } from "../callers.ts";
import {
  ABSENT,
  type Level,
  levelOfItsOwn,
  levelsOfCounts,
  levelsOfWords,
  mismatching,
  oneMismatch,
  SENDINGS,
  type Table,
} from "../table.ts";
import { levelOfNothing, levelsOfSearch } from "../texts.ts";
import { foundMemories, type Thing } from "../things.ts";
import { scopeLevels } from "./fixtures.ts";

/** Filters that a memory satisfies, with and without one that it does not, on first pages and later ones. */
export function searchMemories(check: CheckContext): Table {
  const { world } = check;
  const schema = (role: string) => parameterSchema(world.document, "search-memories", role);
  const words = (role: string) => mismatching(levelsOfWords(role, wordsIn(schema(role))));
  const bounds = { createdFrom: instantLevels("createdFrom"), createdTo: instantLevels("createdTo") };
  const mismatches = {
    kind: words("kind"),
    status: words("status"),
    scope: mismatching(scopeLevels(world, "scope")),
    text: [levelOfNothing(world, "text")],
    tags: [unknownTag(check)],
    createdFrom: bounds.createdFrom.slice(-2),
    createdTo: bounds.createdTo.slice(0, 3),
  };
  return {
    operation: "search-memories",
    about: ["remember"],
    things: foundMemories(check),
    factors: [
      { name: "kind", levels: [ABSENT, levelOfItsOwn("kind"), ...mismatches.kind] },
      { name: "status", levels: [ABSENT, levelOfItsOwn("status"), ...mismatches.status] },
      { name: "text", levels: [ABSENT, ...levelsOfSearch(world, "text", "content"), ...mismatches.text] },
      { name: "tags", levels: [ABSENT, ...tagLevels(check), ...mismatches.tags] },
      { name: "createdFrom", levels: [ABSENT, ...bounds.createdFrom] },
      { name: "createdTo", levels: [ABSENT, ...bounds.createdTo] },
      { name: "scope", levels: [ABSENT, levelOfItsOwn("scope", "scope_id"), ...mismatches.scope] },
      { name: "limit", levels: [ABSENT, ...levelsOfCounts("limit", [1, 3, 10, numberAt(schema("limit"), "maximum")])] },
      { name: "page", levels: [{ name: "first" }, { name: "next", isNextPage: true }] },
      callers(world),
      SENDINGS,
    ],
    exclusions: oneMismatch(mismatches),
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

function tagLevels(check: CheckContext): Level[] {
  const unknown = wordOf(check.world, "a tag of nothing");
  const level = (name: string, least: number, pick: (tags: readonly string[]) => readonly string[]): Level => ({
    name,
    fits: (thing) => tagsOf(thing).length >= least,
    gives: (thing) => {
      const tags = pick([...new Set(tagsOf(thing))]);
      return tags.length > 0 ? { tags: [...tags] } : {};
    },
  });
  return [
    level("its first tag", 1, (tags) => tags.slice(0, 1)),
    level("its last tag", 2, (tags) => tags.slice(-1)),
    level("two of its tags", 2, (tags) => tags.slice(0, 2)),
    level("all of its tags", 3, (tags) => tags.toReversed()),
    level("its tags and another one", 1, (tags) => [...tags.slice(0, 1), unknown]),
  ];
}

function unknownTag({ world }: CheckContext): Level {
  return { name: "another tag", gives: () => ({ tags: [wordOf(world, "a tag of nothing")] }) };
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
