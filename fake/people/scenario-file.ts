import { readSettings, type SettingsFile } from "../../spec/settings/settings-file.ts";
import { SCENARIO } from "./check-scenario.ts";

/**
 * Reads a scenario file (YAML or JSON). It is checked after the fake has started, since it names resources of the
 * fake.
 *
 * @throws OperatorError `SCENARIO-…` for an unreadable file.
 */
export function readScenarioFile(name: string, absolutePath: string): SettingsFile {
  return readSettings(name, absolutePath, SCENARIO);
}
