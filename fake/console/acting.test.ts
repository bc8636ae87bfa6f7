import { expect } from "vitest";
import { items, startFake } from "../testing.ts";
import { inBrowser, NARROW, openConsole, openPage, useBrowser, visit, WIDE } from "./testing/open-console.ts";

useBrowser();

inBrowser("a person posts, replies in a thread, flags and resolves", async () => {
  const { fake, page } = await openConsole("channels");
  const channelId = String(fake.fixtures.memberChannel);
  const newest = async () => items((await fake.get("get-messages", { channelId, limit: 1 })).data.messages)[0];
  await page.getByLabel("Message to #general").fill("Go ahead.");
  await page.getByRole("button", { name: "Post", exact: true }).click();
  const posted = page.locator(".message", { hasText: "Go ahead." });
  await posted.waitFor();
  const root = await newest();
  expect(root).toMatchObject({ content: "Go ahead.", senderType: "human", senderId: fake.fixtures.user });

  await posted.getByRole("button", { name: "Reply" }).click();
  await page.getByLabel("Message to #general").fill("On Friday, that is.");
  await page.keyboard.press("Control+Enter");
  await page.locator(".replies", { hasText: "On Friday, that is." }).waitFor();
  expect(await newest()).toMatchObject({ content: "On Friday, that is.", parentId: root?.id });

  await posted.getByRole("button", { name: "Flag" }).click();
  await page.getByLabel("Why is a person needed?").fill("Who tells the customers?");
  await page.getByRole("button", { name: "Flag it" }).click();
  await page.getByText("1 waiting for a person").waitFor();
  await posted.getByRole("button", { name: "Resolve" }).click();
  await page.getByText("Resolved").waitFor();
  await expect.poll(() => page.getByText("waiting for a person").count()).toBe(0);
});

const PLAN = { name: "plan.md", mimeType: "text/markdown", buffer: Buffer.from("# Plan") };
const SHOT = { name: "shot.png", mimeType: "image/png", buffer: Buffer.alloc(2048, 7) };

inBrowser("a person attaches files, which an agent of the channel downloads", async () => {
  const { fake, page } = await openConsole("channels");
  const picker = page.getByLabel("Attach files");
  const chosen = page.getByRole("list", { name: "Files to attach" });
  await picker.setInputFiles([PLAN, { ...PLAN, name: "old.md" }]);
  await picker.setInputFiles(SHOT);
  expect(await chosen.getByRole("listitem").allTextContents()).toEqual([
    expect.stringMatching(/plan\.md\s+6 B/),
    expect.stringMatching(/old\.md\s+6 B/),
    expect.stringMatching(/shot\.png\s+2\.0 KB/),
  ]);
  await chosen.getByRole("button", { name: "Remove old.md" }).click();
  // Files are a message without any text.
  await page.getByRole("button", { name: "Post", exact: true }).click();
  const posted = page.locator(".message", { hasText: "shot.png" });
  await posted.getByRole("button", { name: "Download plan.md" }).waitFor();
  expect(await chosen.count()).toBe(0);

  const [message] = fake.control.workspace().messages({ limit: 1 }).items;
  expect(message).toMatchObject({ content: "", senderId: fake.fixtures.user });
  const channelId = String(fake.fixtures.memberChannel);
  const bytes = (message?.attachments ?? []).map(async ({ id: attachmentId }) => {
    const { data } = await fake.get("request-file-download", { channelId, attachmentId });
    return Buffer.from(await (await fetch(String(data.signedUrl))).arrayBuffer());
  });
  expect(await Promise.all(bytes)).toEqual([PLAN.buffer, SHOT.buffer]);
});

inBrowser("a file that the fake rejects is named with the reason, and the message stays to be sent", async () => {
  const { fake, page } = await openConsole("channels");
  const before = fake.control.workspace().describe().counts;
  await page
    .getByLabel("Attach files")
    .setInputFiles([PLAN, { ...SHOT, name: "tool.exe", mimeType: "application/x-msdownload" }]);
  await page.getByLabel("Message to #general").fill("See both.");
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await page.getByText('"tool.exe"').waitFor();
  expect(await page.locator(".notice").textContent()).toMatch(/Files of type .* are not allowed.*Allowed are images/);
  expect(await page.getByLabel("Message to #general").inputValue()).toBe("See both.");
  expect(fake.control.workspace().describe().counts).toEqual(before);
  await page.getByRole("button", { name: "Remove tool.exe" }).click();
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await page.locator(".message", { hasText: "See both." }).getByText("plan.md").first().waitFor();
});

inBrowser(
  "the keyboard reaches the file picker from the message, and a file that was removed gives it the focus",
  async () => {
    const { page } = await openConsole("channels");
    const focused = () => page.evaluate("document.activeElement.type");
    let isOpen = false;
    const opening = page.waitForEvent("filechooser").finally(() => {
      isOpen = true;
    });
    // A view that has just opened takes the focus once more: the keys are pressed again then.
    const reach = async () => {
      if (isOpen) return true;
      await page.getByLabel("Message to #general").focus();
      await page.keyboard.press("Tab");
      if ((await focused()) === "file") await page.keyboard.press("Enter");
      return isOpen;
    };
    await expect.poll(reach, { timeout: 30_000, interval: 500 }).toBe(true);
    const dialog = await opening;
    expect(dialog.isMultiple()).toBe(true);
    await dialog.setFiles(PLAN);
    await page.getByRole("button", { name: "Remove plan.md" }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect.poll(() => page.getByText("plan.md").count()).toBe(0);
    await expect.poll(focused).toBe("file");
  },
);

inBrowser("on a telephone nothing stays behind a notice", async () => {
  const fake = await startFake();
  const { page } = await openPage(fake.baseUrl, "channels", NARROW);
  await page
    .getByLabel("Attach files")
    .setInputFiles({ ...SHOT, name: "tool.exe", mimeType: "application/x-msdownload" });
  await page.getByRole("button", { name: "Post", exact: true }).click();
  const notice = page.locator(".notice", { hasText: "tool.exe" });
  await notice.waitFor();
  await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
  const last = page.getByRole("link", { name: "Licences" });
  const [below, top] = await Promise.all([
    last.evaluate((one) => one.getBoundingClientRect().bottom),
    notice.evaluate((one) => one.getBoundingClientRect().top),
  ]);
  expect(below).toBeLessThanOrEqual(top);
});

inBrowser("a channel opens at its newest message, with the place for the next one", async () => {
  const { fake, page } = await openConsole("requests");
  const channelId = fake.fixtures.memberChannel;
  for (let nth = 1; nth <= 30; nth += 1) await fake.post("send-message", { channelId, content: `Message ${nth}` });
  await visit(page, "Channels");
  for (const part of [page.getByText("Message 30"), page.getByLabel("Message to #general")])
    await expect
      .poll(() => part.evaluate((one) => one.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual(WIDE.viewport.height);
});

inBrowser("what a person has begun to write stays while older messages come", async () => {
  const { fake, page } = await openConsole("channels");
  const workspace = fake.control.workspace();
  for (let count = 0; count < 201; count++)
    workspace.postMessage("general", { user: "Robin", content: `Number ${count}` });
  await fake.get("list-tasks");
  await page.getByLabel("Message to #general").fill("Not yet sent");
  await page.getByLabel("Attach files").setInputFiles(PLAN);
  await page.getByRole("button", { name: "Show older messages" }).click();
  await page.getByText("Number 0", { exact: true }).waitFor();
  expect(await page.getByLabel("Message to #general").inputValue()).toBe("Not yet sent");
  expect(await page.getByText("plan.md").count()).toBe(1);
});

inBrowser("a message that comes over the API appears, with its file, which can be downloaded", async () => {
  const { fake, page } = await openConsole("channels");
  await page.getByRole("link", { name: "#leadership" }).click();
  const message = page.locator(".message", { hasText: "Minutes attached." });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    message.getByRole("button", { name: "Download merger.md" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("merger.md");
  await page.getByRole("link", { name: "#general" }).click();
  await fake.post("send-message", { channelId: fake.fixtures.memberChannel, content: "May I deploy?" });
  await page.locator(".message", { hasText: "May I deploy?" }).waitFor();
});

inBrowser("a task is moved, assigned and commented on", async () => {
  const { fake, page } = await openConsole("tasks");
  const card = page.locator(".card", { hasText: "WOR-5" });
  await card.locator("summary").click();
  await card.getByLabel("Agent").selectOption("Demo agent");
  await card.getByLabel("Comment as Robin").fill("Please look.");
  await card.getByRole("button", { name: "Comment" }).click();
  await card.getByText("1 comment").waitFor();
  await card.getByLabel("Status").selectOption("in review");
  await page.getByRole("region", { name: "in review" }).getByText("WOR-5").waitFor();
  const task = fake.control.workspace().task("WOR-5");
  expect(task).toMatchObject({ status: "in_review", assigneeAgentId: fake.fixtures.agent?.id });
  expect(task.comments).toMatchObject([{ body: "Please look.", authorUserId: fake.fixtures.user }]);
});

inBrowser("the memory graph has an arc for each edge between memories, and a memory is contested in it", async () => {
  const { fake, page } = await openConsole("memories");
  const { memories, edges } = fake.control.workspace();
  const ids = new Set(memories().items.map(({ id }) => id));
  const between = edges().items.filter(({ from_id, to_id }) => ids.has(from_id) && ids.has(to_id));
  await expect.poll(() => page.locator(".graph .edge").count()).toBe(between.length);
  expect(await page.locator(".graph .group").allTextContents()).toEqual(
    expect.arrayContaining(["Workshop", "Tools", "Merger"]),
  );
  await page.getByLabel("with the messages that they come from").check();
  await expect.poll(() => page.locator(".graph .edge").count()).toBeGreaterThan(between.length);
  await page
    .getByRole("button", { name: /^The new importer ships on Friday/ })
    .first()
    .click();
  await page.getByLabel("A memory that contradicts it").fill("It ships on Monday.");
  await page.getByRole("button", { name: "Contest", exact: true }).click();
  await page.locator(".graph .node.contested", { hasText: "The new importer ships on Friday." }).waitFor();
  await page.locator(".graph .node", { hasText: "It ships on Monday." }).waitFor();
});

inBrowser("the memory graph says when a memory expires, and that it has", async () => {
  const { fake, page } = await openConsole("memories");
  const content = "The freeze ends on Friday.";
  const provenance = { derived_from: [{ id: fake.fixtures.messages?.byHuman }], ttl_preset: "VOLATILE" };
  await fake.post("remember", { content, kind: "fact", scope_id: fake.fixtures.scope, ...provenance });
  const node = page.locator(".graph .node", { hasText: content });
  await node.getByText("fact, current, expires in 7 d").waitFor();
  await visit(page, "Clock");
  await page.getByRole("button", { name: "31 days" }).click();
  await page.getByText(`Memory expired: ${content}`).waitFor();
  await visit(page, "Memories");
  await node.getByText("fact, expired 24 d ago").waitFor();
});

inBrowser("the clock is set, and a wrong instant is explained", async () => {
  const { fake, page } = await openConsole("clock");
  await page.getByLabel("ISO 8601 instant").fill("2031-05-06T07:08:09Z");
  await page.getByRole("button", { name: "Set" }).click();
  await page.getByText("It is 2031-05-06 07:08 now.").waitFor();
  expect(fake.control.clock.now()).toMatch(/^2031-05-06T07:08/);
  await page.getByLabel("ISO 8601 instant").fill("tomorrow");
  await page.getByRole("button", { name: "Set" }).click();
  await page.getByRole("status").getByText("body.now").waitFor();
});

inBrowser("chaos rules come and go at a click, with what they did", async () => {
  const { fake, page } = await openConsole("chaos");
  await page.getByLabel("Calls of").selectOption("list-tasks");
  await page.getByRole("button", { name: "Too many requests" }).click();
  await page.getByText("acted on 0 of 0 calls").waitFor();
  expect((await fake.get("list-tasks")).status).toBe(429);
  await page.getByText("acted on 1 of 1 call").waitFor();
  await page.getByRole("button", { name: "Remove busy" }).click();
  await page.getByText("No rule: clients have a good day.").waitFor();
  await page.getByLabel("Rule, as JSON").fill('{ "operation": "list-taks", "error": 500 }');
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByText('Did you mean "list-tasks"?').waitFor();
  expect(fake.chaos.list()).toEqual([]);
});

inBrowser("a mutant is found, put in force and taken out", async () => {
  const { fake, page } = await openConsole("mutants");
  await page.getByLabel("Search").fill("drop status");
  await page.getByRole("button", { name: "Put in force drop@list-tasks?status", exact: true }).click();
  await page.getByRole("button", { name: "Remove drop@list-tasks?status" }).waitFor();
  expect(fake.mutants.list()).toMatchObject([{ id: "drop@list-tasks?status" }]);
  await page.getByRole("button", { name: "Remove drop@list-tasks?status" }).click();
  await page.getByText("No mutant: the fake keeps the contract.").waitFor();
});

inBrowser("a snapshot is taken and restored", async () => {
  const { fake, page } = await openConsole("snapshots");
  await page.getByLabel("Name").fill("clean");
  await page.getByRole("button", { name: "Take a snapshot" }).click();
  await page.getByRole("button", { name: "Restore clean" }).waitFor();
  await fake.post("create-task", { title: "Soon gone" });
  await page.getByRole("button", { name: "Restore clean" }).click();
  await page.getByText("“clean” is restored.").waitFor();
  expect(JSON.stringify(fake.control.workspace().tasks())).not.toContain("Soon gone");
});

inBrowser("another workspace is created and shown, and keeps being shown after a reload", async () => {
  const { fake, page } = await openConsole("workspaces");
  await page.getByRole("button", { name: "Create a workspace" }).click();
  await page.getByText("A workspace was created").waitFor();
  const choice = page.getByLabel("Workspace", { exact: true });
  await expect.poll(() => choice.inputValue()).not.toBe(fake.id);
  const chosen = await choice.inputValue();
  await page.reload();
  await visit(page, "Channels");
  await page.getByLabel("Message to #general").fill("Only here");
  await page.getByRole("button", { name: "Post", exact: true }).click();
  await page.locator(".message", { hasText: "Only here" }).waitFor();
  expect(JSON.stringify(fake.control.workspace(chosen).messages())).toContain("Only here");
  expect(JSON.stringify(fake.control.workspace().messages())).not.toContain("Only here");
});
