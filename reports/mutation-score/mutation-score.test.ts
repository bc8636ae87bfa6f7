import { Ajv } from "ajv";
import { schema } from "mutation-testing-report-schema";
import { expect, test } from "vitest";
import { scoreHtml } from "./html.ts";
import { scoreMarkdown, summaryMarkdown } from "./markdown.ts";
import { mutationTestingReport } from "./mutation-testing.ts";
import type { CodeResult, DrawResult, MutantResult, MutantStatus, ScoreResult } from "./result.ts";

function mutant(id: string, status: MutantStatus, failed: readonly string[] = []): MutantResult {
  const guards = id.includes("[") ? id.split(",").length : 0;
  return {
    mutant: id,
    operator: id.split("@")[0] ?? "",
    guards,
    breaks: "tasks.list.order",
    status,
    failed,
    distinguishedAfter: 7,
    requests: 90,
  };
}

const KILLED = mutant("drop@list-tasks:/data", "killed", ["tasks.list.order"]);
const MUTANTS = [
  KILLED,
  mutant("drop@list-tasks:/data[page=next]", "neverReached"),
  mutant("null@list-tasks:/data[caller=second,page=next]", "notJudged"),
  mutant("null@list-tasks:/meta", "undistinguished"),
];

function draw(budget: string, mutants: readonly MutantResult[]): DrawResult {
  return { kind: "draw", budget, seed: 7, build: "b1", commit: "c1", date: "2026-01-31", mutants };
}

const CORRECT: ScoreResult = {
  kind: "correct",
  servers: 60,
  alarms: 0,
  interval: { share: 0, from: 0, to: 0.05 },
  seed: 3,
  build: "b1",
  budget: "smoke",
};

test("the page has scores by guards and by operator, survivors with what became of them, and false alarms", () => {
  const page = scoreMarkdown([draw("smoke", MUTANTS), CORRECT]);
  expect(page).toMatch(/\| 0 guards +\| 2 +\| 1 +\| 1 /);
  expect(page).toMatch(/\| null +\| 2 +\| 0 /);
  expect(page).toMatch(/drop@list-tasks:\/data\[page=next\]` +\| `tasks.list.order` +\| never reached/);
  expect(page).toMatch(/null@list-tasks.*\| reached, not judged/);
  expect(page).toContain(
    "False positives: 0 of 60 random correct servers failed a MUST at smoke: at most 5.0 % (95 %).",
  );
});

test("the summary has a row for each budget, and says when it was measured", () => {
  const summary = summaryMarkdown([draw("smoke", MUTANTS), draw("standard", [KILLED])]);
  expect(summary).toMatch(/\| smoke +\| 100\.0 % \(20\.7 to 100\.0\) +\| 0\.0 %/);
  expect(summary).toMatch(/\| standard +\| 100\.0 %/);
  expect(summary).toContain("1 of 4");
  expect(summary).toContain("False alarms were not measured. Measured 2026-01-31 at c1.");
});

const COUNTS = { mutants: 10, killed: 6, undistinguished: 1, open: 1, neverReached: 1, notJudged: 1, broken: 0 };
const CODE: CodeResult = {
  kind: "code",
  seed: 3,
  build: "b1",
  budget: "smoke",
  scores: [{ group: "all", ...COUNTS }],
  survivors: [
    {
      mutant: "code:server.ts:1:1:Boolean#1",
      server: 1,
      original: "a < b",
      replacement: "a\n<= b",
      distinguishedAfter: 8,
      reached: 0,
      requests: 90,
      open: null,
    },
  ],
};

test("mutants of code have a table, their survivors and a sentence of the summary", () => {
  const page = scoreMarkdown([CODE]);
  expect(page).toMatch(/\| all +\| 10 +\| 6 +\| 1 .*75\.0 % \(.*66\.7 % \(/);
  expect(page).toMatch(/`a < b -> a <= b` +\| never reached/);
  expect(summaryMarkdown([CODE])).toMatch(/code, 75\.0 % \(40\.9 to 92\.9\) were killed at smoke/);
});

test("the HTML page has the tables of the Markdown one, with everything escaped, and no script", () => {
  const page = scoreHtml([draw("smoke", MUTANTS), CODE, CORRECT]);
  const tables = (text: string, row: RegExp) => text.match(row)?.length;
  expect(tables(page, /<tr>/g)).toBe(tables(scoreMarkdown([draw("smoke", MUTANTS), CODE, CORRECT]), /^\| (?!-)/gm));
  expect(page).toContain("<code>a &lt; b -&gt; a &lt;= b</code>");
  expect(page).toContain("<h2>Budget smoke</h2>");
  expect(page).not.toContain("<script");
});

test("draws with the same budget are put together, each mutant once with its latest result", () => {
  const earlier = mutant("drop@list-tasks:/data", "notJudged");
  expect(summaryMarkdown([draw("smoke", [earlier]), draw("smoke", [KILLED])])).toMatch(/\| 0 of 1 +\|/);
  expect(scoreMarkdown([draw("smoke", [earlier]), draw("smoke", [KILLED])])).toContain("None.");
});

test("the report for viewers of mutation testing keeps to its schema", () => {
  const validate = new Ajv({ strict: false, formats: { uri: true } }).compile(schema);
  const report = mutationTestingReport(MUTANTS);
  validate(report);
  expect(validate.errors).toBeNull();
  expect(report).toMatchObject({
    files: {
      tasks: {
        mutants: [
          { id: KILLED.mutant, status: "Killed", killedBy: ["tasks.list.order"], location: { start: { line: 1 } } },
          { status: "NoCoverage" },
          { status: "Survived" },
          { status: "Ignored" },
        ],
      },
    },
  });
});
