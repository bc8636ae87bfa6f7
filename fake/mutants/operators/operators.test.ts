import { expect, test } from "vitest";
import type { Fake } from "../../fake.ts";
import { clientOf, items, startFake, type TestClient } from "../../testing.ts";

const start = (mutant: string): Promise<Fake & TestClient> => startFake({ mutants: [mutant], seed: 1 });
const channelOf = (fake: Fake) => String(fake.fixtures.memberChannel);
const foreign = (fake: Fake) => clientOf(fake, fake.fixtures.otherWorkspace?.apiKey);

test("across acts in the workspace that owns what is named, for the operation of its site alone", async () => {
  const fake = await start("across@get-messages");
  const query = { channelId: channelOf(fake) };
  expect((await foreign(fake).get("get-messages", query)).status).toBe(200);
  expect((await foreign(fake).get("search-messages", { query: "x", ...query })).status).toBe(404);
});

test("foreign-rows lists what another workspace holds", async () => {
  const fake = await start("foreign-rows@list-tasks:/data[beside=query]");
  await fake.post("create-task", { title: "Lighthouse" });
  const found = await foreign(fake).get("list-tasks", { query: "lighthouse" });
  expect(items(found.data).map(({ title }) => title)).toEqual(["Lighthouse"]);
  expect(items((await foreign(fake).get("list-tasks", { limit: 100 })).data)).not.toContainEqual(items(found.data)[0]);
});

test("overlook leaves out what is not there, of several the one alone", async () => {
  const fake = await start("overlook@send-message#threadId");
  const words = { channelId: channelOf(fake), content: "Hello" };
  expect((await fake.post("send-message", { ...words, threadId: "none" })).data.parentId).toBeNull();
  expect((await fake.post("send-message", { ...words, attachmentIds: ["none"] })).status).toBe(404);
});

test("stand-in takes the last thing that was there", async () => {
  const fake = await start("stand-in@send-message#channelId");
  expect((await fake.post("send-message", { channelId: "none", content: "Hello" })).status).toBe(404);
  await fake.post("send-message", { channelId: channelOf(fake), content: "Hello" });
  const sent = await fake.post("send-message", { channelId: "none", content: "Hello" });
  expect(sent.data.channelId).toBe(channelOf(fake));
});

test("inclusive and skip-one move a cursor by one, where the message is of the kind that is asked for", async () => {
  const idsBefore = async (mutant: string) => {
    const fake = await start(mutant);
    const channelId = channelOf(fake);
    const sent: string[] = [];
    for (const content of ["one", "two", "three"])
      sent.push(String((await fake.post("send-message", { channelId, content })).data.id));
    const page = await fake.get("get-messages", { channelId, before: String(sent[2]), limit: 1 });
    return sent.indexOf(String(items(page.data.messages)[0]?.id));
  };
  expect(await idsBefore("inclusive@get-messages?before")).toBe(2);
  expect(await idsBefore("skip-one@get-messages?before")).toBe(0);
  expect(await idsBefore("skip-one@get-messages?before[before:reply]")).toBe(1);
});

test("skip and twice change what a step leaves behind", async () => {
  const repliesAfter = async (mutant: string) => {
    const fake = await start(mutant);
    const channelId = channelOf(fake);
    const threadId = String((await fake.post("send-message", { channelId, content: "Head" })).data.id);
    for (const content of ["one", "two"]) await fake.post("send-message", { channelId, content, threadId });
    const { data } = await fake.get("get-messages", { channelId });
    return items(data.messages).find(({ id }) => String(id) === threadId)?.replyCount;
  };
  expect(await repliesAfter("skip@rules.messages.countReply")).toBe(0);
  expect(await repliesAfter("twice@rules.messages.countReply")).toBe(4);
  expect(await repliesAfter("skip@rules.messages.countReply[threadId:answered]")).toBe(1);
});

test("raise and lower give a value where there is none, and 0", async () => {
  const fake = await start("raise@send-message:/data/parentId");
  const { data } = await fake.post("send-message", { channelId: channelOf(fake), content: "Hello" });
  expect(data.parentId).toBe(data.id);
  const other = await start("lower@flag-needs-human:/data/version");
  const sent = await other.post("send-message", { channelId: channelOf(other), content: "Hello" });
  const flagged = await other.post("flag-needs-human", { messageId: sent.data.id, reason: "Look" });
  expect(flagged.data.version).toBe(0);
});

test("undo-later undoes a change some calls later", async () => {
  const fake = await start("undo-later@block-task");
  const task = await fake.post("create-task", { title: "Held", status: "todo" });
  await fake.post("block-task", { taskId: task.data.id, reason: "Waits" });
  const statusNow = async () =>
    items((await fake.get("list-tasks", { query: "Held" })).data).find(({ id }) => id === task.data.id)?.status;
  expect(await statusNow()).toBe("blocked");
  for (let call = 0; call < 25; call++) await fake.get("list-tasks");
  expect(await statusNow()).toBe("todo");
});

/** Uploads a file, sends it, and fetches it. */
async function roundTrip(fake: Fake & TestClient, text: string, mimeType = "text/plain"): Promise<string> {
  const channelId = channelOf(fake);
  const ticket = await fake.post("request-file-upload", {
    channelId,
    fileName: "notes.txt",
    mimeType,
    sizeBytes: Buffer.byteLength(text),
  });
  const { uploadUrl, attachmentId } = ticket.data;
  await fetch(String(uploadUrl), { method: "PUT", headers: { "content-type": mimeType }, body: text });
  await fake.post("send-message", { channelId, content: "File", attachmentIds: [attachmentId] });
  const download = await fake.get("request-file-download", { channelId, attachmentId: String(attachmentId) });
  return (await fetch(String(download.data.signedUrl))).text();
}

test("lose-last-byte spares files that its guard does not mean", async () => {
  const fake = await start("lose-last-byte@bytes.served[bytes=carriage-returns]");
  expect(await roundTrip(fake, "one\r\ntwo")).toBe("one\r\ntw");
  expect(await roundTrip(fake, "one\ntwo")).toBe("one\ntwo");
});

test("dead-url gives a URL that is rejected, for media types of a kind", async () => {
  const fake = await start("dead-url@request-file-upload:/data/uploadUrl[mimeType=yaml]");
  expect(await roundTrip(fake, "a: 1")).toBe("a: 1");
  await expect(roundTrip(fake, "a: 1", "application/yaml")).rejects.toThrow();
});
