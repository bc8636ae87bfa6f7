import { Inconclusive } from "../../client/unanswered.ts";
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

/** An instant like any other, although it is written as 0 by many. */
const EPOCH = 0;
/** Bounds near what the run made that are looked at first. */
const NEAR = 3;
/** Instants that are looked at first. */
const FIRST = 3;

/** Bounds of creation mean the instant, the lower one included and the upper one not. */
export function boundChecks(memoryFixtures: MemoryFixtures): Check[] {
  return [
    ...BOUNDS.flatMap((bound) => [sides(bound, memoryFixtures), edge(bound, memoryFixtures)]),
    window(memoryFixtures),
    emptyWindow(memoryFixtures),
    turnedWindow(memoryFixtures),
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
      // What is written as 0 may be taken for no bound: an upper one lets everything in then.
      const none = bound === "createdTo" && near.length > 0 ? [EPOCH] : [];
      const instants = [...none, ...near, ...around];
      const days = midnights(population);
      // A midnight is written as many write it: without a fraction.
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

/** Members of which a bound far away decides although the server does not tell their creation. */
function dated({ members }: Population, instant: number): readonly KnownMemory[] {
  const far = [PAST, FUTURE, EPOCH].includes(instant);
  return members.map(({ known }) =>
    known.createdAt === null && far ? { ...known, createdAt: (PAST + FUTURE) / 2 } : known,
  );
}

/**
 * A server that cuts or rounds the times it shows finds some members on the other side of what it shows, and is not wrong.
 * But whatever is not before an instant is at or after it: of a lower and an upper bound at one instant, one lets a member in.
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
      // What an index does not hold yet, or one of several replicas holds later than the others, is let in by neither bound.
      const patiently = createEventually();
      const exact: WrittenTime[] = [];
      const wrong: WrittenTime[] = [];
      const look = async (instant: WrittenTime, one: CaseContext): Promise<Seen> => {
        const isFound = async (bounds: Filters) => (await idsAt(one, population, bounds)).includes(instant.id);
        const at = { [bound]: instant.written };
        one.asserted();
        // With all other filters, and without them where that goes wrong.
        if ((await isFound({ ...withBound(bound, instant.known), ...at })) === included) return "exact";
        if ((await isFound(at)) === included) return "exact alone";
        if ((await isFound({ [otherThan(bound)]: instant.written })) === included) return "rounded";
        // What no search finds any more was let in by neither bound.
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
            // Of two searches one may have met a replica that lags: only what stays so is wrong.
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
      // Asked last, so that the finding shows it.
      const found = await idsAt(check, population, { ...withBound(bound, first.known), [bound]: first.written });
      if (found.includes(first.id) !== included) failAtEdge(bound, `each of ${wrong.length}`);
    },
  );
}

/** Where a bound at a creation has put the memory; `hidden` from every search. */
type Seen = "exact" | "exact alone" | "rounded" | "hidden";

function otherThan(bound: Bound): Bound {
  return bound === "createdFrom" ? "createdTo" : "createdFrom";
}

/** A bound that is not heeded at all beside other filters, or a memory that these keep out, does not concern its edge. */
async function requireHeededBeside(
  check: CheckContext,
  population: Population,
  bound: Bound,
  { id, known }: WrittenTime,
): Promise<void> {
  // Far away on the side from which a lower bound lets it in, and an upper one does not.
  const far = { [bound]: new Date(PAST + DAY).toISOString() };
  const found = await idsAt(check, population, { ...withBound(bound, known), ...far });
  if (found.includes(id) !== (bound === "createdFrom"))
    throw new Inconclusive("the bound has no effect with other filters", "memories.search.combined");
}

/** Later than the other bound, where that lies as far away. */
const DAY = 86_400_000;

/** Filters that let a memory in and are sent with a bound: its other members, and the other bound, far away. */
function withBound(bound: Bound, { kind, scope, tags }: KnownMemory): Filters {
  return {
    kind,
    ...(scope === "undefined" ? {} : { scope }),
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

/** Members whose creation is a bound. How many share an instant is chance: the seed alone chooses. */
export function askedAtTheEdge(
  check: Pick<CheckContext, "seed">,
  population: Pick<Population, "members">,
): readonly WrittenTime[] {
  const times = writtenTimes(population);
  return rotated(check, sample(times)).slice(0, FIRST);
}

/** The members of which the server told when they were created. */
function writtenTimes({ members }: Pick<Population, "members">): readonly WrittenTime[] {
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

/** A window from an instant to the same instant is empty; a rejection of such a window proves nothing. */
function emptyWindow(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    { requirement: REQUIREMENTS.createdTo.edge, name: "two equal bounds return nothing", operations: OPERATIONS },
    async (check) => {
      const population = await memoryFixtures(check);
      const instants = [...between(population), ...timesOf(population).slice(0, 2), Math.floor((PAST + FUTURE) / 2)];
      // As the server writes it an instant may be finer than a clock of milliseconds.
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

/** A bound that is not heeded at all beside the other one is the finding of filters that stand together. */
async function requireBothHeeded(check: CaseContext, { base }: Population): Promise<void> {
  const far = toParameters({ createdFrom: PAST, createdTo: PAST + DAY });
  const { hits } = await searchPage(check, { ...fullPage(check.context), ...base, ...far });
  if (hits.length > 0) throw new Inconclusive("a bound has no effect with the other one", "memories.search.combined");
}

/** A window that ends before it starts is empty; a rejection of such a window proves nothing. */
function turnedWindow(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    { requirement: REQUIREMENTS.createdTo.sides, name: "reversed bounds return nothing", operations: OPERATIONS },
    async (check) => {
      const population = await memoryFixtures(check);
      const bounds = toParameters({ createdFrom: FUTURE, createdTo: PAST, text: population.word });
      const exchange = await check.call("search-memories", { parameters: { ...population.base, ...bounds } });
      check.asserted();
      if (requireResponse(exchange).status !== 200) return;
      const { hits } = pageOf(exchange);
      expectThat(hits.length === 0, {
        message: "after a bound and before an earlier one nothing can have been created",
        expected: "no memory",
        actual: `${hits.length} memories`,
        pointer: "/data/hits",
        keyword: "turned",
      });
    },
  );
}
