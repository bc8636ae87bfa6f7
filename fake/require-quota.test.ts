import { expect, test } from "vitest";
import { charactersIn } from "./require-quota.ts";
import { startFake } from "./testing.ts";

test("a workspace that is full says so, and still responds", async () => {
  const fake = await startFake();
  const workspace = fake.service.keys.get(fake.apiKey)?.workspace;
  if (workspace === undefined) throw new Error("the fake has no workspace");
  workspace.quota.things = 0;
  const { memberChannel: channelId, scope } = fake.fixtures;
  const answers = [
    await fake.post("send-message", { channelId, content: "x" }),
    await fake.post("create-task", { title: "x" }),
    await fake.post("remember", { content: "x", kind: "fact", scope_id: scope, derived_from: [{ id: "x" }] }),
    await fake.post("request-file-upload", { channelId, fileName: "a.txt", mimeType: "text/plain", sizeBytes: 1 }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
  expect(answers.map(({ code }) => code)).toEqual(["conflict", "conflict", "CONFLICT", "conflict"]);
  expect(fake.journal.get(1)).toMatchObject({
    why: "The workspace is full: it holds 0 messages",
    hint: expect.stringContaining("Reset the fake"),
  });
  expect((await fake.get("list-tasks")).status).toBe(200);
});

test("files take no more room than there is", async () => {
  const fake = await startFake();
  const workspace = fake.service.keys.get(fake.apiKey)?.workspace;
  if (workspace === undefined) throw new Error("the fake has no workspace");
  workspace.quota.fileBytes = workspace.files.bytes + 3;
  const body = { channelId: fake.fixtures.memberChannel, fileName: "a.txt", mimeType: "text/plain", sizeBytes: 2 };
  const put = async () => {
    const { data } = await fake.post("request-file-upload", body);
    return (
      await fetch(String(data.uploadUrl), { method: "PUT", headers: { "content-type": "text/plain" }, body: "ab" })
    ).status;
  };
  expect([await put(), await put()]).toEqual([200, 409]);
});

test("a workspace takes only so much text, whatever holds it", async () => {
  const fake = await startFake();
  const workspace = fake.service.keys.get(fake.apiKey)?.workspace;
  if (workspace === undefined) throw new Error("the fake has no workspace");
  const { memberChannel: channelId, scope } = fake.fixtures;
  const { data: task } = await fake.post("create-task", { title: "x" });
  const { data: message } = await fake.post("send-message", { channelId, content: "x" });
  const claim = { content: "x", kind: "fact", scope_id: scope, derived_from: [{ id: "x" }] };
  const text = "long ".repeat(1000);
  const acts: readonly (() => ReturnType<typeof fake.post>)[] = [
    () => fake.post("send-message", { channelId, content: text }),
    () => fake.post("create-task", { title: "x", description: text }),
    () => fake.post("block-task", { taskId: task.id, reason: text }),
    () => fake.post("flag-needs-human", { messageId: message.id, reason: text }),
    () => fake.post("remember", { ...claim, content: text }),
    () => fake.post("remember", { ...claim, why: text }),
  ];
  for (const act of acts) {
    const before = charactersIn(workspace);
    workspace.quota.characters = before + text.length;
    expect((await act()).status).toBe(200);
    expect(charactersIn(workspace)).toBeGreaterThanOrEqual(before + text.length);
    expect((await act()).status).toBe(409);
  }
  expect((await fake.get("get-messages", { channelId: String(channelId) })).status).toBe(200);
});
