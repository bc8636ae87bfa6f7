import type { Report } from "../../../spec/report.ts";
import { shellWord } from "../core/shell.ts";

/** The report with commands that repeat its failures from where this report lies, against the same target. */
export function withReplayLines(report: Report, path: string, targetWords: readonly string[]): Report {
  const line = (id: string) => ["wac", "replay", path, id, ...targetWords].map(shellWord).join(" ");
  const requirements = report.requirements.map((requirement) => ({
    ...requirement,
    checks: requirement.checks.map((check) =>
      check.failure === null ? check : { ...check, failure: { ...check.failure, replay: line(requirement.id) } },
    ),
  }));
  return { ...report, requirements };
}
