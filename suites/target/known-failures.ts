import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { nearest } from "../../spec/nearest.ts";
import { readSchema } from "../../spec/settings/published-schema.ts";
import { readSettings, type SettingsKind } from "../../spec/settings/settings-file.ts";
import { reject, type SettingsProblem, settingsSchema } from "../../spec/settings/settings-schema.ts";
import type { KnownFailure, KnownFailureProblem, KnownFailures } from "./types.ts";

const KNOWN_FAILURES: SettingsKind = { what: "known-failures file", code: "KNOWN-FAILURES" };

/** The placeholders in an entry that `wac run` has written until a person replaces them. */
export const PLACEHOLDER_OWNER = "TODO: who fixes it";
export const PLACEHOLDER_REASON = "TODO: why it is accepted for now, and where it is tracked";

/** The data that entries are checked against. */
export interface KnownFailureContext {
  /** Ids of all requirements of this run's document, derived ones included. */
  readonly requirements: readonly string[];
  readonly operations: readonly string[];
  /** Today in UTC, `YYYY-MM-DD`. */
  readonly today: string;
}

/**
 * Reads a known-failures file and sorts out the entries that can excuse nothing.
 *
 * @throws OperatorError when the file cannot be read, has not the published shape, or still has placeholders.
 */
export function loadKnownFailures(name: string, absolutePath: string, context: KnownFailureContext): KnownFailures {
  const file = readSettings(name, absolutePath, KNOWN_FAILURES);
  const value = file.value === null ? {} : file.value;
  const mistakes = settingsSchema(readSchema("known-failures.schema.json")).problems(value, file);
  reject(mistakes.length > 0 ? mistakes : placeholdersIn(value), file, KNOWN_FAILURES);
  const all = entriesOf(value);
  const problems = all.flatMap((entry) => problemOf(entry, context) ?? []);
  const unusable = new Set(problems.map((problem) => problem.entry));
  return { entries: all.filter((entry) => !unusable.has(entry)), problems };
}

/** Returns the mistakes of copied entries without an owner and a reason. */
function placeholdersIn(value: Json): SettingsProblem[] {
  return listOf(value).flatMap((entry, index) =>
    FILL_IN.filter(({ key, placeholder }) => entry[key] === placeholder).map(({ key, placeholder, hint }) => ({
      code: "PLACEHOLDER",
      path: ["knownFailures", index, key],
      text: `the known failure of ${String(entry.requirement)} still has the placeholder ${key} "${placeholder}".`,
      hint,
    })),
  );
}

const FILL_IN = [
  {
    key: "reason",
    placeholder: PLACEHOLDER_REASON,
    hint: "Fill in the reason: why the failure is accepted for now, and where it is tracked.",
  },
  {
    key: "owner",
    placeholder: PLACEHOLDER_OWNER,
    hint: "Fill in the owner: the person or team who fixes it by the expiry date.",
  },
];

function listOf(value: Json): JsonObject[] {
  const list = isObject(value) && Array.isArray(value.knownFailures) ? value.knownFailures : [];
  return list.filter(isObject);
}

function entriesOf(value: Json): KnownFailure[] {
  return listOf(value).map((entry) => ({
    requirement: String(entry.requirement),
    operation: typeof entry.operation === "string" ? entry.operation : null,
    reason: String(entry.reason),
    owner: String(entry.owner),
    expires: String(entry.expires),
    counterexample: entry.counterexample ?? null,
    cause: typeof entry.cause === "string" ? entry.cause : null,
  }));
}

function problemOf(entry: KnownFailure, context: KnownFailureContext): KnownFailureProblem | null {
  if (!context.requirements.includes(entry.requirement)) {
    const message = `known failure "${entry.requirement}": no requirement has this id${guess(entry.requirement, context.requirements)}.`;
    return { entry, kind: "unknown-requirement", message };
  }
  if (entry.operation !== null && !context.operations.includes(entry.operation)) {
    const message = `known failure "${entry.requirement}": no operation is called "${entry.operation}"${guess(entry.operation, context.operations)}.`;
    return { entry, kind: "unknown-operation", message };
  }
  if (entry.expires < context.today) {
    const message = `known failure "${entry.requirement}" expired on ${entry.expires}; it was ${entry.owner}'s: ${entry.reason}`;
    return { entry, kind: "expired", message };
  }
  return null;
}

function guess(word: string, candidates: readonly string[]): string {
  const found = nearest(word, candidates);
  return found === null ? "" : `; the nearest is "${found}"`;
}
