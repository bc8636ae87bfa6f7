import { execFileSync } from "node:child_process";
import type { Measurement } from "../../reports/mutation-score/result.ts";
import { packageRoot } from "../../spec/package-root.ts";
import { fingerprint } from "./records.ts";

/** Returns the settings of a score that is measured now. */
export function measurement(budget: string, seed: number): Measurement {
  return { budget, seed, build: fingerprint(), commit: commitOf(), date: new Date().toISOString().slice(0, 10) };
}

/** Returns the checked-out commit; null outside a repository. */
function commitOf(): string | null {
  try {
    const git = execFileSync("git", ["rev-parse", "--short=10", "HEAD"], {
      cwd: packageRoot,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return git.trim();
  } catch {
    return null;
  }
}
