import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { startFake } from "../../testing.ts";

type Running = Awaited<ReturnType<typeof startFake>>;

/** Asks for an upload into the caller's channel. */
function announce(fake: Running, more: Readonly<Record<string, unknown>> = {}) {
  const channelId = fake.fixtures.memberChannel;
  return fake.post("request-file-upload", {
    channelId,
    fileName: "notes.txt",
    mimeType: "text/plain",
    sizeBytes: 5,
    ...more,
  });
}

/** Uploads bytes and gives the attachment's id. */
async function upload(fake: Running, bytes: Uint8Array<ArrayBuffer>, more: Readonly<Record<string, unknown>> = {}) {
  const { data } = await announce(fake, { sizeBytes: bytes.length, ...more });
  const response = await put(String(data.uploadUrl), bytes, { ...data.headers } as unknown as Record<string, string>);
  return { id: String(data.attachmentId), status: response.status };
}

function put(url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
  return fetch(url, { method: "PUT", headers, body });
}

/** Fetches an attachment by a fresh address. */
async function download(fake: Running, id: string, channelId = String(fake.fixtures.memberChannel)) {
  const answer = await fake.get("request-file-download", { channelId, attachmentId: id });
  if (answer.status !== 200) return { answer, bytes: null };
  const response = await fetch(String(answer.data.signedUrl));
  return { answer, response, bytes: Buffer.from(await response.arrayBuffer()) };
}

test.each([0, 1, 100_000, 3 * 1024 * 1024])("%d bytes be returned as sent, twice", async (size) => {
  const fake = await startFake();
  const bytes = new Uint8Array(randomBytes(size));
  const { id, status } = await upload(fake, bytes, { fileName: "Bild ü.png", mimeType: "image/png" });
  expect(status).toBe(200);
  const message = await fake.post("send-message", {
    channelId: fake.fixtures.memberChannel,
    content: "here",
    attachmentIds: [id],
  });
  expect(message.data.attachments).toMatchObject([
    { id, messageId: message.data.id, name: "Bild ü.png", fileType: "image", mimeType: "image/png", sizeBytes: size },
  ]);
  for (const _time of [1, 2]) {
    const { answer, response, bytes: received } = await download(fake, id);
    expect(answer.data).toMatchObject({ name: "Bild ü.png", mimeType: "image/png", sizeBytes: size });
    expect(response?.headers.get("content-type")).toBe("image/png");
    expect(received?.equals(bytes)).toBe(true);
  }
});

test("an upload response has all six members", async () => {
  const fake = await startFake();
  const { data } = await announce(fake);
  expect(Object.keys(data).sort()).toEqual(["attachmentId", "expiresAt", "headers", "maxBytes", "method", "uploadUrl"]);
  expect(data).toMatchObject({ method: "PUT", maxBytes: 25 * 1024 * 1024 });
});

const ALLOWED =
  "image/png image/svg+xml text/plain text/x-python application/pdf application/json application/ld+json application/xml application/yaml application/x-yaml application/zip application/gzip application/javascript text/plain;charset=utf-8";

test.each(ALLOWED.split(" "))("takes files of type %s", async (mimeType) => {
  const fake = await startFake();
  expect((await announce(fake, { mimeType })).status).toBe(200);
});

test.each([
  "audio/mpeg",
  "video/mp4",
  "application/x-msdownload",
  "application/octet-stream",
  "text",
  "",
  "text/plain\r\nX: 1",
])("rejects files of type %j", async (mimeType) => {
  const fake = await startFake();
  expect(await announce(fake, { mimeType })).toMatchObject({ status: 400, code: "invalid_input" });
});

test("takes a size of the limit and rejects one byte more", async () => {
  const fake = await startFake();
  const limit = 25 * 1024 * 1024;
  expect((await announce(fake, { sizeBytes: limit })).status).toBe(200);
  expect((await announce(fake, { sizeBytes: limit + 1 })).status).toBe(400);
});

test("the bytes must be as many as were announced, with the headers that were given", async () => {
  const fake = await startFake();
  const { data } = await announce(fake);
  const url = String(data.uploadUrl);
  const headers = { "Content-Type": "text/plain" };
  expect((await put(url, "hell", headers)).status).toBe(400);
  expect((await put(url, "hello!", headers)).status).toBe(400);
  expect((await put(url, "hello", { "Content-Type": "text/html" })).status).toBe(403);
  expect((await put(url, "hello", headers)).status).toBe(200);
});

test("a signature fits one file, one method and one time", async () => {
  const fake = await startFake();
  const { data } = await announce(fake);
  const url = String(data.uploadUrl);
  const headers = { "Content-Type": "text/plain" };
  expect((await put(url.replace(/signature=./, "signature=!"), "hello", headers)).status).toBe(403);
  expect((await put(url.replace(/expires=\d/, "expires=9"), "hello", headers)).status).toBe(403);
  expect((await fetch(url)).status).toBe(403);
  fake.advanceClock(15 * 60_000);
  expect((await put(url, "hello", headers)).status).toBe(403);
});

test("an attachment is unusable before its upload, and used once", async () => {
  const fake = await startFake();
  const { memberChannel: channelId, secondMemberChannel } = fake.fixtures;
  const { data } = await announce(fake);
  const early = await fake.post("send-message", { channelId, content: "x", attachmentIds: [data.attachmentId] });
  expect(early).toMatchObject({ status: 400, code: "invalid_input" });
  const { id } = await upload(fake, new Uint8Array([1, 2]));
  const elsewhere = await fake.post("send-message", {
    channelId: secondMemberChannel,
    content: "x",
    attachmentIds: [id],
  });
  expect(elsewhere.status).toBe(400);
  expect((await download(fake, id)).answer.status).toBe(404);
  expect((await fake.post("send-message", { channelId, content: "x", attachmentIds: [id] })).status).toBe(200);
  expect(await fake.post("send-message", { channelId, content: "x", attachmentIds: [id] })).toMatchObject({
    status: 409,
    code: "conflict",
  });
  expect((await fake.post("send-message", { channelId, content: "x", attachmentIds: ["none"] })).status).toBe(404);
});

test("several attachments keep their order", async () => {
  const fake = await startFake();
  const ids = [(await upload(fake, new Uint8Array([1]))).id, (await upload(fake, new Uint8Array([2, 3]))).id];
  const { data } = await fake.post("send-message", {
    channelId: fake.fixtures.memberChannel,
    content: "two",
    attachmentIds: ids,
  });
  expect(data.attachments).toMatchObject([
    { id: ids[0], sizeBytes: 1 },
    { id: ids[1], sizeBytes: 2 },
  ]);
});

test("files of channels of others are out of reach", async () => {
  const fake = await startFake();
  const { foreignChannel, attachments } = fake.fixtures;
  const id = String(attachments?.foreign);
  expect((await announce(fake, { channelId: foreignChannel })).code).toBe("channel_not_member");
  expect((await download(fake, id, String(foreignChannel))).answer.code).toBe("channel_not_member");
  expect((await download(fake, id)).answer.code).toBe("not_found");
});

test("an upload of 25 MiB costs little more than its size in memory", async () => {
  const fake = await startFake();
  const bytes = new Uint8Array(25 * 1024 * 1024).fill(7);
  const before = process.memoryUsage().arrayBuffers;
  expect((await upload(fake, bytes)).status).toBe(200);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(3 * bytes.length);
});

test("addresses carry the host that the client used", async () => {
  const fake = await startFake();
  const { port } = new URL(fake.baseUrl);
  const response = await fetch(`http://localhost:${port}/v1/agent/request-file-upload`, {
    method: "POST",
    headers: { authorization: `Bearer ${fake.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify({
      channelId: fake.fixtures.memberChannel,
      fileName: "a.txt",
      mimeType: "text/plain",
      sizeBytes: 1,
    }),
  });
  const { data } = (await response.json()) as { data: { uploadUrl: string } };
  expect(data.uploadUrl).toContain(`http://localhost:${port}/files/`);
});

test("bytes beyond those announced are rejected with a response, also when their number was not stated before", async () => {
  const fake = await startFake();
  const { data } = await announce(fake);
  const body = new ReadableStream({
    start(controller) {
      for (let piece = 0; piece < 100; piece++) controller.enqueue(new Uint8Array(64 * 1024));
      controller.close();
    },
  });
  const headers = { "content-type": "text/plain" };
  const sent = { method: "PUT", headers, body, duplex: "half" } as RequestInit;
  expect((await fetch(String(data.uploadUrl), sent)).status).toBe(400);
});

test("an upload that ends after its file became part of a message changes nothing", async () => {
  const fake = await startFake();
  const channelId = fake.fixtures.memberChannel;
  const { data } = await announce(fake);
  const headers = { "content-type": "text/plain" };
  let finish = () => {};
  const slow = () =>
    fetch(String(data.uploadUrl), {
      method: "PUT",
      headers,
      body: new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode("abc"));
          finish = () => {
            controller.enqueue(new TextEncoder().encode("de"));
            controller.close();
          };
        },
      }),
      duplex: "half",
    } as RequestInit);
  const late = slow();
  await expect.poll(() => fake.service.workspaces.get(fake.id)?.files.bytes).toBeGreaterThan(15);
  expect((await put(String(data.uploadUrl), "12345", headers)).status).toBe(200);
  await fake.post("send-message", { channelId, content: "x", attachmentIds: [data.attachmentId] });
  finish();
  expect((await late).status).toBe(409);
  expect((await download(fake, String(data.attachmentId))).bytes?.toString()).toBe("12345");
});

test.each([
  ["../../etc/passwd.txt", "..%2F..%2Fetc%2Fpasswd.txt"],
  ["a\r\nX-Injected: 1.txt", "a%0D%0AX-Injected%3A%201.txt"],
  ["it's (my) *.txt", "it%27s%20%28my%29%20%2A.txt"],
  ["\ud800.txt", "%EF%BF%BD.txt"],
])("a file named %j comes back under that name, encoded", async (fileName, encoded) => {
  const fake = await startFake();
  const { id } = await upload(fake, new Uint8Array([1]), { fileName });
  await fake.post("send-message", { channelId: fake.fixtures.memberChannel, content: "x", attachmentIds: [id] });
  const { response } = await download(fake, id);
  expect(response?.headers.get("content-disposition")).toBe(`attachment; filename*=UTF-8''${encoded}`);
  expect(response?.headers.get("x-injected")).toBeNull();
});
