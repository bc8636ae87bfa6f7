import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, BrowserContextOptions } from "playwright-core";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Report } from "../../../spec/report.ts";
import { axeViolations, browserPath, launchBrowser } from "../../../spec/testing/browser.ts";
import { hostile } from "../../samples/hostile.ts";
import { report, requirement } from "../../samples/parts.ts";
import { conformant, incomplete, nonconformant, unusable } from "../../samples/runs.ts";
import { html } from "../html.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const inBrowser = test.skipIf(browserPath === null);
let browser: Browser;
let folder: string;

beforeAll(async () => {
  if (browserPath === null) return;
  folder = mkdtempSync(join(tmpdir(), "wac-page-"));
  browser = await launchBrowser();
});
afterAll(async () => {
  if (browserPath === null) return;
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens the page of a report and gives what it asked of the network besides itself. */
async function opened(run: Report, options: BrowserContextOptions, hash = "") {
  const file = join(folder, "report.html");
  writeFileSync(file, html(run));
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const asked: string[] = [];
  const errors: string[] = [];
  const address = pathToFileURL(file).href;
  page.on("request", (request) => asked.push(request.url()));
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("dialog", (dialog) => errors.push(dialog.message()));
  await page.goto(`${address}${hash}`);
  return {
    page,
    address,
    errors,
    asked: () => asked.filter((url) => !url.startsWith("data:") && !url.startsWith(address)),
  };
}

const wide = { viewport: { width: 1280, height: 900 } };
const narrow = { viewport: { width: 420, height: 900 } };
const RUNS = { conformant, nonconformant, incomplete, unusable, hostile };

// Colours do not depend on the width: each is looked at once.
inBrowser.each([
  { ...narrow, colorScheme: "light" as const },
  { ...wide, colorScheme: "dark" as const },
])("axe finds nothing in any page, none scrolls sideways, none asks the network for anything: %j", async (options) => {
  for (const [name, run] of Object.entries(RUNS)) {
    // axe is not part of the page, whose policy would not let it in.
    const { page, asked, errors } = await opened(run(), { ...options, bypassCSP: true });
    await page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true");
    expect([name, await axeViolations(page)]).toEqual([name, []]);
    const width = await page.evaluate("document.documentElement.scrollWidth");
    expect([name, width, asked(), errors]).toEqual([name, options.viewport.width, [], []]);
    await page.context().close();
  }
});

inBrowser("the gate stands on top, and the first finding is seen without scrolling on a telephone", async () => {
  const { page } = await opened(nonconformant(), narrow);
  expect(await page.locator(".frame p").first().textContent()).toMatch(/^\S+ gate failed/u);
  const finding = await page.locator("article.finding").first().boundingBox();
  const actual = await page.locator("article.finding .actual").first().boundingBox();
  expect(finding?.y).toBeLessThan(450);
  expect((actual?.y ?? 0) + (actual?.height ?? 0)).toBeLessThan(900);
  await page.context().close();
});

inBrowser("the gap that holds back most is open, and all others are folded", async () => {
  const skip = (id: string, reason: string) => requirement({ id, verdict: "inconclusive", reason });
  const requirements = [skip("a.a", "late"), skip("b.a", "lost"), skip("b.b", "lost"), skip("c.a", "no response")];
  const { page } = await opened(report({ requirements, verdict: "incomplete" }), wide);
  const gaps = await page.evaluate<[string, boolean][]>(
    "[...document.querySelectorAll('#unproven > details')].map((one) => [one.querySelector('summary').textContent, one.open])",
  );
  expect(gaps.map(([, isOpen]) => isOpen)).toEqual([true, false, false]);
  expect(gaps[0]?.[0]).toContain("2 MUST");
  await page.context().close();
});

inBrowser("the columns of observations share the width of a desktop", async () => {
  const { page } = await opened(nonconformant(), wide);
  const widths = await page.evaluate<number[]>(
    "[...document.querySelector('#observations thead').querySelectorAll('th')].map((cell) => cell.getBoundingClientRect().width)",
  );
  expect(widths).toHaveLength(3);
  expect(Math.min(...widths)).toBeGreaterThan(200);
  await page.context().close();
});

inBrowser("a search stands in the address, and is there again where that is opened", async () => {
  const { page, address } = await opened(nonconformant(), wide);
  await page.getByRole("searchbox").fill("plan & limit");
  await page.getByRole("checkbox", { name: "proven" }).uncheck();
  const hash = page.url().slice(address.length);
  expect(hash).toBe("#search=plan+%26+limit&without=pass");
  await page.context().close();

  const again = await opened(nonconformant(), wide, "#search=tasks.plan&without=pass");
  await again.page.getByText("1 of 9 shown").waitFor();
  expect(await again.page.getByRole("searchbox").inputValue()).toBe("tasks.plan");
  expect(await again.page.getByRole("checkbox", { name: "proven" }).isChecked()).toBe(false);
  expect(await again.page.locator(".area tbody > tr:not([hidden]) code.id").allTextContents()).toEqual([
    "tasks.plan.limit",
  ]);
  await again.page.getByRole("searchbox").fill("");
  await again.page.getByRole("checkbox", { name: "proven" }).check();
  expect(again.page.url()).not.toContain("search");
  await again.page.context().close();
});

inBrowser("a finding is copied as Markdown, a hostile one as text", async () => {
  for (const run of [nonconformant(), hostile()]) {
    const { page, errors } = await opened(run, { ...wide, permissions: ["clipboard-read", "clipboard-write"] });
    await page.getByRole("button", { name: "Copy as Markdown" }).first().click();
    await page.getByRole("button", { name: "Copied" }).first().waitFor();
    const text = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(text).toMatch(/^#### MUST `/u);
    expect(text).toContain("- expected:");
    expect(errors).toEqual([]);
    await page.context().close();
  }
});
