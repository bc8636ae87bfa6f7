import type { JsonObject } from "../../../spec/json.ts";
import { isObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { orNotApplicable } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import { retryUntilUsable } from "../../engine/cases/retry-until-usable.ts";
import type { CaseContext, Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectThat, fail, requireAccepted } from "../../verifiers/expect.ts";
import { listAt, requireResponse } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { burstOf } from "../consistency/burst.ts";
import { defineCheck, withExistingFixtures } from "../define-check.ts";
import { mergeMembers } from "../merge-members.ts";
import {
  type CreatedMemory,
  contentOf,
  type RequestedMemory,
  remember,
  requestUniqueMemory,
  statusFilterOf,
  withListedStatus,
} from "./claims.ts";
import { expectFound, expectNotFound, type Hit, idsOf, pageWithHits, searchAll } from "./listing.ts";
import { requireFound } from "./require-found.ts";

/** A memory is stored in the requested scope and keeps its provenance. */
export function scopeAndProvenanceChecks(context: RunContext): Check[] {
  const manySources = once(claimFromMany);
  const sameClaimTwice = once(createSameClaimTwice);
  return [
    foundInOwnScopeOnly(),
    sameClaimFoundInEachScope(sameClaimTwice),
    ...withExistingFixtures(context, [sameClaimFoundTwice(sameClaimTwice)]),
    provenanceEdgeShown(manySources),
    severalSourcesAccepted(manySources),
  ];
}

/** Messages, and the claim derived from all of them, accepted or not. */
interface ClaimFromMany {
  readonly sources: readonly string[];
  readonly claimed: RequestedMemory;
}

/** Of a rare kind. */
async function claimFromMany(check: CheckContext): Promise<ClaimFromMany> {
  const kinds = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "the kind of a memory");
  const claimFrom = async (sources: readonly string[], key: string): Promise<ClaimFromMany> => {
    const derived = { kind: kinds.at(-1) ?? "", derived_from: sources.map((id) => ({ id })) };
    return { sources, claimed: await requestUniqueMemory(check, key, derived) };
  };
  const sources = await cachedSources(check.context)(check);
  const fromAll = await claimFrom(sources, "from many messages");
  // The contract leaves the maximum number of sources open, but two must be accepted.
  const isAccepted = statusOf(fromAll.claimed.response) === 200 || sources.length <= 2;
  return isAccepted ? fromAll : claimFrom(sources.slice(0, 2), "from two messages");
}

type ManySourcesClaim = (check: CheckContext) => Promise<ClaimFromMany>;

/** One pointer is the minimum; more must be accepted too. */
function severalSourcesAccepted(manySources: ManySourcesClaim): Check {
  return defineCheck(
    {
      requirement: "memories.remember.provenance-empty",
      name: "a claim from several messages is accepted",
      operations: ["remember"],
      reusesResponses: true,
    },
    async (check) => {
      const { sources, claimed } = await manySources(check);
      // Other requirements judge a single source and the kind of claim.
      await check.baseline("remember");
      const { kind = "", derived_from: sent } = claimed.requested;
      if (statusOf(claimed.response) !== 200 && Array.isArray(sent) && sent.length > 1) {
        const alone = await requestUniqueMemory(check, "from one of them", { kind, derived_from: sent.slice(0, 1) });
        requireAccepted(alone.response, "memories.remember.kind");
      }
      check.asserted();
      withEvidence([claimed.response], () =>
        expectAccepted(claimed.response, `a claim from ${sources.length} messages`),
      );
    },
  );
}

function foundInOwnScopeOnly(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.scope",
      name: "a memory is found in its own scope and not in another",
      operations: ["remember", "search-memories"],
      fixtures: ["scope", "secondScope"],
    },
    async (check) => {
      const { scope = "", secondScope = "" } = check.context.target.fixtures;
      // Other members must not change the scope.
      const presets = wordsOf(fieldSchema(check.context.document, "remember", "ttl_preset"), "the named lifetimes");
      const otherMembers: readonly JsonObject[] = [
        ...presets.slice(-1).map((ttl_preset) => ({ ttl_preset })),
        { metadata: { tags: ["placed"] } },
        ...(await contextMembers(check)),
      ];
      await expectInOwnScopesOnly(check, [
        { own: scope, members: {} },
        { own: secondScope, members: mergeMembers(otherMembers) },
      ]);
    },
  );
}

/** A claim with a word that claims in other scopes have too. */
interface ScopedClaim {
  readonly own: string;
  readonly members: JsonObject;
}

/** Each has different content: a repeated claim may be rejected, or replace the existing one. */
function keyOf({ own, members }: ScopedClaim): string {
  return `in ${own} ${Object.keys(members).join()} ${String(members.ttl_preset ?? "")}`;
}

/** Searches each scope once: it must find the claims written there, and none of the others. */
async function expectInOwnScopesOnly(check: CheckContext, all: readonly ScopedClaim[]): Promise<void> {
  const word = wordOf(check.context, "placed together");
  const claims = await Promise.all(
    all.map(async ({ own, members }) => {
      const key = keyOf({ own, members });
      const content = `${contentOf(check, key)} ${word}`;
      return { own, created: await remember(check, key, { ...members, content, scope_id: own }) };
    }),
  );
  const scopes = [...new Set(all.map(({ own }) => own))];
  await check.eventually(async () => {
    for (const base of statusFiltersOf(claims.map(({ created }) => created))) {
      const hits = new Map<string, readonly Hit[]>();
      for (const scope of scopes) hits.set(scope, await searchAll(check, { ...base, text: word, scope }));
      const listed = claims.filter(({ created }) => statusFilterOf(created).status === base.status);
      // First those missing in their scope: a memory found only elsewhere was moved, and the search is not broken.
      for (const { own, created } of listed) {
        check.asserted();
        expectFound(hits.get(own) ?? [], created.id, "a memory must be found in the scope that it was written to");
      }
      for (const { own, created } of claims)
        for (const scope of scopes.filter((one) => one !== own))
          expectNotFound(hits.get(scope) ?? [], created.id, "a memory must not be found in a scope other than its own");
    }
  });
}

/** Returns the parameters under which all of them are listed. */
function statusFiltersOf(all: readonly CreatedMemory[]): readonly JsonObject[] {
  const bases = all.map(statusFilterOf);
  return bases.filter((base, place) => bases.findIndex(({ status }) => status === base.status) === place);
}

/**
 * Returns no more sources than any service accepts. The last one is left out, so that no other claim has it as its
 * source.
 */
async function acceptableSources(check: CheckContext): Promise<readonly string[]> {
  const sources = await cachedSources(check.context)(check);
  return sources.length > MAX_SOURCES ? sources.slice(0, -1).slice(-MAX_SOURCES) : sources;
}

const MAX_SOURCES = 4;

/** Returns each remark on a claim, and several sources: code that stores these may write the claim again. */
async function contextMembers(check: CheckContext): Promise<readonly JsonObject[]> {
  const { identityId } = check.context.target.fixtures.agent ?? {};
  return [
    { where: "in a meeting" },
    { why: "as it was decided" },
    ...(identityId === undefined ? [] : [{ stated_by_identity_id: identityId }]),
    { derived_from: (await acceptableSources(check)).map((id) => ({ id })) },
    { confidence: 0.9 },
  ];
}

/** Existing messages to derive a claim from. */
const cachedSources = oncePerRun(() => once(findSources));

async function findSources(check: CheckContext): Promise<readonly string[]> {
  const source = await check.reference("message");
  const others = (await burstOf(check.context).messages(check)).concurrent;
  return [...new Set([source, ...others.map(({ id }) => id)])];
}

/** The same claim in two scopes; the second may have been rejected as a duplicate. */
interface SameClaimTwice {
  readonly first: CreatedMemory;
  readonly second: RequestedMemory;
}

async function createSameClaimTwice(check: CheckContext): Promise<SameClaimTwice> {
  const { scope = "", secondScope = "" } = check.context.target.fixtures;
  const first = await remember(check, "the same claim in two scopes", { scope_id: scope });
  await requireFound(check, [first]);
  const content = first.requested.content ?? "";
  const second = await requestUniqueMemory(check, "the same claim again", { content, scope_id: secondScope });
  if (requireResponse(second.response).status !== 200) throw new NotApplicable("the same claim is not accepted again");
  return { first, second };
}

/** The same claim may be made in two scopes. If the second is rejected as a duplicate, nothing is judged. */
function sameClaimFoundInEachScope(sameClaimTwice: (check: CheckContext) => Promise<SameClaimTwice>): Check {
  return defineCheck(
    {
      requirement: "memories.remember.scope",
      name: "the same claim in two scopes is found in each",
      operations: ["remember", "search-memories"],
      fixtures: ["scope", "secondScope"],
      runsEarly: true,
    },
    async (check) => {
      const { secondScope = "" } = check.context.target.fixtures;
      const { first, second } = await sameClaimTwice(check);
      const base = statusFilterOf(await withListedStatus(check, second));
      await check.eventually(async () => {
        const { ids } = await pageWithHits(check, { ...base, text: first.word, scope: secondScope });
        expectThat(ids.length > 0, {
          message: "a claim must be found in its scope, even if another scope has the same claim",
          expected: `a memory in ${secondScope}`,
          actual: "no memory",
          pointer: "/data/hits",
          keyword: "missing",
        });
      });
      check.asserted();
    },
  );
}

/** Two memories with the same content, each of which is found separately, must be on one page without a scope. */
function sameClaimFoundTwice(sameClaimTwice: (check: CheckContext) => Promise<SameClaimTwice>): Check {
  return defineCheck(
    {
      requirement: "memories.search.all-scopes",
      name: "a claim that was created in two scopes is found twice on one page",
      operations: ["remember", "search-memories"],
      fixtures: ["scope", "secondScope"],
      reusesResponses: true,
    },
    async (check) => {
      const { first, second } = await orNotApplicable(() => sameClaimTwice(check));
      const other = await withListedStatus(check, second);
      if (other.id === first.id || other.listed !== first.listed) throw new NotApplicable(MERGED);
      const { kind } = first.requested;
      const input = {
        ...statusFilterOf(first),
        text: first.word,
        ...(other.requested.kind === kind ? { kind: kind ?? "" } : {}),
      };
      await check.eventually(async () => {
        const foundIds = idsOf(await searchAll(check, input));
        const missing = [first, other].find(({ id }) => !foundIds.includes(id));
        if (missing !== undefined) await requireFoundInItsScope(check, missing, first.word);
        check.asserted();
        expectThat(missing === undefined, {
          message: "a memory must be found although another one has the same content",
          expected: `the memory ${missing?.id} among the hits`,
          actual: `${foundIds.length} hits without it`,
          pointer: "/data/hits",
          keyword: "missing",
        });
      });
    },
  );
}

/**
 * Not applicable unless the memory is found separately. A service may end an existing claim when it gets the same
 * again.
 */
async function requireFoundInItsScope(check: CheckContext, created: CreatedMemory, text: string): Promise<void> {
  const scope = String(created.requested.scope_id);
  const { ids } = await pageWithHits(check, { ...statusFilterOf(created), text, scope });
  if (!ids.includes(created.id))
    throw new NotApplicable("a claim that was created in two scopes is not found in each of them");
}

const MERGED = "the target stores a repeated claim as one memory";

function provenanceEdgeShown(manySources: ManySourcesClaim): Check {
  return defineCheck(
    {
      requirement: "memories.remember.provenance-edges",
      name: "a recall of depth 1 shows the edge from a memory to its source",
      operations: ["remember", "recall"],
    },
    async (check) => {
      const { sources, claimed } = await manySources(check);
      // One source, if a claim from several messages was rejected.
      const isAccepted = statusOf(claimed.response) === 200;
      const [source = ""] = sources;
      const created = isAccepted
        ? await withListedStatus(check, claimed)
        : await remember(check, "with an edge", { derived_from: [{ id: source }] });
      await check.eventually(() => expectEdges(check, created, isAccepted ? sources : [source]));
    },
  );
}

async function expectEdges(
  check: CaseContext,
  { id, requested }: CreatedMemory,
  sources: readonly string[],
): Promise<void> {
  const walk = { seed_id: id, depth: 1 };
  const bodies: readonly JsonObject[] = [
    { ...walk, expand: ["provenance", "related"] },
    { ...walk, expand: ["provenance"] },
    { query: requested.content ?? null, expand: ["provenance"] },
  ];
  const edges: JsonObject[] = [];
  for (const body of bodies) {
    const exchange = await retryUntilUsable(check, () => check.call("recall", { body }));
    requireAccepted(exchange, "recall.succeeds");
    const shown = listAt(exchange, "/data/edges").filter(isObject);
    check.asserted();
    edges.push(...shown);
    if (sources.every((source) => edges.some((edge) => isEdgeBetween(edge, id, source)))) return;
  }
  const missing = sources.find((source) => !edges.some((edge) => isEdgeBetween(edge, id, source)));
  fail({
    message: "a recall of a memory should show an edge to its source",
    expected: `an edge between ${id} and ${missing}`,
    actual: `no such edge among ${edges.length} edges`,
    verifier: "edge",
    pointer: "/data/edges",
    keyword: "missing",
  });
}

/** Returns true for an edge between two nodes, in either direction. */
export function isEdgeBetween({ from_id, to_id }: JsonObject, one: string, other: string): boolean {
  return (from_id === one && to_id === other) || (from_id === other && to_id === one);
}
