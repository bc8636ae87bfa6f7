import fc from "fast-check";
import type { Json } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { firstPartOf, rotated } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { numberAt, parameterSchema } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck, further } from "../define-check.ts";
import { baseOf, type CreatedMemory, onceListed, remember, tryToRemember } from "./claims.ts";
import { createEventually, expectExactly } from "./filtering.ts";
import { expectFound, expectNotFound, leadOn, pageOf, searchAll } from "./listing.ts";
import { lookAlikes } from "./look-alikes.ts";
import { type MemoryFixtures, TAGS } from "./population.ts";
import { requireFound } from "./visible.ts";

const REQUIREMENT = { requirement: "memories.search.tags", operations: ["search-memories"] } as const;

/** Tags match as a whole, and all requested tags must be present. */
export function tagChecks(memoryFixtures: MemoryFixtures): Check[] {
  return [
    // Checks with the most tags come first, since several tags are also combined with other filters elsewhere.
    many(),
    several(memoryFixtures),
    alike(memoryFixtures),
    elsewhere(),
    letterCase(memoryFixtures),
    ...further([everySign(), twice(), longTags()]),
  ];
}

/** The contract ignores case for the text but not for tags: a tag matches only as written. */
function letterCase(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.tags-case",
      name: "tags with their first letter in upper case find nothing",
      operations: ["search-memories"],
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const { tag } = population;
      const others = [tag, ...TAGS].map((one) => one.replace(/^./u, (letter) => letter.toUpperCase()));
      await check.forEach(others, async (other, one) => expectExactly(one, population, { tags: [other] }), {
        first: 1,
      });
    },
  );
}

/**
 * Tags of every script and special character, each with one that careless code may confuse with it. Commas may separate
 * tags.
 */
const TWINS = [
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

/** Characters that people write before a tag. */
const LEADING = ["#", "@"] as const;

function everySign(): Check {
  return defineCheck({ ...REQUIREMENT, name: "tags of other scripts and characters differ" }, async (check) => {
    const word = wordOf(check.context, "signed tags");
    const [real, decoy] = await Promise.all(
      [0, 1].map((index) =>
        remember(check, `signed tags ${index}`, {
          metadata: {
            tags: [
              ...TWINS.map((twins) => `${word}-${twins[index]}`),
              // Careless code may strip the first character.
              ...LEADING.map((sign, place) => `${index === 0 ? sign : ""}${word}${place}`),
            ],
          },
        }),
      ),
    );
    if (!real || !decoy) return;
    await requireFound(check, [real, decoy]);
    const asked = [
      ...TWINS.map(([tag]) => `${word}-${tag}`),
      ...LEADING.map((sign, place) => `${sign}${word}${place}`),
    ];
    await check.forEach(asked, async (tag, one) => {
      const tags = [tag];
      if (tag.includes(" ") && (await areDivided(one, tag.split(" ")))) return;
      await one.eventually(async () => {
        const hits = await searchAll(one, { ...baseOf(real), tags });
        one.asserted();
        expectFound(hits, real.id, `a memory must be found by its tag ${tags[0]}`);
        expectNotFound(hits, decoy.id, `a memory that lacks the tag ${tags[0]} must not be found by it`);
      });
    });
    // The part before a hyphen is a different tag.
    const hits = await searchAll(check, { ...baseOf(real), tags: [word] });
    expectNotFound(hits, real.id, "a memory must not be found by a part of one of its tags");
  });
}

/** Returns true if the target reads several tags as one text separated by spaces, so a tag cannot contain a space. */
async function areDivided(check: CaseContext, tags: readonly string[]): Promise<boolean> {
  const made = await remember(check, `divided ${tags.join(" and ")}`, { metadata: { tags: [...tags] } });
  await requireFound(check, [made]);
  const finds = async (parameter: Json): Promise<boolean> => {
    const input = { parameters: { ...baseOf(made), tags: parameter } };
    const exchange = await check.call("search-memories", input, { asIs: true });
    return statusOf(exchange) === 200 && pageOf(exchange).ids.includes(made.id);
  };
  if (!(await finds([tags.join(" ")]))) return false;
  // If a target accepts a repeated parameter and requires every value, a space is part of the tag.
  const absent = wordOf(check.context, "divided from none");
  const [first = ""] = tags;
  return (await finds([first, absent])) || (await finds([absent, first]));
}

/** A tag that is named twice, in a memory or a search, counts once. */
function twice(): Check {
  return defineCheck({ ...REQUIREMENT, name: "a tag named twice counts once" }, async (check) => {
    const [tag, absent] = [
      wordOf(check.context, "tag named twice"),
      wordOf(check.context, "tag beside one named twice"),
    ];
    const made = await remember(check, "with a tag named twice", { metadata: { tags: [tag, tag, "extra"] } });
    await requireFound(check, [made]);
    await check.eventually(async () => {
      const hits = await searchAll(check, { ...baseOf(made), tags: [tag] });
      expectFound(hits, made.id, "a memory must be found by a tag that its list names twice");
    });
    check.asserted();
    const others = await searchAll(check, { ...baseOf(made), tags: [tag, absent] });
    expectNotFound(others, made.id, "a memory that names one of two tags twice must not be found by both");
    // The contract does not state whether a search may name a tag twice. If it is accepted, the result must be correct.
    const input = { ...baseOf(made), tags: [tag, tag] };
    await check.eventually(async () => {
      const asked = await check.call("search-memories", { parameters: input });
      if (statusOf(asked) !== 200) return;
      const { hits } = await leadOn(check, input, pageOf(asked));
      expectFound(hits, made.id, "a memory must be found by its tag, asked for twice");
    });
  });
}

/** Makes a tag longer than a column that truncates it, or an index that leaves it out. */
const LONG_TAG = "-long".repeat(60);

/**
 * The contract leaves the maximum length of a tag open. An accepted one must differ from others with the same
 * beginning.
 */
function longTags(): Check {
  return defineCheck(
    { ...REQUIREMENT, name: "tags that differ near their end are distinct", costly: true },
    async (check) => {
      const [own = "", other = ""] = ["a", "b"].map((end) => `${wordOf(check.context, "long tag")}${LONG_TAG}${end}`);
      const claimed = await tryToRemember(check, "with a long tag", { metadata: { tags: [own] } });
      if (statusOf(claimed.response) !== 200) throw new NotApplicable("a tag of that many characters is rejected here");
      const made = await onceListed(check, claimed);
      await requireFound(check, [made]);
      await check.eventually(async () => {
        const hits = await orNotApplicable(() => searchAll(check, { ...baseOf(made), tags: [own] }));
        expectFound(hits, made.id, "a memory must be found by its tag, however long that is");
      });
      check.asserted();
      const hits = await orNotApplicable(() => searchAll(check, { ...baseOf(made), tags: [other] }));
      expectNotFound(hits, made.id, "a memory must not be found by a tag that begins like its own");
    },
  );
}

function several(memoryFixtures: MemoryFixtures): Check {
  return defineCheck({ ...REQUIREMENT, name: "any number of tags, in any order, must all match" }, async (check) => {
    const population = await memoryFixtures(check);
    const patiently = createEventually();
    const wanted = fc
      .record({ own: fc.shuffledSubarray([...TAGS, population.tag]) })
      .map(({ own }) => (own.includes(population.tag) ? own : [...own, population.tag]));
    await check.property(wanted, async (tags, one) => patiently(one, () => expectExactly(one, population, { tags })), {
      cases: 20,
    });
  });
}

/** Two tags among all similar ones. A search may name a tag twice, if accepted, and it counts once. */
function alike(memoryFixtures: MemoryFixtures): Check {
  return defineCheck({ ...REQUIREMENT, name: "two tags exclude similar ones", early: true }, async (check) => {
    const population = await memoryFixtures(check);
    const patiently = createEventually();
    const { tags } = lookAlikes(check.context);
    if (!population.members.some(({ known }) => tags.every((tag) => known.tags.includes(tag)))) {
      throw new NotApplicable("tags of many characters are rejected here");
    }
    const ask = (asked: readonly string[]) => patiently(check, () => expectExactly(check, population, { tags: asked }));
    const taken = await tryOrNull(async () => {
      await ask([...tags, tags[0]]);
      return true;
    });
    if (taken === null) await ask(tags);
  });
}

/** A memory with as many tags as a search may name, and searches that replace one of them by a tag that it lacks. */
function many(): Check {
  return defineCheck({ ...REQUIREMENT, name: "each of the most tags counts" }, async (check) => {
    const most = numberAt(parameterSchema(check.context.document, "search-memories", "tags"), "maxItems") ?? 0;
    // A search that fails for one special character or script finds none of them.
    const signs = TWINS.map(([real]) => real).filter((real) => !real.includes(" "));
    const signed = Array.from({ length: most }, (_, index) => {
      const tag = wordOf(check.context, `tag ${index}`);
      return `${tag}${index === most - 1 ? "запись" : (signs[index] ?? "")}`;
    });
    const absent = wordOf(check.context, "absent tag");
    const rememberAll = async (tags: readonly string[], key: string): Promise<Tagged> => {
      // A value elsewhere in the metadata is not a tag.
      const metadata = { tags: [...tags, "extra"], topic: absent, labels: [absent] };
      const made = await remember(check, key, { metadata });
      await check.eventually(async () => {
        const hits = await searchAll(check, { ...baseOf(made), tags: [...tags] });
        expectFound(hits, made.id, `a memory that has all of ${most} tags must be found by them`);
      });
      return { made, tags };
    };
    // The contract leaves the maximum length of a tag open: one of them is long, if accepted.
    const [own, other] = ["a", "b"].map((end) => `${signed[0]}${LONG_TAG}${end}`);
    const withLong = most > 1 ? [own ?? "", ...signed.slice(1)] : null;
    const long = withLong && (await tryOrNull(() => rememberAll(withLong, "with many tags, one of them long")));
    const { made, tags } = long ?? (await rememberAll(signed, "with many tags"));
    check.asserted();
    // The last position first, since a truncated list lacks it.
    const [last = 0, ...places] = tags.map((_, index) => index).toReversed();
    const judge = async (place: number, one: CaseContext) => {
      const asked = tags.with(place, long !== null && place === 0 ? (other ?? "") : absent);
      const hits = await searchAll(one, { ...baseOf(made), tags: asked });
      one.asserted();
      expectNotFound(hits, made.id, `a memory that lacks tag ${place + 1} of ${most} must not be found by them`);
    };
    await check.forEach([last, ...(long ? [0] : []), ...rotated(check, places)], judge, { first: 2 });
  });
}

/** A memory with all of these tags, which find it. */
interface Tagged {
  readonly made: CreatedMemory;
  readonly tags: readonly string[];
}

/** Values elsewhere in the metadata, or in the content, are not tags. */
function elsewhere(): Check {
  return defineCheck({ ...REQUIREMENT, name: "a word elsewhere is not a tag", costly: true }, async (check) => {
    const tag = wordOf(check.context, "misplaced tag");
    const places = {
      "tag in labels": { labels: [tag], tags: ["other"] },
      "tag below": { inner: { tags: [tag] } },
      "tag as a value": { topic: tag },
      "tag as a name": { [tag]: true },
    };
    const decoys = await Promise.all(
      firstPartOf(check, Object.entries(places), 2).map(([key, metadata]) => remember(check, key, { metadata })),
    );
    const real = await remember(check, "tag in its place", { metadata: { tags: [tag] } });
    const base = baseOf(real);
    await requireFound(check, [...decoys, real]);
    await check.eventually(async () => {
      const hits = await searchAll(check, { ...base, tags: [tag] });
      check.asserted();
      expectFound(hits, real.id, "a memory must be found by its tag");
      for (const decoy of decoys) {
        expectNotFound(hits, decoy.id, "a memory that has the word in another place than its tags must not be found");
      }
    });
  });
}
