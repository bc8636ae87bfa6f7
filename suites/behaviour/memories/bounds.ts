import { Inconclusive } from "../../client/inconclusive.ts";
import { rotated } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { type KnownMemory, type MemoryFilter, toParameters } from "../../models/memory-filters.ts";
import { Failure } from "../../outcome/failure.ts";
import { expectThat, fail } from "../../verifiers/expect.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { createEventually, expectExactly } from "./filtering.ts";
import {
  BOUNDS,
  type Bound,
  besides,
  between,
  closeAfter,
  type Filters,
  FUTURE,
  idsAt,
  midnights,
  OPERATIONS,
  PAST,
  REQUIREMENTS,
  sample,
  timesOf,
  unlessUnheededBesideText,
} from "./instants.ts";
import { fullPage, pageOf, searchPage } from "./listing.ts";
import type { MemoryFixtures, Population } from "./population.ts";
import { expectItsInstant, writtenBoundChecks } from "./written-bounds.ts";

/** A valid instant, although many programs write it as 0. */
const EPOCH = 0;
/** The number of bounds near the run's creations that are tried first. */
const NEAR = 3;
/** The number of instants that are tried first. */
const FIRST = 3;

/** Bounds of creation are instants; the lower one is inclusive and the upper one exclusive. */
export function boundChecks(memoryFixtures: MemoryFixtures): Check[] {
  return [
    ...BOUNDS.flatMap((bound) => [sides(bound, memoryFixtures), edge(bound, memoryFixtures)]),
    window(memoryFixtures),
    emptyWindow(memoryFixtures),
    ...writtenBoundChecks(memoryFixtures),
  ];
}

function sides(bound: Bound, memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: REQUIREMENTS[bound].sides,
      name: "bounds long before, long after, at midnight and in between separate earlier from later memories",
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const patiently = createEventually();
      const near = [...midnights(population), ...closeAfter(population)];
      const around = besides(population);
      // An instant of 0 may be treated as no bound; as an upper bound it then includes everything.
      const none = bound === "createdTo" && near.length > 0 ? [EPOCH] : [];
      const instants = [...none, ...near, ...around];
      const days = midnights(population);
      // A midnight is written without a fraction, as is common.
      const look = (instant: number, one: CaseContext) =>
        days.includes(instant)
          ? expectItsInstant(one, population, { bound, instant, text: inSeconds(instant) }, "midnight")
          : expectExactly(
              one,
              population,
              { [bound]: instant, text: population.word },
              { members: dated(population, instant) },
            );
      const judge = (instant: number, one: CaseContext) =>
        unlessUnheededBesideText(one, population, bound, () => patiently(one, () => look(instant, one)));
      const first = bound === "createdTo" ? NEAR + 1 : NEAR;
      await check.forEach(instants.length > 0 ? instants : [PAST, FUTURE], judge, { first });
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
function dated({ members }: Population, instant: number): readonly KnownMemory[] {
  const far = [PAST, FUTURE, EPOCH].includes(instant);
  return members.map(({ known }) =>
    known.createdAt === null && far ? { ...known, createdAt: (PAST + FUTURE) / 2 } : known,
  );
}

/**
 * A server that truncates or rounds the times it shows may correctly find some members on the other side of the shown
 * time. But what is not before an instant is at or after it: of a lower and an upper bound at one instant, exactly one
 * includes a member.
 */
function edge(bound: Bound, memoryFixtures: MemoryFixtures): Check {
  const included = bound === "createdFrom";
  return defineCheck(
    {
      requirement: REQUIREMENTS[bound].edge,
      name: "a bound equal to a creation time, as the server writes it, is exact",
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await memoryFixtures(check);
      const instants = askedAtTheEdge(check, population);
      // Neither bound includes a memory that is not in the index yet, or not in all replicas.
      const patiently = createEventually();
      const exact: WrittenTime[] = [];
      const wrong: WrittenTime[] = [];
      const look = async (instant: WrittenTime, one: CaseContext): Promise<Seen> => {
        const isFound = async (bounds: Filters) => (await idsAt(one, population, bounds)).includes(instant.id);
        const at = { [bound]: instant.written };
        one.asserted();
        // With all other filters first, and without them if that gives the wrong result.
        if ((await isFound({ ...withBound(bound, instant.known), ...at })) === included) return "exact";
        if ((await isFound(at)) === included) return "exact alone";
        if ((await isFound({ [otherThan(bound)]: instant.written })) === included) return "rounded";
        // Neither bound includes a memory that no search finds any more.
        if (included && !(await isFound({}))) return "hidden";
        return fail({
          message: `a memory created exactly at the ${included ? "lower" : "upper"} bound must ${included ? "" : "not "}be found`,
          expected: `${instant.id} on one side of ${instant.written}, which is when it was created`,
          actual: included ? "neither bound lets it in" : "both bounds let it in",
          verifier: "expectThat",
          pointer: "/data/hits",
          keyword: "edge",
        });
      };
      const judge = async (instant: WrittenTime, one: CaseContext) => {
        let seen: Seen | null = null;
        try {
          await patiently(one, async () => {
            seen = null;
            seen = await look(instant, one);
            // One of two searches may have used a replica that lags, so only a persistent result counts.
            if (seen === "exact alone" || seen === "hidden") failAtEdge(bound, "this memory");
          });
        } catch (error) {
          if (seen === null || !(error instanceof Failure)) throw error;
        }
        if (seen === "exact") exact.push(instant);
        if (seen === "exact alone") wrong.push(instant);
      };
      await check.forEach(
        instants,
        (instant, one) => unlessUnheededBesideText(one, population, bound, () => judge(instant, one)),
        { describe: ({ written }) => written },
      );
      const [first] = wrong;
      if (first === undefined || exact.length > 0) return;
      await requireHeededBeside(check, population, bound, first);
      // Sent last, so that it is part of the evidence.
      const found = await idsAt(check, population, { ...withBound(bound, first.known), [bound]: first.written });
      if (found.includes(first.id) !== included) failAtEdge(bound, `each of ${wrong.length}`);
    },
  );
}

/** The effect of a bound equal to a creation time; `hidden` if no search finds the memory. */
type Seen = "exact" | "exact alone" | "rounded" | "hidden";

function otherThan(bound: Bound): Bound {
  return bound === "createdFrom" ? "createdTo" : "createdFrom";
}

/**
 * Throws `Inconclusive` if a bound has no effect with other filters, or these exclude the memory: then its edge cannot
 * be judged.
 */
async function requireHeededBeside(
  check: CheckContext,
  population: Population,
  bound: Bound,
  { id, known }: WrittenTime,
): Promise<void> {
  // A distant instant at which a lower bound includes the memory and an upper bound excludes it.
  const far = { [bound]: new Date(PAST + DAY).toISOString() };
  const found = await idsAt(check, population, { ...withBound(bound, known), ...far });
  if (found.includes(id) !== (bound === "createdFrom"))
    throw new Inconclusive("the bound has no effect with other filters", "memories.search.combined");
}

/** The offset in milliseconds from the other bound, which is as distant. */
const DAY = 86_400_000;

/**
 * Returns other filters that match a memory, for use with a bound: its other fields, and the other bound at a distant
 * instant.
 */
function withBound(bound: Bound, { kind, scope, tags }: KnownMemory): Filters {
  return {
    kind,
    ...(scope === null ? {} : { scope }),
    tags: [...tags.slice(0, 1)],
    [otherThan(bound)]: new Date(bound === "createdFrom" ? FUTURE : PAST).toISOString(),
  };
}

function failAtEdge(bound: Bound, which: string): never {
  const included = bound === "createdFrom";
  return fail({
    message: `a memory created exactly at the ${included ? "lower" : "upper"} bound must ${included ? "" : "not "}be found with other filters as well`,
    expected: included ? "memories made at the bound are found" : "memories made at the bound are left out",
    actual: `the opposite for ${which} beside all other filters`,
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
export function askedAtTheEdge(
  check: Pick<CheckContext, "seed">,
  population: Pick<Population, "members">,
): readonly WrittenTime[] {
  const times = writtenTimes(population);
  return rotated(check, sample(times)).slice(0, FIRST);
}

/** Returns the members whose responses showed when they were created. */
export function writtenTimes({ members }: Pick<Population, "members">): readonly WrittenTime[] {
  return members.flatMap(({ known, made: { memory } }) =>
    typeof memory.created_at === "string" ? [{ id: known.id, written: memory.created_at, known }] : [],
  );
}

/** Both bounds at once. */
function window(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    { requirement: REQUIREMENTS.createdTo.sides, name: "two bounds together are exact", operations: OPERATIONS },
    async (check) => {
      const population = await memoryFixtures(check);
      const patiently = createEventually();
      const [before = PAST, after = FUTURE] = besides(population);
      const middles = [...new Set([PAST, before, ...between(population), after, FUTURE])];
      const windows = middles.flatMap((createdFrom, index) =>
        middles
          .slice(index + 1, index + 3)
          .map((createdTo): MemoryFilter => ({ createdFrom, createdTo, text: population.word })),
      );
      await check.forEach(
        rotated(check, windows),
        async (filter, one) => {
          await patiently(one, () => expectExactly(one, population, filter));
        },
        { describe: (filter) => toParameters(filter) },
      );
    },
  );
}

/** A window whose bounds are equal is empty. A rejection of it proves nothing. */
function emptyWindow(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    { requirement: REQUIREMENTS.createdTo.edge, name: "two equal bounds return nothing", operations: OPERATIONS },
    async (check) => {
      const population = await memoryFixtures(check);
      const instants = [...between(population), ...timesOf(population).slice(0, 2), Math.floor((PAST + FUTURE) / 2)];
      // The server may write an instant with a finer resolution than milliseconds.
      const written = writtenTimes(population)
        .slice(0, 1)
        .map((one) => one.written);
      const bounds = [...written, ...rotated(check, instants).map((instant) => new Date(instant).toISOString())];
      await check.forEach(bounds, async (bound, one) => {
        const parameters = { ...population.base, text: population.word, createdFrom: bound, createdTo: bound };
        const exchange = await one.call("search-memories", { parameters });
        one.asserted();
        if (requireResponse(exchange).status !== 200) return;
        const { hits } = pageOf(exchange);
        if (hits.length > 0) await requireBothHeeded(one, population);
        expectThat(hits.length === 0, {
          message: "between a bound and the same bound nothing can have been created",
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
async function requireBothHeeded(check: CaseContext, { base }: Population): Promise<void> {
  const far = toParameters({ createdFrom: PAST, createdTo: PAST + DAY });
  const { hits } = await searchPage(check, { ...fullPage(check.context), ...base, ...far });
  if (hits.length > 0) throw new Inconclusive("a bound has no effect with the other one", "memories.search.combined");
}
