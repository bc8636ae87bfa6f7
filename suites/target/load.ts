import { dirname, resolve } from "node:path";
import { asObject, isObject, type Json } from "../../spec/json.ts";
import { OperatorError } from "../../spec/operator-error.ts";
import { type Path, readSettings, type SettingsFile } from "../../spec/settings/settings-file.ts";
import { reject, type SettingsProblem, unwrittenSettings } from "../../spec/settings/settings-schema.ts";
import type { CommandLine, TargetCommand, TargetFile } from "../../spec/target-file.ts";
import { isLoopback, normaliseBaseUrl } from "../client/base-url.ts";
import { expiredGaps, today } from "./accepted-gaps.ts";
import { readCertificates, rejectedHeaders } from "./connection.ts";
import { type Environment, substitute } from "./environment.ts";
import { fixturePaths, unknownFixture } from "./fixtures.ts";
import { proxySettings } from "./proxy.ts";
import { TARGET_FILE, targetSchema } from "./schema.ts";
import type { ResolvedTarget } from "./types.ts";

/** The source of a target: a file or a value, flags, the environment. */
export interface TargetSource {
  /** Path of the target file. */
  readonly file?: string | undefined;
  /** The content of a target file, such as the `target` of a fake; paths in it are relative to `cwd`. */
  readonly value?: TargetFile | undefined;
  /** Takes precedence over the file. */
  readonly baseUrl?: string | undefined;
  /** Takes precedence over the file; WAC_API_KEY is used if both lack it. */
  readonly apiKey?: string | undefined;
  /** Takes precedence over the file; relative to `cwd`. */
  readonly knownFailures?: string | undefined;
  /** Variables for `${NAME}`; by default those of the process. */
  readonly env?: Environment | undefined;
  /** Folder that a relative `file` is resolved against; by default that of the process. */
  readonly cwd?: string;
}

/** A target ready for a run, with warnings for its owner. */
export interface LoadedTarget {
  readonly target: ResolvedTarget;
  readonly warnings: readonly string[];
}

/**
 * Reads, checks and completes a target.
 *
 * @throws OperatorError for anything that a person must correct; all mistakes of a file are reported together.
 */
export function loadTarget(given: TargetSource): LoadedTarget {
  const source = { ...given, env: given.env ?? process.env };
  const path = source.file === undefined ? null : resolve(source.cwd ?? process.cwd(), source.file);
  const read = readTarget(path, source);
  const baseUrl = normaliseBaseUrl(
    source.baseUrl ?? read.value.baseUrl ?? missingBaseUrl(source),
    placeOfBaseUrl(source, read.file),
  );
  const apiKey = checkedKey(source.apiKey ?? read.value.apiKey ?? source.env.WAC_API_KEY ?? "", source);
  const target = resolveTarget({ ...read.value, baseUrl, apiKey }, path, source);
  return {
    target,
    warnings: [
      ...read.warnings,
      ...transportWarnings(baseUrl),
      ...needlesslyAccepted(target),
      ...expiredGaps(target, today()),
    ],
  };
}

interface ReadTarget {
  readonly value: Partial<TargetFile>;
  readonly warnings: readonly string[];
  readonly file: SettingsFile | null;
}

/** The source of a target, with the environment to read it in. */
type Source = TargetSource & { readonly env: Environment };

function readTarget(path: string | null, source: Source): ReadTarget {
  if (path === null && source.value === undefined) return { value: {}, warnings: [], file: null };
  if (path === null) return judgedTarget(unwrittenSettings("target", asInFile(source)), source);
  if (source.value === undefined) return judgedTarget(readSettings(source.file ?? path, path, TARGET_FILE), source);
  throw new OperatorError({
    code: "TARGET-FILE-AND-VALUE",
    message: `loadTarget got both a file ("${source.file}") and a value.`,
    hint: "Give one of them.",
  });
}

/** Settings for the shell, in which braces have their own meaning. */
const COMMANDS = ["setup", "teardown"];

/** Returns the given value without undefined members, as in a file. */
function asInFile({ value }: Source): Json {
  return JSON.parse(JSON.stringify(value ?? null)) as Json;
}

function judgedTarget(file: SettingsFile, source: Source): ReadTarget {
  const written = withoutEmpty(overridden(file.value, source), []);
  const { value, problems, fromEnvironment } = substitute(written, source.env, COMMANDS);
  const typed = numbersFromEnvironment(value, fromEnvironment);
  reject([...problems, ...checkFile(typed, problems, file)], file, TARGET_FILE);
  const baseUrl = source.baseUrl ?? textAt(typed, ["baseUrl"]) ?? "";
  // The keys of a server on this machine, such as the fake, are not secret, and those of a program are not in a file.
  const isNobodys = source.value !== undefined || (URL.canParse(baseUrl) && isLoopback(baseUrl));
  const warnings = isNobodys ? [] : literalKeys(written, fromEnvironment, file);
  return { value: typed as Partial<TargetFile>, warnings, file };
}

/** Removes settings that flags override, so that an unset `${WAC_API_KEY}` with `--api-key` is not an error. */
function overridden(value: Json, source: TargetSource): Json {
  if (!isObject(value)) return value ?? {};
  const drop = [source.baseUrl && "baseUrl", source.apiKey && "apiKey", source.knownFailures && "knownFailures"];
  return Object.fromEntries(Object.entries(value).filter(([key]) => !drop.includes(key)));
}

/** Removes known keys without a value: in YAML, `scope:` by itself means that there is none. */
function withoutEmpty(value: Json, path: Path): Json {
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(
    ([key, member]) => member !== null || isName(path) || targetSchema.at([...path, key]) === null,
  );
  return Object.fromEntries(kept.map(([key, member]) => [key, withoutEmpty(member, [...path, key])]));
}

/** Returns true for a path under contract.parameters, where null means that the name is unknown. */
function isName(path: Path): boolean {
  return path.length === 3 && path[0] === "contract" && path[1] === "parameters";
}

/** Parses text from the environment as a number if the schema requires one. */
function numbersFromEnvironment(value: Json, fromEnvironment: ReadonlySet<string>, path: Path = []): Json {
  if (isObject(value)) {
    const members = Object.entries(value).map(([key, member]) => [
      key,
      numbersFromEnvironment(member, fromEnvironment, [...path, key]),
    ]);
    return Object.fromEntries(members) as Json;
  }
  if (typeof value !== "string" || !fromEnvironment.has(path.join("."))) return value;
  const type = targetSchema.at(path)?.type;
  const numeric = (type === "integer" || type === "number") && /^-?\d+(\.\d+)?$/.test(value.trim());
  return numeric ? Number(value) : value;
}

/** Mistakes beyond syntax; text that still holds an unset variable is not judged twice. */
function checkFile(value: Json, earlier: readonly SettingsProblem[], file: SettingsFile): SettingsProblem[] {
  const seen = new Set(earlier.map((problem) => problem.path.join(".")));
  const problems = targetSchema.problems(value, file).filter((problem) => !seen.has(problem.path.join(".")));
  return [...problems, ...unknownSkips(value), ...rejectedHeaders(value)];
}

const SKIP_HINT =
  "Name fixtures as they stand under `fixtures`: exhaustedPlan, tasks.done. A requirement takes a map: { requirement: ID or GLOB, reason: …, expires: YYYY-MM-DD }.";

function unknownSkips(value: Json): SettingsProblem[] {
  const names = isObject(value) && Array.isArray(value.acceptSkips) ? value.acceptSkips : [];
  return names.flatMap((name, index) => {
    const guess = typeof name === "string" ? unknownFixture(name) : null;
    if (guess === null) return [];
    const text = `"${String(name)}" is not a fixture${guess === "" ? "" : `; the nearest is "${guess}"`}.`;
    const hint = guess === "" ? SKIP_HINT : `Write "${guess}".`;
    return [{ code: "UNKNOWN-FIXTURE", path: ["acceptSkips", index], text, hint }];
  });
}

function literalKeys(written: Json, fromEnvironment: ReadonlySet<string>, file: SettingsFile): string[] {
  const fixtures = asObject(asObject(written).fixtures);
  const holders: Path[] = [["apiKey"], ...Object.keys(fixtures).map((name) => ["fixtures", name, "apiKey"])];
  const literal = holders.filter((path) => textAt(written, path) !== null && !fromEnvironment.has(path.join(".")));
  if (literal.length === 0) return [];
  const lines = [...new Set(literal.map((path) => file.lineOf(path)))].join(", ");
  return [
    `${file.name} holds keys as plain text (line ${lines}): write \${NAME}, and put the key into the environment.`,
  ];
}

function textAt(value: Json, path: Path): string | null {
  let current: Json | undefined = value;
  for (const step of path) current = isObject(current) ? current[String(step)] : undefined;
  return typeof current === "string" ? current : null;
}

/** Returns a target with its defaults, from values that are known to be valid: those of the bundled fake. */
export function completeTarget(file: TargetFile, cwd: string): ResolvedTarget {
  const baseUrl = normaliseBaseUrl(file.baseUrl, "baseUrl");
  return resolveTarget({ ...file, baseUrl }, null, { env: {}, cwd });
}

function resolveTarget(file: TargetFile, path: string | null, source: Source): ResolvedTarget {
  const cwd = source.cwd ?? process.cwd();
  const beside = (name: string | undefined): string | null =>
    name === undefined ? null : resolve(path === null ? cwd : dirname(path), name);
  const ca = beside(file.http?.ca);
  return {
    baseUrl: file.baseUrl,
    apiKey: file.apiKey,
    fixtures: file.fixtures ?? {},
    parameters: file.contract?.parameters ?? {},
    overlay: beside(file.contract?.overlay),
    consistency: { timeoutMs: file.consistency?.timeoutMs ?? 5000, intervalMs: file.consistency?.intervalMs ?? 100 },
    acceptSkips: (file.acceptSkips ?? []).filter((entry) => typeof entry === "string"),
    acceptedGaps: (file.acceptSkips ?? []).filter((entry) => typeof entry !== "string"),
    limits: {
      concurrency: file.limits?.concurrency ?? 8,
      requestsPerSecond: file.limits?.requestsPerSecond ?? 0,
      requests: file.limits?.requests ?? null,
      tasks: file.limits?.tasks ?? null,
      uploadMiB: file.limits?.uploadMiB ?? 64,
      seconds: file.limits?.seconds ?? null,
    },
    http: {
      timeoutMs: file.http?.timeoutMs ?? 10_000,
      headers: withLowerCaseNames(file.http?.headers ?? {}),
      ca: ca === null ? null : readCertificates(ca),
      proxy: proxySettings(file.http?.proxy, source.env),
    },
    knownFailures: source.knownFailures === undefined ? beside(file.knownFailures) : resolve(cwd, source.knownFailures),
    setup: commandOf(file.setup),
    teardown: commandOf(file.teardown),
    file: path,
  };
}

const COMMAND_SECONDS = 60;

function commandOf(given: TargetFile["setup"]): ResolvedTarget["setup"] {
  if (given === undefined) return null;
  const { command, timeoutSeconds = COMMAND_SECONDS } = isCommandLine(given) ? { command: given } : given;
  return { command, timeoutSeconds };
}

function isCommandLine(given: TargetCommand): given is CommandLine {
  return typeof given === "string" || Array.isArray(given);
}

/** As HTTP compares names of headers, so that each is sent once, whoever sets it. */
function withLowerCaseNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function missingBaseUrl(source: TargetSource): never {
  const named = source.file ?? (source.value === undefined ? null : "The value of the target");
  const message =
    named === null ? "No target: neither a target file nor a base URL was given." : `${named} has no baseUrl.`;
  throw new OperatorError({
    code: "TARGET-BASE-URL-MISSING",
    message,
    hint: "Add `baseUrl: https://…` to the file, or give --base-url URL.",
  });
}

function placeOfBaseUrl(source: TargetSource, file: SettingsFile | null): string {
  if (source.baseUrl !== undefined || file === null) return "--base-url";
  const line = file.lineOf(["baseUrl"]);
  return line === null ? `${file.name}, baseUrl` : `${file.name}, line ${line}, baseUrl`;
}

/** Returns a key if a header can contain it. Throws an OperatorError otherwise. */
function checkedKey(key: string, source: TargetSource): string {
  const hint = `Give --api-key KEY, set WAC_API_KEY, or write "apiKey: \${WAC_API_KEY}" into the target file.`;
  if (key === "") throw new OperatorError({ code: "TARGET-API-KEY-MISSING", message: "No API key was given.", hint });
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const where = source.apiKey === undefined ? "The API key" : "--api-key";
  const message = `${where} holds spaces, line breaks or characters outside ASCII, which no bearer header can carry (it has ${key.length} characters).`;
  throw new OperatorError({
    code: "TARGET-API-KEY",
    message,
    hint: 'Give the key alone, without quotes, "Bearer" or a line break.',
  });
}

function transportWarnings(baseUrl: string): string[] {
  if (!baseUrl.startsWith("http:") || isLoopback(baseUrl)) return [];
  return [`${baseUrl} is not https: the API key travels as plain text.`];
}

/** Fixtures that runs use up: they exist, but may be missing later. */
const USED_UP: readonly string[] = ["challengeTokens", "smallPlan.apiKey", "smallPlan.remaining"];

function needlesslyAccepted(target: ResolvedTarget): string[] {
  const { present } = fixturePaths(target.fixtures);
  const needless = target.acceptSkips.filter((name) => present.includes(name) && !USED_UP.includes(name));
  return needless.map((name) => `acceptSkips names "${name}", which the target file has: it is used, not skipped.`);
}
