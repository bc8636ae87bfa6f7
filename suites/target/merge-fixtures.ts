import { isObject, type Json, type JsonObject } from "../../spec/json.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { reject, type SettingsProblem, unwrittenSettings } from "../../spec/settings/settings-schema.ts";
import type { Fixtures } from "../../spec/target-file.ts";
import { targetSchema } from "./schema.ts";

/** The name of the fixtures that setup printed, for messages. */
const SOURCE = "the output of setup";

/**
 * Returns the fixtures of a target file with those that its setup printed: members are merged, lists and values
 * replaced; null and missing ones stay. Values are never quoted in messages, since they may be keys or tokens.
 *
 * @throws OperatorError `SETUP-OUTPUT…` for text that is not a JSON object of fixtures.
 */
export function mergeFixtures(fixtures: Fixtures, output: string): Fixtures {
  const made = withoutNull(parsed(output));
  const problems = targetSchema.problems({ fixtures: made }).map(withoutValue);
  reject(problems, unwrittenSettings(SOURCE, made), { what: "JSON object", code: "SETUP-OUTPUT" });
  return merged(fixtures as JsonObject, made) as Fixtures;
}

/** Returns the JSON object that setup printed; empty output adds no fixture. */
function parsed(output: string): JsonObject {
  if (output.trim() === "") return {};
  let value: Json;
  try {
    value = JSON.parse(output) as Json;
  } catch (error) {
    // The parser's message quotes the text, which may contain secrets.
    const position = /at position (\d+)/.exec(error instanceof Error ? error.message : "")?.[1] ?? null;
    const where = position === null ? "" : `, from character ${Number(position) + 1} on`;
    throw notFixtures("SYNTAX", `is not JSON${where} (${output.length} characters, not shown)`);
  }
  if (isObject(value)) return value;
  throw notFixtures("VALUE", `is ${Array.isArray(value) ? "a list" : `JSON of type ${typeof value}`}, not an object`);
}

function notFixtures(code: string, what: string): OperatorError {
  return new OperatorError({
    code: `SETUP-OUTPUT-${code}`,
    message: `${SOURCE} ${what}.`,
    hint: 'Print one JSON object with members of fixtures, such as { "scope": "…" }, on standard output; everything else belongs on standard error.',
  });
}

function withoutNull(value: JsonObject): JsonObject {
  const members = Object.entries(value).filter(([, member]) => member !== null);
  return Object.fromEntries(members.map(([key, member]) => [key, isObject(member) ? withoutNull(member) : member]));
}

function withoutValue(problem: SettingsProblem): SettingsProblem {
  if (problem.code !== "VALUE") return problem;
  const expected = /is not valid: expected .*$/s.exec(problem.text)?.[0] ?? "is not valid.";
  return { ...problem, text: `the value (not shown) ${expected}`, hint: "Correct the value." };
}

function merged(before: JsonObject, added: JsonObject): JsonObject {
  const result: JsonObject = { ...before };
  for (const [key, member] of Object.entries(added)) {
    const earlier = result[key] ?? null;
    result[key] = isObject(member) && isObject(earlier) ? merged(earlier, member) : member;
  }
  return result;
}
