import { jsonText } from "../../../spec/escape.ts";
import type { ClientReport } from "../report.ts";
import type { Severity } from "../rule.ts";
import { junit } from "./junit.ts";
import { markdown } from "./markdown.ts";

/** Formats of a client report: media type, file extension, writer, and the first characters of what it writes. */
export const REPORT_FORMATS = {
  json: {
    type: "application/json; charset=utf-8",
    ending: ".json",
    write: jsonText,
    head: /^\{\s*"schemaVersion": 1,[\s\S]*"summary": \{\s*"errors": /,
  },
  markdown: { type: "text/markdown; charset=utf-8", ending: ".md", write: markdown, head: /^# Client report\n/ },
  junit: {
    type: "application/xml; charset=utf-8",
    ending: ".xml",
    write: junit,
    head: /^<\?xml [^\n]*\n<testsuites>\n\s*<testsuite name="client" /,
  },
} as const satisfies Readonly<Record<string, FormatRow>>;

/** Name of one of {@link REPORT_FORMATS}. */
export type ReportFormat = keyof typeof REPORT_FORMATS;

interface FormatRow {
  readonly type: string;
  readonly ending: string;
  /** Returns the report as text; findings below `gate` make no JUnit case fail. */
  readonly write: (report: ClientReport, gate: Severity) => string;
  readonly head: RegExp;
}

/** All names. */
export const REPORT_FORMAT_NAMES = Object.keys(REPORT_FORMATS) as readonly ReportFormat[];

/** Returns the format of a file by its extension; undefined if it is unknown. */
export function formatOfFile(path: string): ReportFormat | undefined {
  return REPORT_FORMAT_NAMES.find((name) => path.toLowerCase().endsWith(REPORT_FORMATS[name].ending));
}
