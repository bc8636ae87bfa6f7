import { resolve } from "node:path";
import { findingsFrom } from "../../../fake/client-report/findings.ts";
import { lineOf } from "../../../fake/client-report/formats/exchange-line.ts";
import { formatOfFile, REPORT_FORMATS, type ReportFormat } from "../../../fake/client-report/formats/format.ts";
import type { ClientFinding } from "../../../fake/client-report/report.ts";
import { SEVERITIES, type Severity } from "../../../fake/client-report/rule.ts";
import type { Fake } from "../../../fake/fake.ts";
import { writeCompletely } from "../../../fake/state/write-completely.ts";
import { OperatorError } from "../../../spec/operator-error.ts";
import type { Input, Option } from "../core/command.ts";
import type { Io } from "../core/io.ts";
import { checkOutputFile } from "../core/output-file.ts";
import { badValue, oneOf } from "../core/values.ts";

/** Options of `wac fake` about its client. */
export const CLIENT_REPORT_OPTIONS: readonly Option[] = [
  {
    name: "report",
    value: "FILE",
    text: "at the end, write a report on the client (operations it used, its mistakes): .json, .md or .xml (JUnit)",
  },
  {
    name: "report-gate",
    value: "SEVERITY",
    text: "end with status 1 for findings about the client (error, or warning for all), 2 when it sent nothing",
  },
];

/** The output about the client at the end. */
export interface ClientReportOptions {
  readonly file: { readonly path: string; readonly format: ReportFormat } | null;
  /** Findings that make the exit status 1; null for none. */
  readonly gate: Severity | null;
}

/** Returns the output that the options request; null for none. Throws if its file cannot be written. */
export function readClientReportOptions(input: Input, { cwd }: Io): ClientReportOptions | null {
  const path = input.value("report");
  const gate = oneOf(input, "report-gate", SEVERITIES) ?? null;
  if (path === undefined) return gate === null ? null : { file: null, gate };
  const format = formatOfFile(path);
  if (format !== undefined) {
    const file = { option: "report", path: resolve(cwd, path), kind: "a client report", code: UNWRITABLE };
    checkOutputFile({ ...file, isOwn: (head) => REPORT_FORMATS[format].head.test(head) }, input.flag("force"));
    return { file: { path, format }, gate };
  }
  throw badValue("report", path, "a file ending in .json, .md or .xml", "Write --report client.md, for example.");
}

const UNWRITABLE = "FAKE-REPORT-UNWRITABLE";

/** Exit status of the gate if nothing was judged, since the client may have used another server. */
const NOTHING_JUDGED = 2;

/**
 * Writes the report of a stopped fake, prints its headline, and returns the exit status: with a gate, 1 for findings,
 * and 2 if there was no request to judge.
 */
export async function finishClientReport(fake: Fake, { file, gate }: ClientReportOptions, io: Io): Promise<number> {
  const report = await fake.report();
  if (file !== null) save(file.path, REPORT_FORMATS[file.format].write(report, gate ?? "error"));
  io.err(`client report: ${report.headline}\n`);
  if (gate !== null && report.requests.judged === 0) return NOTHING_JUDGED;
  const shut = gate === null ? [] : findingsFrom(report.findings, gate);
  for (const finding of shut) io.err(`${textOf(finding)}\n`);
  return shut.length === 0 ? 0 : 1;
}

function textOf({ severity, rule, message, exchanges }: ClientFinding): string {
  return [`${severity} ${rule}: ${message}`, ...exchanges.map((each) => `  ${lineOf(each)}`)].join("\n");
}

function save(path: string, text: string): void {
  try {
    writeCompletely(path, text);
  } catch (cause) {
    throw new OperatorError({
      code: UNWRITABLE,
      message: `Cannot write the client report ${JSON.stringify(path)}.`,
      hint: "Check that its folder exists and may be written to, and that no folder has this name.",
      cause,
    });
  }
}
