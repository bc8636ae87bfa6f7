import { readFileSync } from "node:fs";
import { isObject, type Json } from "../../../spec/json.ts";
import { packageFile } from "../../../spec/package-root.ts";

/** Version of this package, from its package.json. */
export function packageVersion(): string {
  const parsed = JSON.parse(readFileSync(packageFile("package.json"), "utf8")) as Json;
  return isObject(parsed) && typeof parsed.version === "string" ? parsed.version : "unknown";
}
