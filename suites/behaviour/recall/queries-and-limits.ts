import { asObject, type JsonObject } from "../../../spec/json.ts";
import { orNotApplicable, tryOrNull } from "../../engine/cases/attempt.ts";
import { rotated } from "../../engine/cases/sampling.ts";
import type { CaseContext, Check } from "../../engine/check/check.ts";
import { wordOf } from "../../models/words.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { asAdditional, defineCheck, defineStimulus } from "../define-check.ts";
import { contentOf, LASTING_SECONDS, remember } from "../memories/claims.ts";
import { mergeMembers } from "../merge-members.ts";
import { INCLUDE_ALL_STATUSES } from "./min-similarity.ts";
import { type Member, NotCurrent, type ProvenanceFixtures, unlessNotCurrent } from "./provenance-fixtures.ts";
import { recallBeforeCreation } from "./recall-before-creation.ts";
import { recallUnfiltered } from "./recall-narrowed.ts";
import { maxDepth, recall, recallOwn } from "./requests.ts";

const OPERATIONS = ["recall"] as const;
/** Without neighbours of hits, which need not be ranked. */
const WITH_PROVENANCE = { expand: ["provenance"] };

/** Checks of a recall by query: which hits, how many, and in which order. */
export function rankedChecks(provenanceFixtures: ProvenanceFixtures): Check[] {
  return [
    foundByContent(),
    limitedQueries(provenanceFixtures),
    limitedWalks(provenanceFixtures),
    ...asAdditional([limitedWalkKeepsBest(provenanceFixtures)]),
    rankedQueries(provenanceFixtures),
  ];
}

/** The sentences of a longer content. */
const LONG_WORDS = ["first", "second", "third"];

/** A claim to be recalled by its content. */
interface Variant {
  readonly key: string;
  readonly content: string;
  readonly members: JsonObject;
}

/**
 * Returns two claims with many members: a member that prevents a memory from being recalled does so in any combination.
 */
function variantsOf(check: CaseContext): readonly Variant[] {
  const withLongLifetime: Variant = {
    key: "lasting",
    content: LONG_WORDS.map((part) => contentOf(check, `recalled long ${part}`)).join(" "),
    members: {
      kind: "preference",
      metadata: { topic: "storage" },
      ttl_seconds: LASTING_SECONDS,
      confidence: 0.1,
    },
  };
  const nonAscii: Variant = {
    key: "foreign",
    content: `${wordOf(check.context, "recalled foreign")} Größe Жаркое записка señal`,
    members: { kind: "decision", ttl_preset: "STABLE", ...CONFIDENT },
  };
  return [withLongLifetime, nonAscii];
}

/** A service may withhold claims without a high confidence, whatever their other members. */
const CONFIDENT = { confidence: 0.9 };

/**
 * Claims with one special member each. If claims of low confidence are withheld, the first of the variants above does
 * not show whether its other members prevent a recall.
 */
const SINGLE_MEMBERS: Readonly<Record<string, JsonObject>> = {
  preference: { kind: "preference", ...CONFIDENT },
  described: { metadata: { topic: "storage" }, ...CONFIDENT },
  lived: { ttl_seconds: LASTING_SECONDS, ...CONFIDENT },
  named: { ttl_preset: "STABLE", ...CONFIDENT },
  decision: { kind: "decision", ...CONFIDENT },
  unsure: { confidence: 0.1 },
  bare: { metadata: {} },
  plain: {},
};

function singleMemberVariants(check: CaseContext): readonly Variant[] {
  return Object.entries(SINGLE_MEMBERS).map(([key, members]) => ({
    key,
    content: contentOf(check, `recalled ${key}`),
    members,
  }));
}

function foundByContent(): Check {
  return defineCheck(
    { requirement: "recall.finds", name: "memories are found by their content", operations: ["recall", "remember"] },
    async (check) => {
      const variants = variantsOf(check);
      let found = 0;
      let notCurrent: NotCurrent | null = null;
      const judge = async (variant: Variant, testCase: CaseContext) => {
        const { key, content, members } = variant;
        // For one of them, the recall is also sent before it exists.
        const repeatEarlierRecall = variant === variants[0] ? await recallBeforeCreation(testCase, content) : null;
        const created = await remember(testCase, `recalled ${key}`, { ...members, content });
        const query = created.requested.content ?? null;
        try {
          await unlessNotCurrent([created], () =>
            testCase.eventually(async () => {
              await recallOwn(testCase, { query }, created.id, "a memory must be recalled by its content");
            }),
          );
        } catch (error) {
          // A claim of low confidence may be withheld; the others show whether memories are recalled.
          if (!(error instanceof NotCurrent)) throw error;
          notCurrent = error;
          return;
        }
        await repeatEarlierRecall?.(created.id);
        found += 1;
        testCase.asserted();
      };
      await check.forEach([...rotated(check, variants), ...singleMemberVariants(check)], judge, {
        first: variants.length,
      });
      if (found === 0 && notCurrent !== null) throw notCurrent;
    },
  );
}

/** Queries with limits, alone and with members that may remove a limit. */
function limitedQueries(provenanceFixtures: ProvenanceFixtures): Check {
  return defineStimulus(
    {
      requirement: "recall.limit",
      name: "queries with a limit; judged by the rules",
      operations: OPERATIONS,
    },
    async (check) => {
      const { phrase, members } = await provenanceFixtures.group(check);
      const [member] = members;
      const scope = member === undefined ? {} : { scope_id: member.scope };
      const otherMembers: JsonObject[] = [
        {},
        { filters: { min_confidence: 0 } },
        scope,
        { metadata_filter: { size: member?.size ?? "" } },
        { filters: { min_similarity: 0 } },
        { filters: INCLUDE_ALL_STATUSES },
      ];
      const cases = otherMembers.flatMap((members) => [1, 2, 3, 5, 7].map((limit) => ({ ...members, limit })));
      // A limit of one, with all other members at once and on its own, comes first, for budgets that use only a few.
      const firstCases = [
        {
          ...mergeMembers(otherMembers),
          filters: mergeMembers(otherMembers.map(({ filters }) => asObject(filters))),
          limit: 1,
        },
        { limit: 1 },
      ];
      const send = async (body: JsonObject, testCase: CaseContext) => {
        await recall(testCase, { ...WITH_PROVENANCE, ...body, query: phrase });
      };
      await check.forEach([...firstCases, ...rotated(check, cases)], send, { first: 2 });
    },
  );
}

function limitedWalks(provenanceFixtures: ProvenanceFixtures): Check {
  return defineStimulus(
    {
      requirement: "recall.limit",
      name: "walks with a limit; judged by the rules",
      operations: ["recall", "remember"],
    },
    async (check) => {
      const { chain } = await orNotApplicable(() => provenanceFixtures.graph(check));
      await check.forEach(rotated(check, [1, 2, 3]), async (limit, testCase) => {
        await recall(testCase, { ...WITH_PROVENANCE, seed_id: chain[0]?.id ?? "", depth: 2, limit });
      });
    },
  );
}

/**
 * A limited walk may stop at the limit and keep the nearest hits, or walk to the end and keep the best. Either way, a
 * hit that is both nearer and better than another is kept rather than that.
 */
function limitedWalkKeepsBest(provenanceFixtures: ProvenanceFixtures): Check {
  return defineCheck(
    { requirement: "recall.order", name: "a limited walk keeps the best hits", operations: ["recall", "remember"] },
    async (check) => {
      const { chain, leaves } = await orNotApplicable(() => provenanceFixtures.graph(check));
      const [first, second, ...others] = chain.map(({ id }) => id);
      const walk = { ...WITH_PROVENANCE, seed_id: first ?? "", depth: maxDepth(check.context) };
      const complete = await recall(check, walk);
      if (complete.isFull) throw new NotApplicable("walks fill every page");
      const totals = new Map(complete.scores.map(({ memory_id, total }) => [String(memory_id), Number(total)]));
      const isNeighbour = (id: string) =>
        complete.edges.some((edge) => [edge.from_id, edge.to_id].every((end) => end === first || end === id));
      const nearIds = [second, ...leaves.map(({ id }) => id)].filter(
        (id) => id !== undefined && complete.ids.includes(id),
      );
      const farIds = others.filter((id) => complete.ids.includes(id) && !isNeighbour(id));
      const pairs = nearIds.flatMap((one) => farIds.map((other) => ({ nearer: one ?? "", farther: other })));
      const decidedPairs = pairs.filter(
        (pair) => (totals.get(pair.nearer) ?? 0) > (totals.get(pair.farther) ?? 0) + MARGIN,
      );
      if (decidedPairs.length === 0)
        throw new NotApplicable("no hit of a walk is nearer than another and has a higher total");
      // Limits that keep few hits or omit few, since other memories may rank between the best of a walk and the worst.
      const smallNumbers = [1, 2, 3, 4];
      const limits = new Set(
        [...smallNumbers, ...smallNumbers.map((omitted) => complete.ids.length - omitted)].filter((limit) => limit > 0),
      );
      await check.forEach([...limits], async (limit, testCase) => {
        const { ids } = await recall(testCase, { ...walk, limit });
        testCase.asserted();
        const wrong = decidedPairs.find((pair) => ids.includes(pair.farther) && !ids.includes(pair.nearer));
        expectThat(wrong === undefined, {
          message:
            "a limit should not leave out a hit of a walk that is nearer and has a higher total than one it keeps",
          expected: `the memory ${wrong?.nearer} before ${wrong?.farther}`,
          actual: "the other one alone",
          pointer: "/data/hits",
          keyword: "kept",
        });
      });
    },
  );
}

/** Totals may change slightly between recalls. */
const MARGIN = 0.001;

/** Queries that the rules on scores and on the order of hits judge, with and without a limit. */
function rankedQueries(provenanceFixtures: ProvenanceFixtures): Check {
  return defineStimulus(
    {
      requirement: "recall.scores.per-hit",
      name: "queries for one and for several memories; judged by the rules",
      operations: OPERATIONS,
    },
    async (check) => {
      // If the worst hits come first, those of the run may be missing. Any recalled memories must be in order.
      const group = await tryOrNull(() => provenanceFixtures.group(check));
      const texts = group?.members.slice(0, 3).flatMap(({ created }) => created.requested.content ?? []) ?? [];
      const queries = [group?.phrase ?? wordOf(check.context, "ranked"), ...texts];
      const bodies = [{}, { limit: 2 }, { limit: 5 }].flatMap((members) =>
        queries.map((query) => ({ query, ...members })),
      );
      const send = async (body: JsonObject, testCase: CaseContext) => {
        const isPlain = Object.keys(body).join() === "query";
        await (isPlain
          ? recallUnfiltered(testCase, body.query ?? null)
          : recall(testCase, { ...WITH_PROVENANCE, ...body }));
      };
      // Others send the first ones as well.
      await check.forEach(bodies, send, { first: queries.length });
      if (group !== null) {
        await tryOrNull(() => recall(check, { query: group.phrase, ...otherMembersOf(group.members) }));
      }
    },
  );
}

/**
 * Returns everything that can be combined with a query at once: if any of it loses the scores, so does the combination.
 */
function otherMembersOf([member]: readonly Member[]): JsonObject {
  const own = member === undefined ? {} : { metadata_filter: { colour: member.colour }, scope_id: member.scope };
  return { ...own, expand: [], filters: INCLUDE_ALL_STATUSES };
}
