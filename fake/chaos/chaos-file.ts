import { readSettings } from "../../spec/settings/settings-file.ts";
import { CHAOS, checkedRules } from "./check-rules.ts";
import type { ChaosRule } from "./rule.ts";

/**
 * Reads the rules of a chaos file (YAML or JSON).
 *
 * @throws OperatorError `CHAOS-…` with line, key and value of each mistake.
 */
export function readChaosFile(name: string, absolutePath: string): readonly ChaosRule[] {
  return checkedRules(readSettings(name, absolutePath, CHAOS));
}
