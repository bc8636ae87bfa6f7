import { readSettings } from "../../spec/settings/settings-file.ts";
import { type CheckedSeed, checkedSeed, SEED } from "./check-seed.ts";

/**
 * Reads a seed file (YAML or JSON).
 *
 * @throws OperatorError `SEED-…` with line, key and value of each mistake.
 */
export function readSeedFile(name: string, absolutePath: string): CheckedSeed {
  return checkedSeed(readSettings(name, absolutePath, SEED));
}
