import { jsonText } from "../../../spec/escape.ts";
import type { ClientReport } from "../report.ts";
import type { Severity } from "../rule.ts";
import { junit } from "./junit.ts";
import { markdown } from "./markdown.ts";

/** Forms of a client report: media type, ending of a file, and what writes it. */
export const REPORT_FORMATS = {
  json: { type: "application/json; charset=utf-8", ending: ".json", write: jsonText },
  markdown: { type: "text/markdown; charset=utf-8", ending: ".md", write: markdown },
  junit: { type: "application/xml; charset=utf-8", ending: ".xml", write: junit },
} as const satisfies Readonly<Record<string, FormatRow>>;

/** Name of one of {@link REPORT_FORMATS}. */
export type ReportFormat = keyof typeof REPORT_FORMATS;

interface FormatRow {
  readonly type: string;
  readonly ending: string;
  /** The report as text; findings below `gate` leave no case of JUnit red. */
  readonly write: (report: ClientReport, gate: Severity) => string;
}

/** All names. */
export const REPORT_FORMAT_NAMES = Object.keys(REPORT_FORMATS) as readonly ReportFormat[];

/** The form that a file is named for; undefined when its ending says none. */
export function formatOfFile(path: string): ReportFormat | undefined {
  return REPORT_FORMAT_NAMES.find((name) => path.toLowerCase().endsWith(REPORT_FORMATS[name].ending));
}
