import { counted } from "../spec/format-text.ts";
import { isObject } from "../spec/json.ts";
import { quoted } from "../spec/quoted.ts";
import { findingsFrom, judge, rulesWithout } from "./client-report/findings.ts";
import { lineOf } from "./client-report/formats/exchange-line.ts";
import { selectedHistory } from "./client-report/history.ts";
import type { ClientFinding } from "./client-report/report.ts";
import { SEVERITIES, type Severity } from "./client-report/rule.ts";
import type { ReportSelection } from "./client-report/selection.ts";
import { ControlProblem } from "./control/problem.ts";
import type { Fake } from "./fake.ts";

/** Which requests and findings count. */
export interface FindingsExpectation extends ReportSelection {
  /** Findings that are as bad as this; `warning`, that is all, by default. */
  readonly severity?: Severity;
}

/** The result of a matcher for `expect`. */
interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/**
 * Matchers for `expect.extend`, of vitest or of whatever takes the same:
 *
 * @example
 * import { expect } from "vitest";
 * import { clientMatchers } from "workspace-agent-conformance/fake/vitest";
 *
 * expect.extend(clientMatchers);
 * expect(fake).toHaveNoClientFindings();
 * expect(fake).toHaveNoClientFindings({ workspace: workspace.id, severity: "error", ignore: ["follows-pages"] });
 */
export const clientMatchers = {
  /**
   * Passes if the client of a fake made no mistake; fails also if it has sent nothing.
   *
   * @throws TypeError if the value is not a fake, ControlProblem for an unknown rule to ignore.
   */
  toHaveNoClientFindings(received: unknown, { severity = "warning", ...selection }: FindingsExpectation = {}) {
    if (!SEVERITIES.includes(severity))
      throw new TypeError(`severity is ${quoted(severity)}: give "error" or "warning"`);
    const rules = rulesOf(selection);
    const history = selectedHistory(journalOf(received), selection);
    if (history.entries.length === 0) return unjudged(selection);
    const findings = findingsFrom(judge(history, rules).findings, severity);
    const sent = counted(history.entries.length, "request");
    const message = () =>
      findings.length === 0
        ? `expected findings about the client, and there are none in ${sent}`
        : `expected no findings about the client, got ${findings.length} in ${sent}\n\n${findings.map(textOf).join("\n\n")}`;
    return { pass: findings.length === 0, message };
  },
};

/** The test runner prints the message of an error alone, so that it has to contain the hint. */
function rulesOf({ ignore = [] }: ReportSelection): ReturnType<typeof rulesWithout> {
  try {
    return rulesWithout(ignore);
  } catch (error) {
    if (error instanceof ControlProblem) error.message = `${error.message}. ${error.hint}`;
    throw error;
  }
}

function journalOf(received: unknown): Fake["journal"] {
  const journal = isObject(received) ? (received as unknown as Partial<Fake>).journal : undefined;
  if (journal !== undefined) return journal;
  throw new TypeError(`expect got ${quoted(received)}: give it a fake, as createFake makes one`);
}

/** Nothing sent is nothing proven. */
function unjudged({ workspace }: ReportSelection): MatcherResult {
  const where = workspace === undefined ? "" : ` in the workspace ${quoted(workspace)}`;
  const message = () =>
    `the fake has no request${where} to judge: does the client use its baseUrl and key, and does the journal keep requests?`;
  return { pass: false, message };
}

function textOf({ rule, severity, message, occurrences, clause, remedy, exchanges }: ClientFinding): string {
  const times = occurrences === 1 ? "" : ` (${occurrences} times)`;
  return [
    `${severity} ${rule}${times}: ${message}`,
    ...(clause === null ? [] : [`  contract: ${clause.text}`]),
    `  remedy: ${remedy}`,
    ...exchanges.map((each) => `  ${lineOf(each)}`),
  ].join("\n");
}

declare module "vitest" {
  interface Matchers<T> {
    /** Passes when the client of a fake did nothing wrong; see `clientMatchers`. */
    toHaveNoClientFindings(expectation?: FindingsExpectation): void;
  }
}
