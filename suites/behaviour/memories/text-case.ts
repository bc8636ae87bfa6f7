import fc from "fast-check";
import { seededPartOf } from "../../engine/cases/fewer.ts";
import { stillIfNeeded } from "../../engine/cases/still.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { type MemoryFilter, toParameters } from "../../models/memory-filters.ts";
import { defineCheck } from "../define-check.ts";
import { createPatience, expectExactly, orCombined } from "./filtering.ts";
import { MANY_SCRIPTS, type Settlement } from "./population.ts";
import { inParts, slices } from "./text-parts.ts";
import { expectWalked } from "./walk.ts";

/** A text is found whatever the case of its letters, in every script. */
export function letterCase(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "memories.search.text-case",
      name: "letters of three scripts in other cases",
      operations: ["search-memories"],
    },
    async (check) => {
      const population = await settlement(check);
      const patiently = createPatience();
      const judge = (text: string, one: CaseContext) => patiently(one, () => expectExactly(one, population, { text }));
      // The smallest run looks at letters of every script at once.
      const small = check.world.budget === "smoke";
      const together = small ? CHANGES.map((change) => change(MANY_SCRIPTS)).slice(-1) : [];
      await check.forEach(together, judge, { all: true });
      const parts = fc
        .record({ text: slices(population, 8), change: fc.constantFrom(...CHANGES) })
        .map(({ text, change }) => change(text));
      if (!small) await check.property(parts, judge, { cases: 20 });
      // Each script for certain, and not only where the samples happen to fall.
      const cases = population.members.flatMap(({ known }) => {
        const words = known.content.slice(population.word.length + 8).trim();
        // The smallest run asks for its kind and its scope as well, beside which letters may be read in another way.
        const { kind, scope } = known;
        const beside = small ? { kind, ...(scope === "undefined" ? {} : { scope }) } : {};
        return inParts(words).flatMap((part) =>
          CHANGES.map((change) => ({ filter: { text: change(part), ...beside }, written: part })),
        );
      });
      await check.forEach(
        seededPartOf(check, cases.slice(0, 24), 4),
        async ({ filter, written }, one) => {
          const tagged = { ...filter, tags: [population.tag] };
          // What fails beside other filters in its own letters, too, is no matter of their case.
          await orCombined(
            one,
            () => patiently(one, () => expectExactly(one, population, tagged)),
            () => expectExactly(one, population, { ...tagged, text: written }),
          );
        },
        { describe: ({ filter }) => toParameters(filter) },
      );
      if (small) return;
      const { scope } = check.world.target.fixtures;
      const [kind] = population.members.map(({ known }) => known.kind);
      const beside: MemoryFilter[] = [
        ...(scope === undefined ? [] : [{ scope }]),
        ...(kind === undefined ? [] : [{ kind }]),
      ];
      await check.forEach(
        beside.flatMap((filter) => cases.slice(0, 2).map(({ filter: { text } }) => ({ ...filter, text }))),
        (filter, one) => patiently(one, () => expectExactly(one, population, filter)),
        { describe: (filter) => toParameters(filter) },
      );
      // A page that follows another is searched in a way of its own.
      const ids = population.members.map(({ known }) => known.id);
      const input = { ...population.base, text: population.word.toUpperCase(), limit: Math.ceil(ids.length / 2) };
      await patiently(check, () => stillIfNeeded(check.world, () => expectWalked(check, input, ids)));
    },
  );
}

/** Other cases of the same letters: only letters whose cases come in pairs are touched. */
const CHANGES: readonly ((text: string) => string)[] = [
  (text) => mapPairs(text, (letter) => letter.toUpperCase()),
  (text) => mapPairs(text, (letter) => letter.toLowerCase()),
  (text) => mapPairs(text, (letter, index) => (index % 2 === 0 ? letter.toUpperCase() : letter.toLowerCase())),
];

function mapPairs(text: string, change: (letter: string, index: number) => string): string {
  return [...text].map((letter, index) => (isPair(letter) ? change(letter, index) : letter)).join("");
}

function isPair(letter: string): boolean {
  const [upper, lower] = [letter.toUpperCase(), letter.toLowerCase()];
  return (
    [...upper].length === 1 && [...lower].length === 1 && upper.toLowerCase() === lower && lower.toUpperCase() === upper
  );
}
