import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import axe from "axe-core";
import { type Browser, chromium, type Page } from "playwright-core";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const ARGUMENTS =
  "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/**
 * The path of the first available browser; null if there is none, and then tests of pages are skipped and counted as
 * such.
 */
export const browserPath: string | null = findBrowser();

function findBrowser(): string | null {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const paths = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)));
  return paths.find(isExecutable) ?? null;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Starts the browser with its own empty user data folder. */
export function launchBrowser(): Promise<Browser> {
  if (browserPath === null) throw new Error(`none of ${NAMES.join(", ")} is on the path`);
  return chromium.launch({ executablePath: browserPath, args: ARGUMENTS.split(" ") });
}

/**
 * Returns the violations that axe finds in a page. axe is not part of the page, so a content security policy that
 * blocks it must be bypassed.
 */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(axe.source);
  return page.evaluate<string[]>(
    "axe.run().then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes[0].html))",
  );
}
