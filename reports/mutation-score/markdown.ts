import { escapeMarkdown, markdownCode } from "../escape.ts";
import { byBudget, type Measured } from "./measured.ts";
import type { CorrectResult, DrawResult, ScoreResult } from "./result.ts";
import { percents, SCORE_COLUMNS, type Score, scoresByGuards, scoresByOperator, survivorsOf } from "./score.ts";

/** `mutation-score.md`: scores by number of guards and by operator, false alarms, survivors. */
export function scoreMarkdown(results: readonly ScoreResult[]): string {
  const { draws, correct } = byBudget(results);
  const blocks = [
    "# Mutation score",
    INTRODUCTION,
    ...draws.flatMap(({ budget, mutants }) => [
      `## Budget ${escapeMarkdown(budget)}`,
      scoreTable("", scoresByGuards(mutants)),
      "### By operator",
      scoreTable("operator", scoresByOperator(mutants)),
      "### Survivors",
      survivors(mutants),
    ]),
    "## False alarms",
    alarms(correct),
    "## Measurements",
    measurements(results),
  ];
  return `${blocks.join("\n\n")}\n`;
}

/** The figures for the README: budget and number of guards, and false alarms. */
export function scoreSummary(results: readonly ScoreResult[]): string {
  const { draws, correct } = byBudget(results);
  const rows = draws.map(({ budget, mutants }) => summaryRow(budget, scoresByGuards(mutants)));
  const dates = [...new Set(results.map(({ date, commit }) => [date, commit].filter(Boolean).join(" at ")))];
  return [table([...HEADINGS], rows), `${alarms(correct)} Measured ${dates.join(", ")}.`].join("\n\n");
}

const HEADINGS = [
  "budget",
  "no guard",
  "1 guard",
  "2 guards",
  "3 guards",
  "all",
  "at least",
  "at most",
  "undistinguished",
];

function summaryRow(budget: string, scores: readonly Score[]): string[] {
  const group = (name: string) => scores.find((score) => score.group === name);
  const shown = (score: Score | undefined) => (score === undefined ? "–" : percents(score.score));
  const all = group("all");
  return [
    budget,
    ...["0 guards", "1 guard", "2 guards", "3 guards", "all"].map((name) => shown(group(name))),
    ...(all === undefined ? [] : [percents(all.least), percents(all.most)]),
    all === undefined ? "–" : `${all.counts.undistinguished} of ${all.mutants}`,
  ];
}

const INTRODUCTION = `Broken servers drawn at random from the space of operators, sites and guards (\`wac list mutants\`), which nobody chose, and the
share of them that a run of the whole suite fails, with 95 % intervals (Wilson). The score is of mutants that a long random workload
tells from the original. The others are undistinguished: the suite is not run on them; _at least_ counts all of them as survivors,
_at most_ as killed. A survivor was never reached when no response of the run was altered.`;

function scoreTable(first: string, scores: readonly Score[]): string {
  return table(
    [first, ...SCORE_COLUMNS.map(([heading]) => heading)],
    scores.map((score) => [score.group, ...SCORE_COLUMNS.map(([, cell]) => cell(score))]),
  );
}

function survivors(mutants: DrawResult["mutants"]): string {
  const rows = survivorsOf(mutants).map(({ mutant, breaks, status, distinguishedAfter }) => [
    markdownCode(mutant),
    markdownCode(breaks),
    status === "neverReached" ? "never reached" : "reached, not judged",
    String(distinguishedAfter),
  ]);
  if (rows.length === 0) return "None.";
  return table(["mutant", "breaks", "how", "requests of the workload until it shows"], rows);
}

function alarms(correct: readonly CorrectResult[]): string {
  if (correct.length === 0) return "False alarms were not measured.";
  return correct
    .map(({ budget, servers, alarms, interval }) => {
      const rate = alarms === 0 ? `at most ${(interval.to * 100).toFixed(1)} %` : percents(interval);
      return `${alarms} of ${servers} random correct servers failed a MUST at ${budget}: ${rate} (95 %).`;
    })
    .join(" ");
}

function measurements(results: readonly Measured[]): string {
  return table(
    ["what", "budget", "seed", "date", "commit", "build"],
    results.map(({ kind, budget, seed, date, commit, build }) => [
      kind === "draw" ? "mutants" : "correct servers",
      budget,
      String(seed),
      date ?? "–",
      commit === null || commit === undefined ? "–" : markdownCode(commit),
      markdownCode(build),
    ]),
  );
}

/** A table with its cells as they are (they are Markdown already), in columns that are as wide in the source as shown. */
function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = headings.map((heading, column) =>
    Math.max(3, heading.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[], fill = " ") =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0, fill)).join(" | ")} |`;
  const rule = headings.map(() => "");
  return [line(headings), line(rule, "-"), ...rows.map((row) => line(row))].join("\n");
}
