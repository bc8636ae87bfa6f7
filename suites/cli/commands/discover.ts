import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { makeFolders, writeFileAtomic } from "../../../reports/write.ts";
import { jsonText } from "../../../spec/escape.ts";
import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import { readSettings } from "../../../spec/settings/settings-file.ts";
import { createRedactor } from "../../client/redact.ts";
import { loadContract } from "../../engine/contract.ts";
import { loadTarget } from "../../target/load.ts";
import { TARGET_FILE } from "../../target/schema.ts";
import { type Command, type Input, NO_POSITIONALS } from "../core/command.ts";
import { commandLine } from "../core/invocation.ts";
import type { Io } from "../core/io.ts";
import { badValue, wholeNumber } from "../core/values.ts";
import { type Discovery, discover as look } from "../discover/discover.ts";
import { discoveredFile, discoverySummary, KEY_VARIABLES } from "../discover/discovery-text.ts";
import type { OtherKeys } from "../discover/source.ts";
import { SUMMARIES } from "./summaries.ts";

const USUAL_FILE = "wac-target.yaml";
const USUAL_REQUESTS = 1500;

/** `wac discover`. */
export const discover: Command = {
  name: "discover",
  summary: SUMMARIES.discover,
  positionals: NO_POSITIONALS,
  options: [
    {
      name: "target",
      value: "FILE",
      text: "target file to fill; its settings are kept, fixtures unless a new value is found",
    },
    { name: "base-url", value: "URL", text: "URL of the service; overrides the target file" },
    { name: "api-key", value: "KEY", text: "the agent's key (better: set WAC_API_KEY)" },
    {
      name: "token",
      value: "TOKEN",
      text: "a challenge token of the agent, to find its id; it is USED UP",
    },
    { name: "other-api-key", value: "KEY", text: "key of a second agent of the workspace (or WAC_OTHER_AGENT_KEY)" },
    {
      name: "other-workspace-api-key",
      value: "KEY",
      text: "key of an agent of another workspace (or WAC_OTHER_WORKSPACE_KEY)",
    },
    {
      name: "exhausted-plan-api-key",
      value: "KEY",
      text: "key of an agent whose task allowance is used up (or WAC_EXHAUSTED_PLAN_KEY)",
    },
    {
      name: "small-plan-api-key",
      value: "KEY",
      text: "key of an agent with a few tasks left (or WAC_SMALL_PLAN_KEY)",
    },
    {
      name: "out",
      value: "FILE",
      text: `file to write (default that of --target, or ${USUAL_FILE}; with --json none)`,
    },
    { name: "force", text: "overwrite an existing file" },
    { name: "requests", value: "N", text: `at most N requests (default ${USUAL_REQUESTS})` },
    { name: "json", text: "print what was found as JSON" },
  ],
  examples: [
    ["wac discover --base-url https://staging.example.com/api", `writes ${USUAL_FILE}, for wac run`],
    ["wac discover --target wac-target.yaml --force", "fills the file that wac init has written"],
    [
      "wac discover --base-url https://staging.example.com/api --token TOKEN --other-api-key KEY",
      "also finds the caller's id, and what only a second agent sees",
    ],
  ],
  notes: [
    "It creates and changes nothing. It sends one request at a time, usually 100 to 300, more where unknown parameters are rejected.",
    "It waits after 429, as Retry-After says. Keys are written as environment variables.",
    "A value is written when responses confirm it; everything else is commented out, with instructions how to get",
    "it. A parameter name that was not found is null, so that a filter without effect does not count as broken.",
    "",
    "Exit status: 0 a file was written (or JSON printed), whatever was found; 2 no response, a key is rejected, or the file exists.",
  ],
  async run(input, io) {
    const out = outputOf(input, io);
    const [file, baseUrl, apiKey] = [input.value("target"), input.value("base-url"), input.value("api-key")];
    const { target: given, warnings } = loadTarget({ file, baseUrl, apiKey, env: io.env, cwd: io.cwd });
    const before = file === undefined ? {} : asObject(readSettings(file, resolve(io.cwd, file), TARGET_FILE).value);
    // The search includes what the file names, since it may be wrong.
    const target = { ...given, parameters: {}, fixtures: {} };
    for (const warning of warnings) io.err(`warning: ${warning}\n`);
    const keys = keysGiven(input, io, target.apiKey);
    const { document } = await loadContract(target);
    const maxRequests = wholeNumber(input, "requests", { minimum: 10, maximum: 100_000 }) ?? USUAL_REQUESTS;
    const token = input.value("token") ?? null;
    const secrets = [target.apiKey, ...Object.values(keys), ...(token === null ? [] : [token])];
    const found = await look({ document, target, keys, token, maxRequests });
    const discovery = withVariables(found);
    if (out !== null) {
      await write(
        out,
        discoveredFile(discovery, withBaseUrl(before, baseUrl)),
        createRedactor(secrets, () => true).text,
      );
      io.err(`wrote ${out.name}\n`);
    }
    io.out(input.flag("json") ? jsonText(discovery) : discoverySummary(discovery));
    if (out !== null && !input.flag("json"))
      io.out(nextSteps(out.name, variablesToSet(before, target.apiKey, keys, io)));
    return 0;
  },
};

/** Returns the settings of the file, with the base URL of the options if it overrides them. */
function withBaseUrl(before: JsonObject, baseUrl: string | undefined): JsonObject {
  return baseUrl === undefined ? before : { ...before, baseUrl };
}

interface Output {
  readonly name: string;
  readonly path: string;
}

/** Returns the file to write, checked before anything is sent. */
function outputOf(input: Input, io: Io): Output | null {
  const given = input.value("out");
  if (given === undefined && input.flag("json")) return null;
  const name = given ?? input.value("target") ?? USUAL_FILE;
  const path = resolve(io.cwd, name);
  if (!existsSync(path) || input.flag("force")) return { name, path };
  throw new OperatorError({
    code: "DISCOVER-FILE-EXISTS",
    message: `${name} is there already; nothing was sent or written.`,
    hint: "Name another file with --out, or overwrite it with --force; with --target FILE its settings are kept, and comments are lost.",
  });
}

async function write({ name, path }: Output, text: string, masked: (text: string) => string): Promise<void> {
  // Responses of the target may contain a key that was sent.
  if (masked(text) !== text) throw containsSecret(name);
  try {
    await makeFolders(dirname(path));
    await writeFileAtomic(path, text);
  } catch (cause) {
    throw new OperatorError({
      code: "DISCOVER-FILE-UNWRITABLE",
      message: `${name} cannot be written.`,
      hint: "Name a file whose folder exists or can be created, and may be written to, with --out.",
      cause,
    });
  }
}

const HOLDERS: Readonly<Record<keyof OtherKeys, string>> = {
  otherAgent: "other-api-key",
  otherWorkspace: "other-workspace-api-key",
  exhaustedPlan: "exhausted-plan-api-key",
  smallPlan: "small-plan-api-key",
};

function keysGiven(input: Input, io: Io, own: string): OtherKeys {
  const keys: Partial<Record<keyof OtherKeys, string>> = {};
  for (const [holder, option] of Object.entries(HOLDERS) as [keyof OtherKeys, string][]) {
    const given = input.value(option) ?? io.env[KEY_VARIABLES[`${holder}.apiKey`] ?? ""];
    if (given === undefined || given === "") continue;
    if (given === own) throw badValue(option, "(the key of --api-key)", "the key of another agent", "Leave it out.");
    if (!/^[\x21-\x7e]+$/.test(given))
      throw badValue(option, "(not shown)", "a key", "Give visible ASCII without spaces.");
    keys[holder] = given;
  }
  return keys;
}

/** Replaces given keys by the names of their variables. */
function withVariables(discovery: Discovery): Discovery {
  const fixtures = discovery.fixtures.map((finding) => {
    const variable = KEY_VARIABLES[finding.fixture];
    return variable === undefined || finding.value === null
      ? finding
      : { ...finding, value: `\${${variable}}` satisfies Json };
  });
  return { ...discovery, fixtures };
}

/** Returns the variables from which the written file reads keys, and that do not have them yet. */
function variablesToSet(before: JsonObject, own: string, keys: OtherKeys, { env }: Io): readonly string[] {
  const others = Object.entries(keys).map(([holder, key]) => [KEY_VARIABLES[`${holder}.apiKey`] ?? "", key] as const);
  // A file that names its own key keeps it.
  const all = before.apiKey === undefined ? [["WAC_API_KEY", own] as const, ...others] : others;
  return all.filter(([variable, key]) => env[variable] !== key).map(([variable]) => variable);
}

function nextSteps(name: string, variables: readonly string[]): string {
  const line = (command: string) => commandLine([command, "--target", name]);
  return [
    "",
    "Next:",
    ...(variables.length === 0 ? [] : [`  export ${variables.map((variable) => `${variable}=…`).join(" ")}`]),
    `  ${line("doctor")}    what is missing, and what adding it would prove`,
    `  ${line("run")}`,
    "",
  ].join("\n");
}

function containsSecret(name: string): OperatorError {
  return new OperatorError({
    code: "DISCOVER-SECRET",
    message: `${name} is not written: what the target shows under an id or a name holds a key, a token or a signed URL.`,
    hint: "Run with --json to see what was found, and write the target file by hand.",
  });
}
