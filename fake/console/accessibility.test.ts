import { expect } from "vitest";
import { axeViolations } from "../../spec/testing/browser.ts";
import { startFake } from "../testing.ts";
import { inBrowser, NARROW, openConsole, openPage, useBrowser, visit, WIDE } from "./testing/open-console.ts";

useBrowser();

/** Each view, opened up as far as it goes, with what shows that it is there. */
const VIEWS: Readonly<Record<string, string>> = {
  requests: "list-tasks",
  channels: "Message to #general",
  tasks: "WOR-3",
  memories: "As a table",
  files: "merger.md",
  connection: "Waiting for the client to call",
  clock: "Go forward",
  chaos: "acted on 1 of",
  mutants: "Put in force",
  snapshots: "As a file",
  workspaces: "Upgrade the plan",
};

/** Cards that reach beyond the column or the page that they stand in. */
const CARDS_TOO_WIDE = `[...document.querySelectorAll(".card")]
  .filter((card) => card.getBoundingClientRect().right > card.closest("section, main").getBoundingClientRect().right + 1)
  .map((card) => card.textContent.trim().slice(0, 40))`;

inBrowser.each([
  { ...WIDE, colorScheme: "light" as const },
  { ...NARROW, colorScheme: "dark" as const },
])("axe finds nothing in any view, none scrolls sideways, none asks another address: %j", async (options) => {
  const fake = await startFake({ chaos: [{ name: "busy", error: 429, times: 1 }] });
  await fake.get("list-tasks");
  await fake.post("create-task", { titel: "Ship it" });
  await fake.post("flag-needs-human", { messageId: fake.fixtures.messages?.byHuman, reason: "Which importer?" });
  // axe is not part of the page, whose policy would not let it in.
  const { page, elsewhere, errors } = await openPage(fake.baseUrl, "requests", { ...options, bypassCSP: true });
  for (const [view, sign] of Object.entries(VIEWS)) {
    await page.goto(`${fake.baseUrl}/#${view}`);
    if (view === "connection") await page.getByRole("button", { name: "Issue a token" }).click();
    await page.getByText(sign).first().waitFor();
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    if (view === "memories")
      await page
        .getByRole("button", { name: /^The importer ships on Wednesday/ })
        .first()
        .click();
    if (view === "channels")
      await page
        .getByLabel("Attach files")
        .setInputFiles({ name: "plan.md", mimeType: "text/markdown", buffer: Buffer.from("# Plan") });
    expect([view, await axeViolations(page)]).toEqual([view, []]);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    const tooWide = await page.evaluate(CARDS_TOO_WIDE);
    expect([view, width, tooWide, elsewhere, errors]).toEqual([view, options.viewport.width, [], [], []]);
  }
});

inBrowser("the keyboard reaches the content past the menu, and a view that opens has the focus", async () => {
  const { page } = await openConsole("requests");
  const focused = () => page.evaluate("document.activeElement.textContent.trim()");
  await page.keyboard.press("Tab");
  expect(await focused()).toBe("Skip to the content");
  await page.keyboard.press("Enter");
  expect(await focused()).toBe("Requests");
  await visit(page, "Tasks");
  await page.getByText("WOR-3").waitFor();
  expect(await focused()).toBe("Tasks");
  await page.goBack();
  await page.getByRole("heading", { name: "Requests" }).waitFor();
});

inBrowser("a memory is chosen by keyboard, and its details have the focus", async () => {
  const { page } = await openConsole("memories");
  await page
    .getByRole("button", { name: /^The importer ships on Wednesday.*superseded/ })
    .first()
    .focus();
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Memory", exact: true }).waitFor();
  // The focus moves once the details are drawn.
  await expect.poll(() => page.evaluate("document.activeElement.textContent")).toBe("The importer ships on Wednesday.");
});
