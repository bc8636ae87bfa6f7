import { expect, test } from "vitest";
import { startFake } from "./testing.ts";

test("a workspace that is full says so, and still answers", async () => {
  const fake = await startFake();
  const workspace = fake.service.keys.get(fake.apiKey)?.workspace;
  if (workspace === undefined) throw new Error("the fake has no workspace");
  workspace.room.things = 0;
  const { memberChannel: channelId, scope } = fake.fixtures;
  const answers = [
    await fake.post("send-message", { channelId, content: "x" }),
    await fake.post("create-task", { title: "x" }),
    await fake.post("remember", { content: "x", kind: "fact", scope_id: scope, derived_from: [{ id: "x" }] }),
    await fake.post("request-file-upload", { channelId, fileName: "a.txt", mimeType: "text/plain", sizeBytes: 1 }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
  expect(answers.map(({ code }) => code)).toContain("upstream_unavailable");
  expect((await fake.get("list-tasks")).status).toBe(200);
});

test("files take no more room than there is", async () => {
  const fake = await startFake();
  const workspace = fake.service.keys.get(fake.apiKey)?.workspace;
  if (workspace === undefined) throw new Error("the fake has no workspace");
  workspace.room.fileBytes = workspace.files.bytes + 3;
  const body = { channelId: fake.fixtures.memberChannel, fileName: "a.txt", mimeType: "text/plain", sizeBytes: 2 };
  const put = async () => {
    const { data } = await fake.post("request-file-upload", body);
    return (
      await fetch(String(data.uploadUrl), { method: "PUT", headers: { "content-type": "text/plain" }, body: "ab" })
    ).status;
  };
  expect([await put(), await put()]).toEqual([200, 503]);
});
