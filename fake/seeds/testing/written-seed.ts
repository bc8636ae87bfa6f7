import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../../testing/temporary-folder.ts";

/** Returns the path of a seed file with this text, which is deleted after the test. */
export function writtenSeed(text: string): string {
  const path = join(temporaryFolder(), "seed.yaml");
  writeFileSync(path, text);
  return path;
}
