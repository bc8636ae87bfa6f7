import { withoutCommands } from "../spec/escape.ts";
import { OperatorError } from "../spec/operator-error.ts";
import type { Report } from "../spec/report.ts";
import { badge } from "./formats/badge.ts";
import { ctrf } from "./formats/ctrf.ts";
import { github } from "./formats/github.ts";
import { html } from "./formats/html.ts";
import { json } from "./formats/json.ts";
import { junit } from "./formats/junit.ts";
import { markdown } from "./formats/markdown.ts";
import { sarif } from "./formats/sarif.ts";
import { terminal } from "./formats/terminal.ts";

/** A report format: a pure function, and the customary name of its file. */
export interface ReportFormat {
  /** As `--reporter` names it. */
  readonly name: string;
  /** Name of the file in the report's folder. */
  readonly file: string;
  readonly description: string;
  readonly render: (report: Report) => string;
}

/** Every format there is; a new one is added here and nowhere else. */
export const FORMATS: readonly ReportFormat[] = [
  { name: "json", file: "report.json", description: "the result model, for tools and for diff", render: json },
  { name: "html", file: "report.html", description: "the compliance report, one self-contained page", render: html },
  { name: "junit", file: "junit.xml", description: "JUnit XML, for CI systems", render: junit },
  { name: "markdown", file: "summary.md", description: "summary for a step or a pull request", render: markdown },
  {
    name: "text",
    file: "report.txt",
    description: "the terminal's summary as plain text",
    render: (report) => withoutCommands(terminal(report)),
  },
  { name: "github", file: "annotations.txt", description: "GitHub Actions workflow commands", render: github },
  { name: "ctrf", file: "ctrf.json", description: "Common Test Report Format", render: ctrf },
  { name: "sarif", file: "report.sarif", description: "findings for code scanning, SARIF 2.1.0", render: sarif },
  { name: "badge", file: "badge.svg", description: "verdict and proven MUST as a badge", render: badge },
];

/** The formats that a run writes by default. */
export const DEFAULT_FORMATS: readonly string[] = ["json", "html", "junit", "markdown"];

/**
 * Returns the formats with these names, in this order, each once.
 *
 * @throws OperatorError `REPORT-FORMAT-UNKNOWN` for an unknown name.
 */
export function formatsNamed(names: readonly string[]): ReportFormat[] {
  return [...new Set(names)].map((name) => {
    const format = FORMATS.find((each) => each.name === name);
    if (format !== undefined) return format;
    throw new OperatorError({
      code: "REPORT-FORMAT-UNKNOWN",
      message: `no report format is called ${JSON.stringify(name)}`,
      hint: `Use one or more of ${FORMATS.map((each) => each.name).join(", ")}, separated by commas.`,
    });
  });
}
