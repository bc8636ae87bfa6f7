import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageFile } from "../../../spec/package-root.ts";

/** Mutants that the suite must always kill, one id a line, in a file for each part of the API. */
const FOLDER = packageFile("suites", "selftest", "regression");

/** Names of the lists: `tasks`, `messages`. Empty in the package, which has none. */
export function regressionLists(): readonly string[] {
  if (!existsSync(FOLDER)) return [];
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".txt"))
    .map((name) => name.slice(0, -".txt".length))
    .toSorted();
}

/** Returns the ids of one list. A line that begins with `#` is a comment. */
export function regressionIds(list: string): readonly string[] {
  return readFileSync(join(FOLDER, `${list}.txt`), "utf8")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#"));
}
