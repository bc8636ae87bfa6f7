import { compare } from "../../../reports/compare.ts";
import { comparisonMarkdown, comparisonText } from "../../../reports/compare-text.ts";
import { readReport } from "../../../reports/read.ts";
import { jsonText } from "../../../spec/escape.ts";
import type { Command } from "../core/command.ts";
import { oneOf } from "../core/values.ts";
import { SUMMARIES } from "./summaries.ts";

/** `wac diff OLD NEW`. */
export const diff: Command = {
  name: "diff",
  summary: SUMMARIES.diff,
  positionals: { names: ["OLD", "NEW"], required: 2 },
  options: [{ name: "format", value: "text|markdown|json", text: "output format (default text)" }],
  examples: [
    ["wac diff main/report.json wac-report/report.json", "what this branch changed"],
    ["wac diff old.json new.json --format markdown >> $GITHUB_STEP_SUMMARY", "the same in a GitHub step summary"],
  ],
  notes: [
    "Exit status:",
    "  0  no regression",
    "  1  a regression: a MUST fails that did not, a MUST is no longer proven, or the verdict is worse",
    "     (known failures and accepted gaps of the newer run are shown, and are not regressions)",
    "  2  a report cannot be read",
    "",
    "Changed answers to open points are shown, and are not regressions. The gates are shown, too: they also depend on what the",
    "jobs declare, such as a known-failures entry that is now stale.",
  ],
  async run(input, io) {
    const format = oneOf(input, "format", ["text", "markdown", "json"]) ?? "text";
    const [before = "", after = ""] = input.positionals;
    const comparison = compare(await readReport(before, io.cwd), await readReport(after, io.cwd));
    if (format === "json") io.out(jsonText(comparison));
    else io.out(format === "markdown" ? comparisonMarkdown(comparison) : comparisonText(comparison));
    return comparison.regressed ? 1 : 0;
  },
};
