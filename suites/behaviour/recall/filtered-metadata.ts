import type { JsonObject } from "../../../spec/json.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { defineCheck } from "../define-check.ts";
import { metadataOf } from "../memories/population.ts";
import { narrowed } from "./narrowed.ts";
import { type Group, type Member, type ProvenanceFixtures, SAME_FOR_ALL } from "./provenance-fixtures.ts";
import { expectEach, type Recollection, recall } from "./recalling.ts";
import { UNUSUAL_IN_GROUP } from "./unusual-names.ts";

const OPERATIONS = ["recall"] as const;

/** A metadata filter keeps the memories that have all of its members, and no others. */
export function metadata(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    { requirement: "recall.metadata-filter", name: "several members must all match", operations: OPERATIONS },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      await amongAlike(check, group);
      if (await amongUnusual(check, group)) return;
      const filter = { colour: "amber", size: "small" };
      const kept = ({ colour, size }: Member) => holds({ colour, size }, filter);
      const recollection = await narrowed(check, group, { metadata_filter: filter }, kept, {
        message: "hits that match the metadata filter must stay",
      });
      expectAgreeing(recollection, filter);
    },
  );
}

/**
 * Filters by many members at once; all but one memory differ in one of them by a similar value. A target may reject
 * values other than strings.
 */
async function amongAlike(check: CaseContext, group: Group): Promise<void> {
  const texts = Object.entries(group.telling).filter(([, value]) => typeof value === "string");
  for (const filter of [group.telling, Object.fromEntries(texts)]) {
    const kept = ({ made }: Member) => holds(metadataOf(made.requested), filter);
    const found = await tryOrNull(() =>
      narrowed(check, group, { metadata_filter: filter }, kept, {
        message: "hits that match the metadata filter must stay",
      }),
    );
    if (found === null) continue;
    expectAgreeing(found, filter);
    return;
  }
}

/**
 * Filters by unusual names and values, as far as the first member shows them. Returns false if the filter is rejected,
 * or little of them was kept.
 */
async function amongUnusual(check: CaseContext, group: Group): Promise<boolean> {
  const shown = metadataOf(group.members[0]?.made.memory ?? {});
  const filter = Object.fromEntries(Object.entries(UNUSUAL_IN_GROUP).filter(([name, value]) => shown[name] === value));
  if (Object.keys(filter).length === 0) return false;
  const kept = ({ made }: Member) => holds(metadataOf(made.requested), filter);
  const found = await tryOrNull(() =>
    narrowed(check, group, { metadata_filter: filter }, kept, {
      message: "hits that match the metadata filter must stay",
    }),
  );
  if (found !== null) expectAgreeing(found, filter);
  return found !== null;
}

/** Booleans and numbers are plain values like strings. If a target rejects them in a filter, nothing can be judged. */
export function plainMetadata(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    { requirement: "recall.metadata-filter", name: "booleans and numbers must match", operations: OPERATIONS },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      const wanted: readonly JsonObject[] = [
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
        { ...SAME_FOR_ALL, colour: "amber", size: "small", even: true },
      ];
      await check.forEach(wanted, async (filter, one) => {
        const kept = ({ made }: Member) => holds(metadataOf(made.requested), filter);
        const recollection = await orNotApplicable(() =>
          narrowed(one, group, { metadata_filter: filter }, kept, {
            message: "hits that match the metadata filter must stay",
          }),
        );
        expectAgreeing(recollection, filter);
      });
    },
  );
}

/** Related nodes may be shown whatever they are, but ranked hits, which have a score, must match the filter. */
export function besideRelated(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    {
      requirement: "recall.metadata-filter",
      name: "metadata of ranked hits is filtered when related nodes are shown",
      operations: OPERATIONS,
      early: true,
    },
    async (check) => {
      const group = await provenanceFixtures.group(check);
      const filter = { colour: "amber" };
      const recollection = rankedOf(
        await recall(check, {
          query: group.phrase,
          expand: ["provenance", "related"],
          metadata_filter: filter,
          filters: { min_confidence: 0.55 },
        }),
      );
      if (recollection.hits.length === 0) throw new NotApplicable(NOTHING_RANKED);
      check.asserted();
      expectAgreeing(recollection, filter);
    },
  );
}

/** The reason why nothing can be judged with related nodes. */
export const NOTHING_RANKED = "no hit has a score where related nodes are shown as well";

/** Returns the recollection with only those hits that have a score, since related nodes need not be ranked. */
export function rankedOf(recollection: Recollection): Recollection {
  const scored = new Set(recollection.scores.map(({ memory_id }) => memory_id));
  return { ...recollection, hits: recollection.hits.filter(({ id }) => id !== null && scored.has(id)) };
}

function agrees(memory: JsonObject, filter: JsonObject): boolean {
  return memory.metadata === undefined || memory.metadata === null || holds(metadataOf(memory), filter);
}

function holds(metadata: JsonObject, filter: JsonObject): boolean {
  return Object.entries(filter).every(([name, value]) => metadata[name] === value);
}

/** Fails if a hit shows metadata that does not match the whole filter. */
export function expectAgreeing(recollection: Recollection, filter: JsonObject): void {
  expectEach(recollection, ({ memory }) => agrees(memory, filter), {
    message: "every hit must have in its metadata what the filter requests, whatever else is requested",
    expected: JSON.stringify(filter),
    keyword: "metadata",
  });
}
