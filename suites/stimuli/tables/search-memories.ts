import { asObject, type Json } from "../../../spec/json.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { numberAt, parameterSchema, wordsIn } from "../../models/document-facts.ts";
import { withOffset } from "../../models/instant.ts";
import { wordOf } from "../../models/words.ts";
import { valueAt } from "../../verifiers/read.ts";
import { callers, readings } from "../callers.ts";
import { foundMemories, type KnownResource } from "../resources.ts";
import {
  ABSENT,
  type Level,
  levelInTurns,
  levelOfItsOwn,
  levelsOfWords,
  limits,
  mismatching,
  PAGES,
  type Table,
} from "../table.ts";
import { levelOfNothing, levelOfUnlike, levelsOfSearch, OF_THE_RUN } from "../texts.ts";
import { scopeLevels } from "./fixtures.ts";

/** Searches by filters that a memory matches, with and without one that it does not match, on first and later pages. */
export function searchMemories(check: CheckContext): Table {
  const { context } = check;
  const schema = (role: string) => parameterSchema(context.document, "search-memories", role);
  const words = (role: string) => mismatching(levelsOfWords(role, wordsIn(schema(role))));
  const bounds = { createdFrom: instantLevels("createdFrom"), createdTo: instantLevels("createdTo") };
  const mismatches = {
    kind: words("kind"),
    status: words("status"),
    scope: mismatching(scopeLevels(context, "scope")),
    text: [
      levelOfNothing(context, "text"),
      levelOfUnlike(context, { member: "text", field: "content" }),
      ...elsewhere(),
    ],
    tags: [unknownTag(check), tagWithoutSigns, tagCutShort],
    createdFrom: bounds.createdFrom.slice(-3),
    createdTo: bounds.createdTo.slice(0, 4),
  };
  return {
    operation: "search-memories",
    about: ["remember"],
    resources: foundMemories(check),
    // The first level is combined with each other single level, since it excludes memories of others.
    factors: [
      {
        name: "text",
        levels: [...levelsOfSearch(context, { member: "text", field: "content" }, true), ABSENT, ...mismatches.text],
        widest: OF_THE_RUN,
      },
      { name: "kind", levels: [ABSENT, levelOfItsOwn("kind"), ...mismatches.kind] },
      { name: "status", levels: [ABSENT, levelOfItsOwn("status"), ...mismatches.status] },
      { name: "tags", levels: [ABSENT, ...tagLevels(check), ...mismatches.tags] },
      { name: "createdFrom", levels: [ABSENT, ...bounds.createdFrom] },
      { name: "createdTo", levels: [ABSENT, ...bounds.createdTo] },
      { name: "scope", levels: [ABSENT, levelOfItsOwn("scope", "scope_id"), ...mismatches.scope] },
      limits([1, 3, 10], numberAt(schema("limit"), "maximum")),
      { name: "page", levels: PAGES },
      callers(context),
      readings(context),
    ],
    mismatches,
    isEachAlone: true,
    next: (page) => {
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
  const unknown = wordOf(check.context, "a tag of nothing");
  const level = (name: string, least: number, pick: (tags: readonly string[]) => readonly string[]): Level => ({
    name,
    fits: (resource) => tagsOf(resource).length >= least,
    gives: (resource) => {
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
    level("its tags and another one", 1, (tags) => [...tags.slice(0, 1), unknown]),
  ];
}

/** Returns a level with each of the resource's tags in turn. */
function anyOfItsTags(): Level {
  const level = levelInTurns("any of its tags", [
    (_text, resource, asked) => {
      const tags = tagsOf(resource);
      return tags.length > 0 ? { tags: tags.slice(asked % tags.length).slice(0, 1) } : {};
    },
  ]);
  return { ...level, fits: (resource) => tagsOf(resource).length > 1 };
}

/** Returns a level with a changed form of one of the resource's tags, if it has one of that kind. */
function otherTag(name: string, isMeant: (tag: string) => boolean, change: (tag: string) => string): Level {
  return {
    name,
    fits: (resource) => tagsOf(resource).some(isMeant),
    gives: (resource) => ({ tags: tagsOf(resource).filter(isMeant).slice(0, 1).map(change) }),
  };
}

const SIGN = /[^\p{L}\p{N} ]/gu;
const tagWithoutSigns = otherTag(
  "its tag without its signs",
  (tag) => tag.replace(SIGN, "") !== tag && tag.replace(SIGN, "") !== "",
  (tag) => tag.replace(SIGN, ""),
);
const tagCutShort = otherTag(
  "its tag cut short",
  (tag) => tag.length > CUT,
  (tag) => tag.slice(0, CUT),
);
const CUT = 255;

/** Returns levels that search for the values of other fields of the resource. */
function elsewhere(): Level[] {
  const level = (name: string, of: (resource: KnownResource) => Json | undefined): Level => ({
    name,
    fits: (resource) => typeof of(resource) === "string",
    gives: (resource) => ({ text: of(resource) ?? resource.id }),
  });
  return [
    level("its kind", ({ fields: { kind } }) => kind),
    level("its id", ({ id }) => id),
    level("a tag of it", (resource) => tagsOf(resource).find((tag) => tag.length >= 4)),
  ];
}

function unknownTag({ context }: CheckContext): Level {
  return { name: "another tag", gives: () => ({ tags: [wordOf(context, "a tag of nothing")] }) };
}

/** Returns levels with bounds before, at and after the creation of the resource, as the target showed it. */
function instantLevels(member: string): Level[] {
  const at = (name: string, ms: number | null, written: (time: number) => string): Level => ({
    name,
    fits: ({ fields }) => typeof fields.created_at === "string",
    gives: ({ fields }) => {
      const created = fields.created_at;
      const time = typeof created === "string" ? Date.parse(created) : Date.now();
      if (ms === null && typeof created === "string") return { [member]: created };
      return { [member]: written(time + (ms ?? 0)) };
    },
  });
  const plain = (time: number) => new Date(time).toISOString();
  return [
    at("a year before", -YEAR, plain),
    at("a second before, by a clock in the east", -1000, (time) => withOffset(time, 330)),
    at("a second before", -1000, plain),
    at("that very instant", null, plain),
    at("a second after", 1000, plain),
    at("a second after, by a clock in the west", 1000, (time) => withOffset(time, -210)),
    at("a year after", YEAR, plain),
  ];
}

const YEAR = 31_536_000_000;
