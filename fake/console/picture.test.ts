import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageFile } from "../../spec/package-root.ts";
import type { Fake } from "../fake.ts";
import { startFake, type TestClient } from "../testing.ts";
import { inBrowser, openPage, useBrowser } from "./testing/open-console.ts";

useBrowser();

const PICTURE = packageFile("fake", "console", "console.png");
const SIZE = { width: 1100, height: 640 };
const MAX_BYTES = 150_000;

/** Calls of a client that makes the usual mistakes. */
async function makeCalls(fake: Fake & TestClient): Promise<void> {
  const { fixtures } = fake;
  await fake.post("recall", { query: "When does the importer ship?" });
  await fake.get("list-tasks", { status: "todo", priority: "high" });
  await fake.post("create-task", { titel: "Prepare the release" });
  await fake.post("create-task", { title: "Prepare the release", priority: "high" });
  fake.chaos.add({ name: "busy", operation: "send-message", times: 1, error: { status: 429, retryAfter: 2 } });
  const channelId = fixtures.memberChannel;
  await fake.post("send-message", { channelId, content: "May I deploy?" });
  await fake.post("send-message", { channelId, content: "May I deploy?" });
  await fake.post("flag-needs-human", { messageId: fixtures.messages?.byHuman, reason: "Which importer?" });
  await fetch(`${fake.baseUrl}/v1/agent/list-tasks`);
}

// `npm run picture` writes the picture again.
inBrowser("the picture in the README can be made", async () => {
  const clock = { virtual: true, startAt: Date.UTC(2026, 0, 30, 9, 30) };
  const fake = await startFake({ clock, seed: 1 });
  const { page } = await openPage(fake.baseUrl, "requests", { viewport: SIZE });
  await makeCalls(fake);
  await page.getByText("8 requests, 3 not accepted, 8 shown").waitFor();
  const picture = await page.screenshot();
  expect(picture.length).toBeLessThan(MAX_BYTES);
  if (process.env.WAC_PICTURE === "write") writeFileSync(PICTURE, picture);
});

test("the README shows the picture, which is small and of the size that is made", () => {
  const picture = readFileSync(PICTURE);
  // Width and height stand at fixed places of a PNG's header.
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([SIZE.width, SIZE.height]);
  expect(picture.length).toBeLessThan(MAX_BYTES);
  expect(readFileSync(packageFile("fake", "README.md"), "utf8")).toContain("](console/console.png)");
});
