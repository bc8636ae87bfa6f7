import { byBudget, type Measured } from "./measured.ts";
import type { CodeCounts, CodeResult, CorrectResult, DrawResult, ScoreResult } from "./result.ts";
import { percents, SCORE_COLUMNS, type Score, scoresByGuards, scoresByOperator, survivorsOf } from "./score.ts";
import { wilson } from "./wilson.ts";

/** A piece of text: plain, or code. */
export type Inline = string | { readonly code: string };

/** A part of a page, independent of the format. */
export type Block =
  | { readonly kind: "heading"; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly kind: "text"; readonly text: readonly Inline[] }
  | { readonly kind: "table"; readonly headings: readonly string[]; readonly rows: readonly (readonly Inline[])[] };

const heading = (level: 1 | 2 | 3, text: string): Block => ({ kind: "heading", level, text });
const text = (...inline: readonly Inline[]): Block => ({ kind: "text", text: inline });
const table = (headings: readonly string[], rows: readonly (readonly Inline[])[]): Block => ({
  kind: "table",
  headings,
  rows,
});

/** Returns the page of the score: by number of guards and by operator, survivors, mutants of code, false alarms. */
export function scorePage(results: readonly ScoreResult[]): readonly Block[] {
  const { draws, code, correct } = byBudget(results);
  return [
    heading(1, "Mutation score"),
    INTRODUCTION,
    ...draws.flatMap(({ budget, mutants }) => [
      heading(2, `Budget ${budget}`),
      scoreTable("", scoresByGuards(mutants)),
      heading(3, "By operator"),
      scoreTable("operator", scoresByOperator(mutants)),
      heading(3, "Survivors"),
      survivors(mutants),
    ]),
    ...code.flatMap(codeBlocks),
    heading(2, "False alarms"),
    text(alarmText(correct)),
    heading(2, "Measurements"),
    measurements(results),
  ];
}

/** Returns the figures for the README: budget and number of guards, mutants of code, and false alarms. */
export function scoreSummary(results: readonly ScoreResult[]): readonly Block[] {
  const { draws, code, correct } = byBudget(results);
  const rows = draws.map(({ budget, mutants }) => summaryRow(budget, scoresByGuards(mutants)));
  const dates = [...new Set(results.map(({ date, commit }) => [date, commit].filter(Boolean).join(" at ")))];
  const sentences = [...code.map(codeSentence), alarmText(correct), `Measured ${dates.join(", ")}.`];
  return [table(SUMMARY_HEADINGS, rows), text(sentences.join(" "))];
}

const SUMMARY_HEADINGS = [
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

const INTRODUCTION = text(
  "Broken servers drawn at random from the space of operators, sites and guards (",
  { code: "wac list mutants" },
  "), which nobody chose, and the share of them that a run of the whole suite detects (reports as nonconformant), with 95 % intervals (Wilson). The score is of " +
    "mutants that a long random workload tells from the original. The others are undistinguished: the suite is not run on them; “at " +
    "least” counts all of them as survivors, “at most” as killed. A survivor was never reached when no response of the run was altered.",
);

function scoreTable(first: string, scores: readonly Score[]): Block {
  return table(
    [first, ...SCORE_COLUMNS.map(([name]) => name)],
    scores.map((score) => [score.group, ...SCORE_COLUMNS.map(([, cell]) => cell(score))]),
  );
}

function survivors(mutants: DrawResult["mutants"]): Block {
  const rows = survivorsOf(mutants).map(({ mutant, breaks, status, distinguishedAfter }) => [
    { code: mutant },
    { code: breaks },
    status === "neverReached" ? "never reached" : "reached, not judged",
    String(distinguishedAfter),
  ]);
  if (rows.length === 0) return text("None.");
  return table(["mutant", "breaks", "how", "requests of the workload until it shows"], rows);
}

function codeBlocks(result: CodeResult): readonly Block[] {
  const rows = result.scores.map((score) => [score.group, ...CODE_COLUMNS.map(([, cell]) => cell(score))]);
  const left = result.survivors.map(({ mutant, original, replacement, reached, open }) => [
    { code: mutant },
    { code: `${original} -> ${replacement}`.replaceAll(/\s+/g, " ").slice(0, 200) },
    open ?? (reached === 0 ? "never reached" : "reached, not judged"),
  ]);
  return [
    heading(2, `Mutants of the independent server's code, budget ${result.budget}`),
    text(
      "Made by a mutation tool. A survivor may change only what the contract leaves open: the score is a lower bound.",
    ),
    table(["mutator", ...CODE_COLUMNS.map(([name]) => name)], rows),
    heading(3, "Survivors"),
    left.length === 0 ? text("None.") : table(["mutant", "change", "how"], left),
  ];
}

const missed = ({ neverReached, notJudged }: CodeCounts): number => neverReached + notJudged;
const codeScore = (counts: CodeCounts): string => percents(wilson(counts.killed, counts.killed + missed(counts)));

/** The columns of the counts of code mutants. */
export const CODE_COLUMNS: readonly (readonly [heading: string, cell: (counts: CodeCounts) => string])[] = [
  ["mutants", ({ mutants }) => String(mutants)],
  ["killed", ({ killed }) => String(killed)],
  ["undistinguished", ({ undistinguished }) => String(undistinguished)],
  ["open", ({ open }) => String(open)],
  ["never reached", ({ neverReached }) => String(neverReached)],
  ["not judged", ({ notJudged }) => String(notJudged)],
  ["no result", ({ broken }) => String(broken)],
  ["score (95 %)", codeScore],
  ["lower bound (95 %)", (counts) => percents(wilson(counts.killed, counts.killed + missed(counts) + counts.open))],
];

function codeSentence({ budget, scores }: CodeResult): string {
  const all = scores.find(({ group }) => group === "all");
  return all === undefined
    ? ""
    : `Of mutants of the independent server's code, ${codeScore(all)} were killed at ${budget}.`;
}

function alarmText(correct: readonly CorrectResult[]): string {
  if (correct.length === 0) return "False alarms were not measured.";
  return correct
    .map(({ budget, servers, alarms, interval }) => {
      const rate = alarms === 0 ? `at most ${(interval.to * 100).toFixed(1)} %` : percents(interval);
      return `False positives: ${alarms} of ${servers} random correct servers failed a MUST at ${budget}: ${rate} (95 %).`;
    })
    .join(" ");
}

const MEASURED: Readonly<Record<Measured["kind"], string>> = {
  draw: "mutants",
  code: "mutants of code",
  correct: "correct servers",
};

function measurements(results: readonly Measured[]): Block {
  return table(
    ["what", "budget", "seed", "date", "commit", "build"],
    results.map(({ kind, budget, seed, date, commit, build }) => [
      MEASURED[kind],
      budget,
      String(seed),
      date ?? "–",
      commit === null || commit === undefined ? "–" : { code: commit },
      { code: build },
    ]),
  );
}
