import { readSettings, type SettingsFile } from "../../spec/settings/settings-file.ts";
import { SCENARIO } from "./check.ts";

/**
 * Reads a scenario file (YAML or JSON), to be checked when the fake has started: it names what is there.
 *
 * @throws OperatorError `SCENARIO-…` for what cannot be read.
 */
export function readScenarioFile(name: string, absolutePath: string): SettingsFile {
  return readSettings(name, absolutePath, SCENARIO);
}
