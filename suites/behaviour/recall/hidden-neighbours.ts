import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { expectTextAbsent } from "../isolation/leaks.ts";
import { type CreatedMemory, requestUniqueMemory, withListedStatus } from "../memories/claims.ts";
import { type HiddenClaim, hiddenClaim } from "../memories/hidden-claim.ts";
import { expectNotFound } from "../memories/listing.ts";
import { requireEventually } from "../preconditions.ts";
import { INCLUDE_ALL_STATUSES } from "./min-similarity.ts";
import { expectNoEdgeTo, HIDDEN_MEMORY_MESSAGE } from "./permissions.ts";
import { maxDepth, type Recollection, recall, recallOwn } from "./requests.ts";

const PROVENANCE_AND_RELATED = ["provenance", "related"];

/** Claims that the caller may read, and that lead to one that it may not. */
interface HiddenPath {
  readonly hidden: HiddenClaim;
  /** Derived from the hidden claim. */
  readonly derived: CreatedMemory;
  /** True if another agent has derived it. If the caller did, it knows the source. */
  readonly isByOtherAgent: boolean;
  /** Derived from the near claim; null if that cannot be a source. */
  readonly twiceDerived: CreatedMemory | null;
}

/** Checks of the neighbours of a hidden memory, which must not reveal it. */
export function hiddenNeighbourChecks(): Check[] {
  return [walksHideMemory(), edgesHideMemory()];
}

const FIELDS = {
  operations: ["recall", "remember"],
  fixtures: ["scope", "unreadableScope", "otherAgent.apiKey"],
  isCostly: true,
} as const;

const hiddenPathOf = oncePerRun(() => once(createHiddenPath));

async function createHiddenPath(check: CheckContext): Promise<HiddenPath> {
  const hidden = await hiddenClaim(check);
  const { derived, isByOtherAgent } = await deriveNearClaim(check, hidden.id);
  await orNotApplicable(() => requireRecalled(check, derived));
  const twiceDerived = await tryOrNull(async () => {
    const claimed = await requestUniqueMemory(check, "two steps from what is hidden", {
      derived_from: [{ id: derived.id }],
    });
    if (statusOf(claimed.response) !== 200) return null;
    const created = await withListedStatus(check, claimed);
    await requireRecalled(check, created);
    return created;
  });
  return { hidden, derived, isByOtherAgent, twiceDerived };
}

/**
 * Derives a claim as an agent that may read the hidden one or, if that is rejected, as the caller. The contract leaves
 * open which ids a pointer may name.
 */
async function deriveNearClaim(
  check: CheckContext,
  id: string,
): Promise<Pick<HiddenPath, "derived" | "isByOtherAgent">> {
  const { scope = "", otherAgent } = check.context.target.fixtures;
  const options = { apiKey: otherAgent?.apiKey ?? "" };
  const derived_from = [{ id }];
  const shared = await requestUniqueMemory(check, "next to what is hidden", { derived_from, scope_id: scope }, options);
  if (statusOf(shared.response) === 200)
    return { derived: await withListedStatus(check, shared, options), isByOtherAgent: true };
  const own = await requestUniqueMemory(check, "own next to what is hidden", { derived_from });
  if (statusOf(own.response) === 200) return { derived: await withListedStatus(check, own), isByOtherAgent: false };
  throw new NotApplicable("no claim that the caller may read can be derived from a hidden one");
}

function requireRecalled(check: CheckContext, { id, requested }: CreatedMemory): Promise<Recollection> {
  const body = { query: requested.content ?? null, scope_id: requested.scope_id ?? null };
  return requireEventually(check, "recall.finds", () => recallOwn(check, body, id, "the claim is not recalled yet"));
}

/** Permissions must hold at every depth of a walk. */
function walksHideMemory(): Check {
  return defineCheck(
    {
      ...FIELDS,
      requirement: "recall.permissions.walk",
      name: "a walk from memories derived from an unreadable one does not show it",
    },
    async (check) => {
      const { hidden, derived, twiceDerived } = await orNotApplicable(() => hiddenPathOf(check.context)(check));
      const starts = [twiceDerived, derived].filter((memory) => memory !== null);
      const deepDepths = [...new Set([2, maxDepth(check.context)])].filter((depth) => depth <= maxDepth(check.context));
      const bodies = starts.flatMap(({ id }) =>
        deepDepths.flatMap((depth) =>
          [{}, { expand: PROVENANCE_AND_RELATED, filters: INCLUDE_ALL_STATUSES }].map((members) => ({
            ...members,
            depth,
            seed_id: id,
          })),
        ),
      );
      let isNearShown = false;
      await check.forEach(
        bodies,
        async (body, testCase) => {
          const recollection = await recall(testCase, body);
          // If a walk does not reach the near claim, it proves nothing about the hidden one behind it.
          if (recollection.ids.includes(derived.id)) {
            isNearShown = true;
            testCase.asserted();
          }
          expectNotFound(recollection.hits, hidden.id, HIDDEN_MEMORY_MESSAGE);
          // A caller that named the hidden id may see it, but its content is shown nowhere.
          const message = "a walk must not show the content of a memory that the caller may not read";
          expectTextAbsent(recollection.exchange, hidden.content, message, "text");
        },
        { all: true },
      );
      if (!isNearShown) throw new NotApplicable("no walk shows the memory derived from the hidden one");
    },
  );
}

/** Only for a claim of another agent: a caller that named the source itself learns nothing from an edge to it. */
function edgesHideMemory(): Check {
  return defineCheck(
    {
      ...FIELDS,
      requirement: "recall.permissions.edges",
      name: "no edge leads to an unreadable memory from a claim that another agent derived from it",
    },
    async (check) => {
      const { hidden, derived, twiceDerived, isByOtherAgent } = await orNotApplicable(() =>
        hiddenPathOf(check.context)(check),
      );
      if (!isByOtherAgent) throw new NotApplicable("another agent may not derive a claim from the hidden memory");
      const bodies: JsonObject[] = [
        ...[derived, twiceDerived].flatMap((memory) =>
          memory === null ? [] : [{ query: memory.requested.content ?? null }],
        ),
        { seed_id: derived.id, depth: 1 },
        ...(twiceDerived === null ? [] : [{ seed_id: twiceDerived.id, depth: maxDepth(check.context) }]),
      ];
      await check.forEach(
        bodies,
        (body, testCase) => expectNoEdges(testCase, { ...body, expand: PROVENANCE_AND_RELATED }, hidden.id),
        {
          all: true,
        },
      );
    },
  );
}

async function expectNoEdges(check: CaseContext, body: JsonObject, id: string): Promise<void> {
  expectNoEdgeTo(check, await recall(check, { ...body, filters: INCLUDE_ALL_STATUSES }), id);
}
