import { existsSync, readFileSync } from "node:fs";
import { parse } from "yaml";
import { packageFile } from "../../../spec/package-root.ts";
import type { OpenChanges } from "./score.ts";

/** Returns the changes of code that a person has judged to be open by the contract; none in the package. */
export function readOpenChanges(): OpenChanges {
  const path = packageFile("suites", "selftest", "code", "open-changes.yaml");
  if (!existsSync(path)) return new Map();
  const entries: unknown = parse(readFileSync(path, "utf8")) ?? {};
  return new Map(Object.entries(entries as Record<string, string>));
}
