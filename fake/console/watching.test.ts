import { expect } from "vitest";
import { createFake } from "../create.ts";
import { inBrowser, openConsole, openPage, useBrowser } from "./testing/open-console.ts";

useBrowser();

inBrowser("requests appear as they come, with status, reason and what would have worked", async () => {
  const { fake, page } = await openConsole("requests");
  await page.getByText("No request to show.").waitFor();
  await fake.post("create-task", { titel: "Ship it" });
  const row = page.locator(".requests > li", { hasText: "create-task" });
  await row.waitFor();
  expect(await row.locator(".status").textContent()).toBe("400");
  expect(await row.locator(".why").textContent()).toContain("title is required");
  expect(await row.locator(".near").allTextContents()).toEqual(['→ "titel" was sent: did you mean "title"?']);
  await row.locator("summary").click();
  await page.getByRole("region", { name: "Request 1" }).getByText('"titel": "Ship it"').waitFor();
  await page.getByRole("region", { name: "Response 1" }).getByText('"success": false').waitFor();
});

inBrowser("requests are filtered, held back and cleared", async () => {
  const { fake, page } = await openConsole("requests");
  await fake.get("list-tasks");
  await fake.post("create-task", {});
  const rows = page.locator(".requests > li");
  await page.getByText("2 requests, 1 not accepted, 2 shown").waitFor();
  await page.getByLabel("Outcome").selectOption("Rejected");
  expect(await rows.count()).toBe(1);
  await page.getByLabel("Outcome").selectOption("All");
  await page.getByLabel("Search").fill("LIST-tasks");
  expect(await rows.locator("b").allTextContents()).toEqual(["list-tasks"]);
  await page.getByLabel("Search").fill("");
  await page.getByRole("button", { name: "Pause" }).click();
  await fake.get("list-tasks");
  await page.getByRole("button", { name: "Continue (1 more)" }).waitFor();
  expect(await rows.count()).toBe(2);
  await page.getByRole("button", { name: "Continue" }).click();
  expect(await rows.count()).toBe(3);
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("No request to show.").waitFor();
  expect(fake.journal.find()).toEqual([]);
});

inBrowser("a text of a client stays text", async () => {
  const { fake, page, errors } = await openConsole("requests");
  const content = '<img src=x onerror="alert(1)"><script>alert(2)</script>';
  await fake.post("send-message", { channelId: fake.fixtures.memberChannel, content });
  await fake.post("create-task", { title: content });
  await fake.get("list-tasks", { [content]: content });
  for (const [view, sign] of [
    ["requests", "list-tasks"],
    ["channels", content],
    ["tasks", content],
  ] as const) {
    await page.goto(`${fake.baseUrl}/#${view}`);
    await page.getByText(sign).first().waitFor();
    expect(await page.locator("main img, main script").count()).toBe(0);
  }
  expect(errors).toEqual([]);
});

inBrowser("the connection test turns to verified when the client calls", async () => {
  const { fake, page } = await openConsole("connection");
  await page.getByRole("button", { name: "Issue a token" }).click();
  const challenge = page.getByRole("region", { name: "Challenge" });
  await challenge.getByText("Waiting for the client to call").waitFor();
  const token = await challenge.locator("code").first().textContent();
  await fake.get("verify-connection", { token: "chl_00" });
  await page.getByText("unknown_token").waitFor();
  expect(await challenge.textContent()).toContain("Waiting");
  await fake.get("verify-connection", { token: String(token) });
  await challenge.getByText("Verified", { exact: true }).waitFor();
});

inBrowser("another fake at the same address takes the place of the one that ended", async () => {
  const first = await createFake();
  const { page } = await openPage(first.baseUrl, "requests");
  for (let count = 0; count < 3; count++) await fetch(`${first.baseUrl}/v1/agent/list-tasks`);
  await page.getByText("3 requests").waitFor();
  await first.close();
  await page.getByText("not connected").waitFor();
  const second = await createFake({ port: Number(new URL(first.baseUrl).port) });
  await fetch(`${second.baseUrl}/v1/agent/recall`);
  await page.getByText("live", { exact: true }).waitFor();
  await page.getByText("1 request,").waitFor();
  await second.close();
});
