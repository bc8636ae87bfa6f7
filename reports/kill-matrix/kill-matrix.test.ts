import { expect, test } from "vitest";
import { matrixMarkdown, matrixSummary } from "./markdown.ts";
import { type KillMatrix, type MatrixRow, totalsOf } from "./matrix.ts";
import { matrixPage } from "./page.ts";

const untried = { tried: 0, caught: 0, after: null };

function row(over: Partial<MatrixRow>): MatrixRow {
  return {
    server: "fake",
    fault: "title-lost",
    title: "the title is | lost",
    breaks: "tasks.create.title",
    smoke: untried,
    standard: { tried: 5, caught: 5, after: 40 },
    whole: 5,
    echoes: [],
    ...over,
  };
}

const rows = [
  row({}),
  row({ fault: "title-<cut>", standard: { tried: 5, caught: 4, after: 900 }, echoes: ["tasks.list.text"] }),
  row({ fault: "recall.order", breaks: "recall.order", whole: 0 }),
];
const matrix: KillMatrix = { schemaVersion: 1, seeds: [1, 2], builds: [{ build: "abc", trials: 15 }], rows };

test("a fault counts as caught when every trial caught it", () => {
  expect(totalsOf(rows)).toEqual({
    faults: 3,
    smoke: { tried: 0, caught: 0, after: null },
    standard: { tried: 3, caught: 2, after: 40 },
    echoing: 1,
  });
});

test("Markdown has totals by area, what was not always caught, and a line for each fault", () => {
  const text = matrixMarkdown(matrix).replace(/ {2,}/g, " ");
  expect(text).toContain("| tasks | 2 | 1 of 2 (50 %) | 40 | 1 |");
  expect(text).toContain("## Not always caught (1)");
  expect(text).toContain("| `title-lost` | the title is \\| lost | `tasks.create.title` | 5 of 5 | 40 | |");
  expect(text).toContain("| `recall.order` |");
});

test("the summary has one line of figures", () => {
  expect(matrixSummary(matrix).split("\n")).toHaveLength(3);
  expect(matrixSummary(matrix).replace(/ {2,}/g, " ")).toContain("| the fake | 3 | 2 of 3 (67 %) | 40 | 1 |");
});

test("columns in which no fault has a figure are left out, and others keep the dash of what was not measured", () => {
  const echoless = { ...matrix, rows: rows.map((one) => ({ ...one, whole: 0 })) };
  for (const text of [matrixMarkdown(echoless), matrixSummary(echoless), matrixPage(echoless)]) {
    expect(text).not.toMatch(/smoke|echoes|not looked for/);
    expect(text).toContain("2 of 3 (67 %)");
  }
  const some = { ...matrix, rows: [row({ smoke: { tried: 1, caught: 1, after: 9 } }), ...rows] };
  expect(matrixMarkdown(some)).toContain("caught at smoke");
  expect(matrixMarkdown(some).replace(/ {2,}/g, " ")).toContain("| recall | 1 | – | 1 of 1 (100 %) | 40 | – |");
  expect(matrixPage(some)).toContain("not looked for");
});

test("the page is one file with everything escaped, its policy naming its own style and script", () => {
  const page = matrixPage(matrix);
  expect(page).toContain("title-&lt;cut&gt;");
  expect(page).not.toMatch(/(src|href)="(?!data:)/);
  expect(page).toMatch(/default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'/);
  expect(matrixPage(matrix)).toBe(page);
});

test("an empty matrix renders", () => {
  const empty = { ...matrix, rows: [], builds: [], seeds: [] };
  expect([matrixMarkdown(empty), matrixPage(empty)].every((text) => text.includes("0 servers"))).toBe(true);
});
