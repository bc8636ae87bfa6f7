import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { packageFile } from "./package-root.ts";

const FOLDERS = ["spec", "generators", "suites", "fake", "reports"] as const;

test("a test that makes a folder for its files removes it", () => {
  const tests = FOLDERS.flatMap((folder) =>
    readdirSync(packageFile(folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => ({ name: `${folder}/${name}`, code: readFileSync(packageFile(folder, name), "utf8") })),
  );
  const making = tests.filter(({ code }) => /= (await )?mkdtemp(Sync)?\(/.test(code));
  expect(making.length).toBeGreaterThan(10);
  const leaving = making.filter(({ code }) => !/\brm(Sync)?\([^)]*recursive: true/.test(code));
  expect(leaving.map(({ name }) => name)).toEqual([]);
});
