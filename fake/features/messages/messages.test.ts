import { expect, test } from "vitest";
import { clientOf, idsOf, items, startFake } from "../../testing.ts";

test("a message shows every field that the contract names", async () => {
  const fake = await startFake();
  const { data } = await fake.post("send-message", { channelId: fake.fixtures.memberChannel, content: "Hi" });
  expect(Object.keys(data)).toHaveLength(15);
  expect(data).toMatchObject({
    parentId: null,
    senderType: "agent",
    version: 1,
    replyCount: 0,
    reactions: [],
    isEdited: false,
  });
});

test("content is returned as sent, at once and on reading", async () => {
  const fake = await startFake();
  const channelId = String(fake.fixtures.memberChannel);
  const content = "# Ünïcode 🦭\n\n* `code` <b>&amp;</b>\n* עברית e\u0301";
  const { data } = await fake.post("send-message", { channelId, content });
  const page = await fake.get("get-messages", { channelId, limit: 1 });
  expect(data.content).toBe(content);
  expect(items(page.data.messages)[0]).toMatchObject({ id: data.id, content });
});

test("a reply names its parent and is counted there", async () => {
  const fake = await startFake();
  const channelId = String(fake.fixtures.memberChannel);
  const root = await fake.post("send-message", { channelId, content: "root" });
  const replies = [1, 2].map((n) =>
    fake.post("send-message", { channelId, content: `reply ${n}`, threadId: root.data.id }),
  );
  expect((await Promise.all(replies)).map(({ data }) => data.parentId)).toEqual([root.data.id, root.data.id]);
  const page = items((await fake.get("get-messages", { channelId, limit: 3 })).data.messages);
  expect(page.find(({ id }) => id === root.data.id)?.replyCount).toBe(2);
});

test("a reply to a message of another channel, or to none, is rejected", async () => {
  const fake = await startFake();
  const { memberChannel, secondMemberChannel } = fake.fixtures;
  const root = await fake.post("send-message", { channelId: memberChannel, content: "root" });
  const reply = { channelId: secondMemberChannel, content: "x" };
  expect((await fake.post("send-message", { ...reply, threadId: root.data.id })).status).toBe(400);
  expect((await fake.post("send-message", { ...reply, threadId: "none" })).status).toBe(404);
});

test("only members send and read", async () => {
  const fake = await startFake();
  const { foreignChannel } = fake.fixtures;
  const sent = await fake.post("send-message", { channelId: foreignChannel, content: "x" });
  expect(sent).toMatchObject({ status: 403, code: "channel_not_member" });
  const read = await fake.get("get-messages", { channelId: String(foreignChannel) });
  expect(read).toMatchObject({ status: 403, code: "channel_not_member" });
  expect((await fake.post("send-message", { channelId: "none", content: "x" })).code).toBe("not_found");
});

/** Fills a channel and walks it; returns the ids sent, oldest first, and those met. */
async function walk(cursor: "before" | "after", limit: number) {
  const fake = await startFake();
  const channelId = String(fake.fixtures.secondMemberChannel);
  const start = await fake.post("send-message", { channelId, content: "start" });
  const sent: unknown[] = [];
  for (let index = 0; index < 12; index++) {
    sent.push((await fake.post("send-message", { channelId, content: `n ${index}` })).data.id);
  }
  const end = await fake.post("send-message", { channelId, content: "end" });
  const met: unknown[] = [];
  let from = String(cursor === "before" ? end.data.id : start.data.id);
  for (let more = true; more; ) {
    const { data } = await fake.get("get-messages", { channelId, limit, [cursor]: from });
    const ids = idsOf(data.messages);
    met.push(...(cursor === "before" ? ids : ids.toReversed()));
    from = String(cursor === "before" ? ids.at(-1) : ids[0]);
    more = Boolean(data.hasMore);
    if (met.length < 12) await fake.post("send-message", { channelId, content: "meanwhile" });
    if (cursor === "after" && met.length >= 12) break;
  }
  return { sent, met, start: start.data.id };
}

test.each([1, 3, 4, 6, 13])("walking back by pages of %d meets every message once", async (limit) => {
  const { sent, met, start } = await walk("before", limit);
  expect(met).toEqual([...sent.toReversed(), start]);
});

test.each([1, 3, 4, 6, 12])("walking forward by pages of %d meets every message once", async (limit) => {
  const { sent, met } = await walk("after", limit);
  expect(met.slice(0, 12)).toEqual(sent);
});

test("before and after together give what lies between", async () => {
  const fake = await startFake();
  const channelId = String(fake.fixtures.secondMemberChannel);
  const ids: string[] = [];
  for (let index = 0; index < 5; index++) {
    ids.push(String((await fake.post("send-message", { channelId, content: `n ${index}` })).data.id));
  }
  const [first = "", , , , last = ""] = ids;
  const { data } = await fake.get("get-messages", { channelId, after: first, before: last, limit: 2 });
  expect(idsOf(data.messages)).toEqual([ids[3], ids[2]]);
  expect(data.hasMore).toBe(true);
});

test("a cursor of another channel or of nothing is rejected", async () => {
  const fake = await startFake();
  const { memberChannel, secondMemberChannel } = fake.fixtures;
  const { data } = await fake.post("send-message", { channelId: memberChannel, content: "x" });
  const channelId = String(secondMemberChannel);
  expect((await fake.get("get-messages", { channelId, before: String(data.id) })).status).toBe(400);
  expect((await fake.get("get-messages", { channelId, before: "none" })).status).toBe(404);
});

test("search finds whole words without regard to case, the most relevant first", async () => {
  const fake = await startFake();
  const { memberChannel, secondMemberChannel } = fake.fixtures;
  const once = await fake.post("send-message", {
    channelId: memberChannel,
    content: "One Zyzzyva among many other words here",
  });
  const often = await fake.post("send-message", { channelId: secondMemberChannel, content: "zyzzyva ZYZZYVA zyzzyva" });
  const { data } = await fake.get("search-messages", { query: "zyzzyva" });
  expect(idsOf(data.messages)).toEqual([often.data.id, once.data.id]);
  const [first, second] = items(data.messages).map(({ rank }) => Number(rank));
  expect(first).toBeGreaterThan(second ?? Number.POSITIVE_INFINITY);
  const within = await fake.get("search-messages", { query: "zyzzyva", channelId: String(memberChannel) });
  expect(idsOf(within.data.messages)).toEqual([once.data.id]);
});

test("search gives 20 hits when no limit is asked for", async () => {
  const fake = await startFake();
  for (let index = 0; index < 25; index++) {
    await fake.post("send-message", { channelId: fake.fixtures.memberChannel, content: `gnocchi ${index}` });
  }
  expect(items((await fake.get("search-messages", { query: "gnocchi" })).data.messages)).toHaveLength(20);
  expect(items((await fake.get("search-messages", { query: "gnocchi", limit: 3 })).data.messages)).toHaveLength(3);
});

test("search leaves out channels of others, and rejects them by name", async () => {
  const fake = await startFake();
  const { messages, foreignChannel } = fake.fixtures;
  const query = messages?.foreign?.word ?? "";
  expect(items((await fake.get("search-messages", { query })).data.messages)).toEqual([]);
  const named = await fake.get("search-messages", { query, channelId: String(foreignChannel) });
  expect(named).toMatchObject({ status: 403, code: "channel_not_member" });
  const other = clientOf(fake, fake.fixtures.otherAgent?.apiKey);
  expect(idsOf((await other.get("search-messages", { query })).data.messages)).toContain(messages?.foreign?.id);
});

test("flagging adds an entry to the metadata and nothing else", async () => {
  const fake = await startFake();
  const { memberChannel, messages } = fake.fixtures;
  const { data } = await fake.post("flag-needs-human", { messageId: messages?.byHuman, reason: "unclear" });
  expect(data).toMatchObject({ version: 2, senderType: "human", metadata: { needsHuman: { reason: "unclear" } } });
  const page = items((await fake.get("get-messages", { channelId: String(memberChannel), limit: 100 })).data.messages);
  const flagged = page.filter(({ metadata }) => metadata?.needsHuman !== undefined);
  expect(idsOf(flagged)).toEqual([messages?.byHuman]);
});

test("a message that is hidden or does not exist cannot be flagged", async () => {
  const fake = await startFake();
  const messageId = fake.fixtures.messages?.foreign?.id;
  expect((await fake.post("flag-needs-human", { messageId, reason: "r" })).status).toBe(403);
  expect((await fake.post("flag-needs-human", { messageId: "none", reason: "r" })).status).toBe(404);
});
