import { bags } from "../probe.ts";
import type { Script, Tracer } from "./trace.ts";

const SEND = "agent/send-message";
const READ = "agent/get-messages";
const FIND = "agent/search-messages";

/** Touches every rule of messages, their pages and their search. */
export const messageScript: Script = async (tracer) => {
  const thread = await conversations(tracer);
  await pages(tracer, thread);
  await flags(tracer, thread);
  await oddities(tracer, thread);
  await searches(tracer);
  await strangers(tracer);
};

async function conversations({ post, get, fixtures, note }: Tracer): Promise<string[]> {
  const channelId = fixtures.secondMemberChannel ?? "";
  const say = async (content: string, more = {}) => String((await post(SEND, { channelId, content, ...more })).data.id);
  const first = await say("A <b>bold</b> & *starry*\nnight 🌌 with a Zebra");
  const second = await say("a zebra", { threadId: first });
  const third = await say("b zebra zebra", { threadId: first });
  const long = await say(`long ${"word ".repeat(100)}`);
  const replies = Array.from({ length: 4 }, () => post(SEND, { channelId, content: "at once", threadId: long }));
  await Promise.all(replies);
  const page = await get(READ, { channel: channelId, after: third, limit: 2 });
  note(
    bags(page.data.messages)
      .map(({ replyCount }) => String(replyCount))
      .join(),
  );
  return [first, second, third, long];
}

async function pages(
  { post, get, fixtures, probe }: Tracer,
  [first = "", second = "", third = ""]: string[],
): Promise<void> {
  const channel = fixtures.secondMemberChannel ?? "";
  await get(READ, { channel, before: third, limit: 2 });
  await get(READ, { channel, before: second, limit: 1 });
  await get(READ, { channel, after: first, limit: 1 });
  await get(READ, { channel, after: first, limit: 5 });
  const grant = await post("agent/request-file-upload", {
    channelId: channel,
    fileName: "a.txt",
    mimeType: "text/plain",
    sizeBytes: 1,
  });
  const other = await post("agent/request-file-upload", {
    channelId: channel,
    fileName: "b.txt",
    mimeType: "text/plain",
    sizeBytes: 1,
  });
  for (const { data } of [grant, other]) {
    await fetch(String(data.uploadUrl), { method: "PUT", headers: data.headers as Record<string, string>, body: "x" });
  }
  const attachmentIds = [grant.data.attachmentId ?? "", other.data.attachmentId ?? ""];
  await post(SEND, { channelId: channel, content: "with files", threadId: first, attachmentIds });
  const oldest = await probe.get(READ, { channel, before: first, limit: 8 });
  await get(READ, { channel, before: first, limit: Math.max(1, bags(oldest.data.messages).length) });
  await get(READ, { channel, after: third, limit: 8 });
}

async function oddities({ post, get, fixtures }: Tracer, [first = "", second = ""]: string[]): Promise<void> {
  const channelId = fixtures.memberChannel ?? "";
  await post(SEND, { channelId, content: { a: 1 } });
  await post(SEND, { channelId: "999999999", content: "nowhere" });
  await post(SEND, { channelId, content: "with nothing", attachmentIds: ["999999999"] });
  await post(SEND, { channelId: fixtures.otherWorkspace?.channel ?? "", content: "abroad" });
  await post("agent/flag-needs-human", { messageId: second, reason: ["a"] });
  const thread = await post(SEND, { channelId, content: "a thread" });
  const reply = await post(SEND, { channelId, content: "a reply", threadId: String(thread.data.id) });
  await post("agent/flag-needs-human", { messageId: String(reply.data.id), reason: "a reply" });
  await post("agent/flag-needs-human", { messageId: fixtures.messages?.foreign?.id ?? "", reason: "foreign" });
  await get(READ, { channel: channelId, limit: "some" });
  await get(READ, { channel: channelId });
  await get(READ, { channel: fixtures.secondMemberChannel ?? "", before: second, after: first });
  await get(FIND, { query: "nothing like this" });
  await get(FIND, { query: "invoices", limit: "some" });
  // All say the same: which of them arrives first is nobody's to say.
  await Promise.all([1, 2, 3].map(() => post(SEND, { channelId, content: "together" })));
  await get(READ, { channel: channelId, before: first });
}

async function flags({ post, get, fixtures }: Tracer, [first = "", second = ""]: string[]): Promise<void> {
  const reason = "needs a person";
  await post("agent/flag-needs-human", { messageId: first, reason });
  await get(READ, { channel: fixtures.secondMemberChannel ?? "", before: second, limit: 1 });
  await post("agent/flag-needs-human", { messageId: fixtures.messages?.byHuman ?? "", reason });
  await post("agent/flag-needs-human", { messageId: "999999999", reason });
}

async function searches({ post, get, fixtures }: Tracer): Promise<void> {
  const channelId = fixtures.memberChannel ?? "";
  for (let sent = 0; sent < 23; sent++) await post(SEND, { channelId, content: `giraffe ${"tall ".repeat(sent)}` });
  await get(FIND, { query: "giraffe" });
  await get(FIND, { query: "giraffe", limit: 2 });
  await get(FIND, { query: "Zebra" });
  await get(FIND, { query: "Zebra", channelId });
  await get(FIND, { query: "invoices" });
  await get(FIND, { query: fixtures.messages?.foreign?.word ?? "" });
  await get(FIND, { query: fixtures.messages?.foreign?.word ?? "", channelId: fixtures.foreignChannel ?? "" });
  await get(FIND);
}

async function strangers({ post, get, fixtures }: Tracer): Promise<void> {
  const abroad = { key: fixtures.otherWorkspace?.apiKey ?? "" };
  await post(SEND, { channelId: fixtures.foreignChannel ?? "", content: "let me in" });
  await get(READ, { channel: fixtures.foreignChannel ?? "" });
  await get(READ, { channel: fixtures.memberChannel ?? "", limit: 1 }, abroad);
  await get(FIND, { query: "giraffe" }, abroad);
  await post("agent/flag-needs-human", { messageId: fixtures.messages?.byHuman ?? "", reason: "mine" }, abroad);
}
