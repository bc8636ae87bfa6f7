import { Inconclusive } from "../../client/inconclusive.ts";
import { rotated } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { type KnownMemory, type MemoryFilter, toParameters } from "../../models/memory-filters.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectThat, fail } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import {
  BOUNDS,
  type Bound,
  creationTimesOf,
  DISTANT_FUTURE,
  DISTANT_PAST,
  type Filters,
  idsWithinBounds,
  instantsAround,
  instantsBetween,
  instantsCloseAfter,
  midnights,
  OPERATIONS,
  REQUIREMENTS,
  sample,
  unlessIgnoredWithText,
} from "./bound-instants.ts";
import { createRetryUntilFailure, expectExactMatches } from "./filtering.ts";
import { largestLimit, pageOf, searchPage } from "./listing.ts";
import type { MemoryFixtures, Population } from "./population.ts";
import { expectInstantOf, writtenBoundChecks } from "./written-bounds.ts";

/** A valid instant, although many programs write it as 0. */
const EPOCH = 0;
/** The number of bounds near the run's creations that are tried first. */
const FIRST_NEAR_BOUNDS = 3;
/** The number of instants that are tried first. */
const MAX_EDGE_INSTANTS = 3;

/** Bounds of creation are instants; the lower one is inclusive and the upper one exclusive. */
export function boundChecks(memoryFixtures: MemoryFixtures): Check[] {
  return [
    ...BOUNDS.flatMap((bound) => [boundSeparatesMemories(bound, memoryFixtures), boundIsExact(bound, memoryFixtures)]),
    twoBoundsExact(memoryFixtures),
    equalBoundsReturnNothing(memoryFixtures),
    ...writtenBoundChecks(memoryFixtures),
  ];
}

function boundSeparatesMemories(bound: Bound, memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: REQUIREMENTS[bound].sides,
      name: "a bound at any distance separates earlier from later memories",
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const retryEventually = createRetryUntilFailure();
      const nearInstants = [...midnights(population), ...instantsCloseAfter(population)];
      const around = instantsAround(population);
      // An instant of 0 may be treated as no bound; as an upper bound it then includes everything.
      const epochBound = bound === "createdTo" && nearInstants.length > 0 ? [EPOCH] : [];
      const instants = [...epochBound, ...nearInstants, ...around];
      const days = midnights(population);
      // A midnight is written without a fraction, as is common.
      const expectSides = (instant: number, testCase: CaseContext) =>
        days.includes(instant)
          ? expectInstantOf(testCase, population, { bound, instant, text: inSeconds(instant) }, "midnight")
          : expectExactMatches(
              testCase,
              population,
              { [bound]: instant, text: population.word },
              { members: withAssumedTime(population, instant) },
            );
      const judge = (instant: number, testCase: CaseContext) =>
        unlessIgnoredWithText(testCase, population, bound, () =>
          retryEventually(testCase, () => expectSides(instant, testCase)),
        );
      const first = bound === "createdTo" ? FIRST_NEAR_BOUNDS + 1 : FIRST_NEAR_BOUNDS;
      await check.forEach(instants.length > 0 ? instants : [DISTANT_PAST, DISTANT_FUTURE], judge, { first });
    },
  );
}

function inSeconds(instant: number): string {
  return new Date(instant).toISOString().replace(/\.000Z$/, "Z");
}

/**
 * Returns the members, with an assumed creation time for a distant bound if the server shows none, since such a bound
 * decides about any real time.
 */
function withAssumedTime({ members }: Population, instant: number): readonly KnownMemory[] {
  const isDistant = [DISTANT_PAST, DISTANT_FUTURE, EPOCH].includes(instant);
  return members.map(({ known }) =>
    known.createdAt === null && isDistant ? { ...known, createdAt: (DISTANT_PAST + DISTANT_FUTURE) / 2 } : known,
  );
}

/**
 * A server that truncates or rounds the times it shows may correctly find some members on the other side of the shown
 * time. But what is not before an instant is at or after it: of a lower and an upper bound at one instant, exactly one
 * includes a member.
 */
function boundIsExact(bound: Bound, memoryFixtures: MemoryFixtures): Check {
  const included = bound === "createdFrom";
  return defineCheck(
    {
      requirement: REQUIREMENTS[bound].edge,
      name: "a bound equal to a creation time, as the server writes it, is exact",
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const instants = edgeInstants(check, population);
      // Neither bound includes a memory that is not in the index yet, or not in all replicas.
      const retryEventually = createRetryUntilFailure();
      const exact: WrittenTime[] = [];
      const wrong: WrittenTime[] = [];
      const readEdge = async (instant: WrittenTime, testCase: CaseContext): Promise<EdgeOutcome> => {
        const isFound = async (bounds: Filters) =>
          (await idsWithinBounds(testCase, population, bounds)).includes(instant.id);
        const boundInput = { [bound]: instant.written };
        testCase.asserted();
        // With all other filters first, and without them if that gives the wrong result.
        if ((await isFound({ ...filtersWithBound(bound, instant.known), ...boundInput })) === included) return "exact";
        if ((await isFound(boundInput)) === included) return "exact alone";
        if ((await isFound({ [otherBound(bound)]: instant.written })) === included) return "rounded";
        // Neither bound includes a memory that no search finds any more.
        if (included && !(await isFound({}))) return "hidden";
        return fail({
          message: `a memory created exactly at the ${included ? "lower" : "upper"} bound must ${included ? "" : "not "}be found`,
          expected: `${instant.id} on one side of ${instant.written}, which is when it was created`,
          actual: included ? "both bounds exclude it" : "both bounds include it",
          verifier: "expectThat",
          pointer: "/data/hits",
          keyword: "edge",
        });
      };
      const judge = async (instant: WrittenTime, testCase: CaseContext) => {
        let outcome: EdgeOutcome | null = null;
        try {
          await retryEventually(testCase, async () => {
            outcome = null;
            outcome = await readEdge(instant, testCase);
            // One of two searches may have used a replica that lags, so only a persistent result counts.
            if (outcome === "exact alone" || outcome === "hidden") failAtEdge(bound, "this memory");
          });
        } catch (error) {
          if (outcome === null || !(error instanceof Failure)) throw error;
        }
        if (outcome === "exact") exact.push(instant);
        if (outcome === "exact alone") wrong.push(instant);
      };
      await check.forEach(
        instants,
        (instant, testCase) => unlessIgnoredWithText(testCase, population, bound, () => judge(instant, testCase)),
        { describe: ({ written }) => written },
      );
      const [first] = wrong;
      if (first === undefined || exact.length > 0) return;
      await requireEffectWithFilters(check, population, bound, first);
      // Sent last, so that it is part of the evidence.
      const found = await idsWithinBounds(check, population, {
        ...filtersWithBound(bound, first.known),
        [bound]: first.written,
      });
      if (found.includes(first.id) !== included) failAtEdge(bound, `each of ${wrong.length}`);
    },
  );
}

/** The effect of a bound equal to a creation time; `hidden` if no search finds the memory. */
type EdgeOutcome = "exact" | "exact alone" | "rounded" | "hidden";

function otherBound(bound: Bound): Bound {
  return bound === "createdFrom" ? "createdTo" : "createdFrom";
}

/**
 * Throws `Inconclusive` if a bound has no effect with other filters, or these exclude the memory: then its edge cannot
 * be judged.
 */
async function requireEffectWithFilters(
  check: CheckContext,
  population: Population,
  bound: Bound,
  { id, known }: WrittenTime,
): Promise<void> {
  // A distant instant at which a lower bound includes the memory and an upper bound excludes it.
  const distant = { [bound]: new Date(DISTANT_PAST + DAY).toISOString() };
  const found = await idsWithinBounds(check, population, { ...filtersWithBound(bound, known), ...distant });
  if (found.includes(id) !== (bound === "createdFrom"))
    throw new Inconclusive("the bound has no effect with other filters", "memories.search.combined");
}

/** The offset in milliseconds from the other bound, which is as distant. */
const DAY = 86_400_000;

/**
 * Returns other filters that match a memory, for use with a bound: its other fields, and the other bound at a distant
 * instant.
 */
function filtersWithBound(bound: Bound, { kind, scope, tags }: KnownMemory): Filters {
  return {
    kind,
    ...(scope === null ? {} : { scope }),
    tags: [...tags.slice(0, 1)],
    [otherBound(bound)]: new Date(bound === "createdFrom" ? DISTANT_FUTURE : DISTANT_PAST).toISOString(),
  };
}

function failAtEdge(bound: Bound, which: string): never {
  const included = bound === "createdFrom";
  return fail({
    message: `a memory created exactly at the ${included ? "lower" : "upper"} bound must ${included ? "" : "not "}be found with other filters as well`,
    expected: included ? "memories made at the bound are found" : "memories made at the bound are left out",
    actual: `the opposite for ${which} with all other filters`,
    verifier: "expectThat",
    pointer: "/data/hits",
    keyword: "edge",
  });
}

interface WrittenTime {
  readonly id: string;
  readonly written: string;
  readonly known: KnownMemory;
}

/**
 * Returns members whose creation times are used as bounds. The choice depends on the seed only, since it is accidental
 * how many share an instant.
 */
export function edgeInstants(
  check: Pick<CheckContext, "seed">,
  population: Pick<Population, "members">,
): readonly WrittenTime[] {
  const times = writtenTimes(population);
  return rotated(check, sample(times)).slice(0, MAX_EDGE_INSTANTS);
}

/** Returns the members whose responses showed when they were created. */
export function writtenTimes({ members }: Pick<Population, "members">): readonly WrittenTime[] {
  return members.flatMap(({ known, created: { memory } }) =>
    typeof memory.created_at === "string" ? [{ id: known.id, written: memory.created_at, known }] : [],
  );
}

/** Both bounds at once. */
function twoBoundsExact(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: REQUIREMENTS.createdTo.sides,
      name: "two bounds together select exactly the memories created between them",
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const retryEventually = createRetryUntilFailure();
      const [before = DISTANT_PAST, after = DISTANT_FUTURE] = instantsAround(population);
      const middles = [...new Set([DISTANT_PAST, before, ...instantsBetween(population), after, DISTANT_FUTURE])];
      const windows = middles.flatMap((createdFrom, index) =>
        middles
          .slice(index + 1, index + 3)
          .map((createdTo): MemoryFilter => ({ createdFrom, createdTo, text: population.word })),
      );
      await check.forEach(
        rotated(check, windows),
        async (filter, testCase) => {
          await retryEventually(testCase, () => expectExactMatches(testCase, population, filter));
        },
        { describe: (filter) => toParameters(filter) },
      );
    },
  );
}

/** A window whose bounds are equal is empty. A rejection of it proves nothing. */
function equalBoundsReturnNothing(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    { requirement: REQUIREMENTS.createdTo.edge, name: "two equal bounds return nothing", operations: OPERATIONS },
    async (check) => {
      const population = await memoryFixtures(check);
      const instants = [
        ...instantsBetween(population),
        ...creationTimesOf(population).slice(0, 2),
        Math.floor((DISTANT_PAST + DISTANT_FUTURE) / 2),
      ];
      // The server may write an instant with a finer resolution than milliseconds.
      const written = writtenTimes(population)
        .slice(0, 1)
        .map((one) => one.written);
      const bounds = [...written, ...rotated(check, instants).map((instant) => new Date(instant).toISOString())];
      await check.forEach(bounds, async (bound, testCase) => {
        const parameters = { ...population.base, text: population.word, createdFrom: bound, createdTo: bound };
        const exchange = await testCase.call("search-memories", { parameters });
        testCase.asserted();
        if (requireResponse(exchange).status !== 200) return;
        const { hits } = pageOf(exchange);
        if (hits.length > 0) await requireEffectOfBothBounds(testCase, population);
        expectThat(hits.length === 0, {
          message: "two equal bounds must select no memory",
          expected: "no memory",
          actual: `${hits.length} memories`,
          pointer: "/data/hits",
          keyword: "edge",
        });
      });
    },
  );
}

/**
 * Throws `Inconclusive` if a bound has no effect with the other one, which the requirement on combined filters judges.
 */
async function requireEffectOfBothBounds(check: CaseContext, { base }: Population): Promise<void> {
  const distant = toParameters({ createdFrom: DISTANT_PAST, createdTo: DISTANT_PAST + DAY });
  const { hits } = await searchPage(check, { ...largestLimit(check.context), ...base, ...distant });
  if (hits.length > 0) throw new Inconclusive("a bound has no effect with the other one", "memories.search.combined");
}
