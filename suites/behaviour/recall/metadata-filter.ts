import type { JsonObject } from "../../../spec/json.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { metadataOf } from "../memories/population.ts";
import { COMMON_METADATA, type Group, type Member, type ProvenanceFixtures } from "./provenance-fixtures.ts";
import { recallNarrowed } from "./recall-narrowed.ts";
import { expectEachHit, type Recollection, recall } from "./requests.ts";
import { UNUSUAL_IN_GROUP } from "./unusual-metadata.ts";

const OPERATIONS = ["recall"] as const;

/** A metadata filter keeps the memories that have all of its members, and no others. */
export function metadataFilterApplies(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.metadata-filter",
      name: "a metadata filter with several members keeps hits that have all of them",
      operations: OPERATIONS,
    },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      await expectFilteredAmongSimilar(check, group);
      if (await tryUnusualMetadata(check, group)) return;
      const filter = { colour: "amber", size: "small" };
      const isKept = ({ colour, size }: Member) => hasAll({ colour, size }, filter);
      const recollection = await recallNarrowed(check, group, { metadata_filter: filter }, isKept, {
        message: "a metadata filter must keep hits that match it",
      });
      expectMatchingMetadata(recollection, filter);
    },
  );
}

/**
 * Filters by many members at once; all but one memory differ in one of them by a similar value. A target may reject
 * values other than strings.
 */
async function expectFilteredAmongSimilar(check: CaseContext, group: Group): Promise<void> {
  const texts = Object.entries(group.distinctiveMetadata).filter(([, value]) => typeof value === "string");
  for (const filter of [group.distinctiveMetadata, Object.fromEntries(texts)]) {
    const isKept = ({ created }: Member) => hasAll(metadataOf(created.requested), filter);
    const found = await tryOrNull(() =>
      recallNarrowed(check, group, { metadata_filter: filter }, isKept, {
        message: "a metadata filter must keep hits that match it",
      }),
    );
    if (found === null) continue;
    expectMatchingMetadata(found, filter);
    return;
  }
}

/**
 * Filters by unusual names and values, as far as the first member shows them. Returns false if the filter is rejected,
 * or little of them was kept.
 */
async function tryUnusualMetadata(check: CaseContext, group: Group): Promise<boolean> {
  const shown = metadataOf(group.members[0]?.created.memory ?? {});
  const filter = Object.fromEntries(Object.entries(UNUSUAL_IN_GROUP).filter(([name, value]) => shown[name] === value));
  if (Object.keys(filter).length === 0) return false;
  const isKept = ({ created }: Member) => hasAll(metadataOf(created.requested), filter);
  const found = await tryOrNull(() =>
    recallNarrowed(check, group, { metadata_filter: filter }, isKept, {
      message: "a metadata filter must keep hits that match it",
    }),
  );
  if (found !== null) expectMatchingMetadata(found, filter);
  return found !== null;
}

/** Booleans and numbers are plain values like strings. If a target rejects them in a filter, nothing can be judged. */
export function booleansAndNumbersMatch(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.metadata-filter",
      name: "booleans and numbers in a metadata filter must match",
      operations: OPERATIONS,
    },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      const filters: readonly JsonObject[] = [
        { even: true },
        { place: 1 },
        { even: false },
        { place: 0, even: true },
        { place: 2, colour: "amber" },
        // Each of the three excludes memories that the two others include.
        { even: true, colour: "amber", size: "large" },
        { share: 0.375 },
        { level: -1 },
        { place: 0 },
        // An absent member is not a zero or false value, and names are case-sensitive.
        { unheard: 0 },
        { unheard: false },
        { Colour: "amber" },
        // The last of many members counts like the first.
        { ...COMMON_METADATA, colour: "amber", size: "small", even: true },
      ];
      await check.forEach(filters, async (filter, testCase) => {
        const isKept = ({ created }: Member) => hasAll(metadataOf(created.requested), filter);
        const recollection = await orNotApplicable(() =>
          recallNarrowed(testCase, group, { metadata_filter: filter }, isKept, {
            message: "a metadata filter must keep hits that match it",
          }),
        );
        expectMatchingMetadata(recollection, filter);
      });
    },
  );
}

/** Related nodes may be shown whatever they are, but ranked hits, which have a score, must match the filter. */
export function rankedHitsFilteredWithRelated(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.metadata-filter",
      name: "a metadata filter applies to ranked hits when related nodes are expanded",
      operations: OPERATIONS,
      runsEarly: true,
    },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      const filter = { colour: "amber" };
      const recollection = rankedHitsOf(
        await recall(check, {
          query: group.phrase,
          expand: ["provenance", "related"],
          metadata_filter: filter,
          filters: { min_confidence: 0.55 },
        }),
      );
      if (recollection.hits.length === 0) throw new NotApplicable(NOTHING_RANKED);
      check.asserted();
      expectMatchingMetadata(recollection, filter);
    },
  );
}

/** The reason why nothing can be judged with related nodes. */
export const NOTHING_RANKED = "no hit has a score when related nodes are expanded";

/** Returns the recollection with only those hits that have a score, since related nodes need not be ranked. */
export function rankedHitsOf(recollection: Recollection): Recollection {
  const scored = new Set(recollection.scores.map(({ memory_id }) => memory_id));
  return { ...recollection, hits: recollection.hits.filter(({ id }) => id !== null && scored.has(id)) };
}

function matchesOrIsHidden(memory: JsonObject, filter: JsonObject): boolean {
  return memory.metadata === undefined || memory.metadata === null || hasAll(metadataOf(memory), filter);
}

function hasAll(metadata: JsonObject, filter: JsonObject): boolean {
  return Object.entries(filter).every(([name, value]) => metadata[name] === value);
}

/** Fails if a hit shows metadata that does not match the whole filter. */
export function expectMatchingMetadata(recollection: Recollection, filter: JsonObject): void {
  expectEachHit(recollection, ({ memory }) => matchesOrIsHidden(memory, filter), {
    message: "every hit must match the metadata filter",
    expected: JSON.stringify(filter),
    keyword: "metadata",
  });
}
