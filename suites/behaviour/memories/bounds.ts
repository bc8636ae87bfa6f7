import type { JsonObject } from "../../../spec/json.ts";
import { seededPartOf } from "../../engine/cases/fewer.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { type KnownMemory, type MemoryFilter, toParameters, verdictOn } from "../../models/memory-filters.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { answered } from "../../verifiers/read.ts";
import { allAtOnce } from "../at-once.ts";
import { defineCheck } from "../define-check.ts";
import { createPatience, expectExactly } from "./filtering.ts";
import { idsOf, pageOf, searchAll } from "./listing.ts";
import type { Population, Settlement } from "./population.ts";

const OPERATIONS = ["search-memories"] as const;
const BOUNDS = ["createdFrom", "createdTo"] as const;
type Bound = (typeof BOUNDS)[number];

/** Requirements of the two bounds: on either side, and at the very instant. */
export const REQUIREMENTS = {
  createdFrom: { sides: "memories.search.created-from", edge: "memories.search.created-from-inclusive" },
  createdTo: { sides: "memories.search.created-to", edge: "memories.search.created-to-exclusive" },
} as const;

/** Long before and long after everything that a run makes, by every clock. */
const PAST = Date.UTC(2001, 1, 3, 4, 5, 6);
const FUTURE = Date.UTC(2091, 1, 3, 4, 5, 6);
/** An instant like any other, although it is written as 0 by many. */
const EPOCH = 0;
const DAY = 86_400_000;
/** Instants of ours that are tried as bounds at the most. */
const SAMPLE = 8;
/** Bounds near what the run made that are looked at first. */
const NEAR = 3;
/** Instants that are looked at first. */
const FIRST = 3;

/** Bounds of creation mean the instant, the lower one included and the upper one not. */
export function boundChecks(settlement: Settlement): Check[] {
  return [
    ...BOUNDS.flatMap((bound) => [sides(bound, settlement), edge(bound, settlement)]),
    window(settlement),
    emptyWindow(settlement),
    turnedWindow(settlement),
    offsets(settlement),
  ];
}

function sides(bound: Bound, settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: REQUIREMENTS[bound].sides,
      name: "bounds long before, long after, at midnight and between",
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await settlement(check);
      const patiently = createPatience();
      // What lies near tells the most, and a bound far away what the server does not.
      const near = [...midnights(population), ...between(population)];
      const around = besides(population);
      // What is written as 0 may be taken for no bound: an upper one lets everything in then.
      const none = bound === "createdTo" && near.length > 0 ? [EPOCH] : [];
      const instants =
        check.world.budget === "smoke"
          ? [...none, ...near, ...around]
          : [PAST, FUTURE, EPOCH, ...around, ...seededPartOf(check, near, 2)];
      const judge = (instant: number, one: CaseContext) =>
        patiently(one, () =>
          expectExactly(one, population, { [bound]: instant, text: population.word }, dated(population, instant)),
        );
      const first = bound === "createdTo" ? NEAR + 1 : NEAR;
      await check.forEach(instants.length > 0 ? instants : [PAST, FUTURE], judge, { first });
    },
  );
}

/** Members of which a bound far away decides although the server does not tell their creation. */
function dated({ members }: Population, instant: number): readonly KnownMemory[] {
  const far = [PAST, FUTURE, EPOCH].includes(instant);
  return members.map(({ known }) =>
    known.createdAt === null && far ? { ...known, createdAt: (PAST + FUTURE) / 2 } : known,
  );
}

/** The midnights of UTC around everything that the run made: instants like any others, and no names of whole days. */
function midnights(population: Population): readonly number[] {
  const times = timesOf(population);
  const [first, last] = [times[0], times.at(-1)];
  return first === undefined || last === undefined ? [] : [first - (first % DAY), last - (last % DAY) + DAY];
}

/** Instants that lie between two creations with room to spare. */
function between(population: Population): readonly number[] {
  const times = timesOf(population);
  const room = roomOf(population);
  const middles = times.slice(1).flatMap((time, index) => {
    const before = times[index] ?? time;
    return time - before > room ? [Math.floor((before + time) / 2)] : [];
  });
  return sample(middles);
}

/**
 * Right before all that the population made, and right after: near enough to show a bound that is cut to the hour or the day
 * where the target tells whole seconds, and nothing lies between two creations.
 */
function besides(population: Population): readonly number[] {
  const times = timesOf(population);
  const [first, last] = [times[0], times.at(-1)];
  const room = roomOf(population);
  return first === undefined || last === undefined ? [] : [first - room, last + room];
}

/** Milliseconds beyond which two instants are apart, however the target cuts or rounds what it tells. */
function roomOf({ members }: Population): number {
  return 2 * Math.max(...members.map(({ known }) => known.precision)) + 2;
}

function timesOf({ members }: Population): readonly number[] {
  const times = members.flatMap(({ known }) => (known.createdAt === null ? [] : [known.createdAt]));
  return [...new Set(times)].sort((left, right) => left - right);
}

function sample<T>(items: readonly T[]): readonly T[] {
  const step = Math.max(1, Math.ceil(items.length / SAMPLE));
  return items.filter((_, index) => index % step === 0);
}

/**
 * A server that cuts or rounds the times it shows finds some members on the other side of what it shows, and is not wrong.
 * But whatever is not before an instant is at or after it: of a lower and an upper bound at one instant, one lets a member in.
 */
function edge(bound: Bound, settlement: Settlement): Check {
  const included = bound === "createdFrom";
  return defineCheck(
    { requirement: REQUIREMENTS[bound].edge, name: "creation times as the server writes them", operations: OPERATIONS },
    async (check) => {
      const population = await settlement(check);
      const instants = askedAtTheEdge(check, population);
      const right: WrittenTime[] = [];
      const wrong: WrittenTime[] = [];
      const small = check.world.budget === "smoke";
      const look = async (instant: WrittenTime, one: CaseContext) => {
        const isFound = async (bounds: Filters) => (await idsAt(one, population, bounds)).includes(instant.id);
        one.witnessed();
        // The smallest run asks beside all other filters, and without them where that goes wrong.
        for (const more of small ? [allAtOnce(besideBound(bound).map((of) => of(instant.known))), {}] : [{}]) {
          if ((await isFound({ ...more, [bound]: instant.written })) !== included) continue;
          if (Object.keys(more).length > 0 || !small) right.push(instant);
          else wrong.push(instant);
          return;
        }
        if ((await isFound({ [otherThan(bound)]: instant.written })) === included) return;
        // What no search finds any more was let in by neither bound.
        if (included && !(await isFound({}))) return;
        expectThat(false, {
          message: `a memory made at the very instant of the ${included ? "lower" : "upper"} bound must ${included ? "" : "not "}be found`,
          expected: `${instant.id} on one side of ${instant.written}, which is when it was made`,
          actual: included ? "neither bound lets it in" : "both bounds let it in",
          pointer: "/data/hits",
          keyword: "edge",
        });
      };
      await check.forEach(instants, look, { describe: ({ written }) => written });
      if (!small && right.length > 0) await expectEdgeBeside(check, population, bound, right);
      if (small && right.length === 0) expectNoneWrong(bound, wrong.length, "all other filters");
    },
  );
}

function otherThan(bound: Bound): Bound {
  return bound === "createdFrom" ? "createdTo" : "createdFrom";
}

/** What holds of a bound alone holds beside each other filter that lets the memory in. */
async function expectEdgeBeside(
  check: CheckContext,
  population: Population,
  bound: Bound,
  instants: readonly WrittenTime[],
): Promise<void> {
  for (const filterOf of besideBound(bound)) {
    const wrong: string[] = [];
    for (const { id, written, known } of instants) {
      const found = await idsAt(check, population, { ...filterOf(known), [bound]: written });
      if (found.includes(id) !== (bound === "createdFrom")) wrong.push(Object.keys(filterOf(known)).join());
    }
    if (wrong.length === instants.length) expectNoneWrong(bound, wrong.length, String(wrong[0]));
  }
}

/** What lets a memory in beside a bound: its other members, and the other bound, far away. */
function besideBound(bound: Bound): readonly ((known: KnownMemory) => Filters)[] {
  const far = new Date(bound === "createdFrom" ? FUTURE : PAST).toISOString();
  return [
    ({ kind }) => ({ kind }),
    ({ scope }) => (scope === "undefined" ? {} : { scope }),
    ({ tags }) => ({ tags: [...tags.slice(0, 1)] }),
    () => ({ [otherThan(bound)]: far }),
  ];
}

function expectNoneWrong(bound: Bound, wrong: number, beside: string): void {
  const included = bound === "createdFrom";
  expectThat(wrong === 0, {
    message: `a memory made at the very instant of the ${included ? "lower" : "upper"} bound must ${included ? "" : "not "}be found beside another filter too`,
    expected: included ? "memories made at the bound are found" : "memories made at the bound are left out",
    actual: `the opposite for each of ${wrong} beside ${beside}`,
    pointer: "/data/hits",
    keyword: "edge",
  });
}

interface WrittenTime {
  readonly id: string;
  readonly written: string;
  readonly known: KnownMemory;
}

/** Members whose creation is a bound. How many share an instant is chance: in the smallest run the seed alone chooses. */
export function askedAtTheEdge(
  check: Pick<CheckContext, "cases" | "seed" | "world">,
  population: Pick<Population, "members">,
): readonly WrittenTime[] {
  const times = writtenTimes(population);
  if (check.world.budget === "smoke") return seededPartOf(check, sample(times)).slice(0, FIRST);
  return seededPartOf(check, sample(oneForEachInstant(times)), FIRST);
}

/** The members of which the server told when they were made. */
function writtenTimes({ members }: Pick<Population, "members">): readonly WrittenTime[] {
  return members.flatMap(({ known, made: { memory } }) =>
    typeof memory.created_at === "string" ? [{ id: known.id, written: memory.created_at, known }] : [],
  );
}

function oneForEachInstant(times: readonly WrittenTime[]): readonly WrittenTime[] {
  return [...new Map(times.map((one) => [one.written, one])).values()];
}

/** Bounds, and other filters, as they are sent. */
type Filters = JsonObject;

/** What a search of ours finds with these bounds. */
export async function idsAt(check: CaseContext, { base, word }: Population, bounds: Filters) {
  return idsOf(await searchAll(check, { ...base, text: word, ...bounds }));
}

/** Both bounds at once. */
function window(settlement: Settlement): Check {
  return defineCheck(
    { requirement: REQUIREMENTS.createdTo.sides, name: "a window between two bounds", operations: OPERATIONS },
    async (check) => {
      const population = await settlement(check);
      const patiently = createPatience();
      const [before = PAST, after = FUTURE] = besides(population);
      const middles = [...new Set([PAST, before, ...between(population), after, FUTURE])];
      const windows = middles.flatMap((createdFrom, index) =>
        middles
          .slice(index + 1, index + 3)
          .map((createdTo): MemoryFilter => ({ createdFrom, createdTo, text: population.word })),
      );
      await check.forEach(
        seededPartOf(check, windows, 5),
        async (filter, one) => {
          await patiently(one, () => expectExactly(one, population, filter));
        },
        { describe: (filter) => toParameters(filter) },
      );
    },
  );
}

/** From an instant up to the same instant there is nothing; a refusal of such a window is no answer to that. */
function emptyWindow(settlement: Settlement): Check {
  return defineCheck(
    { requirement: REQUIREMENTS.createdTo.edge, name: "two equal bounds let nothing in", operations: OPERATIONS },
    async (check) => {
      const population = await settlement(check);
      const instants = [...between(population), ...timesOf(population).slice(0, 2), Math.floor((PAST + FUTURE) / 2)];
      // As the server writes it an instant may be finer than a clock of milliseconds.
      const written = writtenTimes(population)
        .slice(0, 1)
        .map((one) => one.written);
      const bounds = [
        ...written,
        ...seededPartOf(check, instants, 3).map((instant) => new Date(instant).toISOString()),
      ];
      await check.forEach(bounds, async (bound, one) => {
        const parameters = { ...population.base, text: population.word, createdFrom: bound, createdTo: bound };
        const exchange = await one.call("search-memories", { parameters });
        one.witnessed();
        if (answered(exchange).status !== 200) return;
        const { hits } = pageOf(exchange);
        expectThat(hits.length === 0, {
          message: "between a bound and the same bound nothing can have been made",
          expected: "no memory",
          actual: `${hits.length} memories`,
          pointer: "/data/hits",
          keyword: "edge",
        });
      });
    },
  );
}

/** After an instant and before an earlier one there is nothing; a refusal of such a window is no answer to that. */
function turnedWindow(settlement: Settlement): Check {
  return defineCheck(
    { requirement: REQUIREMENTS.createdTo.sides, name: "an upper bound before the lower one", operations: OPERATIONS },
    async (check) => {
      const population = await settlement(check);
      const bounds = toParameters({ createdFrom: FUTURE, createdTo: PAST, text: population.word });
      const exchange = await check.call("search-memories", { parameters: { ...population.base, ...bounds } });
      check.witnessed();
      if (answered(exchange).status !== 200) return;
      const { hits } = pageOf(exchange);
      expectThat(hits.length === 0, {
        message: "after a bound and before an earlier one nothing can have been made",
        expected: "no memory",
        actual: `${hits.length} memories`,
        pointer: "/data/hits",
        keyword: "turned",
      });
    },
  );
}

/**
 * Offsets whose digits, read without them, would move the bound to the other side of everything that the run made; the first
 * are far from UTC, and no whole hours.
 */
const OFFSETS = [765, -570, 345, 840, -720, 0];
const MINUTE = 60_000;

function offsets(settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: "memories.search.created-offset",
      name: "the same instant with other offsets",
      operations: OPERATIONS,
    },
    async (check) => {
      const population = await settlement(check);
      const patiently = createPatience();
      const middles = between(population);
      const near = middles.length > 0 ? middles.slice(0, 2) : aroundNow(population);
      // Each offset with one bound, and then with the other one.
      const cases = near.flatMap((instant) =>
        [0, 1].flatMap((turn) =>
          OFFSETS.map((offset, index) => ({ instant, offset, bound: BOUNDS[index % 2 === turn ? 0 : 1] })),
        ),
      );
      const some = check.world.budget === "smoke" ? cases : seededPartOf(check, cases, 5);
      const judge = async ({ instant, bound, offset }: (typeof cases)[number], one: CaseContext) => {
        const text = withOffset(instant, offset);
        await patiently(one, async () => {
          const found = new Set(await idsAt(one, population, { [bound]: text }));
          one.witnessed();
          for (const { known } of population.members) {
            const verdict = verdictOn(known, { [bound]: instant });
            expectThat(verdict === "unknown" || (verdict === "in") === found.has(known.id), {
              message: `a ${bound === "createdFrom" ? "lower" : "upper"} bound with the offset of ${offset} minutes must mean its instant`,
              expected: `${verdict === "in" ? "to find" : "not to find"} a memory made at ${known.createdAt === null ? "that time" : new Date(known.createdAt).toISOString()} with the bound ${text}`,
              actual: verdict === "in" ? "it is missing" : "it is found",
              pointer: "/data/hits",
              keyword: "offset",
            });
          }
        });
      };
      await check.forEach(some, judge, { first: 2 });
    },
  );
}

/** Where nothing lies between two members: an hour around all of them. */
function aroundNow(population: Population): readonly number[] {
  const times = timesOf(population);
  const [first, last] = [times[0], times.at(-1)];
  return first === undefined || last === undefined ? [] : [first - 60 * MINUTE, last + 60 * MINUTE];
}

/** The instant as a clock writes it that is so many minutes ahead of UTC. */
function withOffset(instant: number, minutes: number): string {
  const local = new Date(instant + minutes * MINUTE).toISOString().replace("Z", "");
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, "0");
  return `${local}${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
