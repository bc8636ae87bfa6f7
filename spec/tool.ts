import { readFileSync } from "node:fs";
import { packageFile } from "./package-root.ts";

interface Tool {
  readonly name: string;
  readonly version: string;
}

/** The name and version of this package, from its package.json. */
export const tool: Tool = JSON.parse(readFileSync(packageFile("package.json"), "utf8"));
