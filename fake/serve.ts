import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { OperatorError } from "../spec/operator-error.ts";
import type { TargetFile } from "../spec/target-file.ts";
import type { ChaosRule } from "./chaos/rule.ts";
import type { JournalOptions } from "./control/journal/journal.ts";
import { type LogOptions, logRequests } from "./control/log.ts";
import { launchFake } from "./create.ts";
import type { Extension, Fake } from "./fake.ts";
import type { Cors } from "./http/cross-origin.ts";
import type { ClockOptions } from "./runtime/clock.ts";
import { writeCompletely } from "./state/write-completely.ts";
import type { Variant } from "./variants/variant.ts";

/** Options of `wac fake` from the command line. */
export interface ServeOptions {
  readonly port: number;
  readonly host: string;
  /** Key of the agent that the fixtures are for; a random one by default. */
  readonly apiKey?: string;
  readonly seed?: number | string;
  readonly mutants?: readonly string[];
  /** A file with choices (YAML or JSON), or a number that draws them. */
  readonly variant?: string;
  /** A file with chaos rules (YAML or JSON). */
  readonly chaosFile?: string;
  /** A file with the scenario of people and other agents (YAML or JSON). */
  readonly scenarioFile?: string;
  /** True to begin with the demo. */
  readonly demo?: boolean;
  /** Files with worlds to begin with (YAML or JSON). */
  readonly seedFiles?: readonly string[];
  /** File to restore the state of an earlier fake from, if it exists, and to save the state to at the end. */
  readonly snapshotFile?: string;
  /** Receives lines on the progress of loading and saving a large snapshot. */
  readonly progress?: (line: string) => void;
  readonly latencyMs?: number;
  readonly rateLimit?: number;
  /** The path of a target file to write for the fake. */
  readonly targetFile?: string;
  /** One line of JSON in place of text for people. */
  readonly json?: boolean;
  readonly quiet?: boolean;
  /** The request log; none by default. */
  readonly log?: LogOptions;
  /** False to leave out the control interface. */
  readonly control?: boolean;
  readonly controlHosts?: readonly string[];
  readonly cors?: Cors;
  readonly corsControl?: boolean;
  readonly journal?: JournalOptions;
  /** True to speak MCP over standard input and output; `print` must write elsewhere then. */
  readonly mcp?: boolean;
  readonly clock?: ClockOptions;
  readonly extensions?: readonly Extension[];
  /** Receives the output; standard output by default. */
  readonly print?: (text: string) => void;
}

/**
 * Starts the fake for the command line: announces it once it responds, and writes the requested target file.
 *
 * @throws OperatorError for an option or a file that cannot be used, including `FAKE-TARGET-FILE-UNWRITABLE`; then
 *   nothing keeps listening, and no file stays locked.
 */
export async function serveFake(options: ServeOptions): Promise<Fake> {
  const { variant, chaosFile, targetFile, json, quiet, log, mcp, print = standardOutput, ...same } = options;
  const asked = {
    ...same,
    ...(variant === undefined ? {} : { variant: await readVariant(variant) }),
    ...(chaosFile === undefined ? {} : { chaos: await readChaos(chaosFile) }),
  };
  return launchFake(asked, async (fake) => {
    if (log !== undefined) logRequests(fake.journal, log);
    if (targetFile !== undefined) await writeTarget(targetFile, fake.target);
    if (mcp === true) await speakMcp(fake);
    if (json === true) print(`${JSON.stringify(announcement(fake))}\n`);
    else if (quiet !== true) print(welcome(fake, options));
  });
}

async function speakMcp(fake: Fake): Promise<void> {
  const { serveStdio } = await import("./mcp/stdio.ts");
  await serveStdio(fake);
}

function standardOutput(text: string): void {
  process.stdout.write(text);
}

/** Returns the data that a program which started the fake needs. */
function announcement(fake: Fake) {
  const { baseUrl, apiKey, target, seeds } = fake;
  return { baseUrl, apiKey, pid: process.pid, target, ...(seeds.length === 0 ? {} : { seeds }) };
}

async function readChaos(name: string): Promise<readonly ChaosRule[]> {
  const { readChaosFile } = await import("./chaos/chaos-file.ts");
  return readChaosFile(name, resolve(name));
}

async function readVariant(value: string): Promise<Variant | number> {
  if (/^\d+$/.test(value)) return Number(value);
  if (value.includes("=")) return Object.fromEntries(value.split(",").map(choiceIn));
  if (!existsSync(value)) {
    throw new OperatorError({
      code: "FAKE-VARIANT-MISSING",
      message: `There is no variant file ${JSON.stringify(value)}.`,
      hint: "Give choices as NAME=VALUE,NAME=VALUE, a YAML or JSON file with choices by name, or a number, which draws a variant.",
    });
  }
  const { readSettings } = await import("../spec/settings/settings-file.ts");
  const read: unknown = readSettings(value, resolve(value), { what: "variant file", code: "FAKE-VARIANT" }).value;
  if (typeof read === "object" && read !== null && !Array.isArray(read)) return read as Variant;
  throw new OperatorError({
    code: "FAKE-VARIANT-MALFORMED",
    message: `${value} does not hold choices by name.`,
    hint: "Write one choice a line: `absent-values: omitted`.",
  });
}

/** Returns name and value of one choice; the registry validates them. */
function choiceIn(text: string): readonly [name: string, value: string] {
  const [name = "", ...value] = text.split("=");
  return [name.trim(), value.join("=").trim()];
}

const TARGET_HEAD = "# Written by wac fake --target-file, which replaces it: make changes in a copy.\n";

/** Returns true for the first characters of a target file that {@link serveFake} wrote. JSON has no comments. */
export function isTargetOfFake(head: string): boolean {
  return head.startsWith(TARGET_HEAD) || /^\{\n {2}"baseUrl": "[^"]*",\n {2}"apiKey": "wak_/.test(head);
}

/** Writes the target file whole or not at all. */
async function writeTarget(path: string, target: TargetFile): Promise<void> {
  const { stringify } = await import("yaml");
  const text = path.endsWith(".json") ? `${JSON.stringify(target, null, 2)}\n` : `${TARGET_HEAD}${stringify(target)}`;
  try {
    // It holds the key.
    writeCompletely(path, text, 0o600);
  } catch (cause) {
    throw new OperatorError({
      code: "FAKE-TARGET-FILE-UNWRITABLE",
      message: `Cannot write the target file ${JSON.stringify(path)}.`,
      hint: "Check that its folder exists and may be written to, and that no folder has this name.",
      cause,
    });
  }
}

function welcome(fake: Fake, options: ServeOptions): string {
  const { fixtures } = fake;
  return `${[
    `The fake listens at ${fake.baseUrl}`,
    ...(options.control === false ? [] : [`  console         ${fake.baseUrl}/ in a browser`]),
    `  API key         ${fake.apiKey}`,
    ...(fixtures.memberChannel === undefined ? [] : [`  member channel  ${fixtures.memberChannel}`]),
    ...(fixtures.scope === undefined ? [] : [`  scope           ${fixtures.scope}`]),
    `  agent           ${fixtures.agent?.id} (identity ${fixtures.agent?.identityId})`,
    ...fake.seeds.flatMap(({ keys }) => Object.entries(keys).map(([name, key]) => `  seeded agent    ${name}: ${key}`)),
    ...(options.chaosFile === undefined
      ? []
      : [`  chaos rules     ${fake.chaos.list().length}, of ${options.chaosFile}`]),
    ...(options.snapshotFile === undefined ? [] : [`  snapshot        ${options.snapshotFile}, saved at the end`]),
    ...(options.targetFile === undefined ? [] : [`  target file     ${options.targetFile}`]),
    "Try it:",
    `  curl -H "Authorization: Bearer ${fake.apiKey}" ${fake.baseUrl}/v1/agent/list-tasks`,
    ...(options.control === false ? [] : [`  curl ${fake.baseUrl}/_fake/`]),
    "",
  ].join("\n")}`;
}
