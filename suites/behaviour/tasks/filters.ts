import fc from "fast-check";
import { Inconclusive } from "../../client/unanswered.ts";
import { ifPossible } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check, World } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { parameterSchema, wordsOf } from "../../models/document-facts.ts";
import {
  FIELD_FILTERS,
  FILTERED_FIELDS,
  type FieldFilter,
  givenFilters,
  type Wanted,
} from "../../models/task-filters.ts";
import { StoodAside } from "../../outcome/skipped.ts";
import { expectAccepted, expectThat } from "../../verifiers/expect.ts";
import { FILTER_REQUIREMENTS } from "../../views/task-filters.ts";
import { defineCheck, unlessSmoke, whereThere } from "../define-check.ts";
import { BESIDE_TEXT, expectExactly, expectMatches, expectNoneWrong, named } from "./filtered.ts";
import { inListing, type ListInput, type Listing, list, statusesOf } from "./listing.ts";
import { type Inhabitant, natureOf, type Settlement } from "./population.ts";
import { expectUnhidden } from "./unhidden.ts";
import { type Asked, allBesideEach } from "./wholes.ts";

const FIXTURES: Readonly<Partial<Record<FieldFilter, readonly string[]>>> = {
  assigneeUser: ["user"],
  channel: ["memberChannel"],
};

/** Filters give the visible tasks that match, and no others: each with every value, and several together. */
export function filterChecks(world: World, settlement: Settlement): Check[] {
  const first = listedFirst();
  return [
    ...FIELD_FILTERS.flatMap((role) => [
      alone(role, settlement, first),
      ...unlessSmoke(world, [amongOurs(role, settlement)]),
    ]),
    ...whereThere(
      world,
      IDENTIFIED.map((role) => unknownId(role, settlement)),
    ),
    ...(["done", "cancelled"] as const).map((status) => ended(status, first)),
    ...whereThere(
      world,
      FIELD_FILTERS.map((role) => forAnotherAgent(role, settlement)),
    ),
    ...whereThere(world, unlessSmoke(world, FIELD_FILTERS.filter((role) => role !== "status").map(endedWithoutStatus))),
    wholes(settlement, "agents"),
    ...whereThere(world, [wholes(settlement, "users")]),
    ...unlessSmoke(world, [together(settlement), twoByTwo(settlement), togetherWithText(settlement)]),
  ];
}

/** The first listing by each filter, for all who look at what was there before the run. */
interface ListedFirst {
  of(wanted: Wanted): {
    /** Lists, and keeps what comes first. */
    keep(ask: () => Promise<Listing>): Promise<Listing>;
    /** What came first; null where nobody has asked. */
    known(): Promise<Listing | null>;
  };
}

function listedFirst(): ListedFirst {
  const all = new Map<string, Promise<Listing>>();
  return {
    of(wanted) {
      const key = JSON.stringify(wanted);
      return {
        keep(ask) {
          const asked = ask();
          if (!all.has(key)) all.set(key, asked);
          return asked;
        },
        known: () => all.get(key)?.catch(() => null) ?? Promise.resolve(null),
      };
    },
  };
}

/** The filter without any other: whatever comes matches, and of ours none is missing. */
function alone(role: FieldFilter, settlement: Settlement, first: ListedFirst): Check {
  return defineCheck(
    {
      requirement: FILTER_REQUIREMENTS[role],
      name: `the ${role} filter alone, with every value`,
      operations: ["list-tasks"],
      fixtures: FIXTURES[role] ?? [],
    },
    async (check) => {
      const ours = await settlement.visible(check);
      const judge = async (value: string, one: CaseContext) => {
        const wanted = { [role]: value };
        if (one.world.budget !== "smoke") await expectListable(one, wanted);
        try {
          const known = first.of(wanted);
          await one.eventually(async () => expectMatches(await known.keep(() => list(one, wanted)), wanted, ours));
        } catch (error) {
          // The filter has to be taken at all: the smallest run asks for that alone where the listing was refused.
          if (error instanceof Inconclusive) await expectListable(one, wanted);
          throw error;
        }
        one.witnessed();
      };
      // Each value has code or data of its own, and none tells of another.
      await check.forEach(valuesOf(check.world, role, ours), judge, { all: true });
    },
  );
}

async function expectListable(one: CaseContext, wanted: Wanted): Promise<void> {
  expectAccepted(await one.call("list-tasks", { parameters: wanted }), `a listing filtered by ${named(wanted)}`);
}

/** The filter beside a word that only ours have: exactly those that match. */
function amongOurs(role: FieldFilter, settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: FILTER_REQUIREMENTS[role],
      name: `the ${role} filter beside a text, with every value`,
      operations: ["list-tasks"],
      fixtures: FIXTURES[role] ?? [],
    },
    async (check) => {
      const { word } = await settlement.population(check);
      const ours = await settlement.visible(check);
      await check.forEach(valuesOf(check.world, role, ours), async (value, one) => {
        const wanted = { [role]: value };
        await one.eventually(async () => expectExactly(await list(one, { ...wanted, text: word }), wanted, ours, word));
        one.witnessed();
      });
    },
  );
}

/** Filters by what has an id. */
const IDENTIFIED = FIELD_FILTERS.filter((role) => role !== "status" && role !== "priority");

/** Whether an id that names nothing is refused is open; a filter that is taken is not passed over. */
function unknownId(role: FieldFilter, settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: FILTER_REQUIREMENTS[role],
      name: `the ${role} filter with an id that names nothing`,
      operations: ["list-tasks"],
      fixtures: FIXTURES[role] ?? [],
      telling: true,
    },
    async (check) => {
      const ours = await settlement.visible(check);
      const [known = await check.reference("agent")] = valuesOf(check.world, role, ours);
      const wanted = { [role]: absentId(known, check.world.mark) };
      const judge = async (input: ListInput, one: CaseContext) => {
        const listing = await ifPossible(() => list(one, input));
        one.witnessed();
        if (listing) expectNoneWrong(listing, wanted, ours, input.text === undefined ? "unwanted" : BESIDE_TEXT);
      };
      await check.forEach([wanted, { ...wanted, text: check.world.mark }], judge, { first: 1 });
    },
  );
}

/** Every word of an enum, whether ours have it or not; of ids those that ours have. */
function valuesOf(world: World, role: FieldFilter, ours: readonly Inhabitant[]): readonly string[] {
  const schema = parameterSchema(world.document, "list-tasks", role);
  if (schema?.enum !== undefined) return wordsOf(schema, `the ${role} filter`);
  const values = ours.map((task) => natureOf(task)[FILTERED_FIELDS[role]]);
  return [...new Set(values)].filter((value): value is string => typeof value === "string" && value !== "");
}

/** Statuses that no task of ours can have: with the tasks that the target file names. */
function ended(status: "done" | "cancelled", first: ListedFirst): Check {
  return defineCheck(
    {
      requirement: "tasks.list.status",
      name: `a task that is ${status} is listed with that status alone`,
      operations: ["list-tasks"],
      fixtures: [`tasks.${status}`],
      writes: false,
      telling: true,
    },
    async (check) => {
      const id = check.world.target.fixtures.tasks?.[status] ?? "";
      const small = check.world.budget === "smoke";
      // In the smallest run as the filter alone is looked at: what it names was there before the run.
      const listed = async (one: CaseContext, wanted: Wanted) =>
        (small ? await first.of(wanted).known() : null) ?? list(one, wanted);
      const listing = await listed(check, { status });
      check.witnessed();
      expectThat(listing.full || listing.ids.includes(id), {
        message: `a visible task that is ${status} must be listed with the filter for it`,
        expected: `the task ${id}`,
        actual: `${listing.ids.length} tasks without it`,
        keyword: "missing",
      });
      const others = statusesOf(check.world);
      await check.forEach(
        others.filter((other) => other !== status),
        async (other, one) => {
          const { ids } = await listed(one, { status: other });
          one.witnessed();
          expectThat(!ids.includes(id), {
            message: `a task that is ${status} must not be listed with the filter for ${other}`,
            expected: `no task ${id}`,
            actual: "it is listed",
            keyword: "unwanted",
          });
        },
      );
    },
  );
}

/** A task that has ended is listed without a status like any other, whatever else is asked for. */
function endedWithoutStatus(role: FieldFilter): Check {
  return defineCheck(
    {
      requirement: FILTER_REQUIREMENTS[role],
      name: `a task that is done is listed with the ${role} filter`,
      operations: ["list-tasks"],
      fixtures: ["tasks.done"],
      writes: false,
    },
    async (check) => {
      const id = check.world.target.fixtures.tasks?.done ?? "";
      const task = inListing(await list(check, { status: "done" }), id)?.task;
      const seen = task ? await expectUnhidden(check, { ...task, id }, [role], "a visible task that is done") : [];
      if (seen.length === 0) throw new StoodAside(`no task that is done tells anything of the ${role} filter`);
      check.witnessed();
    },
  );
}

/** A filter binds every caller: whatever another agent sees matches as well. */
function forAnotherAgent(role: FieldFilter, settlement: Settlement): Check {
  return defineCheck(
    {
      requirement: FILTER_REQUIREMENTS[role],
      name: `the ${role} filter holds for another agent as well`,
      operations: ["list-tasks"],
      fixtures: ["otherAgent.apiKey", ...(FIXTURES[role] ?? [])],
    },
    async (check) => {
      const { apiKey = "" } = check.world.target.fixtures.otherAgent ?? {};
      const ours = await settlement.visible(check);
      const wanted = valuesOf(check.world, role, ours).map((value) => ({ [role]: value }));
      let seen = false;
      await check.forEach(wanted, async (one, context) => {
        // A channel of the caller, or a user, may be refused to another agent.
        const listing = await ifPossible(() => list(context, one, { apiKey }));
        if (listing === null) return;
        if (listing.tasks.length > 0) context.witnessed();
        seen ||= listing.tasks.length > 0;
        expectNoneWrong(listing, one, ours);
      });
      if (!seen) throw new StoodAside("another agent sees no task by any of these values");
    },
  );
}

const COMBINED = {
  requirement: "tasks.list.combined",
  operations: ["list-tasks"],
} as const;

/** Combinations of a standard run; each is one request. */
const COMBINATIONS = 40;

function together(settlement: Settlement): Check {
  return defineCheck({ ...COMBINED, name: "several filters at once" }, async (check) => {
    const ours = await settlement.visible(check);
    const judge = async (wanted: Wanted, one: CaseContext) => {
      await one.eventually(async () => expectMatches(await list(one, wanted), wanted, ours));
      one.witnessed();
    };
    await check.property(combination(ours, 2), judge, { cases: COMBINATIONS });
  });
}

/** All of them in few listings: by the task of an agent, and then by that of a user. */
function wholes(settlement: Settlement, whose: "agents" | "users"): Check {
  const later = whose === "users" ? { fixtures: ["user"], telling: true } : {};
  return defineCheck(
    { ...COMBINED, ...later, name: `all filters of a task at once, and each with another's value: ${whose}` },
    async (check) => {
      const { word } = await settlement.population(check);
      const ours = await settlement.visible(check);
      const judge = async ({ wanted, text, listed }: Asked, one: CaseContext) => {
        await one.eventually(async () => {
          const listing = await list(one, { ...wanted, ...(text === undefined ? {} : { text }) });
          if (text === undefined) expectMatches(listing, wanted, ours);
          else expectExactly(listing, wanted, ours, text);
          expectThat(listed === undefined || listing.full || listing.ids.includes(listed.id), {
            message: `a listing filtered by ${named(wanted)} and a text must show a task that has all of it`,
            expected: `the task ${listed?.id}`,
            actual: `${listing.ids.length} tasks without it`,
            pointer: "/data",
            keyword: "missing",
          });
        });
        one.witnessed();
      };
      await check.forEach(allBesideEach(ours, word)[whose], judge, {
        all: true,
        describe: ({ wanted, text }) => ({ ...wanted, text: text ?? null }),
      });
    },
  );
}

/** Each filter beside each other one, with a value that keeps out some of what the other lets in. */
function twoByTwo(settlement: Settlement): Check {
  return defineCheck({ ...COMBINED, name: "each filter beside each other" }, async (check) => {
    const ours = await settlement.visible(check);
    await check.forEach(pairs(ours), async (wanted, one) => {
      await one.eventually(async () => expectMatches(await list(one, wanted), wanted, ours));
      one.witnessed();
    });
  });
}

function pairs(ours: readonly Inhabitant[]): readonly Wanted[] {
  const natures = ours.map(natureOf);
  const values = (role: FieldFilter, some: typeof natures) => [
    ...new Set(some.map((nature) => nature[FILTERED_FIELDS[role]])),
  ];
  const isValue = (value: unknown): value is string => typeof value === "string" && value !== "";
  return FIELD_FILTERS.flatMap((role) =>
    FIELD_FILTERS.filter((other) => other !== role).flatMap((other) => {
      const found = values(other, natures)
        .filter(isValue)
        .flatMap((value) => {
          const some = values(
            role,
            natures.filter((nature) => nature[FILTERED_FIELDS[other]] === value),
          );
          const own = some.find(isValue);
          return some.length > 1 && own !== undefined ? [{ [role]: own, [other]: value }] : [];
        });
      const [own, value] = [role, other].map((one) => values(one, natures).find(isValue));
      // What no task has together lets nothing through, and a filter that is ignored beside the other all that has the other.
      const unmet = own === undefined || value === undefined ? [] : [{ [role]: own, [other]: value }];
      return [...found, ...unmet].slice(0, 1);
    }),
  );
}

function togetherWithText(settlement: Settlement): Check {
  return defineCheck({ ...COMBINED, name: "several filters and a text at once" }, async (check) => {
    const { word } = await settlement.population(check);
    const ours = await settlement.visible(check);
    const judge = async ({ wanted, text }: { wanted: Wanted; text: string }, one: CaseContext) => {
      await one.eventually(async () => expectExactly(await list(one, { ...wanted, text }), wanted, ours, text));
      one.witnessed();
    };
    await check.property(fc.record({ wanted: combination(ours, 1), text: textOf(word, ours) }), judge, {
      cases: COMBINATIONS,
    });
  });
}

/** Some values of one task together, so that something matches; now and then one value is another's. */
export function combination(ours: readonly Inhabitant[], least: number): fc.Arbitrary<Wanted> {
  const perturbed = fc.option(fc.constantFrom(...FIELD_FILTERS), { freq: 3 });
  return fc
    .record({
      task: fc.constantFrom(...ours),
      other: fc.constantFrom(...ours),
      swap: perturbed,
      fill: fc.boolean(),
      roles: fc.subarray([...FIELD_FILTERS], { minLength: least }),
    })
    .map(({ task, other, swap, fill, roles }) => {
      const entries = roles.flatMap((role) => {
        const own = natureOf(role === swap ? other : task)[FILTERED_FIELDS[role]];
        // Filters that no one task satisfies together are filters all the same.
        const value = fill && (own === null || own === undefined) ? natureOf(other)[FILTERED_FIELDS[role]] : own;
        return typeof value === "string" && value !== "" ? [[role, value] as const] : [];
      });
      return Object.fromEntries(entries);
    })
    .filter((wanted) => givenFilters(wanted).length >= Math.min(least, 2));
}

function textOf(word: string, ours: readonly Inhabitant[]): fc.Arbitrary<string> {
  const own = ours.flatMap((task) => [task.word, ...(task.descriptionWord === null ? [] : [task.descriptionWord])]);
  return fc.oneof({ weight: 1, arbitrary: fc.constant(word) }, { weight: 1, arbitrary: fc.constantFrom(...own) });
}
