import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { OperatorError } from "../../spec/operator-error.ts";
import type { Fake } from "../fake.ts";
import { clientOf, items, startFake, type TestClient } from "../testing.ts";
import type { Snapshot } from "./snapshot.ts";

const folder = mkdtempSync(join(tmpdir(), "wac-state-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let files = 0;
const newFile = () => join(folder, `${files++}.json`);

/** Makes one of everything: a thread, a file in a message, a blocked task, memories with a graph, unusual texts. */
async function live(fake: Fake & TestClient) {
  const { fixtures } = fake;
  const channelId = fixtures.memberChannel;
  const parent = await fake.post("send-message", { channelId, content: "The walrus \u2028 \ud800 \u0000 speaks" });
  await fake.post("send-message", { channelId, content: "Hear, hear", threadId: parent.data.id });
  await fake.post("flag-needs-human", { messageId: parent.data.id, reason: "walrus" });
  const asked = { channelId, fileName: "w.txt", mimeType: "text/plain", sizeBytes: 6 };
  const { data: upload } = await fake.post("request-file-upload", asked);
  await fetch(String(upload.uploadUrl), { method: "PUT", headers: { "content-type": "text/plain" }, body: "walrus" });
  await fake.post("send-message", { channelId, content: "", attachmentIds: [upload.attachmentId] });
  const task = await fake.post("create-task", {
    title: "Feed the walrus",
    channelId,
    assigneeAgentId: fixtures.agent?.id,
  });
  await fake.post("block-task", { taskId: task.data.id, reason: "no fish" });
  await fake.post("remember", {
    content: "Walruses like clams",
    kind: "fact",
    scope_id: fixtures.scope,
    derived_from: [{ id: parent.data.id }],
    ttl_seconds: 3600,
    metadata: { tags: ["walrus"], __proto__: { a: 1 } },
  });
  return { attachmentId: String(upload.attachmentId) };
}

/** What an agent sees of it all, without what differs from one response to the next. */
async function seen(fake: Fake, apiKey = fake.apiKey) {
  const client = clientOf(fake, apiKey);
  const { fixtures } = fake;
  const answers = [
    await client.get("get-messages", { channelId: String(fixtures.memberChannel), limit: 100 }),
    await client.get("search-messages", { query: "walrus" }),
    await client.get("list-tasks", { limit: 100 }),
    await client.get("list-tasks", { status: "blocked" }),
    await client.get("search-memories", { tags: "walrus" }),
    await client.get("search-memories", { status: "superseded" }),
    await client.post("recall", { query: "what do walruses eat?" }),
    await client.post("recall", { seed_id: fixtures.seedMemory, depth: 3 }),
    await client.post("bootstrap-context", { agent_identity_id: fixtures.agent?.identityId }),
  ];
  return answers.map(({ data }) => data);
}

const OPTIONS = { clock: { virtual: true, startAt: Date.UTC(2026, 0, 2) } };

test("a snapshot brings back all that any agent can see, in another fake", async () => {
  const fake = await startFake({ ...OPTIONS, seed: 1 });
  const { attachmentId } = await live(fake);
  const snapshot = fake.snapshot();
  const other = await startFake({ ...OPTIONS, seed: 2 });
  other.restore(JSON.parse(JSON.stringify(snapshot)));
  expect(other.fixtures).toEqual(fake.fixtures);
  expect(await seen(other)).toEqual(await seen(fake));
  const otherAgent = String(fake.fixtures.otherAgent?.apiKey);
  expect(await seen(other, otherAgent)).toEqual(await seen(fake, otherAgent));
  const ask = { channelId: String(fake.fixtures.memberChannel), attachmentId };
  const { data } = await clientOf(other).get("request-file-download", ask);
  expect(await (await fetch(String(data.signedUrl))).text()).toBe("walrus");
  const records = JSON.stringify(other.snapshot().records).replaceAll(other.baseUrl, fake.baseUrl);
  expect(JSON.parse(records)).toEqual(snapshot.records);
});

test("goes on where it was: new ids, identifiers and the plan", async () => {
  const fake = await startFake({ ...OPTIONS, seed: 1 });
  const snapshot = fake.snapshot();
  const first = await fake.post("create-task", { title: "x" });
  fake.restore(snapshot);
  const again = await fake.post("create-task", { title: "x" });
  expect([again.data.id, again.data.identifier]).toEqual([first.data.id, first.data.identifier]);
  const small = clientOf(fake, String(fake.fixtures.smallPlan?.apiKey));
  for (let task = 0; task < 3; task++) await small.post("create-task", { title: "x" });
  const full = fake.snapshot();
  fake.reset();
  fake.restore(full);
  expect((await small.post("create-task", { title: "x" })).code).toBe("plan_limit_reached");
});

test("a snapshot of a workspace leaves the others alone", async () => {
  const fake = await startFake();
  const mine = fake.workspace();
  const client = clientOf(fake, mine.apiKey);
  await client.post("create-task", { title: "before" });
  const snapshot = fake.snapshot(mine.id);
  await client.post("create-task", { title: "after" });
  await fake.post("create-task", { title: "elsewhere" });
  fake.restore(snapshot);
  const titles = async (of: TestClient) => items((await of.get("list-tasks")).data).map(({ title }) => title);
  expect(await titles(client)).toContain("before");
  expect(await titles(client)).not.toContain("after");
  expect(await titles(fake)).toContain("elsewhere");
  expect(() => fake.snapshot("nowhere")).toThrow(expect.objectContaining({ code: "SNAPSHOT-UNKNOWN-WORKSPACE" }));
});

test("a file takes everything at the end and brings it at the next start, with seed and keys", async () => {
  const snapshotFile = newFile();
  const fake = await startFake({ ...OPTIONS, snapshotFile });
  await live(fake);
  const before = await seen(fake);
  await fake.close();
  expect(statSync(snapshotFile).mode & 0o777).toBe(0o600);
  const again = await startFake({ ...OPTIONS, snapshotFile });
  expect([again.apiKey, await seen(again)]).toEqual([fake.apiKey, before]);
  again.reset();
  expect(again.fixtures).toEqual(fake.fixtures);
  expect(JSON.parse(readFileSync(snapshotFile, "utf8")).format).toBe("workspace-agent-fake-snapshot");
});

test("reads a snapshot that was laid out again", async () => {
  const snapshotFile = newFile();
  const fake = await startFake();
  writeFileSync(snapshotFile, JSON.stringify(fake.snapshot(), null, 2));
  expect((await startFake({ snapshotFile })).fixtures).toEqual(fake.fixtures);
});

test("links to attachments lead to the fake that holds them now", async () => {
  const snapshotFile = newFile();
  const fake = await startFake({ snapshotFile });
  await live(fake);
  const snapshot = fake.snapshot();
  await fake.close();
  const [resumed, restored] = [await startFake({ snapshotFile }), await startFake()];
  restored.restore(snapshot);
  for (const { service, baseUrl } of [resumed, restored]) {
    const urls = [...service.workspaces.values()]
      .flatMap(({ messages }) => [...messages.all()].flatMap(({ message }) => message.attachments))
      .map(({ url }) => new URL(url).origin);
    expect(new Set(urls)).toEqual(new Set([baseUrl]));
  }
});

test("time does not go back behind what was made", async () => {
  const snapshotFile = newFile();
  const fake = await startFake({ snapshotFile });
  fake.advanceClock(30 * 86_400_000);
  const made = await fake.post("create-task", { title: "in a month" });
  await fake.close();
  const again = await startFake({ snapshotFile });
  expect(again.service.clock.now()).toBeGreaterThanOrEqual(Date.parse(String(made.data.createdAt)));
});

const SEED = {
  agents: { builder: { key: "wak_builder" } },
  channels: { general: { members: ["builder"] } },
  messages: [{ id: "hello", channel: "general", from: "builder", content: "Hello" }],
};

test("a workspace that was made from a seed is made from it again, also after a resumption without the seed", async () => {
  const snapshotFile = newFile();
  const fake = await startFake({ seedData: SEED, snapshotFile });
  const further = fake.workspace({ ...SEED, agents: { builder: null } });
  await fake.close();
  const resumed = await startFake({ snapshotFile });
  const keys = ["wak_builder", further.apiKey];
  for (const key of keys)
    await clientOf(resumed, key).post("send-message", { channelId: "general", content: "soon gone" });
  expect([resumed.seeds.length, resumed.fixtures]).toEqual([2, fake.fixtures]);
  const contents = async (key: string) => {
    const { data } = await clientOf(resumed, key).get("get-messages", { channelId: "general" });
    return items(data.messages).map(({ content }) => content);
  };
  expect(await Promise.all(keys.map(contents))).toEqual(Array(2).fill(["soon gone", "Hello"]));
  resumed.control.resetWorkspace(further.id);
  expect(await contents(further.apiKey)).toEqual(["Hello"]);
  resumed.reset();
  expect(await Promise.all(keys.map(contents))).toEqual([["Hello"], ["Hello"]]);
  expect((await resumed.get("list-tasks")).status).toBe(200);
});

test("reads what an earlier version wrote", async () => {
  const { snapshotFile, text } = await soundFile();
  const earlier = text.replace('"version":2', '"version":1').replaceAll(',"archivedAt":null}]', "}]");
  expect(earlier.length).toBeLessThan(text.length - 20);
  writeFileSync(snapshotFile, earlier);
  const fake = await startFake({ snapshotFile });
  const channelId = fake.fixtures.memberChannel;
  expect((await fake.post("send-message", { channelId, content: "x" })).status).toBe(200);
});

/** A snapshot file that is sound. */
async function soundFile() {
  const snapshotFile = newFile();
  await (await startFake({ snapshotFile })).close();
  return { snapshotFile, text: readFileSync(snapshotFile, "utf8") };
}

test("rejects what is damaged, newer or no snapshot, and leaves the file as it is", async () => {
  const { snapshotFile, text } = await soundFile();
  const lines = text.split("\n");
  const cases: readonly (readonly [string, string, string])[] = [
    ["cut short", text.slice(0, text.length / 2), "SNAPSHOT-DAMAGED"],
    ["cut at a line", lines.slice(0, 20).join("\n"), "SNAPSHOT-DAMAGED"],
    ["without a record", [...lines.slice(0, 9), ...lines.slice(10)].join("\n"), "SNAPSHOT-DAMAGED"],
    ["a record changed", text.replace('"status":"todo","priority"', '"status":"tood","priority"'), "SNAPSHOT-DAMAGED"],
    ["a record twice", text.replace(/\n(\["task".*)/, "\n$1\n$1"), "SNAPSHOT-DAMAGED"],
    ["something behind it", `${text}{}`, "SNAPSHOT-DAMAGED"],
    ["newer", text.replace('"version":2', '"version":3'), "SNAPSHOT-VERSION"],
    ["a seed that is none", text.replace('"origin":{"number":0,', '"seed":{"agents":{}},$&'), "SNAPSHOT-DAMAGED"],
    ["something else", '{"name":"package"}', "SNAPSHOT-UNKNOWN"],
    ["no JSON", "hello: [", "SNAPSHOT-DAMAGED"],
    ["empty", "", "SNAPSHOT-DAMAGED"],
    ["a list", "[]", "SNAPSHOT-UNKNOWN"],
    ["nesting", "[".repeat(200_000), "SNAPSHOT-DAMAGED"],
  ];
  for (const [name, content, code] of cases) {
    writeFileSync(snapshotFile, content);
    await expect(startFake({ snapshotFile }), name).rejects.toMatchObject({ code });
    expect(readFileSync(snapshotFile, "utf8")).toBe(content);
  }
  expect(readdirSync(folder).filter((name) => name.endsWith(".partial"))).toEqual([]);
});

test("says at once when it will not be able to save", async () => {
  const inNoFolder = join(folder, "none", "state.json");
  await expect(startFake({ snapshotFile: inNoFolder })).rejects.toMatchObject({ code: "SNAPSHOT-UNWRITABLE" });
  const isFolder = join(folder, "folder");
  mkdirSync(isFolder);
  await expect(startFake({ snapshotFile: isFolder })).rejects.toMatchObject({ code: "SNAPSHOT-UNREADABLE" });
  expect(existsSync(`${isFolder}.partial`)).toBe(false);
});

test("a snapshot that is rejected changes nothing; one that is taken, however strange, serves", async () => {
  const fake = await startFake(OPTIONS);
  const sound = fake.snapshot();
  const paths = pathsOf(sound.records);
  const junk = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>("", "\ud800", -1, 1e308, [], {}, null, "nobody"),
  );
  let taken = 0;
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), junk, async (path, value) => {
      const changed = JSON.parse(JSON.stringify(sound)) as Snapshot;
      put(changed.records, path, value);
      try {
        fake.restore(changed);
      } catch (error) {
        expect(error).toBeInstanceOf(OperatorError);
        expect(fake.snapshot().records).toEqual(sound.records);
        return;
      }
      taken += 1;
      const client = clientOf(fake);
      const answers = [
        await client.get("get-messages", { channelId: String(sound.records.length) }),
        await client.get("search-messages", { query: "importer" }),
        await client.get("list-tasks", { query: "release" }),
        await client.get("search-memories", { q: "importer", tags: "x" }),
        await client.post("recall", { query: "importer" }),
        await client.post("recall", { seed_id: fake.fixtures.seedMemory ?? "x", depth: 3 }),
        await client.post("create-task", { title: "x" }),
      ];
      for (const { status } of answers) expect(status).toBeLessThan(500);
      fake.restore(sound);
    }),
    { seed: 20, numRuns: 100 },
  );
  expect(taken).toBeGreaterThan(0);
});

/** Paths of a few leaves and branches of each kind of record. */
function pathsOf(records: Snapshot["records"]): (string | number)[][] {
  const last = new Map(records.map(([kind], index) => [kind, index]));
  return [...last.values()].flatMap((index) => walk(records[index], [index]));
}

function walk(value: unknown, path: (string | number)[]): (string | number)[][] {
  if (typeof value !== "object" || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([name, member]) => walk(member, [...path, name]))];
}

function put(root: unknown, path: readonly (string | number)[], value: unknown): void {
  const holder = path.slice(0, -1).reduce((inner, name) => (inner as Record<string, unknown>)[name], root);
  (holder as Record<string, unknown>)[path.at(-1) ?? ""] = value;
}
