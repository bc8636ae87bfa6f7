import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { type Recorded, startRecorder } from "../../../fake/record/record.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import type { ParameterNames } from "../../../spec/target-file.ts";
import type { Input, Option } from "../core/command.ts";
import type { Io } from "../core/io.ts";
import { checkOutputFile } from "../core/output-file.ts";

/** Options of `wac fake` that apply to a recording. */
const TAKEN = ["record", "record-as", "target", "api-key", "host", "port", "json", "quiet", "force", "help"];
const USUAL_NAME = "recorded";

/** The address of the proxy, and its end. */
export interface Recording {
  readonly url: string;
  readonly host: string;
  readonly port: number;
  /** The key that local clients send instead of the service's. */
  readonly localKey: string;
  readonly options: readonly Option[];
  readonly stopped: Promise<void>;
}

/** Runs `wac fake --record URL`: forwards requests to a service until it is stopped, then writes the recording. */
export async function recordService(input: Input, io: Io, recording: Recording): Promise<number> {
  rejectOthers(input, recording.options);
  const { url, host, port, localKey, stopped } = recording;
  const apiKey = input.value("api-key") ?? io.env.WAC_API_KEY;
  if (apiKey === undefined || apiKey === "") throw withoutKey();
  const file = input.value("target");
  const known = file === undefined ? {} : { parameters: await parametersIn(file, io) };
  const files = filesOf(resolve(io.cwd, input.value("record-as") ?? USUAL_NAME));
  for (const path of Object.values(files)) checkOutputFile({ ...OUTPUT, path }, input.flag("force"));
  const recorder = await startRecorder({ url, apiKey, localKey, host, port, ...known });
  const { baseUrl } = recorder;
  if (input.flag("json")) io.out(`${JSON.stringify({ baseUrl, apiKey: localKey, pid: process.pid })}\n`);
  else if (!input.flag("quiet")) io.out(welcome(baseUrl, url, localKey));
  await stopped;
  io.err("Reading what the key can see of the workspace …\n");
  write(await recorder.finish(), files, io);
  return 0;
}

/** Returns the parameter names of a target file. */
async function parametersIn(file: string, { cwd, env }: Io): Promise<ParameterNames> {
  const { loadTarget } = await import("../../target/load.ts");
  return loadTarget({ file, cwd, env }).target.parameters;
}

function welcome(baseUrl: string, url: string, localKey: string): string {
  return `${[
    `Recording ${url} at ${baseUrl}`,
    `  API key         ${localKey}, in place of the service's own key`,
    "It passes on what clients send. Ctrl-C ends it: then it reads what the key can see, and writes the files.",
    "",
  ].join("\n")}`;
}

interface Files {
  readonly seed: string;
  readonly exchanges: string;
}

function filesOf(name: string): Files {
  return { seed: `${name}.seed.json`, exchanges: `${name}.ndjson` };
}

/** A recording replaces no other, since the default name is always the same. */
const OUTPUT = { option: "record-as", kind: "a recording", isOwn: () => false, code: "FAKE-RECORD-UNWRITABLE" };

function write({ seed, lines, exchanges, survey }: Recorded, files: Files, io: Io): void {
  try {
    writeFileSync(files.seed, `${JSON.stringify(seed, null, 2)}\n`, { mode: 0o600 });
    writeFileSync(files.exchanges, `${lines.join("\n")}\n`, { mode: 0o600 });
  } catch (cause) {
    throw new OperatorError({
      code: OUTPUT.code,
      message: `Cannot write ${JSON.stringify(files.seed)} and ${JSON.stringify(files.exchanges)}.`,
      hint: "Check the folder that --record-as names: it must exist and be writable.",
      cause,
    });
  }
  const { messages = [], tasks = [], memories = [] } = seed;
  const held = `${messages.length} messages, ${tasks.length} tasks, ${memories.length} memories`;
  const partly = survey.stopped === null ? "" : ` It is not complete: ${survey.stopped}.`;
  io.err(
    `${[
      ...(survey.rejected.length === 0 ? [] : [`The service rejected reads: ${survey.rejected.join(", ")}.`]),
      `${exchanges} requests of clients, ${survey.requests} of the recording itself, all of them reading.${partly}`,
      `  ${files.seed}: ${held}. Start it: wac fake --seed-file ${files.seed}`,
      `  ${files.exchanges}: the exchanges, without keys. Judge them: wac judge ${files.exchanges}`,
    ].join("\n")}\n`,
  );
}

function rejectOthers(input: Input, options: readonly Option[]): void {
  const given = options.filter(({ name, value, many }) => {
    if (TAKEN.includes(name)) return false;
    if (many === true) return input.values(name).length > 0;
    return value === undefined ? input.flag(name) : input.value(name) !== undefined;
  });
  if (given.length === 0) return;
  const names = given.map(({ name }) => `--${name}`).join(", ");
  throw new OperatorError({
    code: "FAKE-RECORD-OPTION",
    message: `--record starts no fake, so that ${names} cannot apply.`,
    hint: `Leave out ${names}, or start a fake from the recorded seed file with it.`,
  });
}

function withoutKey(): OperatorError {
  return new OperatorError({
    code: "FAKE-RECORD-KEY-MISSING",
    message: "--record needs the key of an agent of the service.",
    hint: "Give --api-key KEY, or set WAC_API_KEY.",
  });
}
