import { resolve } from "node:path";
import { LOG_FORMS, type LogOptions } from "../../../fake/control/log.ts";
import type { ClockOptions } from "../../../fake/runtime/clock.ts";
import { isTargetOfFake, type ServeOptions, serveFake } from "../../../fake/serve.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import { type Command, type Input, NO_POSITIONALS } from "../core/command.ts";
import type { Io } from "../core/io.ts";
import { checkOutputFile, FORCE_OPTION } from "../core/output-file.ts";
import { SIGNALS, stopListener } from "../core/signals.ts";
import { badValue, oneOf, wholeNumber } from "../core/values.ts";
import { CLIENT_REPORT_OPTIONS, finishClientReport, readClientReportOptions } from "../fake/client-report.ts";
import { SUMMARIES } from "./summaries.ts";

/** The same at each start, so that a client's configuration and the examples stay valid. */
const DEMO_KEY = "wak_demo";
const DEFAULT_PORT = 4010;
const LOOPBACK = ["127.0.0.1", "::1", "[::1]", "localhost"];
const PARENT_WATCH_MS = 200;
/** The size of the journal for a report, which cannot include dropped requests. */
const JUDGED_JOURNAL = { entries: 10_000 };
/** Exit status of a fake that was killed before its end: the content for a snapshot file may be lost. */
const KILLED = 1;

/** `wac fake`. */
export const fake: Command = {
  name: "fake",
  summary: SUMMARIES.fake,
  positionals: NO_POSITIONALS,
  options: [
    { name: "port", value: "N", text: `port (default ${DEFAULT_PORT}; 0 for a free one)` },
    { name: "host", value: "HOST", text: "address to listen on (default 127.0.0.1: this machine only)" },
    {
      name: "api-key",
      value: "KEY",
      text: `the agent's key (default ${DEMO_KEY} on this machine, random on other addresses)`,
    },
    { name: "seed", value: "SEED", text: "makes keys, ids and random values reproducible" },
    {
      name: "seed-file",
      value: "FILE",
      text: "start with the data in FILE, in addition to the reference data or instead of it",
      many: true,
    },
    { name: "demo", text: "start with a demo: two weeks of a team's work, up to now" },
    {
      name: "snapshot",
      value: "FILE",
      text: "continue from the state in FILE, if it exists, instead of any seed; save the state there at the end",
    },
    { name: "target-file", value: "FILE", text: "write a target file for wac run" },
    FORCE_OPTION,
    { name: "json", text: "print one line of JSON once it is ready: baseUrl, apiKey, pid, target" },
    {
      name: "mutant",
      value: "ID",
      text: "break one rule on purpose: operator@site[guard,…] (wac list mutants; with --operation ID --json also the guards)",
      many: true,
    },
    {
      name: "variant",
      value: "CHOICES",
      text: "behave like another correct server: NAME=VALUE,… (wac list variants), a file of them, or a number: the seed of a random draw",
    },
    { name: "chaos", value: "FILE", text: "disturb clients by rules in FILE: errors, delays, cut connections" },
    {
      name: "scenario",
      value: "FILE",
      text: "let people and other agents act, on the clock or in reaction to requests, as FILE describes",
    },
    { name: "latency", value: "MS", text: "delay each response" },
    { name: "rate-limit", value: "N", text: "requests per second and agent, 429 above (default 0: no limit)" },
    { name: "start-at", value: "INSTANT", text: "initial time of the fake's clock, such as 2026-01-31T12:00:00Z" },
    { name: "virtual-clock", text: "stop the clock; only the control interface moves it" },
    {
      name: "log",
      value: "FORM",
      text: "log requests to standard error: text (default; none with --json), json or none",
    },
    {
      name: "journal",
      value: "N",
      text: "requests that the journal keeps (default 1000, with --report or --report-gate 10000)",
    },
    ...CLIENT_REPORT_OPTIONS,
    { name: "no-control", text: "no control interface under /_fake" },
    {
      name: "control-host",
      value: "NAME",
      text: "allow the control interface under this host name too, for other machines; * for any",
      many: true,
    },
    {
      name: "cors",
      value: "ORIGIN",
      text: "allow web pages of ORIGIN to use the API, in addition to those of this machine; * for any, off for none",
      many: true,
    },
    { name: "cors-control", text: "allow such pages to use the control interface, too" },
    {
      name: "mcp",
      text: "offer the operations as MCP tools over standard input and output; ends with its input (default port: a free one)",
    },
    {
      name: "record",
      value: "URL",
      text: "start no fake: pass requests on to the service at URL (with --api-key), and write a seed file of what is seen",
    },
    {
      name: "target",
      value: "FILE",
      text: "with --record: the target file that states the names of its query parameters",
    },
    { name: "record-as", value: "NAME", text: "write NAME.seed.json and NAME.ndjson (default recorded)" },
    { name: "quiet", text: "print nothing but errors" },
  ],
  examples: [
    ["wac fake", "on http://127.0.0.1:4010, with a demo key and fixtures"],
    ["wac fake --port 0 --json", "for a program: one line of JSON, once it responds"],
    ["wac fake --target-file fake.yaml", "then, in another terminal: wac run --target fake.yaml"],
    [
      "wac fake --mutant loosen@create-task.body.title.maxLength",
      "a server with one defect, to see what a failure looks like",
    ],
    [
      "wac fake --mutant 'drop@list-tasks:/data/*/description[status=blocked]'",
      "a server that is wrong for some items only",
    ],
    ["wac fake --seed 1 --virtual-clock --start-at 2026-01-31T12:00:00Z", "the same responses at each start"],
    ["curl -s http://127.0.0.1:4010/_fake/", "what the control interface can do: journal, clock, people, plans"],
    ["wac fake --demo", "with a workspace that looks used, to try a client or the console"],
    ["wac fake --seed-file world.yaml", "with channels, agents, messages, tasks and memories of your own"],
    ["wac fake --mcp", "what an MCP client starts: the operations as tools, the workspace as resources"],
    [
      "wac fake --record https://staging.example.com/api --api-key KEY",
      "save the workspace of a service as a seed file",
    ],
    ["wac fake --scenario people.yaml", "with people who answer, claim tasks and contest memories"],
    ["wac fake --chaos rules.yaml", "a correct server with failures, to test how a client handles them"],
    ["wac fake --report client.md --report-gate error", "fails the tests of a client that breaks the contract"],
  ],
  removed: { fault: "Faults are now mutants: use --mutant ID (wac list mutants shows the ids)." },
  notes: ["The fake keeps everything in memory and stops on Ctrl-C or SIGTERM; with --snapshot it saves first."],
  async run(input, io) {
    const url = input.value("record");
    if (url === undefined) rejectRecordOptions(input);
    if (url !== undefined) {
      const { recordService } = await import("./record-service.ts");
      const where = { host: input.value("host") ?? "127.0.0.1", port: portOf(input) ?? DEFAULT_PORT };
      const stopped = untilStopped(false);
      return recordService(input, io, { url, ...where, localKey: DEMO_KEY, options: fake.options, stopped });
    }
    const wish = readClientReportOptions(input, io);
    checkTargetFile(input, io);
    const options = { ...(wish === null ? {} : { journal: JUDGED_JOURNAL }), ...readOptions(input, io) };
    const stopped = untilStopped(options.mcp === true);
    const running = await serveFake(options);
    await stopped;
    await running.close();
    const status = wish === null ? 0 : await finishClientReport(running, wish, io);
    io.hurry();
    return status;
  },
};

/** Options that apply with --record only, each with a hint. */
const RECORD_OPTIONS = [
  ["target", "To write a target file for the fake, use --target-file FILE."],
  ["record-as", "Add --record URL to record a service, or use --snapshot FILE to keep the state of the fake."],
] as const;

function rejectRecordOptions(input: Input): void {
  const found = RECORD_OPTIONS.find(([name]) => input.value(name) !== undefined);
  if (found === undefined) return;
  const [name, hint] = found;
  throw new OperatorError({ code: "FAKE-RECORD-OPTION", message: `--${name} applies with --record only.`, hint });
}

function checkTargetFile(input: Input, { cwd }: Io): void {
  const name = input.value("target-file");
  if (name === undefined) return;
  const file = { option: "target-file", path: resolve(cwd, name), kind: "a target file for the fake" };
  checkOutputFile({ ...file, code: "FAKE-TARGET-FILE-UNWRITABLE", isOwn: isTargetOfFake }, input.flag("force"));
}

function readOptions(input: Input, io: Io): ServeOptions {
  const mutants = input.values("mutant");
  const seedFiles = input.values("seed-file");
  const optional = {
    seed: input.value("seed"),
    variant: input.value("variant"),
    chaosFile: input.value("chaos"),
    scenarioFile: input.value("scenario"),
    snapshotFile: input.value("snapshot"),
    targetFile: input.value("target-file"),
    latencyMs: wholeNumber(input, "latency", { minimum: 0, maximum: 600_000 }),
    rateLimit: wholeNumber(input, "rate-limit", { minimum: 0, maximum: 1_000_000 }),
    ...(mutants.length === 0 ? {} : { mutants }),
    ...(input.flag("demo") ? { demo: true } : {}),
    ...(seedFiles.length === 0 ? {} : { seedFiles }),
    ...controlOptions(input),
    log: logOptions(input, io),
    clock: clockOptions(input),
  };
  const host = input.value("host") ?? "127.0.0.1";
  const demoKey = LOOPBACK.includes(host) ? DEMO_KEY : undefined;
  const apiKey = input.value("api-key") ?? demoKey;
  const mcp = input.flag("mcp");
  return {
    // An MCP client starts one fake for each of its windows.
    port:
      wholeNumber(input, "port", { minimum: 0, maximum: 65_535, example: DEFAULT_PORT }) ?? (mcp ? 0 : DEFAULT_PORT),
    host,
    json: input.flag("json"),
    quiet: input.flag("quiet"),
    // Standard output is reserved for MCP messages.
    print: mcp ? io.err : io.out,
    ...(mcp ? { mcp } : {}),
    progress: (line) => io.err(`${line}\n`),
    ...defined({ ...optional, apiKey }),
  };
}

function portOf(input: Input): number | undefined {
  return wholeNumber(input, "port", { minimum: 0, maximum: 65_535, example: DEFAULT_PORT });
}

function controlOptions(input: Input): Partial<ServeOptions> {
  const entries = wholeNumber(input, "journal", { minimum: 0, maximum: 1_000_000 });
  const controlHosts = input.values("control-host").map((name) => name.toLowerCase());
  return {
    ...(input.flag("no-control") ? { control: false } : {}),
    ...(controlHosts.length === 0 ? {} : { controlHosts }),
    ...(entries === undefined ? {} : { journal: { entries } }),
    ...(input.flag("cors-control") ? { corsControl: true } : {}),
    ...corsOption(input.values("cors")),
  };
}

function corsOption(origins: readonly string[]): Partial<ServeOptions> {
  if (origins.length === 0) return {};
  const alone = origins.find((origin) => origin === "off" || origin === "*");
  if (alone === undefined) return { cors: origins };
  if (origins.length === 1) return { cors: alone === "*" ? alone : false };
  throw badValue(
    "cors",
    origins.join(" "),
    `${alone} alone, or origins`,
    "Write --cors https://app.example.com, for example.",
  );
}

/**
 * Returns the log options. A program that requested one line of JSON may not read more output, so the log is off by
 * default then.
 */
function logOptions(input: Input, io: Io): LogOptions {
  const usual = input.flag("json") || input.flag("quiet") ? "none" : "text";
  return { form: oneOf(input, "log", LOG_FORMS) ?? usual, colour: io.lively && !io.env.NO_COLOR };
}

function clockOptions(input: Input): ClockOptions | undefined {
  const text = input.value("start-at");
  const virtual = input.flag("virtual-clock");
  if (text === undefined) return virtual ? { virtual } : undefined;
  const startAt = /^\d{4}-\d\d-\d\d(T.+(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : Number.NaN;
  if (startAt >= 0 && isDay(text.slice(0, 10))) return { startAt, virtual };
  const expected = /T[^Z+-]*$/.test(text)
    ? "an instant with Z or an offset, such as +01:00"
    : "an instant from 1970 on";
  throw badValue("start-at", text, expected, "Write --start-at 2026-01-31T12:00:00Z, for example.");
}

/** Returns false for a day that its month does not have: Date.parse converts it to one of the next month. */
function isDay(text: string): boolean {
  return new Date(`${text}T00:00:00Z`).toISOString().startsWith(text);
}

/** Returns the members that have a value. */
function defined<T extends object>(members: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Listens before the fake starts, so that an early signal is not lost. */
function untilStopped(endsWithInput: boolean): Promise<void> {
  return new Promise((done) => {
    if (endsWithInput) for (const end of ["end", "close"]) process.stdin.once(end, () => done());
    const onSignal = stopListener(
      () => done(),
      () => process.exit(KILLED),
    );
    for (const name of SIGNALS) process.on(name, onSignal);
    if (process.env.npm_lifecycle_event !== undefined) onParentExit(done);
  });
}

/**
 * Calls `done` when the parent process has ended: npm kills its shell on a signal, and the shell does not pass it on.
 */
function onParentExit(done: () => void): void {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    done();
  }, PARENT_WATCH_MS);
  watch.unref();
}
