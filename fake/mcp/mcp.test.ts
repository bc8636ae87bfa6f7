import { expect, test } from "vitest";
import { OPERATION_IDS } from "../../spec/operation-ids.ts";
import { items, type Loose, startFake } from "../testing.ts";
import { callerOf, connect } from "./testing.ts";

async function connected(options: Parameters<typeof startFake>[0] = {}) {
  const fake = await startFake(options);
  const client = await connect(fake.baseUrl);
  return { fake, client, call: callerOf(client) };
}

test("offers every operation of the document as a tool, and the two steps for bytes", async () => {
  const { client } = await connected();
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...OPERATION_IDS, "upload-bytes", "download-bytes"]);
  for (const { name, description = "", inputSchema } of tools) {
    expect([name, description.length > 60 && description.length < 900, inputSchema.type]).toEqual([
      name,
      true,
      "object",
    ]);
    expect([name, JSON.stringify(inputSchema).match(/"(x-|\$ref|example)[^"]*"/)]).toEqual([name, null]);
  }
  expect(tools.find(({ name }) => name === "create-task")).toMatchObject({
    title: "Create a task",
    inputSchema: {
      required: ["title"],
      properties: { title: { maxLength: 500 }, priority: { enum: ["none", "low", "medium", "high", "urgent"] } },
    },
    annotations: { readOnlyHint: false },
  });
});

test("every tool says when to call it and what it returns", async () => {
  const { client } = await connected();
  for (const { name, description } of (await client.listTools()).tools) {
    expect([name, description]).toEqual([
      name,
      expect.stringMatching(/\n(Call it|Give|The content)[\s\S]*Returns|^Reads[\s\S]*Returns/),
    ]);
  }
});

test("tells the agent who and where it is", async () => {
  const { fake, client } = await connected();
  const instructions = client.getInstructions() ?? "";
  for (const id of [fake.fixtures.agent?.identityId, fake.fixtures.memberChannel, fake.fixtures.scope]) {
    expect(instructions).toContain(id);
  }
});

test("the main flow works through tools alone", async () => {
  const { fake, call } = await connected();
  const { memberChannel: channelId, scope, agent } = fake.fixtures;
  const task = (await call("create-task", { title: "Order the screws", channelId, assigneeAgentId: agent?.id })).data;
  const listed = (await call("list-tasks", { query: "screws" })).data;
  expect(items(listed).map(({ id }) => id)).toEqual([task.id]);

  const content = "Screws: 40 of M4, 20 of M6.";
  const upload = { channelId, fileName: "list.txt", mimeType: "text/plain", sizeBytes: content.length };
  const { attachmentId, uploadUrl, headers } = (await call("request-file-upload", upload)).data;
  expect((await call("upload-bytes", { uploadUrl, headers, text: content })).data).toEqual({ bytes: content.length });
  const message = (await call("send-message", { channelId, content: "Which?", attachmentIds: [attachmentId] })).data;
  expect(items((await call("get-messages", { channelId, limit: 1 })).data.messages)[0]).toMatchObject({
    id: message.id,
  });
  const attached = items(message.attachments)[0]?.id;
  const { signedUrl } = (await call("request-file-download", { channelId, attachmentId: attached })).data;
  expect((await call("download-bytes", { signedUrl })).text).toBe(content);

  expect((await call("block-task", { taskId: task.id, reason: "Out of stock" })).data).toMatchObject({
    status: "blocked",
  });
  expect((await call("release-task", { taskId: task.id })).data).not.toHaveProperty("assigneeAgentId");
  const claim = {
    content: "Screws come from Halvorsen",
    kind: "fact",
    scope_id: scope,
    derived_from: [{ id: message.id }],
  };
  const memory = (await call("remember", claim)).data;
  const { hits } = (await call("recall", { query: "where do screws come from" })).data;
  expect(items(hits).map(({ id }) => id)).toContain(memory.id);
  const orientation = (await call("bootstrap-context", { agent_identity_id: agent?.identityId })).data;
  expect(orientation).toHaveProperty("scope_membership");
});

test("requests of tools are in the journal like those of any client", async () => {
  const { fake, call } = await connected();
  await call("search-memories", { tags: ["one", "two"], limit: 3 });
  expect(fake.journal.find({ operation: "search-memories" })).toEqual([
    expect.objectContaining({ query: { tags: ["one", "two"], limit: "3" }, outcome: "ok" }),
  ]);
});

test("a rejected call says why, and what would have worked, in both families", async () => {
  const { fake, call } = await connected();
  const wrong = await call("create-task", { titel: "x" });
  expect([wrong.isError, wrong.text]).toEqual([
    true,
    expect.stringMatching(/^400 invalid_input: [\s\S]*\nSuggestion: .*"title"/),
  ]);
  const both = await call("recall", { query: "a", seed_id: "b" });
  expect([both.isError, both.text]).toEqual([
    true,
    expect.stringMatching(/^400 INVALID_PARAMS: [\s\S]*\nSuggestion: /),
  ]);
  const foreign = await call("send-message", { channelId: fake.fixtures.foreignChannel, content: "x" });
  expect(foreign.text).toMatch(/^403 channel_not_member/);
});

test("a busy service says when to try again, and a lost response says that the call may count", async () => {
  const { call } = await connected({
    chaos: [
      { name: "busy", operation: "list-tasks", error: { status: 429, retryAfter: 7 } },
      { name: "lost", operation: "create-task", cut: "after" },
      { name: "lost read", operation: "get-messages", cut: "before" },
    ],
  });
  expect((await call("list-tasks")).text).toMatch(/^429 rate_limited: [\s\S]*after 7 seconds/);
  const lost = await call("create-task", { title: "x" });
  expect([lost.isError, lost.text]).toEqual([
    true,
    expect.stringMatching(/no usable response .*may have been carried out/),
  ]);
  expect((await call("get-messages", { channelId: "x" })).text).toMatch(/Call it again/);
});

test("an unknown tool, and an upload that is wrong, say what to do", async () => {
  const { fake, call } = await connected();
  expect((await call("create-tasks", {})).text).toMatch(/Did you mean "create-task"\?/);
  const uploadUrl = "http://169.254.169.254/files/x";
  expect((await call("upload-bytes", { uploadUrl: "http://example.com/", headers: {}, text: "x" })).text).toMatch(
    /not a valid uploadUrl/,
  );
  // The host of a URL is never asked: the path is looked up on the fake.
  expect((await call("download-bytes", { signedUrl: uploadUrl })).isError).toBe(true);
  const channelId = fake.fixtures.memberChannel;
  const asked = { channelId, fileName: "a.txt", mimeType: "text/plain", sizeBytes: 3 };
  const ticket = (await call("request-file-upload", asked)).data;
  const given = { uploadUrl: ticket.uploadUrl, headers: ticket.headers };
  expect((await call("upload-bytes", { ...given, text: "häh" })).text).toMatch(/4 were sent: .*sizeBytes 4/);
  expect((await call("upload-bytes", given)).text).toMatch(/text, or base64/);
});

test("results are short: no empty members, long texts cut, lists only as long as fits, and it says so", async () => {
  const { fake, call } = await connected();
  const channelId = fake.fixtures.secondMemberChannel;
  const { text } = await call("send-message", { channelId, content: "word ".repeat(1000) });
  expect(text).toContain("more characters]");
  expect(text).not.toMatch(/:null|:\{\}/);
  for (let index = 0; index < 30; index += 1)
    await call("send-message", { channelId, content: `${index} `.repeat(500) });
  const page = (await call("get-messages", { channelId, limit: 30 })).text;
  expect(page.length).toBeLessThan(21_000);
  expect(page).toMatch(/\((\d+) of 30 items shown: request fewer/);
  expect(items(JSON.parse(page.split("\n")[0] ?? "").messages).length).toBeGreaterThan(5);
});

test("an empty list is reported, not left out", async () => {
  const { call } = await connected();
  expect((await call("search-messages", { query: "zyzzyva" })).data).toEqual({ messages: [] });
});

test("has the workspace as resources, each channel among them", async () => {
  const { fake, client } = await connected();
  const { resources } = await client.listResources();
  for (const { uri } of resources) {
    const [content] = (await client.readResource({ uri })).contents;
    expect([uri, JSON.parse(String((content as Loose | undefined)?.text).split("\n")[0] ?? "")]).toEqual([
      uri,
      expect.anything(),
    ]);
  }
  const { resourceTemplates } = await client.listResourceTemplates();
  const uri = resourceTemplates[0]?.uriTemplate.replace("{channelId}", String(fake.fixtures.memberChannel)) ?? "";
  expect(resources.map((each) => each.uri)).toContain(uri);
  await expect(client.readResource({ uri: "workspace://task" })).rejects.toThrow(/Did you mean "workspace:\/\/tasks"/);
});

test("acts as the agent whose key is sent, and rejects a key that nobody has", async () => {
  const fake = await startFake();
  const other = fake.fixtures.otherAgent;
  const call = callerOf(await connect(fake.baseUrl, other?.apiKey));
  expect((await call("create-task", { title: "theirs" })).data.createdByAgentId).toBe(other?.id);
  await expect(connect(fake.baseUrl, "wak_none")).rejects.toThrow(/No agent has the key/);
});

test("tools have the parameter names of a variant that renames them", async () => {
  const fake = await startFake({ variant: { "parameter-names": "other" } });
  const names = fake.target.contract?.parameters?.["list-tasks"] ?? {};
  const call = callerOf(await connect(fake.baseUrl));
  await call("create-task", { title: "Order the screws" });
  const { text } = names;
  expect(text).not.toBe("query");
  expect(items((await call("list-tasks", { [String(text)]: "screws" })).data)).toHaveLength(1);
});
