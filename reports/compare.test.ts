import { expect, test } from "vitest";
import type { Report } from "../spec/report.ts";
import { compare } from "./compare.ts";
import { comparisonHeadline, comparisonMarkdown, comparisonText } from "./compare-text.ts";
import { hostile } from "./samples/hostile.ts";
import { report, requirement } from "./samples/parts.ts";
import { conformant, nonconformant } from "./samples/runs.ts";

type Verdicts = Record<string, Parameters<typeof requirement>[0]>;
const run = (verdicts: Verdicts, over: Partial<Report> = {}) =>
  report({ requirements: Object.entries(verdicts).map(([id, each]) => requirement({ id, ...each })), ...over });
const ids = (changes: readonly { id: string }[]) => changes.map((change) => change.id);

test("a run compared with itself has no change", () => {
  const comparison = compare(nonconformant(), nonconformant());
  expect(comparison.regressed).toBe(false);
  expect(comparisonHeadline(comparison)).toBe(
    "no regression: nothing changed; nonconformant as before; gate failed as before",
  );
});

test("sorts the changes into newly failing, newly passing, no longer proven, new, gone and others", () => {
  const before = run({ a: {}, b: { verdict: "fail" }, c: {}, d: {}, f: { verdict: "skip" } });
  const after = run({ a: { verdict: "fail" }, b: {}, c: { verdict: "skip" }, e: {}, f: { verdict: "inconclusive" } });
  const comparison = compare(before, after);
  expect(ids(comparison.newlyFailing)).toEqual(["a"]);
  expect(ids(comparison.newlyPassing)).toEqual(["b"]);
  expect(ids(comparison.noLongerProven)).toEqual(["c"]);
  expect(ids(comparison.gone)).toEqual(["d"]);
  expect(ids(comparison.added)).toEqual(["e"]);
  expect(ids(comparison.otherChanges)).toEqual(["f"]);
  expect(comparison.regressed).toBe(true);
});

test("says why a requirement fails now", () => {
  const comparison = compare(run({ a: {} }), run({ a: { verdict: "fail" } }));
  expect(comparison.newlyFailing[0]?.why).toMatch(/took a title of 501 characters/u);
});

test("a MUST that was proven and that the new run does not have is a regression, a SHOULD or what failed is none", () => {
  expect(compare(run({ a: {}, b: {} }), run({ a: {} })).regressed).toBe(true);
  expect(compare(run({ a: {}, b: { verdict: "fail" } }), run({ a: {} })).regressed).toBe(false);
  expect(compare(run({ a: {}, b: { level: "SHOULD" } }), run({ a: {} })).regressed).toBe(false);
});

test("a SHOULD that fails or is skipped is not a regression", () => {
  const should = { level: "SHOULD" } as const;
  const comparison = compare(
    run({ a: should, b: should }),
    run({ a: { ...should, verdict: "fail" }, b: { ...should, verdict: "skip" } }),
  );
  expect(comparison.regressed).toBe(false);
});

test("a known failure that is no longer excused is newly failing", () => {
  const comparison = compare(run({ a: { verdict: "fail", known: true } }), run({ a: { verdict: "fail" } }));
  expect(comparison.newlyFailing[0]).toMatchObject({ before: "known", after: "fail" });
});

test("a failure that is declared as known is reported, and is not a regression", () => {
  const known = { verdict: "fail", known: true } as const;
  const comparison = compare(
    run({ a: {}, b: { verdict: "skip" }, c: { verdict: "fail" } }),
    run({ a: known, b: known, c: known }),
  );
  expect(ids(comparison.newlyKnown)).toEqual(["a", "b"]);
  expect(ids(comparison.otherChanges)).toEqual(["c"]);
  expect(comparison.regressed).toBe(false);
  expect(comparisonHeadline(comparison)).toContain("no regression: 2 newly declared as known failures, 1 other change");
});

test("a known failure that passes now is newly passing", () => {
  const comparison = compare(run({ a: { verdict: "fail", known: true } }), run({ a: {} }));
  expect(comparison.newlyPassing).toMatchObject([{ before: "known", after: "pass" }]);
  expect(comparison.otherChanges).toEqual([]);
});

test("a new MUST that fails, and a worse verdict of the run, are regressions", () => {
  expect(compare(run({}), run({ a: { verdict: "fail" } })).regressed).toBe(true);
  expect(compare(run({}), run({}, { verdict: "unusable" })).regressed).toBe(true);
  expect(compare(run({}, { verdict: "nonconformant" }), run({})).regressed).toBe(false);
});

test("a run that only declares a failure or accepts a gap has not regressed, whatever its verdict", () => {
  const before = run({ a: {}, b: {}, c: {} });
  const known = { by: "knownFailures", entries: ["a"] } as const;
  const skipped = { by: "acceptSkips", entries: ["user"] } as const;
  const after = run(
    {
      a: { verdict: "fail", known: true },
      b: { verdict: "inconclusive", accepted: known },
      c: { verdict: "skip", accepted: skipped },
    },
    { verdict: "nonconformant" },
  );
  const comparison = compare(before, after);
  expect([comparison.regressed, ids(comparison.newlyKnown), ids(comparison.newlyAccepted)]).toEqual([
    false,
    ["a"],
    ["b", "c"],
  ]);
  expect(compare(before, run({ a: {}, b: {}, c: { verdict: "skip" } })).regressed).toBe(true);
});

test("a gate that fails for a stale entry alone is shown, and is not a regression", () => {
  const stale = { result: "failed", exitCode: 1, reasons: ["the known failure of a passes now"] } as const;
  const comparison = compare(run({ a: {} }), run({ a: {} }, { gate: stale }));
  expect(comparison.regressed).toBe(false);
  expect(comparisonText(comparison)).toMatch(/^no regression: .*gate passed, then failed\n/u);
  expect(comparisonText(comparison)).toContain("gate failed: the known failure of a passes now");
});

test("tells changed, new and lost answers at open points", () => {
  const base = { question: "?", clause: "c", evidence: "e" };
  const before = run(
    {},
    {
      observations: [
        { id: "a", answer: "20", ...base },
        { id: "b", answer: "x", ...base },
      ],
    },
  );
  const after = run(
    {},
    {
      observations: [
        { id: "a", answer: "25", ...base },
        { id: "c", answer: null, ...base },
      ],
    },
  );
  expect(compare(before, after).observations).toEqual([
    { id: "a", question: "?", before: "20", after: "25" },
    { id: "b", question: "?", before: "x", after: null },
  ]);
});

test("leaves out a response that varies with the seed or the load", () => {
  const point = { id: "a", question: "?", clause: "c", evidence: "e", varies: "It depends on the seed." };
  const seen = (answer: string) => run({}, { observations: [{ ...point, answer }] });
  expect(compare(seen("200"), seen("200, 409")).observations).toEqual([]);
});

const BASE = report();
const SHA = "0a".repeat(32);

test.each<[string, Partial<Report>]>([
  ["another target: https://staging.example.com/api, then http://other", { target: { baseUrl: "http://other" } }],
  [`another contract: ${"9f".repeat(32)}, then ${SHA}`, { contract: { ...BASE.contract, sha256: SHA } }],
  ["another budget: standard, then smoke", { run: { ...BASE.run, budget: "smoke" } }],
  ["another version of the suite: 0.1.0, then 0.2.0", { tool: { ...BASE.tool, version: "0.2.0" } }],
])("notes what makes two runs less than comparable: %s", (caveat, over) => {
  expect(compare(run({}), run({}, over)).caveats).toEqual([caveat]);
});

test("text and Markdown begin with the headline and name each change", () => {
  const comparison = compare(conformant(), nonconformant());
  const headline =
    /regressed: 2 newly failing, 1 newly declared as known failure, 7 new requirements, 1 gone requirement; conformant, then nonconformant; gate passed, then failed/u;
  expect(comparisonText(comparison).split("\n", 1)[0]).toMatch(headline);
  expect(comparisonText(comparison)).toContain("MUST   tasks.create.title-length: proven → failed");
  expect(comparisonMarkdown(comparison)).toContain("| MUST | `tasks.create.title-length` | proven | failed |");
});

test("hostile content stays text in both", () => {
  const comparison = compare(conformant(), hostile());
  expect([...comparisonText(comparison)].filter((each) => each < " " && each !== "\n")).toEqual([]);
  expect(comparisonMarkdown(comparison).replace(/(`+).*?\1/gu, "")).not.toMatch(/<[a-z/!]/iu);
});
