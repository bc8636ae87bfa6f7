import { expect, test } from "vitest";
import type { FakeOptions } from "../../options.ts";
import { clientOf, idsOf, items, startFake } from "../../testing.ts";
import { MEMORY_STATUSES } from "./model.ts";

type Running = Awaited<ReturnType<typeof startFake>>;

/** A fake and a way to remember in it. */
async function start(options: FakeOptions = {}) {
  const fake = await startFake(options);
  const remember = (more: Readonly<Record<string, unknown>> = {}) =>
    fake.post("remember", {
      content: "Ferries cross at noon",
      kind: "fact",
      scope_id: fake.fixtures.scope,
      derived_from: [{ id: "elsewhere" }],
      ...more,
    });
  return { fake, remember };
}

/** The ids that a search finds. */
async function found(fake: Running, query: Parameters<Running["get"]>[1]) {
  return idsOf((await fake.get("search-memories", query)).data.hits);
}

test("a memory shows every field that the contract names", async () => {
  const { remember } = await start();
  const { data } = await remember();
  expect(Object.keys(data)).toHaveLength(16);
  expect(data).toMatchObject({
    status: "current",
    version: 1,
    confidence: 1,
    ttl_seconds: null,
    expires_at: null,
    metadata: {},
  });
});

const WRONG = [
  { derived_from: undefined },
  { derived_from: [] },
  { derived_from: ["id"] },
  { derived_from: [{}] },
  { derived_from: [{ id: "" }] },
  { kind: "opinion" },
  { confidence: -0.1 },
  { confidence: 1.1 },
  { confidence: "1" },
  { content: "" },
  { ttl_seconds: 0 },
  { ttl_seconds: 1.5 },
  { ttl_preset: "FOREVER" },
  { metadata: [] },
  { metadata: "x" },
];

test.each(WRONG)("rejects a claim with %o", async (more) => {
  const { remember } = await start();
  expect(await remember(more)).toMatchObject({ status: 400, code: "VALIDATION_ERROR" });
});

test("rejects two lifetimes, and takes each alone", async () => {
  const { remember } = await start();
  expect(await remember({ ttl_seconds: 60, ttl_preset: "ACTIVE" })).toMatchObject({
    status: 400,
    code: "INVALID_PARAMS",
  });
  expect((await remember({ ttl_seconds: 60 })).data.ttl_seconds).toBe(60);
  const days = { VOLATILE: 7, ACTIVE: 90, STABLE: 365 };
  for (const [ttl_preset, count] of Object.entries(days)) {
    const { data } = await remember({ ttl_preset });
    expect(data.ttl_seconds).toBe(count * 86_400);
    expect(Date.parse(String(data.expires_at)) - Date.parse(String(data.created_at))).toBe(count * 86_400_000);
  }
});

test.each([
  [4096, 200],
  [4097, 400],
])("metadata of %d bytes gets %d", async (bytes, status) => {
  const { remember } = await start();
  expect((await remember({ metadata: { a: "x".repeat(bytes - 8) } })).status).toBe(status);
  expect((await remember({ metadata: { a: `${"ü".repeat((bytes - 8) >> 1)}${bytes % 2 ? "x" : ""}` } })).status).toBe(
    status,
  );
});

test("metadata is returned as sent", async () => {
  const { remember } = await start();
  const metadata = { nested: { list: [1, "2", null, { deep: false }] }, "": 0, tags: ["x"], ünï: "🦭" };
  expect((await remember({ metadata })).data.metadata).toEqual(metadata);
});

test("writing needs CAN_WRITE on a scope that exists", async () => {
  const { fake, remember } = await start();
  expect(await remember({ scope_id: fake.fixtures.unreadableScope })).toMatchObject({ status: 403, code: "FORBIDDEN" });
  expect(await remember({ scope_id: "none" })).toMatchObject({ status: 404, code: "NOT_FOUND" });
});

test("the text filter takes every letter as itself, without regard to case", async () => {
  const { fake, remember } = await start();
  const { data } = await remember({ content: "Grew 100% in Q_1 (see C:\\x*y) — ÄRGER" });
  for (const q of ["100%", "q_1", "c:\\X*Y", "ärger", "rew 1"]) expect(await found(fake, { q })).toEqual([data.id]);
  for (const q of ["1_0", "g%w", "q.1", "x.y"]) expect(await found(fake, { q })).toEqual([]);
});

test("a memory matches when it has all the tags listed", async () => {
  const { fake, remember } = await start();
  const { data } = await remember({ metadata: { tags: ["red", "blue", "green"] } });
  await remember({ metadata: { tags: ["red"] } });
  expect(await found(fake, { tags: ["red", "blue"] })).toEqual([data.id]);
  expect(await found(fake, { tags: ["red", "yellow"] })).toEqual([]);
  expect(await found(fake, { tags: ["re"] })).toEqual([]);
  expect((await fake.get("search-memories", { tags: Array.from({ length: 20 }, (_, n) => `t${n}`) })).status).toBe(200);
  expect((await fake.get("search-memories", { tags: Array.from({ length: 21 }, (_, n) => `t${n}`) })).status).toBe(400);
});

test("creation bounds are inclusive below and exclusive above, to the instant and with any offset", async () => {
  const { fake, remember } = await start({ clock: { virtual: true, startAt: Date.UTC(2026, 4, 1, 12) } });
  const { data } = await remember();
  const at = String(data.created_at);
  const later = new Date(Date.parse(at) + 1).toISOString();
  const q = "ferries";
  expect(await found(fake, { q, from: at })).toEqual([data.id]);
  expect(await found(fake, { q, from: later })).toEqual([]);
  expect(await found(fake, { q, to: at })).toEqual([]);
  expect(await found(fake, { q, to: later })).toEqual([data.id]);
  expect(await found(fake, { q, from: "2026-05-01T14:00:00.000+02:00", to: "2026-05-01T07:00:00.001-05:00" })).toEqual([
    data.id,
  ]);
  expect((await fake.get("search-memories", { from: "yesterday" })).status).toBe(400);
});

test.each(MEMORY_STATUSES)("the status filter finds memories that are %s, and those alone", async (status) => {
  const { fake } = await start();
  const hits = items((await fake.get("search-memories", { status, limit: 100 })).data.hits);
  expect(hits.length).toBeGreaterThan(0);
  expect(new Set(hits.map((hit) => hit.status))).toEqual(new Set([status]));
});

test("without a status only current memories are found", async () => {
  const { fake } = await start();
  const hits = items((await fake.get("search-memories", { limit: 100 })).data.hits);
  expect(new Set(hits.map((hit) => hit.status))).toEqual(new Set(["current"]));
});

test("a scope that may not be read is rejected, and hidden when it is not named", async () => {
  const { fake } = await start();
  const { unreadableScope, memories } = fake.fixtures;
  const named = await fake.get("search-memories", { scope_id: String(unreadableScope) });
  expect(named).toMatchObject({ status: 403, code: "permission_denied" });
  expect(await found(fake, { q: memories?.unreadable?.text ?? "" })).toEqual([]);
  const other = clientOf(fake, fake.fixtures.otherAgent?.apiKey);
  const hits = (await other.get("search-memories", { q: memories?.unreadable?.text ?? "" })).data.hits;
  expect(idsOf(hits)).toEqual([memories?.unreadable?.id]);
});

test.each([1, 2, 5, 7])(
  "walking by pages of %d meets every memory once, among equal instants and new ones",
  async (limit) => {
    const { fake, remember } = await start();
    const { tag, ids } = fake.fixtures.memories?.equalInstants ?? {};
    const met: unknown[] = [];
    let cursor: unknown;
    do {
      const query = { tags: [String(tag)], limit, ...(cursor ? { cursor: String(cursor) } : {}) };
      const { data } = await fake.get("search-memories", query);
      met.push(...idsOf(data.hits));
      cursor = data.nextCursor;
      await remember({ metadata: { tags: [tag] } });
    } while (cursor);
    expect(met).toEqual(ids?.toReversed());
  },
);

test("a cursor keeps its filters, and a forged one is rejected", async () => {
  const { fake, remember } = await start();
  for (const kind of ["fact", "decision", "fact"]) await remember({ kind, content: "kept filters" });
  const { data } = await fake.get("search-memories", { q: "kept filters", kind: "fact", limit: 1 });
  const cursor = String(data.nextCursor);
  const next = await fake.get("search-memories", { cursor, limit: 10 });
  expect(items(next.data.hits)).toMatchObject([{ kind: "fact", content: "kept filters" }]);
  expect(next.data.nextCursor).toBeNull();
  for (const forged of ["x", `${cursor}x`, `x${cursor}`]) {
    expect((await fake.get("search-memories", { cursor: forged })).status).toBe(400);
  }
});

test("a memory expires at the instant of expires_at", async () => {
  const { fake, remember } = await start({ clock: { virtual: true } });
  const { data } = await remember({ ttl_seconds: 60 });
  fake.advanceClock(59_999);
  expect(await found(fake, { q: "ferries" })).toEqual([data.id]);
  fake.advanceClock(1);
  expect(await found(fake, { q: "ferries" })).toEqual([]);
  expect(await found(fake, { q: "ferries", status: "expired" })).toEqual([data.id]);
});
