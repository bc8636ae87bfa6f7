import type { Report, ReportFailure } from "../../../spec/report.ts";
import { commandLine } from "../core/invocation.ts";
import { shellWord } from "../core/shell.ts";

/** The path of a report, relative to the working directory of a shell. */
export interface Place {
  /** Path of a file of the report's folder: `report.json` is `wac-report/report.json`. */
  readonly pathOf: (file: string) => string;
  readonly targetWords: readonly string[];
}

/**
 * Returns the report with lines to copy that work in the working directory: they repeat its failures against the same
 * target.
 */
export function withReplayLines(report: Report, place: Place): Report {
  const requirements = report.requirements.map((requirement) => ({
    ...requirement,
    checks: requirement.checks.map((check) =>
      check.failure === null ? check : { ...check, failure: withLines(check.failure, requirement.id, place) },
    ),
  }));
  return { ...report, requirements };
}

function withLines(failure: ReportFailure, id: string, { pathOf, targetWords }: Place): ReportFailure {
  const replay = commandLine(["replay", pathOf("report.json"), id, ...targetWords]);
  const { curl, requestBody } = failure;
  if (curl === null || requestBody === undefined) return { ...failure, replay };
  const path = shellWord(`@${pathOf(requestBody.file)}`);
  return {
    ...failure,
    replay,
    curl: curl.replace(`--data-binary @${requestBody.file}`, () => `--data-binary ${path}`),
  };
}
