import { asObject, type Json } from "../../../spec/json.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema, wordsIn } from "../../models/document-facts.ts";
import { withOffset } from "../../models/instant.ts";
import { wordOf } from "../../models/words.ts";
import { valueAt } from "../../verifiers/read.ts";
import { foundMemories, type KnownResource } from "../known-resources.ts";
import { callerFactor, repetitionFactor } from "../shared-factors.ts";
import {
  ABSENT,
  type Level,
  levelInTurns,
  levelOfOwnValue,
  levelsOfWords,
  limitFactor,
  mismatchingLevels,
  PAGES,
  type Table,
} from "../table.ts";
import { levelOfSimilarText, levelOfUnusedWord, levelsOfSearch, RUN_WORD } from "../text-levels.ts";
import { scopeLevels } from "./fixtures.ts";

/** Searches by filters that a memory matches, with and without one that it does not match, on first and later pages. */
export function searchMemories(check: CheckContext): Table {
  const { context } = check;
  const schema = (role: string) => parameterSchema(context.document, "search-memories", role);
  const words = (role: string) => mismatchingLevels(levelsOfWords(role, wordsIn(schema(role))));
  const bounds = { createdFrom: instantLevels("createdFrom"), createdTo: instantLevels("createdTo") };
  const mismatches = {
    kind: words("kind"),
    status: words("status"),
    scope: mismatchingLevels(scopeLevels(context, "scope")),
    text: [
      levelOfUnusedWord(context, "text"),
      levelOfSimilarText(context, { member: "text", field: "content" }),
      ...otherFieldLevels(),
    ],
    tags: [unusedTagLevel(check), tagWithoutPunctuation, truncatedTag],
    createdFrom: bounds.createdFrom.slice(-3),
    createdTo: bounds.createdTo.slice(0, 4),
  };
  return {
    operation: "search-memories",
    resourceOperations: ["remember"],
    resources: foundMemories(check),
    // The first level is combined with each other single level, since it excludes memories of others.
    factors: [
      {
        name: "text",
        levels: [...levelsOfSearch(context, { member: "text", field: "content" }, true), ABSENT, ...mismatches.text],
        widest: RUN_WORD,
      },
      { name: "kind", levels: [ABSENT, levelOfOwnValue("kind"), ...mismatches.kind] },
      { name: "status", levels: [ABSENT, levelOfOwnValue("status"), ...mismatches.status] },
      { name: "tags", levels: [ABSENT, ...tagLevels(check), ...mismatches.tags] },
      { name: "createdFrom", levels: [ABSENT, ...bounds.createdFrom] },
      { name: "createdTo", levels: [ABSENT, ...bounds.createdTo] },
      { name: "scope", levels: [ABSENT, levelOfOwnValue("scope", "scope_id"), ...mismatches.scope] },
      limitFactor([1, 3, 10], numberAt(schema("limit"), "maximum")),
      { name: "page", levels: PAGES },
      callerFactor(context),
      repetitionFactor(context),
    ],
    mismatches,
    hasSingleLevelRows: true,
    nextPage: (page) => {
      const cursor = valueAt(page, "/data/nextCursor");
      return typeof cursor === "string" ? { cursor } : null;
    },
  };
}

function tagsOf({ fields }: KnownResource): readonly string[] {
  const { tags } = asObject(fields.metadata);
  return (Array.isArray(tags) ? tags : []).filter((tag) => typeof tag === "string");
}

function tagLevels(check: CheckContext): Level[] {
  const unusedTag = wordOf(check.context, "a tag of nothing");
  const level = (name: string, minTags: number, pick: (tags: readonly string[]) => readonly string[]): Level => ({
    name,
    isFit: (resource) => tagsOf(resource).length >= minTags,
    members: (resource) => {
      const tags = pick([...new Set(tagsOf(resource))]);
      return tags.length > 0 ? { tags: [...tags] } : {};
    },
  });
  return [
    level("its first tag", 1, (tags) => tags.slice(0, 1)),
    level("its last tag", 2, (tags) => tags.slice(-1)),
    level("two of its tags", 2, (tags) => tags.slice(0, 2)),
    level("all of its tags", 3, (tags) => tags.toReversed()),
    anyOfItsTags(),
    level("its tags and another one", 1, (tags) => [...tags.slice(0, 1), unusedTag]),
  ];
}

/** Returns a level with each of the resource's tags in turn. */
function anyOfItsTags(): Level {
  const level = levelInTurns("any of its tags", [
    (_text, resource, requestCount) => {
      const tags = tagsOf(resource);
      return tags.length > 0 ? { tags: tags.slice(requestCount % tags.length).slice(0, 1) } : {};
    },
  ]);
  return { ...level, isFit: (resource) => tagsOf(resource).length > 1 };
}

/** Returns a level with a changed form of one of the resource's tags, if it has one of that kind. */
function changedTagLevel(name: string, isApplicable: (tag: string) => boolean, change: (tag: string) => string): Level {
  return {
    name,
    isFit: (resource) => tagsOf(resource).some(isApplicable),
    members: (resource) => ({ tags: tagsOf(resource).filter(isApplicable).slice(0, 1).map(change) }),
  };
}

const PUNCTUATION = /[^\p{L}\p{N} ]/gu;
const tagWithoutPunctuation = changedTagLevel(
  "its tag without its signs",
  (tag) => tag.replace(PUNCTUATION, "") !== tag && tag.replace(PUNCTUATION, "") !== "",
  (tag) => tag.replace(PUNCTUATION, ""),
);
const truncatedTag = changedTagLevel(
  "its tag cut short",
  (tag) => tag.length > TRUNCATED_LENGTH,
  (tag) => tag.slice(0, TRUNCATED_LENGTH),
);
const TRUNCATED_LENGTH = 255;

/** Returns levels that search for the values of other fields of the resource. */
function otherFieldLevels(): Level[] {
  const level = (name: string, fieldOf: (resource: KnownResource) => Json | undefined): Level => ({
    name,
    isFit: (resource) => typeof fieldOf(resource) === "string",
    members: (resource) => ({ text: fieldOf(resource) ?? resource.id }),
  });
  return [
    level("its kind", ({ fields: { kind } }) => kind),
    level("its id", ({ id }) => id),
    level("a tag of it", (resource) => tagsOf(resource).find((tag) => tag.length >= 4)),
  ];
}

function unusedTagLevel({ context }: CheckContext): Level {
  return { name: "another tag", members: () => ({ tags: [wordOf(context, "a tag of nothing")] }) };
}

/** Returns levels with bounds before, at and after the creation of the resource, as the target showed it. */
function instantLevels(member: string): Level[] {
  const boundLevel = (name: string, ms: number | null, written: (time: number) => string): Level => ({
    name,
    isFit: ({ fields }) => typeof fields.created_at === "string",
    members: ({ fields }) => {
      const created = fields.created_at;
      const time = typeof created === "string" ? Date.parse(created) : Date.now();
      if (ms === null && typeof created === "string") return { [member]: created };
      return { [member]: written(time + (ms ?? 0)) };
    },
  });
  const inUtc = (time: number) => new Date(time).toISOString();
  return [
    boundLevel("a year before", -YEAR_MS, inUtc),
    boundLevel("a second before, by a clock in the east", -1000, (time) => withOffset(time, 330)),
    boundLevel("a second before", -1000, inUtc),
    boundLevel("that very instant", null, inUtc),
    boundLevel("a second after", 1000, inUtc),
    boundLevel("a second after, by a clock in the west", 1000, (time) => withOffset(time, -210)),
    boundLevel("a year after", YEAR_MS, inUtc),
  ];
}

const YEAR_MS = 31_536_000_000;
