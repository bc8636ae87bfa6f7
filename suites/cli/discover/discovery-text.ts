import { stringify } from "yaml";
import { oneLine } from "../../../spec/format-text.ts";
import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import type { Fixtures } from "../../../spec/target-file.ts";
import { FIXTURE_GROUPS, fixtureAt } from "../../target/fixtures.ts";
import type { Discovery } from "./discover.ts";
import type { FixtureFinding } from "./find-fixtures.ts";
import type { NameFinding } from "./find-names.ts";

/** Environment variables for the keys in a target file. */
export const KEY_VARIABLES: Readonly<Record<string, string>> = {
  "otherAgent.apiKey": "WAC_OTHER_AGENT_KEY",
  "otherWorkspace.apiKey": "WAC_OTHER_WORKSPACE_KEY",
  "exhaustedPlan.apiKey": "WAC_EXHAUSTED_PLAN_KEY",
  "smallPlan.apiKey": "WAC_SMALL_PLAN_KEY",
};

/** Width that comments are wrapped at. */
const WIDTH = 110;

/**
 * Returns the findings as a target file: each with its evidence, the rest commented out, with how to get it.
 *
 * @param before the current target file as written: other settings are kept, and names and fixtures that were not
 *   found
 */
export function discoveredFile(found: Discovery, before: JsonObject = {}): string {
  const discovery = withKept(found, before);
  const { baseUrl: address = discovery.baseUrl, apiKey = OWN_KEY, fixtures: _, contract, ...others } = before;
  const { parameters: __, ...ofContract } = asObject(contract);
  const { requests, isCutShort, names, fixtures } = discovery;
  const head = [
    "# yaml-language-server: $schema=./node_modules/workspace-agent-conformance/spec/schemas/target.schema.json",
    "#",
    `# Found by wac discover with ${requests} requests that only read. The comment above each line says what shows it. What is`,
    "# commented out was not found; the comment says how to get it. Remove the leading # to use a line.",
    "# wac help target shows all other settings. Check the file with wac doctor --target THIS-FILE.",
    ...(isCutShort
      ? ["# The bound of requests ended the search (--requests): some of what is missing may be there."]
      : []),
  ].join("\n");
  const sections = [
    head,
    `baseUrl: ${written(address)}\napiKey: ${written(apiKey)}`,
    `contract:\n${indented(ofContract)}  parameters:\n${namesText(names)}`,
    `fixtures:\n${fixtureLines(fixtures).join("\n")}`,
    ...(Object.keys(others).length === 0 ? [] : [stringify(others, { lineWidth: 0 }).trimEnd()]),
  ];
  return `${sections.join("\n\n")}\n`;
}

const OWN_KEY = `\${WAC_API_KEY}`;
const KEPT = "as the target file had it; not confirmed";

/** Adds the names and fixtures of the target file for which none was found. */
function withKept(discovery: Discovery, { contract, fixtures }: JsonObject): Discovery {
  const given = asObject(asObject(contract).parameters);
  return {
    ...discovery,
    names: discovery.names.map((finding) => {
      const name = asObject(given[finding.operation])[finding.role];
      const isKept = finding.state !== "verified" && typeof name === "string";
      return isKept ? { ...finding, state: "verified", name, evidence: KEPT } : finding;
    }),
    fixtures: discovery.fixtures.map((finding) => {
      const value = fixtureAt(asObject(fixtures) as Fixtures, finding.fixture) as Json | undefined;
      const isKept = finding.value === null && value !== undefined && value !== null;
      return isKept ? { ...finding, kept: value } : finding;
    }),
  };
}

/** Returns the other settings of the contract as indented lines. */
function indented(settings: JsonObject): string {
  if (Object.keys(settings).length === 0) return "";
  return stringify(settings, { lineWidth: 0 }).replace(/^(?=.)/gm, "  ");
}

function namesText(names: readonly NameFinding[]): string {
  const operations = [...new Set(names.map(({ operation }) => operation))];
  return operations
    .map((operation) => {
      const lines = names.filter((name) => name.operation === operation).flatMap(nameLines);
      return [`    ${operation}:`, ...lines].join("\n");
    })
    .join("\n");
}

function nameLines({ role, name, state, evidence }: NameFinding): string[] {
  if (state === "verified") return [...comment(evidence, 6), `      ${role}: ${scalar(name)}`];
  if (state === "default") return [...comment(`The usual name: ${evidence}.`, 6), `      #${role}: ${scalar(name)}`];
  const text = `Not known: ${evidence}. Write the target's own name in place of null.`;
  return [...comment(text, 6), `      ${role}: null`];
}

function fixtureLines(fixtures: readonly FixtureFinding[]): string[] {
  const lines: string[] = [];
  const opened = new Set<string>();
  for (const finding of fixtures) {
    const steps = finding.fixture.split(".");
    steps.slice(0, -1).forEach((step, depth) => {
      const group = steps.slice(0, depth + 1).join(".");
      if (opened.has(group)) return;
      opened.add(group);
      const isEmpty = fixtures.every((one) => !one.fixture.startsWith(`${group}.`) || (one.kept ?? one.value) === null);
      // A group without members is commented out with them.
      lines.push(`${"  ".repeat(depth + 1)}${isEmpty && FIXTURE_GROUPS.includes(group) ? "#" : ""}${step}:`);
    });
    lines.push(...fixtureText(finding, steps));
  }
  return lines;
}

function fixtureText(finding: FixtureFinding, steps: readonly string[]): string[] {
  const { fixture, value, evidence, obtain, kept } = finding;
  const indent = 2 * steps.length;
  const key = `${steps.at(-1)}`;
  if (kept !== undefined) return [...comment(KEPT, indent), `${" ".repeat(indent)}${key}: ${written(kept)}`];
  if (value === null)
    return [...comment(`Not found: ${evidence}. To get it: ${obtain}.`, indent), `${" ".repeat(indent)}#${key}: …`];
  const variable = KEY_VARIABLES[fixture];
  const shown = variable === undefined ? scalar(value) : `\${${variable}}`;
  return [...comment(evidence, indent), `${" ".repeat(indent)}${key}: ${shown}`];
}

/** Returns a value as in a target file. */
function written(value: Json): string {
  return stringify(value, { collectionStyle: "flow", lineWidth: 0 }).trim();
}

/** Returns a value on one line. `${` in text of the target is escaped, as it is not a variable. */
function scalar(value: Json): string {
  const plain = JSON.parse(JSON.stringify(value).replaceAll("${", "$${")) as Json;
  return written(plain);
}

function comment(text: string, indent: number): string[] {
  const lines: string[] = [];
  for (const word of text.replace(/\s+/g, " ").split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(`${" ".repeat(indent)}# ${word}`);
  }
  return lines;
}

/** Returns a summary of the findings in a few lines. */
export function discoverySummary({ requests, names, fixtures, isCutShort, tokenProblem }: Discovery): string {
  const named = names.filter(({ state }) => state === "verified").length;
  const open = names.filter(({ state }) => state === "unknown").map(({ operation, role }) => `${operation} ${role}`);
  const found = fixtures.filter(({ value }) => value !== null).length;
  return [
    `fixtures: ${found} of ${fixtures.length} found and checked`,
    `parameter names: ${named} of ${names.length} verified${open.length === 0 ? "" : `; not known: ${open.join(", ")}`}`,
    ...(tokenProblem === null ? [] : [`token: not accepted by verify-connection: ${oneLine(tokenProblem)}`]),
    `requests: ${requests}, all of them reading${isCutShort ? "; the bound ended the search: raise --requests" : ""}`,
    "",
  ].join("\n");
}
