import { groupBy } from "../../spec/group-by.ts";
import { nearest } from "../../spec/nearest.ts";
import { quoted } from "../../spec/quoted.ts";
import type { JournalEntry } from "../control/journal/entry.ts";
import { problem } from "../control/problem.ts";
import type { History } from "./history.ts";
import type { ClientFinding, RuleSummary } from "./report.ts";
import type { ClientRule, Judgement, Severity, Violation } from "./rule.ts";
import { SEVERITIES } from "./rule.ts";
import { CLIENT_RULES } from "./rules/all.ts";

/** Times that a finding shows; the others are counted. */
const MAX_TIMES = 3;
/** Requests that a finding shows. */
const MAX_EXCHANGES = 10;

/**
 * Returns the rules without some of them.
 *
 * @throws ControlProblem `invalid_input` for an unknown id, with the nearest one.
 */
export function rulesWithout(ignored: readonly string[]): readonly ClientRule[] {
  const ids = CLIENT_RULES.map(({ id }) => id);
  for (const id of ignored) {
    if (ids.includes(id)) continue;
    const guess = nearest(id, ids);
    const hint = guess === null ? `The rules are ${ids.join(", ")}.` : `Did you mean ${quoted(guess)}?`;
    throw problem("invalid_input", `There is no rule ${quoted(id)}`, hint);
  }
  return CLIENT_RULES.filter(({ id }) => !ignored.includes(id));
}

/** Returns the findings of rules on a history, one for each cause, errors first, and a summary of each rule. */
export function judge(history: History, rules: readonly ClientRule[] = CLIENT_RULES) {
  const judged = withoutEchoes(rules.map((rule) => ({ rule, judgement: rule.judge(history) })));
  const findings = judged
    .flatMap(({ rule, judgement }) => findingsOf(rule, judgement))
    .sort((one, other) => SEVERITIES.indexOf(one.severity) - SEVERITIES.indexOf(other.severity));
  const summaries: RuleSummary[] = judged.map(({ rule: { id, severity, title }, judgement }) => ({
    id,
    severity,
    title,
    judged: judgement.judged,
    findings: findings.filter(({ rule }) => rule === id).length,
  }));
  return { findings, rules: summaries, cited: citedBy(judged) };
}

/** A rule with its judgement. */
interface Judged {
  readonly rule: ClientRule;
  readonly judgement: Judgement;
}

/** Removes violations of fallback rules whose requests another rule has already reported. */
function withoutEchoes(judged: readonly Judged[]): readonly Judged[] {
  const cited = citedBy(judged.filter(({ rule }) => rule.isFallback !== true));
  const isEcho = ({ exchanges }: Violation) => exchanges.some(({ number }) => cited.has(number));
  return judged.map(({ rule, judgement }) => {
    if (rule.isFallback !== true) return { rule, judgement };
    return { rule, judgement: { ...judgement, violations: judgement.violations.filter((each) => !isEcho(each)) } };
  });
}

/** Numbers of all requests that show something. */
function citedBy(judged: readonly Judged[]): ReadonlySet<number> {
  const violations = judged.flatMap(({ judgement }) => judgement.violations);
  return new Set(violations.flatMap(({ exchanges }) => exchanges.map(({ number }) => number)));
}

/** Returns one finding for each client and cause. */
function findingsOf({ id, severity, title, clause, remedy }: ClientRule, { violations }: Judgement): ClientFinding[] {
  const causes = groupBy(violations, (violation) => {
    const { workspace, agent } = clientOf(violation);
    return `${workspace} ${agent?.id} ${violation.cause}`;
  });
  return [...causes.values()].map((same) => {
    const [first] = same as [Violation];
    const { workspace, agent } = clientOf(first);
    const exchanges = [...new Set(same.slice(0, MAX_TIMES).flatMap((each) => each.exchanges))].slice(0, MAX_EXCHANGES);
    const { message } = first;
    return {
      rule: id,
      severity,
      title,
      message,
      clause,
      remedy,
      workspace,
      agent,
      occurrences: same.length,
      exchanges,
    };
  });
}

function clientOf({ exchanges }: Violation): Pick<JournalEntry, "workspace" | "agent"> {
  const last = exchanges.at(-1);
  return { workspace: last?.workspace ?? null, agent: last?.agent ?? null };
}

/** Returns the findings of a severity, or worse. */
export function findingsFrom(findings: readonly ClientFinding[], severity: Severity): readonly ClientFinding[] {
  return findings.filter((each) => SEVERITIES.indexOf(each.severity) <= SEVERITIES.indexOf(severity));
}
