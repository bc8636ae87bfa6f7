import type { Settings } from "../../service.ts";
import { integer, object } from "../json-schema.ts";
import { check } from "../validation.ts";

/** Schema of {@link changeSettings}' changes. */
export const SETTINGS_CHANGES = object({
  urlLifetimeMs: integer("How long presigned URLs work, in milliseconds", 1, 1e12),
  rateLimit: integer("Requests a second for each agent; 0 for no limit", 0, 1e6),
  latencyMs: integer("Delay before each response, in milliseconds", 0, 600_000),
});

/**
 * Changes settings of the complete fake; returns all of them.
 *
 * @throws ControlProblem `invalid_input` for an invalid number.
 */
export function changeSettings(settings: Settings, changes: Partial<Settings>): Readonly<Settings> {
  check(SETTINGS_CHANGES, changes, "changes");
  return { ...Object.assign(settings, changes) };
}
