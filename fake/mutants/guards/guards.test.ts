import { expect, test } from "vitest";
import type { Fake } from "../../fake.ts";
import { items, startFake, type TestClient } from "../../testing.ts";

const start = (mutant: string): Promise<Fake & TestClient> => startFake({ mutants: [mutant], seed: 1 });

/** Sends messages into the agent's channel and gives their ids. */
async function sent(fake: Fake & TestClient, ...contents: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const content of contents) {
    const { data } = await fake.post("send-message", { channelId: fake.fixtures.memberChannel, content });
    ids.push(String(data.id));
  }
  return ids;
}

test("is confines a mutant to listed things of a kind", async () => {
  const fake = await start("cut-20@get-messages:/data/messages/*/content[is=flagged]");
  const channelId = String(fake.fixtures.memberChannel);
  const [messageId] = await sent(fake, "A message that says a lot", "Another one that says as much");
  await fake.post("flag-needs-human", { messageId, reason: "Look" });
  const { data } = await fake.get("get-messages", { channelId, limit: 2 });
  expect(items(data.messages).map(({ content }) => content)).toEqual([
    "Another one that says as much",
    "A message that says ",
  ]);
});

test("hit confines a mutant to what an index would leave out", async () => {
  const fake = await start("lose-rows@search-messages:/data/messages[hit=behind-first-line]");
  await sent(fake, "lighthouse\nkeeper");
  const found = async (query: string) => items((await fake.get("search-messages", { query })).data.messages).length;
  expect([await found("lighthouse"), await found("keeper")]).toEqual([1, 0]);
});

test("repeated confines a mutant to requests that have come before", async () => {
  const fake = await start("reject@list-tasks[repeated=request]");
  const status = async (limit: number) => (await fake.get("list-tasks", { limit })).status;
  expect([await status(1), await status(2), await status(1)]).toEqual([200, 200, 400]);
});

test("call and repeated count at sites of every operation, by the fake's clock", async () => {
  const counted = await start("other-code@rules.refusals.agent.no-credentials[call=every-second]");
  const codes: unknown[] = [];
  for (let count = 0; count < 4; count++) {
    const response = await fetch(`${counted.baseUrl}/v1/agent/list-tasks`);
    codes.push(((await response.json()) as { error: { code: unknown } }).error.code);
  }
  expect(new Set(codes.filter((_, at) => at % 2 === 0)).size).toBe(1);
  expect(codes[1]).not.toBe(codes[0]);
  const close = await startFake({
    mutants: ["reject@list-tasks[repeated=at-once]"],
    seed: 1,
    clock: { virtual: true },
  });
  const status = async () => (await close.get("list-tasks")).status;
  expect([await status(), await status()]).toEqual([200, 400]);
  close.advanceClock(1000);
  expect(await status()).toBe(200);
});

test("written confines a mutant to bodies that are written in a way", async () => {
  const fake = await start("reject@create-task[written=indented]");
  const create = async (body: string) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${fake.apiKey}` };
    return (await fetch(`${fake.baseUrl}/v1/agent/create-task`, { method: "POST", headers, body })).status;
  };
  expect([await create('{"title":"One"}'), await create('{\n  "title": "One"\n}')]).toEqual([200, 400]);
});

test("filled confines a mutant to pages with some number of messages", async () => {
  const fake = await start("raise@get-messages:/data/hasMore[filled=not-at-all]");
  const channelId = String(fake.fixtures.memberChannel);
  const [, last = ""] = await sent(fake, "One", "Two");
  const hasMoreAfter = async (after: string) => (await fake.get("get-messages", { channelId, after })).data.hasMore;
  expect(await hasMoreAfter(last)).toBe(true);
  await sent(fake, "Three");
  expect(await hasMoreAfter(last)).toBe(false);
});

test("text classes confine a mutant to words with a capital, with a digit, or of many bytes", async () => {
  const fake = await start("reject@request-file-upload[fileName=digit]");
  const asked = { channelId: fake.fixtures.memberChannel, mimeType: "text/plain", sizeBytes: 1 };
  const status = async (fileName: string) => (await fake.post("request-file-upload", { ...asked, fileName })).status;
  expect([await status("notes.txt"), await status("notes 2.txt")]).toEqual([200, 400]);
  const capitals = await start("reject@search-messages[query=capital]");
  const found = async (query: string) => (await capitals.get("search-messages", { query })).status;
  expect([await found("word"), await found("Wörd")]).toEqual([200, 400]);
  const bytes = await start("reject@create-task[title=more-than-500-bytes]");
  const created = async (title: string) => (await bytes.post("create-task", { title })).status;
  expect([await created("e".repeat(300)), await created("é".repeat(300))]).toEqual([200, 400]);
});

test("empty-key accepts a scheme without a key, and no other credentials", async () => {
  const fake = await start("empty-key@list-tasks");
  const status = async (authorization: string) =>
    (await fetch(`${fake.baseUrl}/v1/agent/list-tasks`, { headers: { authorization } })).status;
  expect([await status("Bearer "), await status("Bearer unknown"), await status("Basic ")]).toEqual([200, 401, 401]);
});
