import { tryOrNull } from "../../engine/cases/attempt.ts";
import { rotated } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { type CreatedMemory, remember, statusFilterOf } from "./claims.ts";
import { createRetryUntilFailure, expectExactMatches } from "./filtering.ts";
import { expectFound, expectNotFound, searchAll } from "./listing.ts";
import { type MemoryFixtures, TAGS } from "./population.ts";
import { similarTags } from "./similar-tags.ts";

const REQUIREMENT = { requirement: "memories.search.tags", operations: ["search-memories"] } as const;

/** Tags match as a whole, and all requested tags must be present. */
export function tagChecks(memoryFixtures: MemoryFixtures): Check[] {
  return [
    // Checks with the most tags come first, since several tags are also combined with other filters elsewhere.
    everyTagCounts(),
    similarTagsExcluded(memoryFixtures),
    tagCaseMatters(memoryFixtures),
  ];
}

/** The contract ignores case for the text but not for tags: a tag matches only as written. */
function tagCaseMatters(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.tags-case",
      name: "a tag with its first letter in upper case finds nothing",
      operations: ["search-memories"],
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const { tag } = population;
      const others = [tag, ...TAGS].map((one) => one.replace(/^./u, (letter) => letter.toUpperCase()));
      await check.forEach(
        others,
        async (other, testCase) => expectExactMatches(testCase, population, { tags: [other] }),
        {
          first: 1,
        },
      );
    },
  );
}

/**
 * Tags of every script and special character, each with one that careless code may confuse with it. Commas may separate
 * tags.
 */
const TAGS_WITH_SIMILAR = [
  // These are different words even under a collation that ignores marks, as in some databases.
  ["Größe", "Gräße"],
  ["записка", "заметка"],
  ["記憶", "記録"],
  ["two words", "twowords"],
  ["a-b_c.d", "abcd"],
  ["50%", "50"],
  ["C++", "C"],
  ["c+d", "c d"],
  ["key:value/x", "key"],
  ["a/b", "a"],
  ["#7", "7"],
  ["k=v&w", "k"],
  ['"x"', "x"],
  ["it's", "its"],
  ["a.b", "a_b"],
  ["[x]", "x"],
  ["c\\d", "cd"],
  ["@me", "me"],
  ["007", "7"],
  ["on🚀", "on"],
  ["a-name-that-differs-from-another-in-its-last-letter-a", "a-name-that-differs-from-another-in-its-last-letter-b"],
] as const;

/** Makes a tag longer than a column that truncates it, or an index that leaves it out. */
const LONG_TAG_ENDING = "-long".repeat(60);

/** Two tags among all similar ones. A search may name a tag twice, if accepted, and it counts once. */
function similarTagsExcluded(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    { ...REQUIREMENT, name: "a search by two tags finds no memory with similar ones", runsEarly: true },
    async (check) => {
      const population = await memoryFixtures(check);
      const retryEventually = createRetryUntilFailure();
      const { tags } = similarTags(check.context);
      if (!population.members.some(({ known }) => tags.every((tag) => known.tags.includes(tag)))) {
        throw new NotApplicable("the target rejects tags with special characters");
      }
      const expectExact = (requestedTags: readonly string[]) =>
        retryEventually(check, () => expectExactMatches(check, population, { tags: requestedTags }));
      const accepted = await tryOrNull(async () => {
        await expectExact([...tags, tags[0]]);
        return true;
      });
      if (accepted === null) await expectExact(tags);
    },
  );
}

/** A memory with as many tags as a search may name, and searches that replace one of them by a tag that it lacks. */
function everyTagCounts(): Check {
  return defineCheck({ ...REQUIREMENT, name: "each of the maximum number of tags must match" }, async (check) => {
    const maxTags = numberAt(parameterSchema(check.context.document, "search-memories", "tags"), "maxItems") ?? 0;
    // A search that fails for one special character or script finds none of them.
    const specialTags = TAGS_WITH_SIMILAR.map(([real]) => real).filter((real) => !real.includes(" "));
    const generatedTags = Array.from({ length: maxTags }, (_, index) => {
      const tag = wordOf(check.context, `tag ${index}`);
      return `${tag}${index === maxTags - 1 ? "запись" : (specialTags[index] ?? "")}`;
    });
    const absent = wordOf(check.context, "absent tag");
    const rememberAll = async (tags: readonly string[], key: string): Promise<TaggedMemory> => {
      // A value elsewhere in the metadata is not a tag.
      const metadata = { tags: [...tags, "extra"], topic: absent, labels: [absent] };
      const created = await remember(check, key, { metadata });
      await check.eventually(async () => {
        const hits = await searchAll(check, { ...statusFilterOf(created), tags: [...tags] });
        expectFound(hits, created.id, `a memory that has all of ${maxTags} tags must be found by them`);
      });
      return { created, tags };
    };
    // The contract leaves the maximum length of a tag open: one of them is long, if accepted.
    const [own, other] = ["a", "b"].map((end) => `${generatedTags[0]}${LONG_TAG_ENDING}${end}`);
    const withLong = maxTags > 1 ? [own ?? "", ...generatedTags.slice(1)] : null;
    const createdWithLong =
      withLong && (await tryOrNull(() => rememberAll(withLong, "with many tags, one of them long")));
    const { created, tags } = createdWithLong ?? (await rememberAll(generatedTags, "with many tags"));
    check.asserted();
    // The last position first, since a truncated list lacks it.
    const [last = 0, ...places] = tags.map((_, index) => index).toReversed();
    const judge = async (place: number, testCase: CaseContext) => {
      const requestedTags = tags.with(place, createdWithLong !== null && place === 0 ? (other ?? "") : absent);
      const hits = await searchAll(testCase, { ...statusFilterOf(created), tags: requestedTags });
      testCase.asserted();
      expectNotFound(hits, created.id, `a memory that lacks tag ${place + 1} of ${maxTags} must not be found by them`);
    };
    await check.forEach([last, ...(createdWithLong ? [0] : []), ...rotated(check, places)], judge, { first: 2 });
  });
}

/** A memory with all of these tags, which find it. */
interface TaggedMemory {
  readonly created: CreatedMemory;
  readonly tags: readonly string[];
}
