import type { JsonObject } from "../../../spec/json.ts";
import { statusOf } from "../../client/exchange.ts";
import type { CaseContext, CheckContext, Observer } from "../../engine/check/check.ts";
import { absentId } from "../../models/absent-id.ts";
import { statusAndCode } from "../../verifiers/expect.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";
import { remember } from "../memories/claims.ts";
import { expectFound } from "../memories/listing.ts";
import { lagOf, type ObservedAnswer, openPointObserver, outcomeOf, someOrNo } from "../observe.ts";
import type { ProvenanceFixtures } from "./provenance-fixtures.ts";
import { type Recollection, recall, recollectionOf } from "./requests.ts";

const RECALL = { operations: ["recall"], writes: true } as const;

/** Observers of the open points of recall. */
export function recallObservers(provenanceFixtures: ProvenanceFixtures): Observer[] {
  return [
    openPointObserver("recall.default-limit", RECALL, (check) => defaultLimit(check, provenanceFixtures)),
    openPointObserver("recall.default-depth", RECALL, (check) => defaultDepth(check, provenanceFixtures)),
    openPointObserver("recall.default-expand", RECALL, (check) => defaultExpand(check, provenanceFixtures)),
    openPointObserver("recall.default-filters", RECALL, defaultFilters),
    openPointObserver("recall.depth-with-query", RECALL, (check) =>
      observeRecall(check, { query: "storage decision", depth: 1 }, "a query with a depth"),
    ),
    openPointObserver("recall.messages-absent", RECALL, messagesAbsent),
    openPointObserver("recall.seed-hit", RECALL, (check) => seedHit(check, provenanceFixtures)),
    openPointObserver("recall.seed-kinds", RECALL, seedKinds),
    openPointObserver("recall.unknown-seed", RECALL, unknownSeed),
    openPointObserver("recall.score-formula", RECALL, (check) => scoreFormula(check, provenanceFixtures)),
    openPointObserver("recall.walk-scores", RECALL, (check) => walkScores(check, provenanceFixtures)),
    openPointObserver("recall.edge-types", RECALL, (check) => edgeTypes(check, provenanceFixtures)),
    openPointObserver("recall.metadata-filter-form", RECALL, metadataForms),
    openPointObserver("recall.lag", { ...RECALL, operations: ["recall", "remember"] }, lag),
    openPointObserver("recall.unreadable-scope", { ...RECALL, fixtures: ["unreadableScope"] }, unreadableScope),
  ];
}

async function outcomeOfRecall(check: CaseContext, body: JsonObject): Promise<string> {
  const exchange = await check.call("recall", { body });
  requireResponse(exchange);
  return outcomeOf(exchange, () => {
    const { hits, edges } = recollectionOf(exchange);
    return `accepted, with ${someOrNo(hits.length, "hits")} and ${someOrNo(edges.length, "edges")}`;
  });
}

async function observeRecall(check: CaseContext, body: JsonObject, evidence: string): Promise<ObservedAnswer> {
  return { answer: await outcomeOfRecall(check, body), evidence };
}

async function defaultLimit(check: CheckContext, provenanceFixtures: ProvenanceFixtures): Promise<ObservedAnswer> {
  await provenanceFixtures.graph(check);
  const query = (await provenanceFixtures.group(check)).phrase;
  const unlimited = await check.call("recall", { body: { query } });
  requireResponse(unlimited);
  const without = recollectionOf(unlimited).hits.length;
  const largest = (await recall(check, { query })).hits.length;
  return {
    answer: largest > without ? String(without) : `at least ${without}`,
    evidence: `${largest} hits with the largest limit`,
  };
}

async function defaultDepth(check: CheckContext, provenanceFixtures: ProvenanceFixtures): Promise<ObservedAnswer> {
  const { chain } = await provenanceFixtures.graph(check);
  const { ids } = await recall(check, { seed_id: chain[0]?.id ?? "" });
  const farthest = chain.findLastIndex(({ id }) => ids.includes(id));
  return {
    answer: farthest < 1 ? "nothing was reached" : `at least ${farthest}`,
    evidence: "a walk along a chain without a depth",
  };
}

async function defaultExpand(check: CheckContext, provenanceFixtures: ProvenanceFixtures): Promise<ObservedAnswer> {
  const { members } = await provenanceFixtures.group(check);
  const seed = { seed_id: members[0]?.created.id ?? "", depth: 1 };
  const size = ({ edges, messages }: Recollection) =>
    `${someOrNo(edges.length, "edges")}, ${someOrNo(messages.length, "messages")}`;
  const [none, provenance, related] = [
    await recall(check, seed),
    await recall(check, { ...seed, expand: ["provenance"] }),
    await recall(check, { ...seed, expand: ["related"] }),
  ];
  const answer = `${size(none)}; with provenance ${size(provenance)}; with related ${size(related)}`;
  return { answer, evidence: "the same walk without expand and with each item" };
}

/** Determines whether memories in one of the optional statuses are recalled by default. */
async function defaultFilters(check: CheckContext): Promise<ObservedAnswer> {
  const { hits } = await recall(check, { query: "storage decision" });
  const statuses = [
    ...new Set(hits.flatMap(({ memory }) => (typeof memory.status === "string" ? [memory.status] : []))),
  ];
  return { answer: statuses.sort().join(", ") || "no status is shown", evidence: "statuses of hits without filters" };
}

async function messagesAbsent(check: CheckContext): Promise<ObservedAnswer> {
  const { exchange } = await recall(check, { query: "storage decision", expand: ["related"] });
  const messages = valueAt(exchange, "/data/messages");
  const answer = messages === undefined ? "absent" : messages === null ? "null" : "present";
  return { answer, evidence: "messages with related expanded only" };
}

async function seedHit(check: CheckContext, provenanceFixtures: ProvenanceFixtures): Promise<ObservedAnswer> {
  const { chain } = await provenanceFixtures.graph(check);
  const id = chain[1]?.id ?? "";
  const { ids } = await recall(check, { seed_id: id, depth: 1 });
  const place = ids.indexOf(id);
  return { answer: place < 0 ? "not among the hits" : `hit ${place + 1}`, evidence: "a walk from a memory of the run" };
}

async function seedKinds(check: CheckContext): Promise<ObservedAnswer> {
  const answers: string[] = [];
  const { scope, agent } = check.context.target.fixtures;
  const others = { scope, identity: agent?.identityId, message: await check.reference("message") };
  for (const [kind, id] of Object.entries(others)) {
    if (id !== undefined) answers.push(`${kind}: ${await outcomeOfRecall(check, { seed_id: id, depth: 1 })}`);
  }
  return { answer: answers.join("; "), evidence: "walks from other nodes" };
}

async function unknownSeed(check: CheckContext): Promise<ObservedAnswer> {
  const seedId = absentId(await check.reference("memory"), "question");
  return observeRecall(check, { seed_id: seedId, depth: 1 }, "a seed that does not exist");
}

async function scoreFormula(check: CheckContext, provenanceFixtures: ProvenanceFixtures): Promise<ObservedAnswer> {
  const { phrase } = await provenanceFixtures.group(check);
  const { scores } = await recall(check, { query: phrase });
  const parts = ["similarity", "confidence_bonus", "recency_penalty", "supersession_penalty"];
  const completeScores = scores.filter((score) => ["total", ...parts].every((part) => typeof score[part] === "number"));
  if (completeScores.length === 0) return { answer: "not all parts are shown", evidence: `${scores.length} scores` };
  const sums = completeScores.every((score) => {
    const [similarity, bonus, recency, supersession] = parts.map((part) => Number(score[part]));
    const sum = (similarity ?? 0) + (bonus ?? 0) - (recency ?? 0) - (supersession ?? 0);
    return Math.abs(sum - Number(score.total)) < 1e-6;
  });
  return {
    answer: sums ? "the sum of its parts" : "not the sum of its parts",
    evidence: `${completeScores.length} scores`,
  };
}

async function walkScores(check: CheckContext, provenanceFixtures: ProvenanceFixtures): Promise<ObservedAnswer> {
  const { chain } = await provenanceFixtures.graph(check);
  const { hits, scores } = await recall(check, { seed_id: chain[0]?.id ?? "", depth: 2 });
  const share = scores.length < hits.length ? "fewer scores than hits" : "more scores than hits";
  return {
    answer: scores.length === 0 ? "no scores" : scores.length === hits.length ? "a score for each hit" : share,
    evidence: `a walk around memories of the run: ${scores.length} scores for ${hits.length} hits`,
  };
}

async function edgeTypes(check: CheckContext, provenanceFixtures: ProvenanceFixtures): Promise<ObservedAnswer> {
  const { chain } = await provenanceFixtures.graph(check);
  const expand = ["provenance", "related"];
  const { edges } = await recall(check, { seed_id: chain[0]?.id ?? "", depth: 3, expand });
  const types = edges.map(({ edge_type, from_type, to_type }) => `${edge_type} from ${from_type} to ${to_type}`);
  return { answer: [...new Set(types)].sort().join(", ") || "no types", evidence: "edges around memories of the run" };
}

async function metadataForms(check: CheckContext): Promise<ObservedAnswer> {
  const metadata = { topic: "storage", inner: { deep: "yes" }, tags: ["one", "two"], count: 7 };
  const { id, requested } = await remember(check, "filtered by metadata", { metadata });
  const query = requested.content ?? null;
  await check.eventually(async () => {
    expectFound((await recall(check, { query })).hits, id, "the memory is not recalled yet");
  });
  const filters = {
    nested: { inner: { deep: "yes" } },
    list: { tags: ["one"] },
    number: { count: 7 },
    operator: { count: { $gt: 5 } },
  };
  const answers: string[] = [];
  for (const [form, metadata_filter] of Object.entries(filters)) {
    const exchange = await check.call("recall", { body: { query, limit: 10, metadata_filter } });
    const works = statusOf(exchange) === 200 && recollectionOf(exchange).ids.includes(id);
    answers.push(`${form}: ${works ? "matches" : `does not match (${statusAndCode(exchange)})`}`);
  }
  return { answer: answers.join(", "), evidence: "a memory that each of them describes" };
}

async function lag(check: CheckContext): Promise<ObservedAnswer> {
  const { id, requested } = await remember(check, "waited for in a recall");
  return lagOf(check, "polling after a claim", async () => {
    expectFound((await recall(check, { query: requested.content ?? null })).hits, id, "the memory is not recalled yet");
  });
}

async function unreadableScope(check: CheckContext): Promise<ObservedAnswer> {
  const scope_id = check.context.target.fixtures.unreadableScope ?? "";
  return observeRecall(check, { query: "storage decision", scope_id }, "a query in such a scope");
}
