import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { withOffset } from "../../models/instant.ts";
import { matchesFilter } from "../../models/memory-filters.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import {
  BOUNDS,
  type Bound,
  creationTimesOf,
  idsWithinBounds,
  instantsAround,
  instantsBetween,
  OPERATIONS,
  REQUIREMENTS,
  unlessIgnoredWithText,
} from "./bound-instants.ts";
import { createRetryUntilFailure } from "./filtering.ts";
import type { MemoryFixtures, Population } from "./population.ts";

/** A bound is an instant, in whatever form it is written. */
export function writtenBoundChecks(memoryFixtures: MemoryFixtures): Check[] {
  return [...BOUNDS.map((bound) => fractionsExact(bound, memoryFixtures)), offsetsExact(memoryFixtures)];
}

const SECOND = 1000;

/** Forms of an instant: with the usual digits, without any, and with fewer or more, which a target may reject. */
const WRITTEN_FORMS: readonly { readonly ms: number; readonly end: string }[] = [
  { ms: 0, end: "Z" },
  { ms: 500, end: ".500000Z" },
  { ms: 500, end: ".5Z" },
  { ms: 500, end: ".500Z" },
];

/** Careless code treats an unreadable instant as no bound, or digits of a fraction as milliseconds. */
function fractionsExact(bound: Bound, memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: REQUIREMENTS[bound].sides,
      name: "a bound with a fraction of a second is exact",
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const retryEventually = createRetryUntilFailure();
      const [before, after] = instantsAround(population);
      if (before === undefined || after === undefined) throw new NotApplicable("no memory shows when it was created");
      // In the second before all creations, and in the second after them.
      const seconds = [Math.floor(before / SECOND - 1) * SECOND, Math.ceil(after / SECOND) * SECOND];
      const cases = (bound === "createdFrom" ? seconds.toReversed() : seconds).flatMap((second) =>
        WRITTEN_FORMS.map(({ ms, end }) => ({
          instant: second + ms,
          text: `${new Date(second).toISOString().slice(0, -5)}${end}`,
        })),
      );
      await check.forEach(cases, async ({ instant, text }, testCase) => {
        // A target may reject a number of digits other than its own.
        const attempt = () => expectInstantOf(testCase, population, { bound, instant, text }, "fineness");
        await tryOrNull(() =>
          unlessIgnoredWithText(testCase, population, bound, () => retryEventually(testCase, attempt)),
        );
      });
    },
  );
}

/** A bound as it is written, and its instant. */
interface WrittenBound {
  readonly bound: Bound;
  readonly instant: number;
  readonly text: string;
}

/** Fails unless a bound, as written, keeps each member on its side of that instant. */
export async function expectInstantOf(
  check: CaseContext,
  population: Population,
  { bound, instant, text }: WrittenBound,
  keyword: string,
): Promise<void> {
  const found = new Set(await idsWithinBounds(check, population, { [bound]: text }));
  // Later requests may find out whether the bound has any effect, but the finding is about these.
  const exchanges = check.trace.slice(-1);
  check.asserted();
  for (const { known } of population.members) {
    const verdict = matchesFilter(known, { [bound]: instant });
    withEvidence(exchanges, () =>
      expectThat(verdict === "unknown" || (verdict === "in") === found.has(known.id), {
        message: `${bound === "createdFrom" ? "a lower" : "an upper"} bound must mean its instant, however that is written`,
        expected: `${verdict === "in" ? "to find" : "not to find"} a memory created at ${known.createdAt === null ? "that time" : new Date(known.createdAt).toISOString()} with the bound ${text}`,
        actual: verdict === "in" ? "it is missing" : "it is found",
        pointer: "/data/hits",
        keyword,
      }),
    );
  }
}

/**
 * Offsets in minutes that, if ignored, move the bound to the other side of everything that the run created. The first
 * are far from UTC and not whole hours.
 */
const OFFSETS = [765, -570, 345, 840, -720, 0];
const MINUTE = 60_000;

function offsetsExact(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.created-offset",
      name: "a bound with another UTC offset finds the same memories",
      // Rows have offsets only by chance, so a run may have none that a rule can judge.
      runsEarly: true,
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const retryEventually = createRetryUntilFailure();
      const middles = instantsBetween(population);
      const instants = middles.length > 0 ? middles.slice(0, 2) : hourAroundMembers(population);
      // Each offset with one bound, and then with the other.
      const cases = instants.flatMap((instant) =>
        [0, 1].flatMap((turn) =>
          OFFSETS.map((offset, index) => ({ instant, offset, bound: BOUNDS[index % 2 === turn ? 0 : 1] })),
        ),
      );
      const judge = async ({ instant, bound, offset }: (typeof cases)[number], testCase: CaseContext) => {
        const text = withOffset(instant, offset);
        const attempt = () => expectInstantOf(testCase, population, { bound, instant, text }, "offset");
        await unlessIgnoredWithText(testCase, population, bound, () => retryEventually(testCase, attempt));
      };
      await check.forEach(cases, judge, { first: 2 });
    },
  );
}

/** Returns instants one hour before and after all members, if none fits between two of them. */
function hourAroundMembers(population: Population): readonly number[] {
  const times = creationTimesOf(population);
  const [first, last] = [times[0], times.at(-1)];
  return first === undefined || last === undefined ? [] : [first - 60 * MINUTE, last + 60 * MINUTE];
}
