import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../testing/temporary-folder.ts";

/** The path of a seed file with this text, for the time of a test. */
export function writtenSeed(text: string): string {
  const path = join(temporaryFolder(), "seed.yaml");
  writeFileSync(path, text);
  return path;
}
