import { Document, isNode } from "yaml";
import { oneLine, truncated } from "../../../spec/format-text.ts";
import type { Report, ReportCheck, ReportRequirement } from "../../../spec/report.ts";
import { PLACEHOLDER_OWNER, PLACEHOLDER_REASON } from "../../target/known-failures.ts";

/** Days for which a generated entry excuses its failure, unless its owner changes that. */
const DAYS = 30;

/** The most characters of the message above an entry. */
const COMMENT_EXCERPT = 400;

interface ReadyEntry {
  readonly comment: string;
  readonly entry: object;
}

const HEAD = `# Ready entries for the failures of this run. Copy those that you accept for now into your known-failures file
# (knownFailures in the target file) and fill in owner and reason: a run does not start while one says TODO.
`;

/** Returns a file of entries for the undeclared failures of a run; null if there are none. */
export function readyEntries(report: Report): string | null {
  const failed = report.requirements.filter((requirement) => requirement.verdict === "fail" && !requirement.known);
  const entries = failed.flatMap((requirement) =>
    unlike(requirement.checks.filter(({ failure }) => failure !== null)).map((check) => ({
      comment: truncated(oneLine(check.failure?.message ?? ""), COMMENT_EXCERPT),
      entry: entryOf(requirement, check, report),
    })),
  );
  return entries.length === 0 ? null : HEAD + yamlOf(entries);
}

/** One check of those that failed for one cause: an entry excuses them all. */
function unlike(failed: readonly ReportCheck[]): readonly ReportCheck[] {
  const causes = failed.map(causeOf);
  return failed.filter((_, index) => causes.indexOf(causes[index] ?? "") === index);
}

function causeOf({ failure }: ReportCheck): string {
  return JSON.stringify([failure?.exchanges.at(-1)?.operation ?? null, failure?.cause]);
}

/**
 * Characters that YAML does not allow unescaped, or that a reader or a terminal would interpret: only quoted text can
 * escape them.
 */
const STEERING =
  /[\u007f-\u0084\u0086-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]/gu;

/** Returns the entries, each below a comment on its failure. */
function yamlOf(entries: readonly ReadyEntry[]): string {
  const document = new Document({ knownFailures: entries.map(({ entry }) => entry) });
  for (const [index, { comment }] of entries.entries()) {
    const node = document.getIn(["knownFailures", index], true);
    if (isNode(node) && comment !== "") node.commentBefore = ` ${comment}`;
  }
  const text = document.toString({ lineWidth: 0 });
  if (text.search(STEERING) === -1) return text;
  const quoted = document.toString({ lineWidth: 0, defaultStringType: "QUOTE_DOUBLE" });
  return quoted.replace(STEERING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function entryOf(requirement: ReportRequirement, { failure }: ReportCheck, report: Report): object {
  const operation = failure?.exchanges.at(-1)?.operation ?? null;
  const expires = new Date(Date.parse(report.run.startedAt) + DAYS * 86_400_000);
  return {
    requirement: requirement.id,
    ...(operation === null ? {} : { operation }),
    reason: PLACEHOLDER_REASON,
    owner: PLACEHOLDER_OWNER,
    expires: expires.toISOString().slice(0, 10),
    ...(failure === null || failure.counterexample === null ? {} : { counterexample: failure.counterexample }),
    ...(failure === null ? {} : { cause: failure.cause }),
  };
}
