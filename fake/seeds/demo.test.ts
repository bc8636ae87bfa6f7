import { expect, test } from "vitest";
import { MEMORY_KINDS, MEMORY_STATUSES } from "../features/memories/model.ts";
import { PRIORITIES, TASK_STATUSES } from "../features/tasks/model.ts";
import { clientOf, items, startFake } from "../testing.ts";
import type { SeedData } from "./seed-data.ts";

const NOON = { virtual: true, startAt: "2026-03-31T12:00:00Z" };
const FORTNIGHT_MS = 14 * 86_400_000;

test("has tasks of every status and priority, with due times, sub-tasks and reasons why they are blocked", async () => {
  const fake = await startFake({ demo: true });
  for (const status of TASK_STATUSES) {
    expect(items((await fake.get("list-tasks", { status })).data), status).not.toHaveLength(0);
  }
  for (const priority of PRIORITIES) {
    expect(items((await fake.get("list-tasks", { priority })).data), priority).not.toHaveLength(0);
  }
  const tasks = fake.control.workspace(fake.id).tasks();
  for (const field of ["dueAt", "parentTaskId", "assigneeUserId", "assigneeAgentId", "channelId"] as const) {
    expect(
      tasks.some((task) => task[field] !== null),
      field,
    ).toBe(true);
  }
  for (const { comments, title } of tasks.filter(({ status }) => status === "blocked")) {
    expect(comments, title).not.toHaveLength(0);
  }
});

test("has memories of every kind and status, with edges of every type that the fake creates", async () => {
  const fake = await startFake({ demo: true });
  for (const kind of MEMORY_KINDS) {
    expect(items((await fake.get("search-memories", { kind })).data.hits), kind).not.toHaveLength(0);
  }
  const { ids = {} } = fake.seeds[0] ?? {};
  const own = new Set(Object.values(ids));
  for (const status of MEMORY_STATUSES) {
    const { hits } = (await fake.get("search-memories", { status, limit: 100 })).data;
    expect(
      items(hits).some(({ id }) => own.has(String(id))),
      status,
    ).toBe(true);
  }
  const edges = fake.control.workspace(fake.id).edges({ limit: 1000 }).items;
  expect(new Set(edges.filter(({ from_id }) => own.has(from_id)).map(({ edge_type }) => edge_type))).toEqual(
    new Set(["DERIVED_FROM", "IN_SCOPE", "REFERENCES", "SUPERSEDES", "CONTRADICTS", "SUPPORTS"]),
  );
});

test("has flagged and resolved messages, threads and files, each thing in the order of time", async () => {
  const fake = await startFake({ demo: true, clock: NOON });
  const workspace = fake.control.workspace(fake.id);
  const messages = workspace.messages({ limit: 1000 }).items;
  const times = messages.map(({ createdAt }) => Date.parse(createdAt));
  expect(times).toEqual(times.toSorted((a, b) => b - a));
  const now = Date.parse(NOON.startAt);
  expect(times.every((time) => time <= now && time >= now - FORTNIGHT_MS)).toBe(true);
  const { ids = {} } = fake.seeds[0] ?? {};
  const byId = new Map(messages.map((message) => [message.id, message]));
  expect(byId.get(ids.disk ?? "")?.metadata).toHaveProperty("needsHuman");
  expect(byId.get(ids["dates-flag"] ?? "")).toMatchObject({ metadata: {}, version: 3 });
  expect(messages.some(({ replyCount }) => replyCount > 1)).toBe(true);
  const files = workspace.files({ limit: 100 }).items;
  expect(files.length).toBeGreaterThan(5);
  expect(files.every(({ isUploaded }) => isUploaded)).toBe(true);
});

test("is the same at each start, and moves with the clock", async () => {
  const contentAt = async (startAt: string, seed: number) => {
    const fake = await startFake({ demo: true, seed, clock: { virtual: true, startAt } });
    const workspace = fake.control.workspace(fake.id);
    const { ids = {} } = fake.seeds[0] ?? {};
    const own = new Set(Object.values(ids));
    const now = Date.parse(startAt);
    const texts = [
      ...workspace
        .messages({ limit: 1000 })
        .items.filter(({ id }) => own.has(id))
        .map(({ content, createdAt }) => [content, now - Date.parse(createdAt)]),
      ...workspace.tasks().map(({ title, status, updatedAt }) => [title, status, now - Date.parse(updatedAt)]),
      ...workspace
        .memories({ limit: 1000 })
        .items.filter(({ id }) => own.has(id))
        .map(({ content, status, created_at }) => [content, status, now - Date.parse(created_at)]),
    ];
    return { texts, ids };
  };
  const first = await contentAt("2026-03-31T12:00:00Z", 1);
  expect(await contentAt("2026-03-31T12:00:00Z", 1)).toEqual(first);
  expect((await contentAt("2027-01-01T00:30:00Z", 2)).texts).toEqual(first.texts);
});

test("is in the agent's own workspace, whose key, fixtures and plan stay; copies and resets have it, too", async () => {
  const fake = await startFake({ demo: true, apiKey: "wak_mine", seed: 1, clock: NOON });
  const plain = await startFake({ seed: 1, clock: NOON });
  expect(fake.apiKey).toBe("wak_mine");
  expect(Object.keys(fake.fixtures)).toEqual(Object.keys(plain.fixtures));
  expect(fake.service.workspaces.get(fake.id)?.plan).toEqual(plain.service.workspaces.get(plain.id)?.plan);
  expect(Object.keys(fake.seeds[0]?.keys ?? {})).toEqual(["support", "load"]);
  const helped = clientOf(fake, fake.seeds[0]?.keys.support);
  expect(items((await helped.get("list-tasks")).data)).not.toHaveLength(0);
  const countOf = async (apiKey: string) =>
    items((await clientOf(fake, apiKey).get("list-tasks", { limit: 100 })).data).length;
  const before = await countOf(fake.apiKey);
  expect(await countOf(fake.workspace().apiKey)).toBe(before);
  await fake.post("create-task", { title: "Buy more cake" });
  fake.reset();
  expect(await countOf(fake.apiKey)).toBe(before);
});

test("goes with a seed that has a workspace of its own, and not with one that leaves the reference population out", async () => {
  const seedData: SeedData = { agents: { builder: { key: "wak_builder" } } };
  const fake = await startFake({ demo: true, seedData });
  expect(fake.seeds.map(({ keys }) => Object.keys(keys))).toEqual([["support", "load"], ["builder"]]);
  const rejected = expect(startFake({ demo: true, seedData: { ...seedData, reference: false } })).rejects;
  await rejected.toThrow("leaves it out (reference: false)");
  await rejected.toMatchObject({ code: "SEED-REFERENCE" });
  await expect(startFake({ demo: true, seedData: { ...seedData, reference: "extended" } })).rejects.toMatchObject({
    code: "SEED-REFERENCE",
  });
});

test("a snapshot keeps it, and how it was created", async () => {
  const fake = await startFake({ demo: true });
  const snapshot = fake.snapshot();
  const other = await startFake();
  other.restore(snapshot);
  const titles = () =>
    other.control
      .workspace(other.id)
      .tasks()
      .map(({ title }) => title);
  const before = titles();
  expect(before).toContain("Teach the nightly script the import key");
  other.reset();
  expect(titles()).toEqual(before);
});
