import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { afterAll, beforeAll, onTestFinished, test, vi } from "vitest";
import { browserPath, launchBrowser } from "../../../spec/testing/browser.ts";
import type { FakeOptions } from "../../options.ts";
import { startFake } from "../../testing.ts";

/** Width and height of a desktop, and of a telephone. */
export const WIDE = { viewport: { width: 1280, height: 900 } };
export const NARROW = { viewport: { width: 360, height: 800 } };

/** A test that needs a browser; skipped if there is none. */
export const inBrowser = test.skipIf(browserPath === null);

/** The timeout for actions that take milliseconds, even on a busy machine. */
const WAIT_MS = 60_000;

let browser: Browser | null = null;

/** Starts the browser for the tests of a file, and ends it after them. */
export function useBrowser(): void {
  vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });
  beforeAll(async () => {
    if (browserPath !== null) browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    browser = null;
  });
}

/** Opens the console at a URL; returns its requests to other URLs, and its errors. */
export async function openPage(baseUrl: string, view: string, options: BrowserContextOptions = {}) {
  if (browser === null) throw new Error("call useBrowser() in this file first");
  const context = await browser.newContext({ ...WIDE, ...options });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  page.setDefaultTimeout(WAIT_MS);
  const [elsewhere, errors]: [string[], string[]] = [[], []];
  page.on("request", (request) => {
    if (!request.url().startsWith(`${baseUrl}/`) && !request.url().startsWith("data:")) elsewhere.push(request.url());
  });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("dialog", (dialog) => errors.push(dialog.message()));
  await page.goto(`${baseUrl}/#${view}`);
  await page.getByText("live", { exact: true }).waitFor();
  return { page, elsewhere, errors };
}

/** Starts a fake and opens its console at a view. */
export async function openConsole(view: string, options: FakeOptions = {}) {
  const fake = await startFake(options);
  return { fake, ...(await openPage(fake.baseUrl, view)) };
}

/** Goes to another view by its link. */
export async function visit(page: Page, name: string): Promise<void> {
  await page.getByRole("navigation", { name: "Views" }).getByRole("link", { name, exact: true }).click();
}
