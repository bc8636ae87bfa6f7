import { oneLine } from "../../spec/format-text.ts";
import type { Report } from "../../spec/report.ts";

/**
 * Returns the outputs of a GitHub Actions step, for `GITHUB_OUTPUT`: `gate`, `verdict`, `exit-code`, `headline`,
 * `counts` (the summary of report.json, as one line of JSON), `seed` and `report`.
 *
 * @param path of report.json
 */
export function githubOutputs(report: Report, path: string): string {
  const outputs = {
    gate: report.gate.result,
    verdict: report.verdict,
    "exit-code": String(report.exitCode),
    headline: report.headline,
    counts: JSON.stringify(report.summary),
    seed: String(report.run.seed),
    report: path,
  };
  return Object.entries(outputs)
    .map(([name, value]) => `${name}=${oneLine(value)}\n`)
    .join("");
}
