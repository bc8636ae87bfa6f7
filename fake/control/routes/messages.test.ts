import { expect, test } from "vitest";
import { items } from "../../testing.ts";
import { startControlled } from "../testing.ts";

const MAIN = "/workspaces/main";

test("a message is flagged as an agent or a person does, and resolved", async () => {
  const { fake, control } = await startControlled();
  const { messages, memberChannel } = fake.fixtures;
  const place = `${MAIN}/messages/${messages?.byHuman}`;
  const seen = async () => {
    const page = items((await fake.get("get-messages", { channelId: String(memberChannel) })).data.messages);
    return page.find(({ id }) => String(id) === messages?.byHuman);
  };
  const flagged = await control("POST", `${place}/flag`, { reason: "Which importer?", agent: "Demo agent" });
  const needsHuman = { reason: "Which importer?", flaggedBy: fake.fixtures.agent?.id, flaggedAt: expect.any(String) };
  expect(flagged).toMatchObject({ status: 200, body: { version: 2, metadata: { needsHuman } } });
  expect(await seen()).toMatchObject({ metadata: { needsHuman } });
  const resolved = await control("POST", `${place}/resolve`);
  expect(resolved).toMatchObject({ status: 200, body: { version: 3, metadata: {} } });
  expect((await seen())?.metadata).not.toHaveProperty("needsHuman");
  expect((await control("POST", `${place}/resolve`)).status).toBe(409);
  const byPerson = await control("POST", `${place}/flag`, { reason: "Again", user: "Robin" });
  expect(byPerson.body.metadata?.needsHuman).toMatchObject({ flaggedBy: fake.fixtures.user });
});

test("a flag by two, or of no message, is rejected", async () => {
  const { control } = await startControlled();
  const message = encodeURIComponent("We ship the **new importer** on Friday.");
  const both = { reason: "r", user: "Robin", agent: "Demo agent" };
  expect((await control("POST", `${MAIN}/messages/${message}/flag`, both)).status).toBe(400);
  const unknown = await control("POST", `${MAIN}/messages/We%20ship%20the%20**new%20importer**%20on%20Fridays./flag`, {
    reason: "r",
  });
  expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining("Did you mean")]);
});

test("a challenge waits, verifies when the client calls, and expires", async () => {
  const { fake, control } = await startControlled();
  const issued = await control("POST", `${MAIN}/challenges`, { agent: "Demo agent", count: 2, lifetimeMs: 60_000 });
  const [used, late] = items(issued.body.tokens).map(String);
  const stateOf = async (token: unknown) => (await control("GET", `${MAIN}/challenges?token=${token}`)).body.challenges;
  expect(await stateOf(used)).toMatchObject([{ token: used, agent: fake.fixtures.agent?.id, state: "waiting" }]);
  await fake.get("verify-connection", { token: String(used) });
  expect(await stateOf(used)).toMatchObject([{ state: "verified", usedAt: expect.any(String) }]);
  await control("POST", "/clock/advance", { minutes: 2 });
  expect(await stateOf(late)).toMatchObject([{ state: "expired", usedAt: null }]);
  const waiting = await control("GET", `${MAIN}/challenges?state=waiting&agent=Demo%20agent&limit=3`);
  expect(items(waiting.body.challenges)).toHaveLength(3);
  expect((await control("GET", `${MAIN}/challenges?agent=Other%20agent`)).body).toEqual({ challenges: [] });
});

test("the URL of a file serves its bytes as an attachment; without bytes there is none", async () => {
  const { fake, control } = await startControlled();
  const { status, body } = await control("POST", `${MAIN}/files/merger.md/url`);
  expect(status).toBe(200);
  const served = await fetch(String(body.url));
  expect([served.status, served.headers.get("content-disposition")]).toEqual([
    200,
    expect.stringMatching(/^attachment/),
  ]);
  expect(await served.text()).toContain(fake.fixtures.messages?.foreign?.word);
  const channelId = fake.fixtures.memberChannel;
  const file = { channelId, fileName: "late.txt", mimeType: "text/plain", sizeBytes: 4 };
  await fake.post("request-file-upload", file);
  expect(await control("POST", `${MAIN}/files/late.txt/url`)).toMatchObject({
    status: 409,
    body: { error: { message: 'The file "late.txt" has not been uploaded' } },
  });
});

test("files that a person attaches are in the message, and an agent of the channel downloads them", async () => {
  const { fake, control } = await startControlled();
  const channelId = String(fake.fixtures.memberChannel);
  const bytes = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x00, 0xff]);
  const files = [
    { name: "plan.md", mimeType: "text/markdown", content: "# Plan ✓" },
    { name: "shot.png", mimeType: "image/png", content: bytes.toString("base64"), encoding: "base64" },
    { name: "notes.txt", content: "" },
  ];
  const posted = await control("POST", `${MAIN}/channels/general/messages`, { user: "Robin", content: "", files });
  expect(posted).toMatchObject({
    status: 201,
    body: {
      senderId: fake.fixtures.user,
      attachments: [
        { name: "plan.md", mimeType: "text/markdown", sizeBytes: 10, fileType: "markdown", messageId: posted.body.id },
        { name: "shot.png", mimeType: "image/png", sizeBytes: 6, fileType: "image" },
        { name: "notes.txt", mimeType: "text/plain", sizeBytes: 0 },
      ],
    },
  });
  const shown = await fake.post("flag-needs-human", { messageId: posted.body.id, reason: "Which plan?" });
  expect(shown.data.attachments).toEqual(posted.body.attachments);
  const served = items(posted.body.attachments).map(async ({ id }) => {
    const { data } = await fake.get("request-file-download", { channelId, attachmentId: String(id) });
    return Buffer.from(await (await fetch(String(data.signedUrl))).arrayBuffer());
  });
  expect(await Promise.all(served)).toEqual([Buffer.from("# Plan ✓"), bytes, Buffer.alloc(0)]);
  const listed = items((await control("GET", `${MAIN}/files?channel=general&limit=3`)).body.files);
  expect(listed.map(({ requesterId, messageId }) => [requesterId, messageId])).toEqual(
    files.map(() => [fake.fixtures.user, posted.body.id]),
  );
});

test("no agent outside the channel downloads a file of a person", async () => {
  const { fake, control } = await startControlled();
  const files = [{ name: "plan.md", content: "# Plan" }];
  const { body } = await control("POST", `${MAIN}/channels/leadership/messages`, {
    user: "Robin",
    content: "x",
    files,
  });
  const [{ id } = { id: "" }] = items(body.attachments);
  const attempt = { channelId: String(body.channelId), attachmentId: String(id) };
  expect((await fake.get("request-file-download", attempt)).status).toBe(403);
});

const GOOD = { name: "plan.md", content: "# Plan" };

test.each([
  ["a type that is not allowed", { mimeType: "application/octet-stream" }, 'files.1 ("plan.md"): Files of type'],
  [
    "more bytes than the plan allows",
    { content: "x".repeat(101) },
    'files.1 ("plan.md"): sizeBytes must be at most 100',
  ],
  ["content that is not base64", { content: "# Plan", encoding: "base64" }, "files.1.content is not valid base64"],
  ["an unknown encoding", { encoding: "base46" }, 'body.files.1.encoding is "base46", but must be one of utf8, base64'],
  ["a blank name", { name: " " }, 'body.files.1.name is " ", but must be: file name with extension'],
  ["an unknown member", { bytes: "x" }, 'body.files.1 has an unknown member "bytes"'],
  ["no content", { content: undefined }, 'body.files.1 lacks "content"'],
])("a message with a file of %s is rejected, and leaves nothing behind", async (_, wrong, message) => {
  const { fake, control } = await startControlled();
  await control("PATCH", `${MAIN}/plan`, { maxFileBytes: 100 });
  const before = fake.control.workspace().describe().counts;
  const body = { user: "Robin", content: "See both.", files: [GOOD, { ...GOOD, ...wrong }] };
  expect(await control("POST", `${MAIN}/channels/general/messages`, body)).toMatchObject({
    status: 400,
    body: { error: { code: "invalid_input", message: expect.stringContaining(message), hint: expect.any(String) } },
  });
  expect(fake.control.workspace().describe().counts).toEqual(before);
});

test("files beyond the quota of the workspace are rejected, and so is a message of nothing", async () => {
  const { fake, control } = await startControlled();
  const place = fake.service.workspaces.get(fake.id);
  const path = `${MAIN}/channels/general/messages`;
  if (place !== undefined) place.quota.fileBytes = place.files.bytes + GOOD.content.length * 2 - 1;
  const full = await control("POST", path, { user: "Robin", content: "x", files: [GOOD, GOOD] });
  expect([full.status, full.body.error?.message]).toEqual([409, expect.stringContaining("The workspace is full")]);
  expect((await control("POST", path, { user: "Robin", content: "x", files: [GOOD] })).status).toBe(201);
  if (place !== undefined) place.quota.things = place.files.count;
  const many = await control("POST", path, { user: "Robin", content: "x", files: [GOOD] });
  expect([many.status, many.body.error?.hint]).toEqual([409, expect.stringContaining("Reset the fake")]);
  const empty = await control("POST", path, { user: "Robin", content: "", files: [] });
  expect([empty.status, empty.body.error?.hint]).toEqual([400, "Give content, or files."]);
});
