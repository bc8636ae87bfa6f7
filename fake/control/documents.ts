import { readFile } from "node:fs/promises";
import { stringify } from "yaml";
import { packageFile } from "../../spec/package-root.ts";
import type { TargetFile } from "../../spec/target-file.ts";
import { type ControlReply, reply } from "./route.ts";

const YAML = "application/yaml; charset=utf-8";

/** Returns the shipped OpenAPI document of the API. */
export async function contractText(): Promise<ControlReply> {
  return reply(await readFile(packageFile("spec", "openapi.yaml"), "utf8"), YAML);
}

/** Returns a target file in the format of an Accept header: JSON unless YAML is named. */
export function targetFile(target: TargetFile, accept: string): TargetFile | ControlReply {
  return /yaml/i.test(accept) ? reply(stringify(target), YAML) : target;
}
