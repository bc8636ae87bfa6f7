import { stringify } from "yaml";
import { isObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { targetSchemaJson } from "../../target/schema.ts";

/** The initial values of a new target file. */
export interface TargetAnswers {
  /** Address, or `${NAME}`. */
  readonly baseUrl: string;
  /** Environment variable that holds the key. */
  readonly keyVariable: string;
  /** Path of the known-failures file as the target file names it. */
  readonly knownFailures: string;
}

/** Width that comments are wrapped at. */
const WIDTH = 100;

/**
 * Returns a target file with every possible setting, commented out unless its value is known. Keys and comments come
 * from the published schema, so that new fixtures are included automatically.
 */
export function targetTemplate({ baseUrl, keyVariable, knownFailures }: TargetAnswers): string {
  const given: Record<string, string> = { baseUrl, apiKey: `\${${keyVariable}}`, knownFailures };
  const sections = Object.entries(propertiesOf(targetSchemaJson)).flatMap(([name, schema]) => {
    if (name === "$schema") return [];
    const line = given[name] === undefined ? null : `${name}: ${given[name]}`;
    return [[...comment(schema, ""), ...(line === null ? commentedOut(name, schema) : [line])].join("\n")];
  });
  const head = [
    "# yaml-language-server: $schema=./node_modules/workspace-agent-conformance/spec/schemas/target.schema.json",
    "#",
    "# Target of a conformance run: wac run --target THIS-FILE",
    "# Check it with wac doctor --target THIS-FILE. What is missing under fixtures is skipped, with the reason, and",
    "# leaves the run incomplete (status 3) unless acceptSkips names it. $NAME in braces takes an environment variable.",
    "# Optional settings are commented out; remove the leading # to use them.",
  ].join("\n");
  return `${[head, ...sections].join("\n\n")}\n`;
}

/** Returns the lines of a key and everything below it, commented out so that removing the `#` gives valid YAML. */
function commentedOut(name: string, schema: JsonObject): string[] {
  return bodyOf(name, schema, "").map((line) => `#${line}`);
}

function bodyOf(name: string, schema: JsonObject, indent: string): string[] {
  const children = Object.entries(propertiesOf(schema));
  if (children.length === 0) return [`${indent}${name}: ${exampleOf(schema)}`];
  const inner = children.flatMap(([key, child]) => {
    const nested = Object.keys(propertiesOf(child)).length > 0;
    const lines = bodyOf(key, child, `${indent}  `);
    if (nested) return [...comment(child, `${indent}  `), ...lines];
    return [`${lines[0] ?? ""}${shortNote(child)}`];
  });
  return [`${indent}${name}:`, ...inner];
}

function shortNote(schema: JsonObject): string {
  return typeof schema.description === "string" ? `  # ${schema.description}` : "";
}

function comment(schema: JsonObject, indent: string): string[] {
  const text = typeof schema.description === "string" ? schema.description : "";
  const lines: string[] = [];
  for (const word of text.split(" ").filter((part) => part !== "")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${indent}# ${word}`);
  }
  return lines;
}

/** Returns a value for this place: the schema's example or default, or a placeholder to replace. */
function exampleOf(schema: JsonObject): string {
  const [example] = Array.isArray(schema.examples) ? schema.examples : [];
  const value = example ?? schema.default ?? "…";
  return typeof value === "string" ? value : stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trim();
}

function propertiesOf(schema: JsonObject): Record<string, JsonObject> {
  const properties: Json | undefined = schema.properties;
  if (!isObject(properties)) return {};
  const children = Object.entries(properties).filter((entry): entry is [string, JsonObject] => isObject(entry[1]));
  return Object.fromEntries(children);
}
