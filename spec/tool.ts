import { readFileSync } from "node:fs";
import { packageFile } from "./package-root.ts";

interface Tool {
  readonly name: string;
  readonly version: string;
}

/** What this package calls itself, from its package.json. */
export const tool: Tool = JSON.parse(readFileSync(packageFile("package.json"), "utf8"));
