import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ERROR_CODES } from "./error-codes.ts";
import { packageRoot } from "./package-root.ts";

const LISTED = ERROR_CODES.map((entry) => entry.code);

test("lists every error code that the sources use", () => {
  const unlisted = [...usedCodes()].filter(([code]) => !isListed(code)).map(([code, file]) => `${code} (${file})`);
  expect(unlisted).toEqual([]);
});

test("lists each code once, in capitals, with one sentence", () => {
  expect(new Set(LISTED).size).toBe(LISTED.length);
  for (const { code, meaning } of ERROR_CODES) {
    expect(code).toMatch(/^[A-Z][A-Z0-9]*(-[A-Z0-9]+)+$/);
    expect(meaning).toMatch(/\.$/);
  }
});

/** Codes of settings files are put together: `TARGET-FILE` and `UNKNOWN-KEY` are the ends of one that is listed. */
function isListed(code: string): boolean {
  return LISTED.some((listed) => listed === code || listed.startsWith(`${code}-`) || listed.endsWith(`-${code}`));
}

/** Literals behind `code:` in modules that make operator errors. */
function usedCodes(): Map<string, string> {
  const found = new Map<string, string>();
  for (const folder of ["spec", "generators", "fake", "suites", "reports"]) {
    for (const name of filesOf(folder)) {
      if (!name.endsWith(".ts") || name.endsWith(".test.ts") || name === "error-codes.ts") continue;
      const text = readFileSync(join(packageRoot, folder, name), "utf8");
      for (const [, code] of text.matchAll(/\bcode: ["`]([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)(?:"|-\$\{)/g)) {
        if (code !== undefined) found.set(code, `${folder}/${name}`);
      }
    }
  }
  return found;
}

function filesOf(folder: string): string[] {
  const path = join(packageRoot, folder);
  return existsSync(path) ? readdirSync(path, { recursive: true, encoding: "utf8" }) : [];
}
