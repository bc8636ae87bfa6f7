import { expect, test } from "vitest";
import { idsOf, items, type Loose, startFake } from "../../testing.ts";

/** A fake with a chain of memories, each derived from the one before. */
async function chain(length: number) {
  const fake = await startFake();
  const ids: string[] = [];
  let from = "root";
  for (let index = 0; index < length; index++) {
    const body = {
      content: `Link ${index}`,
      kind: "fact",
      scope_id: fake.fixtures.scope,
      derived_from: [{ id: from }],
    };
    from = String((await fake.post("remember", body)).data.id);
    ids.push(from);
  }
  return { fake, ids };
}

const WRONG = [
  {},
  { query: "x", seed_id: "y" },
  { query: "x", limit: 0 },
  { query: "x", limit: 101 },
  { query: "x", expand: ["all"] },
  { query: "x", filters: [] },
  { query: "x", filters: { include_expired: "yes" } },
  { seed_id: "x", depth: 0 },
  { seed_id: "x", depth: 4 },
];

test.each(WRONG)("rejects a recall of %o", async (body) => {
  const fake = await startFake();
  expect((await fake.post("recall", body)).status).toBe(400);
});

test("ranks what a person would rank first, by scores whose parts add up", async () => {
  const fake = await startFake();
  const remember = (content: string) =>
    fake.post("remember", { content, kind: "fact", scope_id: fake.fixtures.scope, derived_from: [{ id: "a" }] });
  const best = await remember("The database is backed up every night at two");
  await remember("Lunch is served at noon in the canteen");
  await remember("Night trains leave from platform seven");
  const { data } = await fake.post("recall", { query: "When is the database backup at night?" });
  expect(idsOf(data.hits)[0]).toBe(best.data.id);
  const scores = items(data.scores);
  expect(scores.map(({ memory_id }) => memory_id)).toEqual(idsOf(data.hits));
  for (const score of scores) {
    const { similarity, confidence_bonus, recency_penalty, supersession_penalty, total } = numbers(score);
    expect(total).toBeCloseTo(
      (similarity ?? 0) + (confidence_bonus ?? 0) - (recency_penalty ?? 0) - (supersession_penalty ?? 0),
    );
  }
  const totals = scores.map(({ total }) => Number(total));
  expect(totals).toEqual(totals.toSorted((a, b) => b - a));
});

function numbers(score: Loose): Record<string, number> {
  return Object.fromEntries(Object.entries(score).map(([name, value]) => [name, Number(value)]));
}

test.each([1, 2, 3])("a walk of depth %d reaches this many steps and no more, the seed first", async (depth) => {
  const { fake, ids } = await chain(5);
  const { data } = await fake.post("recall", { seed_id: ids[0], depth });
  expect(idsOf(data.hits)).toEqual(ids.slice(0, depth + 1));
});

test("a walk goes over edges in both directions", async () => {
  const { fake, ids } = await chain(3);
  const { data } = await fake.post("recall", { seed_id: ids[1], depth: 1 });
  expect(new Set(idsOf(data.hits))).toEqual(new Set(ids));
});

test("the seed memory of the fixtures has neighbours, none of them unreadable", async () => {
  const fake = await startFake();
  const { data } = await fake.post("recall", { seed_id: fake.fixtures.seedMemory, depth: 3 });
  const hidden = fake.fixtures.memories?.unreadable?.id;
  expect(items(data.hits).length).toBeGreaterThan(3);
  expect(idsOf(data.hits)).not.toContain(hidden);
  expect(items(data.edges).flatMap(({ from_id, to_id }) => [from_id, to_id])).not.toContain(hidden);
  expect(items(data.messages).map(({ channel_id }) => channel_id)).not.toContain(fake.fixtures.foreignChannel);
});

test("an unknown seed is not found, an unreadable one rejected", async () => {
  const fake = await startFake();
  expect(await fake.post("recall", { seed_id: "none" })).toMatchObject({ status: 404, code: "NOT_FOUND" });
  const seed_id = fake.fixtures.memories?.unreadable?.id;
  expect(await fake.post("recall", { seed_id })).toMatchObject({ status: 403, code: "FORBIDDEN" });
});

test.each(["superseded", "invalidated", "expired"] as const)(
  "a memory that is %s is a hit only on request",
  async (status) => {
    const fake = await startFake();
    const id = fake.fixtures.memories?.[status];
    const without = await fake.post("recall", { query: "importer staging queues", limit: 100 });
    const asked = await fake.post("recall", {
      query: "importer staging queues",
      limit: 100,
      filters: { [`include_${status}`]: true },
    });
    expect(idsOf(without.data.hits)).not.toContain(id);
    expect(idsOf(asked.data.hits)).toContain(id);
  },
);

test("min_confidence, min_similarity and metadata_filter hold, their bounds included", async () => {
  const fake = await startFake();
  const claim = {
    content: "Herons wade at dawn",
    kind: "fact",
    scope_id: fake.fixtures.scope,
    derived_from: [{ id: "a" }],
  };
  const low = await fake.post("remember", { ...claim, confidence: 0.25, metadata: { area: "birds", n: 1 } });
  const high = await fake.post("remember", { ...claim, confidence: 0.75, metadata: { area: "birds", n: 2 } });
  const recall = async (more: object) =>
    idsOf((await fake.post("recall", { query: claim.content, ...more })).data.hits);
  expect(await recall({ filters: { min_confidence: 0.75 } })).toContain(high.data.id);
  expect(await recall({ filters: { min_confidence: 0.75 } })).not.toContain(low.data.id);
  expect(new Set(await recall({ filters: { min_similarity: 0.9 } }))).toEqual(new Set([low.data.id, high.data.id]));
  expect(await recall({ metadata_filter: { area: "birds", n: 1 } })).toEqual([low.data.id]);
});

test("expansion shows provenance and relations as asked for", async () => {
  const fake = await startFake();
  const { memberChannel, scope } = fake.fixtures;
  const message = await fake.post("send-message", { channelId: memberChannel, content: "Bring **salt**" });
  const body = {
    content: "Salt is needed",
    kind: "fact",
    scope_id: scope,
    derived_from: [{ id: message.data.id }],
    why: "asked",
  };
  const memory = await fake.post("remember", body);
  const recall = async (expand: string[]) =>
    (await fake.post("recall", { query: body.content, limit: 1, expand })).data;
  const provenance = await recall(["provenance"]);
  expect(items(provenance.messages)).toMatchObject([
    { id: message.data.id, channel_id: memberChannel, content: "Bring **salt**" },
  ]);
  expect(items(provenance.edges)).toMatchObject([
    {
      from_id: memory.data.id,
      to_id: message.data.id,
      edge_type: "DERIVED_FROM",
      properties: { metadata: { why: "asked" } },
    },
  ]);
  expect(await recall([])).toMatchObject({ edges: [], messages: [] });
  expect(items((await recall(["related"])).edges).map(({ edge_type }) => edge_type)).toEqual(["IN_SCOPE", "AUTHORED"]);
});

test("a scope restricts the hits, and an unreadable one is rejected", async () => {
  const fake = await startFake();
  const { secondScope, unreadableScope } = fake.fixtures;
  const inSecond = await fake.post("recall", { query: "importer line megabyte", scope_id: secondScope });
  expect(items(inSecond.data.hits)).toMatchObject([{ content: "A line may have at most a megabyte." }]);
  expect((await fake.post("recall", { query: "x", scope_id: unreadableScope })).status).toBe(403);
});

test("an embedding of one's own decides the ranking", async () => {
  const embed = (text: string) => Float32Array.of(text.includes("!") ? 1 : 0, text.includes("!") ? 0 : 1);
  const fake = await startFake({ embed });
  const body = { content: "loud!", kind: "fact", scope_id: fake.fixtures.scope, derived_from: [{ id: "a" }] };
  const { data } = await fake.post("remember", body);
  const hits = (await fake.post("recall", { query: "quite other words!", filters: { min_similarity: 0.99 } })).data
    .hits;
  expect(idsOf(hits)).toEqual([data.id]);
});

test("bootstrap orients the caller alone, in scopes that it may read", async () => {
  const fake = await startFake();
  const { agent, scope, secondScope, unreadableScope, memories } = fake.fixtures;
  const body = { agent_identity_id: agent?.identityId };
  const { data } = await fake.post("bootstrap-context", body);
  expect(idsOf(data.scope_membership)).toEqual([scope, secondScope]);
  expect(items(data.current_decisions)).toMatchObject([{ kind: "decision", status: "current" }]);
  expect(new Set(idsOf(data.open_questions))).toEqual(new Set([memories?.contested, memories?.proposed]));
  expect(data.recent_activity).toMatch(/messages/);
  expect((await fake.post("bootstrap-context", { ...body, scope_id: unreadableScope })).status).toBe(403);
  expect((await fake.post("bootstrap-context", { agent_identity_id: "none" })).status).toBe(404);
});
