import { expect, test } from "vitest";
import { hostile } from "../samples/hostile.ts";
import { check, failure, report, requirement } from "../samples/parts.ts";
import { nonconformant, unusable } from "../samples/runs.ts";
import { markdown } from "./markdown.ts";

test("begins with verdict and gate", () => {
  expect(markdown(unusable()).split("\n", 1)[0]).toMatch(/^## ⛔ unusable: nothing could be judged/u);
  expect(markdown(nonconformant()).split("\n")[2]).toMatch(
    /^\*\*❌ gate failed: 1 MUST failed, .*\*\* \(exit status 1\)$/u,
  );
});

test("tells findings, known failures, gaps, combinations and observations", () => {
  const text = markdown(nonconformant());
  expect(text).toContain("### 3 findings");
  expect(text).toContain("#### MUST `tasks.create.title-length`");
  expect(text).toContain("| passing | `envelope.success` |");
  expect(text).toContain("| 1 MUST | fixture exhaustedPlan is missing (accepted by acceptSkips: exhaustedPlan) |");
  expect(text).toContain("<details><summary>1 observation at points");
  expect(text).toContain(
    "| `list-tasks` | 174 | 1,150 of 1,196 | 7,744 of 14,474 | 6 rejected, 40 without a fixture (secondMemberChannel) |",
  );
});

test("has no HTML but its own, outside of code", () => {
  const prose = markdown(hostile())
    .replace(/^(`{3,}).*?^\1$/gmsu, "")
    .replace(/(`+).*?\1/gu, "");
  const tags = prose.match(/<[^>]*>?/gu) ?? [];
  expect(new Set(tags)).toEqual(new Set(["<details>", "<summary>", "</summary>", "</details>"]));
});

test("gives every row of a table the number of cells of its header", () => {
  for (const text of [markdown(hostile()), markdown(nonconformant())]) {
    const tables = text.replace(/^(`{3,}).*?^\1$/gmsu, "").match(/(?:^\|.*\n)+/gmu) ?? [];
    expect(tables.length).toBeGreaterThan(2);
    for (const table of tables) {
      const cells = table
        .trimEnd()
        .split("\n")
        .map((row) => row.split(/(?<!\\)\|/u).length);
      expect(new Set(cells).size, table).toBe(1);
    }
  }
});

test("stays far below the size that a step summary may have", () => {
  expect(Buffer.byteLength(markdown(hostile()))).toBeLessThan(256 * 1024);
});

test.each([
  [8000, true],
  [8001, false],
])("shows a line for a shell of %d characters: %j", (length, isShown) => {
  const curl = "curl ".padEnd(length, "a");
  const checks = [check({ verdict: "fail", failure: failure({ curl }) })];
  const text = markdown(report({ requirements: [requirement({ verdict: "fail", checks })] }));
  expect(text.includes("<details><summary>curl</summary>")).toBe(isShown);
  expect(text.includes(curl)).toBe(isShown);
});

test("fits into a step summary, however much there is to tell", () => {
  const evil = hostile();
  const many = { ...evil, requirements: Array.from({ length: 200 }, () => evil.requirements).flat() };
  const text = markdown(many);
  expect(Buffer.byteLength(text)).toBeLessThan(1_000_000);
  expect(text).toContain("further findings in report.html");
});
