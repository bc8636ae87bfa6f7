import { cachedAtFirst, cachedPerRun } from "../../engine/cases/cached-results.ts";
import { retryWhileQuiet } from "../../engine/cases/quiescence.ts";
import { firstPartOf } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check, RunContext } from "../../engine/check/check.ts";
import { type MemoryFilter, matchesFilter, toParameters } from "../../models/memory-filters.ts";
import { statusesOf, usualStatus } from "../../models/memory-statuses.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectThat } from "../../verifiers/expect.ts";
import { isExpiringNow } from "../../verifiers/is-expiring-now.ts";
import { defineCheck } from "../define-check.ts";
import { createRetryUntilFailure } from "./filtering.ts";
import {
  expectFound,
  expectNotFound,
  type Hit,
  pageOf,
  type SearchInput,
  searchAll,
  skipEmptyPages,
} from "./listing.ts";
import type { MemoryFixtures } from "./population.ts";
import { SINCE } from "./wide-filters.ts";

const OPERATIONS = ["search-memories"] as const;

/** Statuses of memories that a target file can name, since no operation of the contract sets them. */
const FIXTURE_STATUSES = ["superseded", "invalidated", "expired", "contested", "proposed"] as const;
type FixtureStatus = (typeof FIXTURE_STATUSES)[number];

/** Each status filter finds the memories with that status; without one only current ones are found. */
export function statusChecks(memoryFixtures: MemoryFixtures): Check[] {
  return [
    hitsShowRequestedStatus(),
    notFoundUnderOtherStatus(memoryFixtures),
    ...FIXTURE_STATUSES.map(fixtureFoundUnderItsStatus),
    ownMemoriesNotFoundByDefault(memoryFixtures),
    ...FIXTURE_STATUSES.map(fixtureNotFoundByDefault),
  ];
}

/** Every hit has the requested status. */
function hitsShowRequestedStatus(): Check {
  return defineCheck(
    {
      requirement: "memories.search.status",
      name: "the hits of each status filter show that status",
      operations: OPERATIONS,
      writes: false,
    },
    async (check) => {
      const judge = async (status: string, testCase: CaseContext) => {
        const response = await testCase.call("search-memories", { parameters: { status } });
        expectAccepted(response, `a search by the status ${status}`);
        const { hits } = await skipEmptyPages(testCase, { status }, pageOf(response));
        expectStatus(testCase, hits, status, `a search by the status ${status} must find no memory of another`);
      };
      await check.forEach(statusesOf(check.context), judge, { all: true });
    },
  );
}

/** Fails if a hit shows another status, unless it may have expired between selection and response. */
export function expectStatus(
  check: Pick<CaseContext, "context" | "asserted">,
  hits: readonly Hit[],
  status: string,
  message: string,
): void {
  for (const hit of hits) {
    const { memory, pointer } = hit;
    if (typeof memory.status !== "string" || isExpiringNow(check, hit, memory)) continue;
    check.asserted();
    expectThat(memory.status === status, {
      message,
      expected: status,
      actual: memory.status,
      pointer: `${pointer}/status`,
      keyword: "unwanted",
    });
  }
}

/** Memories of the run are not found under another status. */
function notFoundUnderOtherStatus(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.status",
      name: "a memory is not found under another status than its own",
      operations: OPERATIONS,
      runsEarly: true,
    },
    async (check) => {
      const { members, tag, base } = await memoryFixtures(check);
      const filter: MemoryFilter = { tags: [tag] };
      const ownStatus = typeof base.status === "string" ? base.status : usualStatus(check.context);
      const retryEventually = createRetryUntilFailure();
      const others = statusesOf(check.context).filter((status) =>
        members.every(({ created }) => (created.listed ?? ownStatus) !== status),
      );
      // One status is enough: combined filters are checked elsewhere.
      await check.forEach(others.slice(0, 1), (status, testCase) =>
        retryEventually(testCase, async () => {
          const hits = await searchAll(testCase, { ...base, ...toParameters(filter), status });
          for (const { known, created } of members.filter((member) => matchesFilter(member.known, filter) === "in")) {
            testCase.asserted();
            const message = `a memory that is ${created.listed ?? ownStatus} must not be found under ${status}`;
            expectNotFound(hits, known.id, message);
          }
        }),
      );
    },
  );
}

function searchByStatus(check: CaseContext, status: string): Promise<readonly Hit[]> {
  return searchAll(check, { status });
}

/** All memories of a status, at any time of the run; requested once. */
const searchByStatusOnce = cachedPerRun((status: string) => status, searchByStatus);

function fixtureFoundUnderItsStatus(status: FixtureStatus): Check {
  return defineCheck(
    {
      requirement: "memories.search.status",
      name: `a memory that is ${status} is found under that status only`,
      operations: OPERATIONS,
      fixtures: [`memories.${status}`],
      writes: false,
    },
    async (check) => {
      const id = fixtureId(check.context, status);
      let hits: readonly Hit[] = [];
      const searchCachedAtFirst = cachedAtFirst(searchByStatusOnce, searchByStatus);
      // Hundreds of memories may have this status, and recalls may change their order during the walk.
      const attempt = async () => {
        hits = await searchCachedAtFirst(check, status);
        expectFound(hits, id, `a memory that is ${status} must be found under that status`);
      };
      await check.eventually(() => retryWhileQuiet(check.context, attempt));
      check.asserted();
      expectStatus(check, hits, status, `a search by the status ${status} must find no memory of another`);
      const text = textOf(hits, id);
      if (text === null) return;
      const others = statusesOf(check.context).filter((other) => other !== status);
      await check.forEach(
        others,
        async (other, testCase) => {
          const found = await searchAll(testCase, { status: other, text });
          testCase.asserted();
          expectNotFound(found, id, `a memory that is ${status} must not be found under ${other}`);
        },
        { first: 1 },
      );
    },
  );
}

/** If new memories do not have the default status, a search without a status filter does not find those of the run. */
function ownMemoriesNotFoundByDefault(memoryFixtures: MemoryFixtures): Check {
  return defineCheck(
    {
      requirement: "memories.search.default-status",
      name: "memories of the run with another status than the default are not found without a status filter",
      operations: ["search-memories", "remember"],
    },
    async (check) => {
      const { members, word } = await memoryFixtures(check);
      const [status] = members.flatMap(({ created }) => created.listed ?? []);
      if (status === undefined || status === usualStatus(check.context)) {
        throw new NotApplicable("new memories have the default status, or show none");
      }
      const hits = await searchAll(check, { text: word });
      // A memory may change its status at any time, so only those with this status afterwards count.
      const stillInStatus = await searchAll(check, { text: word, status });
      for (const { known } of members.filter(({ known: { id } }) => stillInStatus.some((hit) => hit.id === id))) {
        check.asserted();
        expectNotFound(hits, known.id, `a memory that is ${status} must not be found without a status filter`);
      }
    },
  );
}

/** A text finds a memory with its status, and not without one. */
function fixtureNotFoundByDefault(status: FixtureStatus): Check {
  return defineCheck(
    {
      requirement: "memories.search.default-status",
      name: `a memory that is ${status} is not found without a status filter`,
      operations: OPERATIONS,
      fixtures: [`memories.${status}`],
      writes: false,
    },
    async (check) => {
      const id = fixtureId(check.context, status);
      const text = textOf(await searchByStatusOnce(check, status), id);
      if (text === null) return;
      const control = await searchAll(check, { status, text });
      if (!control.some((hit) => hit.id === id)) return;
      const { kind } = control.find((hit) => hit.id === id)?.memory ?? {};
      const { scope, secondScope } = check.context.target.fixtures;
      const otherFilters: SearchInput[] = [
        {},
        ...(typeof kind === "string" ? [{ kind }] : []),
        ...[scope, secondScope].flatMap((one) => (one === undefined ? [] : [{ scope: one }])),
        SINCE,
      ];
      await check.forEach(firstPartOf(check, otherFilters, 1), async (input, testCase) => {
        const hits = await searchAll(testCase, { ...input, text });
        testCase.asserted();
        expectNotFound(hits, id, `a memory that is ${status} must not be found without a status filter`);
      });
    },
  );
}

function fixtureId({ target }: RunContext, status: FixtureStatus): string {
  return target.fixtures.memories?.[status] ?? "";
}

/** Returns a part of the content of a hit that a search can use unchanged; null if the content is not shown. */
function textOf(hits: readonly Hit[], id: string): string | null {
  const content = hits.find((hit) => hit.id === id)?.memory.content;
  const part = typeof content === "string" ? /[\p{L}\p{N}]+(?: [\p{L}\p{N}]+){0,5}/u.exec(content)?.[0] : undefined;
  return part ?? null;
}
