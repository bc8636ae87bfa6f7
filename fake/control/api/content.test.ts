import { expect, test } from "vitest";
import { idsOf, items } from "../../testing.ts";
import { startControlled } from "../testing.ts";

const LISTINGS = ["messages", "memories", "edges", "files", "comments"] as const;

test.each(LISTINGS)("lists the %s of a workspace page by page, each once and the newest first", async (what) => {
  const { fake, control } = await startControlled();
  const whole = fake.control.workspace()[what]({ limit: 1000 });
  expect(whole.items.length).toBeGreaterThan(0);
  expect(whole.nextCursor).toBeNull();
  const walked: unknown[] = [];
  let query = "?limit=1";
  for (;;) {
    const { status, body } = await control("GET", `/workspaces/main/${what}${query}`);
    expect(status).toBe(200);
    walked.push(...idsOf(body[what]));
    if (body.nextCursor === null) break;
    query = `?limit=1&cursor=${body.nextCursor}`;
  }
  expect(walked).toEqual(whole.items.map(({ id }) => id));
});

test("what is newer than a page does not move the next one", async () => {
  const { fake } = await startControlled();
  const workspace = fake.control.workspace();
  const all = workspace.messages().items.map(({ id }) => id);
  const first = workspace.messages({ limit: 1 });
  workspace.postMessage("general", { user: "Robin", content: "Meanwhile" });
  const second = workspace.messages({ limit: 1, cursor: String(first.nextCursor) });
  expect([first, second].flatMap((page) => page.items.map(({ id }) => id))).toEqual(all.slice(0, 2));
});

test("shows what no agent is shown: other channels and scopes, uploads that never came, comments", async () => {
  const { fake, control } = await startControlled();
  const { fixtures } = fake;
  const file = { channelId: fixtures.memberChannel, fileName: "a.txt", mimeType: "text/plain", sizeBytes: 1 };
  const { data } = await fake.post("request-file-upload", file);
  const list = async (path: string) => (await control("GET", `/workspaces/main/${path}`)).body;
  expect(items((await list("files")).files)[0]).toMatchObject({ id: data.attachmentId, isUploaded: false });
  expect(idsOf((await list("messages?channel=leadership")).messages)).toContain(fixtures.messages?.foreign?.id);
  const hidden = items((await list("memories?scope=Merger")).memories);
  expect(hidden).toMatchObject([{ id: fixtures.memories?.unreadable?.id, scopeId: fixtures.unreadableScope }]);
  const edges = items((await list(`edges?node=${fixtures.seedMemory}`)).edges);
  expect(edges.length).toBeGreaterThan(1);
  for (const { from_id, to_id } of edges) expect([from_id, to_id]).toContain(fixtures.seedMemory);
  await fake.post("block-task", { taskId: fixtures.tasks?.inChannel, reason: "The mover is late" });
  const comments = items((await list(`comments?task=${fixtures.tasks?.inChannel}`)).comments);
  expect(comments).toMatchObject([{ body: "The mover is late", authorAgentId: fixtures.agent?.id }]);
});

test("names what is wrong with a page", async () => {
  const { control } = await startControlled();
  const rejected = async (path: string) => (await control("GET", `/workspaces/main/${path}`)).body.error;
  expect(await rejected("messages?cursor=none")).toMatchObject({
    code: "invalid_input",
    hint: expect.stringContaining("nextCursor"),
  });
  expect(await rejected("messages?limit=0")).toMatchObject({ code: "invalid_input" });
  expect(await rejected("messages?channel=generall")).toMatchObject({ code: "not_found" });
});

test("workspaces go by name and memories by content, when only one has it", async () => {
  const { fake, control } = await startControlled();
  const { body } = await control("GET", "/workspaces/Neighbour");
  expect(body).toMatchObject({ name: "Neighbour" });
  fake.workspace();
  expect(await control("GET", "/workspaces/Neighbour")).toMatchObject({
    status: 409,
    body: {
      error: { message: '2 workspaces have the name "Neighbour"', hint: expect.stringContaining(String(body.id)) },
    },
  });
  const content = encodeURIComponent("The new importer ships on Friday.");
  const { status } = await control("PATCH", `/workspaces/main/memories/${content}`, { status: "proposed" });
  expect(status).toBe(200);
});
