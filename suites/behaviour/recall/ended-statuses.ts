import type { JsonObject } from "../../../spec/json.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { HIDDEN } from "../../models/memory-statuses.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectEqual } from "../../verifiers/expect.ts";
import { asAdditional, defineCheck, withExistingFixtures } from "../define-check.ts";
import type { ExpiringMemorySource } from "../memories/expiry.ts";
import { expectFound, expectNotFound } from "../memories/listing.ts";
import { findEventually } from "../preconditions.ts";
import {
  type EndedMemory,
  type EndedMemorySource,
  type EndedStatus,
  expiredInRunSource,
  expiredMemorySource,
  fixtureInStatus,
  fixturesOf,
  oncePerStatus,
} from "./ended-memories.ts";
import { type Derived, deriveFromAllEnded, deriveFromEnded, hasFixture } from "./ended-neighbours.ts";
import { NOTHING_RANKED, rankedHitsOf } from "./metadata-filter.ts";
import { expectEachHit, type Recollection, recall, recallCachedAtFirst, recallOwn } from "./requests.ts";
import {
  ANY_CONFIDENCE,
  anyConfidenceFor,
  excludingBodies,
  expandsRelated,
  type RecallBody,
  statusFilters,
} from "./status-filters.ts";

/** Superseded, invalidated and expired memories are recalled if requested, and not otherwise. */
export function statusFilterChecks(context: RunContext, expiringMemory: ExpiringMemorySource): Check[] {
  const find = oncePerStatus((check, status) =>
    (status === "expired" ? expiredMemorySource(expiringMemory) : fixtureInStatus)(check, status),
  );
  const derivedFromAll = once((check: CheckContext) => deriveFromAllEnded(check, find));
  const derive = oncePerStatus(async (check, status) => {
    const { id } = await find(check, status);
    const shared = hasFixture(context, status) ? await derivedFromAll(check) : null;
    return shared ?? deriveFromEnded(check, id, status);
  });
  return [
    ...(["superseded", "invalidated"] as const).flatMap((status) => [
      shownWhenIncluded(status, find),
      notShownWhenExcluded(status, find),
      statusShown(status, find),
    ]),
    excludedNeighbourNotShown("superseded", find, derive),
    excludedNeighbourNotShown("invalidated", find, derive),
    shownWhenIncluded("expired", find),
    notShownWhenExcluded("expired", find),
    // A memory of the target file may have been stored with that status; one that expired during the run is another
    // case.
    ...(context.target.fixtures.memories?.expired === undefined
      ? []
      : asAdditional([
          notShownWhenExcluded(
            "expired",
            once(expiredInRunSource(expiringMemory)),
            ", for a memory that expired during the run",
          ),
        ])),
    excludedNeighbourNotShown("expired", find, derive),
    ...withExistingFixtures(
      context,
      (Object.keys(HIDDEN) as EndedStatus[]).map((status) => includedNeighbourShown(status, find, derive)),
    ),
    ...withExistingFixtures(context, [shownInOwnScopeOnly("superseded", find)]),
    ...asAdditional(
      withExistingFixtures(context, [
        ...(Object.keys(HIDDEN) as EndedStatus[]).map((status) => notShownWithRelated(status, find)),
        ...endedNotShownAroundSeed(),
        ...shownInOneScopeAtMost(find),
      ]),
    ),
  ];
}

type Derive = (check: CheckContext, status: EndedStatus) => Promise<Derived>;

function shownWhenIncluded(status: EndedStatus, find: EndedMemorySource): Check {
  return defineCheck(
    {
      requirement: `recall.filters.${status}`,
      name: `a memory that is ${status} is recalled when its status is included, alone and with others`,
      operations: ["recall"],
      fixtures: fixturesOf(status),
      writes: false,
    },
    async (check) => {
      const ended = await find(check, status);
      const { id, query } = ended;
      const message = `a memory that is ${status} must be recalled by its content when its status is included`;
      await check.forEach([false, true], async (withOthers, testCase) => {
        // The confidence filter is sent with the other filters only, since it may be omitted.
        const confidenceFilter = withOthers ? anyConfidenceFor(ended) : {};
        const body = { query, filters: { ...statusFilters(status, true, withOthers), ...confidenceFilter } };
        const membersIfAccepted = withOthers ? otherMembersOf(ended) : {};
        // A service may have low confidence in memories that are no longer current.
        const { hits } = await testCase.eventually(() =>
          withMembersIfAccepted(membersIfAccepted, (otherMembers) =>
            recallOwn(testCase, { ...body, ...otherMembers }, id, message),
          ),
        );
        testCase.asserted();
        const { confidence } = hits.find((hit) => hit.id === id)?.memory ?? {};
        // A minimum applies to memories of every status. The rule on minimum confidences judges the response.
        if (withOthers && typeof confidence === "number" && confidence < 1)
          await tryOrNull(() =>
            recall(testCase, { query, filters: { ...body.filters, min_confidence: higherConfidence(confidence) } }),
          );
      });
    },
  );
}

/** Returns a confidence that is clearly higher. */
function higherConfidence(confidence: number): number {
  return Math.min(1, confidence + MARGIN);
}

const MARGIN = 0.05;

/** A search found it with its status, so a recall must show the same. */
function statusShown(status: "superseded" | "invalidated", find: EndedMemorySource): Check {
  return defineCheck(
    {
      requirement: "consistency.memory-views",
      name: `a memory that is ${status} has that status in a recall`,
      operations: ["recall"],
      fixtures: fixturesOf(status),
      writes: false,
    },
    async (check) => {
      const { id, query } = await find(check, status);
      const { exchange, hits } = await recall(check, { query, filters: statusFilters(status, true, true) });
      const place = hits.findIndex((hit) => hit.id === id);
      const shownStatus = hits[place]?.memory.status;
      if (typeof shownStatus !== "string")
        throw new NotApplicable(`a memory that is ${status} is not recalled, or shows no status`);
      check.asserted();
      expectEqual(exchange, `/data/hits/${place}/status`, status, "a recall must show the status that a search shows");
    },
  );
}

function notShownWhenExcluded(status: EndedStatus, find: EndedMemorySource, nameEnding = ""): Check {
  return defineCheck(
    {
      requirement: `recall.filters.${status}-off`,
      name: `a memory that is ${status} is not recalled when its status is excluded, with others included and without${nameEnding}`,
      operations: ["recall"],
      fixtures: fixturesOf(status),
      writes: false,
    },
    async (check) => {
      const ended = await find(check, status);
      const { id, query } = ended;
      const bodies: RecallBody[] = excludingBodies(status, otherMembersOf(ended));
      await check.forEach(bodies, async (body, testCase) => {
        // A memory that just expired may have the new status in one index and not yet in another.
        await testCase.eventually(async () => {
          const { filters, ...more } = body;
          const response = await withMembersIfAccepted(more, (otherMembers) =>
            recall(testCase, { query, filters, ...otherMembers }),
          );
          const recollection = expandsRelated(more) ? rankedHitsOf(response) : response;
          expectNotFound(
            recollection.hits,
            id,
            `a memory that is ${status} must not be recalled when its status is excluded`,
          );
          expectEachHit(recollection, ({ memory }) => memory.status !== status, {
            message: `no hit may be ${status} when these are excluded`,
            expected: `no memory that is ${status}`,
            keyword: "status",
          });
        });
        testCase.asserted();
      });
    },
  );
}

/** Ranked hits are filtered even if related nodes are shown too. */
function notShownWithRelated(status: EndedStatus, find: EndedMemorySource): Check {
  return defineCheck(
    {
      requirement: `recall.filters.${status}-off`,
      name: `a memory that is ${status} is not recalled when its status is excluded and related nodes are expanded`,
      operations: ["recall"],
      fixtures: fixturesOf(status),
      writes: false,
    },
    async (check) => {
      const { id, query } = await orNotApplicable(() => find(check, status));
      const body = { query, filters: statusFilters(status, false, false), expand: ["provenance", "related"] };
      const ranked = await orNotApplicable(async () => rankedHitsOf(await recall(check, body)));
      if (ranked.hits.length === 0) throw new NotApplicable(NOTHING_RANKED);
      check.asserted();
      await check.eventually(async () => {
        const { hits } = rankedHitsOf(await recall(check, body));
        expectNotFound(hits, id, `a memory that is ${status} must not be recalled when its status is excluded`);
      });
    },
  );
}

/** Returns other members at once, each of which includes the memory. */
function otherMembersOf({ metadata, scope }: EndedMemory): JsonObject {
  const entry = plainEntry(metadata);
  return {
    ...(entry === undefined ? {} : { metadata_filter: { [entry[0]]: entry[1] } }),
    ...(scope === null ? {} : { scope_id: scope }),
    expand: ["provenance"],
  };
}

function plainEntry(metadata: JsonObject) {
  return Object.entries(metadata).find(([, value]) => typeof value === "string" && value !== "");
}

/** Sends a request with additional members, and without them if they are rejected. */
async function withMembersIfAccepted<T>(members: JsonObject, send: (members: JsonObject) => Promise<T>): Promise<T> {
  const isPlain = Object.keys(members).length === 0;
  const found = isPlain ? null : await tryOrNull(() => send(members));
  return found ?? send({});
}

/** A walk is filtered like a query: it must not show a neighbour in an excluded status. */
function excludedNeighbourNotShown(status: EndedStatus, find: EndedMemorySource, derive: Derive): Check {
  return defineCheck(
    {
      requirement: `recall.filters.${status}-off`,
      name: `a walk from a neighbour does not show a memory that is ${status}`,
      operations: ["recall", "remember"],
      fixtures: fixturesOf(status),
    },
    async (check) => {
      const { id } = await find(check, status);
      const { id: seed_id } = await derive(check, status);
      const filters = { ...statusFilters(status, false, true), ...ANY_CONFIDENCE };
      const { hits } = await recall(check, { seed_id, depth: 2, filters });
      check.asserted();
      expectNotFound(hits, id, `a walk must not show a memory that is ${status} when its status is excluded`);
    },
  );
}

/** A walk must show a neighbour in an included status if it shows another neighbour with the same relation. */
function includedNeighbourShown(status: EndedStatus, find: EndedMemorySource, derive: Derive): Check {
  return defineCheck(
    {
      requirement: `recall.filters.${status}`,
      name: `a walk from a neighbour shows a memory that is ${status} when its status is included`,
      operations: ["recall", "remember"],
      fixtures: fixturesOf(status),
      runsEarly: true,
    },
    async (check) => {
      const ended = await orNotApplicable(() => find(check, status));
      const { id, scope: knownScope } = ended;
      const { id: seed_id, currentSource, scope } = await orNotApplicable(() => derive(check, status));
      if (currentSource === null) throw new NotApplicable("no claim with two memories as its sources is accepted");
      // The contract leaves open whether a walk leaves a scope.
      if (knownScope === null || knownScope !== scope)
        throw new NotApplicable("the memory is not known to be in the scope of the walk");
      const body = { seed_id, depth: 1, filters: { ...statusFilters(status, true, true), ...anyConfidenceFor(ended) } };
      const recallAgain = recallCachedAtFirst();
      const walk = () => recallAgain(check, body);
      const firstWalk = await findEventually(check, async () => {
        const walked = await walk();
        return walked.ids.includes(currentSource) ? walked : null;
      });
      if (firstWalk === null) throw new NotApplicable("a walk shows no source of a memory");
      let known: Recollection | null = firstWalk;
      await check.eventually(async () => {
        const { hits } = known ?? (await walk());
        known = null;
        check.asserted();
        expectFound(hits, id, `a walk must show a memory that is ${status} when its status is included`);
      });
    },
  );
}

/** Neighbours of the memory of the target file may be connected by any edge, such as the one to a superseded memory. */
function endedNotShownAroundSeed(): Check[] {
  const walk = (check: CheckContext, filters: JsonObject) =>
    recall(check, { seed_id: check.context.target.fixtures.seedMemory ?? "", depth: 2, filters });
  const everything = Object.fromEntries(Object.values(HIDDEN).map((filter) => [filter, true]));
  const walkWithAll = once((check: CheckContext) => walk(check, { ...everything, ...ANY_CONFIDENCE }));
  return (Object.keys(HIDDEN) as EndedStatus[]).map((status) =>
    defineCheck(
      {
        requirement: `recall.filters.${status}-off`,
        name: `a walk from the seedMemory shows no memory that is ${status}`,
        operations: ["recall"],
        fixtures: ["seedMemory"],
        writes: false,
      },
      async (check) => {
        const seed = check.context.target.fixtures.seedMemory;
        const { hits } = await orNotApplicable(() => walkWithAll(check));
        const ended = hits.filter(({ id, memory }) => id !== seed && memory.status === status);
        if (ended.length === 0) throw new NotApplicable(`no neighbour of the seedMemory is ${status}`);
        const recollection = await walk(check, { ...statusFilters(status, false, true), ...ANY_CONFIDENCE });
        check.asserted();
        for (const { id } of ended)
          expectNotFound(
            recollection.hits,
            id ?? "",
            `a walk must not show a memory that is ${status} when its status is excluded`,
          );
      },
    ),
  );
}

/** The scope of a memory of the target file is unknown, but it has exactly one. */
function shownInOneScopeAtMost(find: EndedMemorySource): Check[] {
  return (Object.keys(HIDDEN) as EndedStatus[]).map((status) =>
    defineCheck(
      {
        requirement: "recall.scope",
        name: `a memory that is ${status} is recalled in one scope at most`,
        operations: ["recall"],
        fixtures: [...fixturesOf(status), "scope", "secondScope"],
        writes: false,
      },
      async (check) => {
        const { scope, secondScope } = check.context.target.fixtures;
        const { id, query } = await orNotApplicable(() => find(check, status));
        const body = { query, filters: statusFilters(status, true, true) };
        const [first, second] = await Promise.all(
          [scope, secondScope].map((one) => recall(check, { ...body, scope_id: one ?? "" })),
        );
        if (!first || !second || !(first.ids.includes(id) || second.ids.includes(id))) {
          throw new NotApplicable(`a memory that is ${status} is recalled in neither scope of the target file`);
        }
        check.asserted();
        if (first.ids.includes(id)) {
          expectNotFound(
            second.hits,
            id,
            `a memory that is ${status} must not be recalled in a scope that is not its own`,
          );
        }
      },
    ),
  );
}

/** The same rule in one recall, since a search has shown in which of the two scopes it is. */
function shownInOwnScopeOnly(status: EndedStatus, find: EndedMemorySource): Check {
  return defineCheck(
    {
      requirement: "recall.scope",
      name: `a memory that is ${status} is recalled in no scope but its own`,
      operations: ["recall"],
      fixtures: [...fixturesOf(status), "scope", "secondScope"],
      writes: false,
      runsEarly: true,
    },
    async (check) => {
      const { scope, secondScope = "" } = check.context.target.fixtures;
      const { id, query, scope: ownScope } = await orNotApplicable(() => find(check, status));
      if (ownScope === null || ownScope !== scope) throw new NotApplicable("the scope of the memory is not known");
      const { hits } = await recall(check, {
        query,
        filters: statusFilters(status, true, true),
        scope_id: secondScope,
      });
      check.asserted();
      expectNotFound(hits, id, `a memory that is ${status} must not be recalled in a scope that is not its own`);
    },
  );
}
