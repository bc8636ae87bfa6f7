import { createRequire } from "node:module";
import { resolve } from "node:path";
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { isObject, type Json } from "../spec/json.ts";
import { OperatorError } from "../spec/operator-error.ts";
import type { Report, ReportGate } from "../spec/report.ts";
import { headlineOf, verdictOf } from "../spec/run-verdict.ts";
import { type BoundedFile, readBounded } from "../spec/settings/bounded-file.ts";
import { readSchema } from "../spec/settings/published-schema.ts";
import { EXIT_CODES, type ExitCode, type GateResult } from "../spec/verdict.ts";

const MAX_BYTES = 128 * 1024 * 1024;
/** Mistakes of a file that are listed; the rest is counted. */
const MAX_MISTAKES = 5;

/**
 * Reads a `report.json` back; a relative path is one from `cwd`.
 *
 * @throws OperatorError `REPORT-FILE-UNREADABLE`, `REPORT-FILE-NOT-JSON`, `REPORT-FILE-VERSION`, `REPORT-FILE-INVALID`.
 */
export async function readReport(path: string, cwd: string = process.cwd()): Promise<Report> {
  return parseReport(textOf(path, cwd), path);
}

/** {@link readReport} from text; `path` is for the messages. */
export function parseReport(text: string, path: string): Report {
  const value = jsonOf(text, path);
  rejectOtherVersions(value, path);
  const validate = validator();
  if (validate(value)) return hasGate(value) ? value : withGate(value);
  throw invalid(path, validate.errors ?? []);
}

/** A report as the schema allows it: versions before the gate wrote none. */
type StoredReport = Omit<Report, "gate"> & { readonly gate?: ReportGate };

function hasGate(report: StoredReport): report is Report {
  return report.gate !== undefined;
}

/**
 * Adds a gate to a report from before it: the exit status decides its result, and the verdict is recomputed, as it
 * then ignored known failures.
 */
function withGate(report: StoredReport): Report {
  const { exitCode, problem, summary } = report;
  const verdict = verdictOf(summary.MUST, report.verdict === "unusable");
  const reasons = [`exit status ${exitCode} of a report from before there was a gate`];
  return {
    ...report,
    verdict,
    headline: headlineOf(verdict, summary.MUST, summary.SHOULD, problem),
    gate: { result: resultOf(exitCode), exitCode, reasons },
  };
}

function resultOf(exitCode: ExitCode): GateResult {
  const results = Object.keys(EXIT_CODES) as GateResult[];
  return results.find((result) => EXIT_CODES[result] === exitCode) ?? "unusable";
}

function textOf(path: string, cwd: string): string {
  const { bytes, isCut } = bytesOf(path, cwd);
  if (!isCut) return bytes.toString("utf8");
  throw new OperatorError({
    code: "REPORT-FILE-UNREADABLE",
    message: `the report ${JSON.stringify(path)} has more than ${MAX_BYTES} bytes; no report is as large`,
    hint: "Name the report.json that an earlier `wac run` wrote.",
  });
}

function bytesOf(path: string, cwd: string): BoundedFile {
  try {
    return readBounded(resolve(cwd, path), MAX_BYTES);
  } catch (cause) {
    throw new OperatorError({
      code: "REPORT-FILE-UNREADABLE",
      message: `the report ${JSON.stringify(path)} cannot be read`,
      hint: "Name the report.json that an earlier `wac run` wrote, wac-report/report.json unless --out said otherwise.",
      cause,
    });
  }
}

function jsonOf(text: string, path: string): Json {
  try {
    return JSON.parse(text.replace(/^\ufeff/u, ""));
  } catch (cause) {
    throw new OperatorError({
      code: "REPORT-FILE-NOT-JSON",
      message: `${JSON.stringify(path)} is not JSON`,
      hint: "Name a report.json; the other formats of a report cannot be read back.",
      cause,
    });
  }
}

function rejectOtherVersions(value: Json, path: string): void {
  if (!isObject(value) || value.schemaVersion === undefined || value.schemaVersion === 1) return;
  throw new OperatorError({
    code: "REPORT-FILE-VERSION",
    message: `${JSON.stringify(path)} has schemaVersion ${JSON.stringify(value.schemaVersion)}; this version reads 1`,
    hint: "Read it with the version of the tool that wrote it (its name stands under tool), or make the report again.",
  });
}

function invalid(path: string, errors: readonly ErrorObject[]): OperatorError {
  const mistakes = errors.map((error) => `${error.instancePath || "the file"} ${error.message ?? "is wrong"}`);
  const rest = mistakes.length - MAX_MISTAKES;
  return new OperatorError({
    code: "REPORT-FILE-INVALID",
    message: `${JSON.stringify(path)} is not a report: ${mistakes.slice(0, MAX_MISTAKES).join("; ")}${rest > 0 ? `; and ${rest} more` : ""}`,
    hint: "Name a report.json as `wac run` wrote it; its schema is spec/schemas/report.schema.json of this package.",
  });
}

let compiled: ValidateFunction<StoredReport> | undefined;

/** Returns the validator of the published schema, compiled once. */
export function validator(): ValidateFunction<StoredReport> {
  compiled ??= compile();
  return compiled;
}

/** Loads the validator when a report is read, so that a run without an earlier report starts faster. */
const load = createRequire(import.meta.url);

function compile(): ValidateFunction<StoredReport> {
  const { Ajv2020 } = load("ajv/dist/2020.js") as typeof import("ajv/dist/2020.js");
  const addFormats = load("ajv-formats") as (ajv: object) => void;
  const ajv = new Ajv2020({ allErrors: true, allowUnionTypes: true, strictRequired: false });
  addFormats(ajv);
  return ajv.compile<StoredReport>(readSchema("report.schema.json"));
}
