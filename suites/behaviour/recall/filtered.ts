import { isObject, type JsonObject } from "../../../spec/json.ts";
import { orAside } from "../../engine/attempt.ts";
import type { CaseContext, Check, CheckContext, World } from "../../engine/check.ts";
import { firstPartOf, seededPartOf } from "../../engine/fewer.ts";
import { onceARun } from "../../engine/once-a-run.ts";
import { StoodAside } from "../../engine/outcome.ts";
import { expectAccepted } from "../../verifiers/expect.ts";
import { defineCheck, unlessSmoke } from "../define-check.ts";
import type { Hit } from "../memories/listing.ts";
import { metadataOf } from "../memories/population.ts";
import { depths, expectEach, expectStay, type Recollection, recall } from "./recalling.ts";
import { INCLUDING_ALL, similarityChecks } from "./similar.ts";
import type { Graph, Group, Member, Study } from "./study.ts";

const OPERATIONS = ["recall"] as const;
const PLAIN = { expand: ["provenance"] };

/** Filters of a recall keep out what they should, and nothing else. */
export function filteredChecks(world: World, study: Study): Check[] {
  return [
    confidence(study),
    ...similarityChecks(study),
    ...unlessSmoke(world, [confidenceBeside(study), besideRelated(study)]),
    zeroes(study),
    metadata(study),
    plainMetadata(study),
    metadataBeside(study),
    ...walkFilters(study),
    scope(study),
    scopeBeside(study),
    walkScope(study),
  ];
}

function confidence(study: Study): Check {
  return defineCheck(
    {
      requirement: "recall.filters.min-confidence",
      name: "values that memories have, and others",
      operations: OPERATIONS,
    },
    async (check) => {
      const group = await study.group(check);
      await check.forEach(
        seededPartOf(check, [0, 0.25, 0.2, 0.5, 0.6, 0.75, 0.79, 0.9, 0.51, 1], 4),
        async (least, one) => {
          // It may have risen or fallen since: what was sent decides where what is shown says the same.
          const kept = ({ confidence: sent }: Member, { confidence: shown }: JsonObject) => {
            const is = typeof shown === "number" ? shown >= least : sent >= least;
            return is === sent >= least ? is : null;
          };
          // Beside another filter that keeps nothing out it means the same.
          for (const other of [{}, { min_similarity: 0 }]) {
            const filters = { min_confidence: least, ...other };
            const recollection = await narrowed(one, group, { filters }, kept, {
              message: `with a least confidence of ${least}, hits that have it must stay`,
            });
            expectConfident(recollection, least);
            // Where similarities are below nothing, as logarithms are, the least of them is no nothing.
            if (recollection.scores.some(({ similarity }) => Number(similarity) < 0)) return;
          }
        },
      );
    },
  );
}

/** Nothing that is asked for besides puts the least confidence out of force. */
function confidenceBeside(study: Study): Check {
  return defineCheck(
    {
      requirement: "recall.filters.min-confidence",
      name: "beside other filters, metadata, a scope and a limit",
      operations: OPERATIONS,
    },
    async (check) => {
      const { phrase, members } = await study.group(check);
      const beside: JsonObject[] = [
        { filters: INCLUDING_ALL },
        ...members.slice(0, 1).flatMap((one) => [{ metadata_filter: { colour: one.colour } }, { scope_id: one.scope }]),
        { limit: 50 },
        { expand: [] },
      ];
      const cases = beside.flatMap((more) => [0.55, 0.85].map((least) => ({ more, least })));
      await check.forEach(cases, async ({ more, least }, one) => {
        const filters = { ...(isObject(more.filters) ? more.filters : {}), min_confidence: least };
        const recollection = await recall(one, { ...PLAIN, query: phrase, ...more, filters });
        one.witnessed();
        expectConfident(recollection, least);
      });
    },
  );
}

function expectConfident(recollection: Recollection, least: number): void {
  expectEach(recollection, ({ memory }) => !(typeof memory.confidence === "number" && memory.confidence < least), {
    message: "no hit may have a lower confidence than the least that was asked for",
    expected: `a confidence of at least ${least}`,
    keyword: "confidence",
  });
}

/** A walk is filtered like a query: every hit beside the start, which may be shown whatever it is. */
function walkFilters(study: Study): Check[] {
  // Where no memory can be derived from another there is nothing to walk to.
  const graphOf = (check: CheckContext) => orAside(() => study.graph(check));
  const walk = async (check: CaseContext, { chain }: Graph, body: JsonObject) => {
    const seed = chain[0]?.id ?? "";
    const recollection = await recall(check, { seed_id: seed, ...body });
    return { ...recollection, hits: recollection.hits.filter(({ id }) => id !== seed) };
  };
  return [
    defineCheck(
      {
        requirement: "recall.filters.min-confidence",
        name: "in a walk",
        operations: ["recall", "remember"],
      },
      async (check) => {
        const graph = await graphOf(check);
        const walks = [0.55, 0.85].flatMap((least) =>
          firstPartOf(check, depths(check), 1).map((depth) => ({ least, depth })),
        );
        await check.forEach(walks, async ({ least, depth }, one) => {
          const recollection = await walk(one, graph, { depth, filters: { min_confidence: least } });
          one.witnessed();
          expectConfident(recollection, least);
        });
      },
    ),
    defineCheck(
      { requirement: "recall.metadata-filter", name: "in a walk", operations: ["recall", "remember"] },
      async (check) => {
        const graph = await graphOf(check);
        const filters = graph.leaves.slice(0, 2).map(({ asked }) => ({ leaf: String(metadataOf(asked).leaf ?? "") }));
        const walks = filters.flatMap((filter) =>
          firstPartOf(check, depths(check), 1).map((depth) => ({ filter, depth })),
        );
        await check.forEach(walks, async ({ filter, depth }, one) => {
          const recollection = await walk(one, graph, { depth, metadata_filter: filter });
          one.witnessed();
          expectAgreeing(recollection, filter);
        });
      },
    ),
  ];
}

/** What a phrase finds without a filter; a smoke run asks for it once, for all that compare theirs with it. */
const unfilteredOf = onceARun(() => new Map<string, Promise<Recollection>>());

function unfiltered(check: CaseContext, phrase: string): Promise<Recollection> {
  const ask = () => recall(check, { ...PLAIN, query: phrase });
  if (check.world.budget !== "smoke") return ask();
  const known = unfilteredOf(check.world);
  const asked = known.get(phrase) ?? ask();
  known.set(phrase, asked);
  return asked;
}

/**
 * The recall of the group's phrase with and without more in the body: members that were found without it, and that it
 * keeps, are still there; those that it does not keep are not. What a member shows may leave it open: null.
 */
async function narrowed(
  check: CaseContext,
  { phrase, members }: Group,
  body: JsonObject,
  isKept: (member: Member, shown: JsonObject) => boolean | null,
  { message }: { readonly message: string },
): Promise<Recollection> {
  let isFirst = true;
  return check.eventually(async () => {
    const before = await (isFirst ? unfiltered(check, phrase) : recall(check, { ...PLAIN, query: phrase }));
    isFirst = false;
    const after = await recall(check, { ...PLAIN, query: phrase, ...body });
    check.witnessed();
    const shown = new Map(before.hits.map(({ id, memory }) => [id, memory]));
    const stay = members.filter((member) => {
      const memory = shown.get(member.made.id);
      return memory !== undefined && isKept(member, memory) === true;
    });
    expectStay(
      after,
      stay.map(({ made }) => made.id),
      message,
    );
    const own = new Map(members.map((member) => [member.made.id, member]));
    const isOut = ({ id, memory }: Hit) => {
      const member = own.get(id ?? "");
      return member !== undefined && isKept(member, memory) === false;
    };
    expectEach(after, (hit) => !isOut(hit), {
      message: "a filter of a recall must leave out what it does not let in",
      expected: JSON.stringify(body),
      keyword: "unwanted",
    });
    return after;
  });
}

function metadata(study: Study): Check {
  return defineCheck(
    { requirement: "recall.metadata-filter", name: "one member and several", operations: OPERATIONS },
    async (check) => {
      const group = await study.group(check);
      const wanted: readonly { readonly colour?: string; readonly size?: string }[] = [
        { colour: "amber", size: "small" },
        // The beginning of a value is another value, and so is what begins with it.
        { colour: "amb" },
        { size: "smaller" },
        { colour: "amber" },
        { colour: "cobalt" },
        { size: "small" },
        { size: "large", colour: "cobalt" },
      ];
      const judge = async (filter: (typeof wanted)[number], one: CaseContext) => {
        const kept = ({ colour, size }: Member) =>
          (filter.colour ?? colour) === colour && (filter.size ?? size) === size;
        const recollection = await narrowed(one, group, { metadata_filter: { ...filter } }, kept, {
          message: "hits that have all of what a metadata filter asks for must stay",
        });
        expectAgreeing(recollection, filter);
      };
      await check.forEach(wanted, judge, { first: 3 });
    },
  );
}

/** Truth values and numbers are plain values like words; where a target refuses them in a filter there is nothing to judge. */
function plainMetadata(study: Study): Check {
  return defineCheck(
    { requirement: "recall.metadata-filter", name: "truth values and numbers", operations: OPERATIONS },
    async (check) => {
      const group = await study.group(check);
      const wanted: readonly JsonObject[] = [
        { even: true },
        { place: 1 },
        { even: false },
        { place: 0, even: true },
        { place: 2, colour: "amber" },
        // Each of the three keeps out what the two others let pass.
        { even: true, colour: "amber", size: "large" },
      ];
      await check.forEach(wanted, async (filter, one) => {
        const kept = ({ made }: Member) => holds(metadataOf(made.asked), filter);
        const recollection = await orAside(() =>
          narrowed(one, group, { metadata_filter: filter }, kept, {
            message: "hits that have all of what a metadata filter asks for must stay",
          }),
        );
        expectAgreeing(recollection, filter);
      });
    },
  );
}

/** A share of nothing keeps nothing out, and is no reason to refuse. */
function zeroes(study: Study): Check {
  return defineCheck(
    { requirement: "recall.succeeds", name: "with filters that keep nothing out", operations: OPERATIONS },
    async (check) => {
      const { phrase } = await study.group(check);
      const filters: JsonObject[] = [
        { min_similarity: 0 },
        { min_confidence: 0 },
        { min_similarity: 0, min_confidence: 0 },
        { include_superseded: false, include_invalidated: false, include_expired: false, min_similarity: 0 },
      ];
      await check.forEach(filters, async (one, context) => {
        const exchange = await context.call("recall", { body: { query: phrase, filters: one } });
        context.witnessed();
        expectAccepted(exchange, `a recall with the filters ${Object.keys(one).join(", ")}`);
      });
    },
  );
}

/** Nothing that is asked for besides puts the metadata filter out of force. */
function metadataBeside(study: Study): Check {
  return defineCheck(
    { requirement: "recall.metadata-filter", name: "beside filters, a scope and a limit", operations: OPERATIONS },
    async (check) => {
      const group = await study.group(check);
      const [member] = group.members;
      if (!member) return;
      const filter = { colour: member.colour, size: member.size };
      const beside: JsonObject[] = [{ filters: { min_confidence: 0 } }, { scope_id: member.scope }, { limit: 50 }];
      const judge = async (more: JsonObject, one: CaseContext) => {
        const recollection = await recall(one, { ...PLAIN, query: group.phrase, metadata_filter: filter, ...more });
        one.witnessed();
        expectAgreeing(recollection, filter);
      };
      await check.forEach(beside, judge, { all: true });
    },
  );
}

/** Nodes that are related to hits are shown beside them: what is ranked, and has a score, is filtered all the same. */
function besideRelated(study: Study): Check {
  return defineCheck(
    {
      requirement: "recall.metadata-filter",
      name: "what is ranked where related nodes are shown as well",
      operations: OPERATIONS,
    },
    async (check) => {
      const group = await study.group(check);
      const filters = [{ colour: "amber" }, { colour: "cobalt", size: "small" }];
      let ranked = 0;
      await check.forEach(filters, async (filter, one) => {
        const body = { query: group.phrase, expand: ["provenance", "related"], metadata_filter: filter };
        const recollection = await recall(one, body);
        const scored = new Set(recollection.scores.map(({ memory_id }) => memory_id));
        const hits = recollection.hits.filter(({ id }) => id !== null && scored.has(id));
        ranked += hits.length;
        if (hits.length > 0) one.witnessed();
        expectAgreeing({ ...recollection, hits }, filter);
      });
      if (ranked === 0) throw new StoodAside("no hit has a score where related nodes are shown as well");
    },
  );
}

/** Nothing that is asked for besides puts the scope out of force. */
function scopeBeside(study: Study): Check {
  return defineCheck(
    {
      requirement: "recall.scope",
      name: "beside filters, metadata and a limit",
      operations: OPERATIONS,
      fixtures: ["scope", "secondScope"],
    },
    async (check) => {
      const group = await study.group(check);
      const own = new Map(group.members.map(({ made, scope: id }) => [made.id, id]));
      const [member] = group.members;
      const beside: JsonObject[] = [
        { filters: { min_confidence: 0 } },
        { filters: { include_superseded: true, include_expired: true } },
        { metadata_filter: { colour: member?.colour ?? "" } },
        { limit: 50 },
      ];
      const cases = [...new Set(own.values())].flatMap((id) => beside.map((more) => ({ ...more, scope_id: id })));
      await check.forEach(cases, async (body, one) => {
        const recollection = await recall(one, { ...PLAIN, query: group.phrase, ...body });
        one.witnessed();
        expectEach(recollection, ({ id }) => id === null || (own.get(id) ?? body.scope_id) === body.scope_id, {
          message: "with a scope named, no hit may belong to another scope, whatever else is asked for",
          expected: `memories of the scope ${body.scope_id}`,
          keyword: "scope",
        });
      });
    },
  );
}

function agrees(memory: JsonObject, filter: JsonObject): boolean {
  return memory.metadata === undefined || memory.metadata === null || holds(metadataOf(memory), filter);
}

function holds(metadata: JsonObject, filter: JsonObject): boolean {
  return Object.entries(filter).every(([name, value]) => metadata[name] === value);
}

function expectAgreeing(recollection: Recollection, filter: JsonObject): void {
  expectEach(recollection, ({ memory }) => agrees(memory, filter), {
    message: "every hit must have in its metadata what the filter asks for, whatever else is asked for",
    expected: JSON.stringify(filter),
    keyword: "metadata",
  });
}

function scope(study: Study): Check {
  return defineCheck(
    {
      requirement: "recall.scope",
      name: "a query in each of two scopes",
      operations: OPERATIONS,
      fixtures: ["scope", "secondScope"],
    },
    async (check) => {
      const group = await study.group(check);
      const scopes = [...new Set(group.members.map((member) => member.scope))];
      await check.forEach(scopes, async (id, one) => {
        await narrowed(one, group, { scope_id: id }, (member) => member.scope === id, {
          message: "hits of the scope that is named must stay",
        });
      });
    },
  );
}

function walkScope(study: Study): Check {
  return defineCheck(
    {
      requirement: "recall.scope",
      name: "a walk, or what is related, that leads to another scope",
      operations: ["recall", "remember"],
      fixtures: ["scope", "secondScope"],
    },
    async (check) => {
      const { chain, scopes } = await orAside(() => study.graph(check));
      const own = scopes.get(chain[0]?.id ?? "") ?? "";
      const related = { expand: ["provenance", "related"] };
      const walk = { seed_id: chain[0]?.id ?? "", depth: 1 };
      const query = chain[0]?.asked.content ?? "";
      const farther = depths(check).map((depth) => ({ ...walk, ...related, depth }));
      // The farthest walk tells the most.
      const walks = [...farther.slice(-1), { query, ...related }, walk, ...farther.slice(0, -1)];
      const nearer = check.world.budget === "smoke" ? [] : depths(check).map((depth) => ({ ...walk, depth }));
      const judge = async (body: JsonObject, one: CaseContext) => {
        const recollection = await recall(one, { ...body, scope_id: own });
        one.witnessed();
        expectEach(recollection, ({ id }) => id === null || (scopes.get(id) ?? own) === own, {
          message: "with a scope named, no hit may belong to another scope",
          expected: `memories of the scope ${own}`,
          keyword: "scope",
        });
      };
      await check.forEach<JsonObject>([...walks, ...nearer.slice(1)], judge, { first: 2 });
    },
  );
}
