import { expect, test } from "vitest";
import { hostile } from "../samples/hostile.ts";
import { SAMPLES } from "../samples/index.ts";
import { incomplete, nonconformant } from "../samples/runs.ts";
import { terminal } from "./terminal.ts";

test("begins with verdict and gate", () => {
  expect(terminal(nonconformant()).split("\n").slice(0, 2)).toEqual([
    nonconformant().headline,
    "gate failed: 1 MUST failed, the known failure of envelope.success passes now: take its entry out",
  ]);
});

test("tells each finding with what was expected, what came and how to repeat it", () => {
  const text = terminal(nonconformant());
  expect(text).toContain("✗ MUST tasks.create.title-length");
  expect(text).toContain("expected  status 400 with error code invalid_input");
  expect(text).toContain("repeat    wac replay wac-report/report.json tasks.create.title-length");
  expect(text).toContain("3 more failures with the same cause");
});

test("shows the statement of the requirement between the finding and what was expected", () => {
  const lines = terminal(nonconformant()).split("\n");
  const at = lines.indexOf("  requires  A title has 1 to 500 characters; other lengths are rejected.");
  expect(lines[at - 2]).toContain("✗ MUST tasks.create.title-length");
  expect(lines[at + 1]).toBe("  expected  status 400 with error code invalid_input");
});

test("keeps the statement of a requirement on one line, and cuts a long one", () => {
  const statement = `first line\nsecond line ${"x".repeat(2_000)}`;
  const edited = JSON.parse(JSON.stringify(nonconformant()), (name, value) =>
    name === "statement" ? statement : value,
  );
  const [line = ""] = terminal(edited)
    .split("\n")
    .filter((each) => each.startsWith("  requires"));
  expect(line).toContain("first line second line xxx");
  expect(line.length).toBeLessThan(700);
});

test("shows of a long list the item that the finding is about", () => {
  const report = nonconformant();
  const body = JSON.stringify({ success: true, data: Array.from({ length: 40 }, (_, id) => ({ id: `task-${id}` })) });
  const edited = JSON.parse(JSON.stringify(report), (name, value) => {
    if (name === "pointer") return "/data/37/id";
    return name === "response" && value !== null ? { ...value, status: 200, body } : value;
  });
  expect(terminal(edited)).toContain('received  200, with /data/37: {"id":"task-37"}');
});

test("puts undeclared MUST before SHOULD and known failures last", () => {
  const heads = terminal(nonconformant())
    .split("\n")
    .filter((line) => /^(✗|! known)/u.test(line));
  expect(heads.map((line) => line.split(" ").slice(0, 3).join(" "))).toEqual([
    "✗ MUST tasks.create.title-length",
    "✗ SHOULD recall.order",
    "! known MUST",
  ]);
});

test("cuts the list of findings at the limit and counts the rest", () => {
  expect(terminal(nonconformant(), { findings: 1 })).toContain("and 2 further findings in the report files");
});

test("names what is missing for the unproven and why a run ended early", () => {
  const text = terminal(incomplete());
  expect(text).toContain("1 MUST  fixture scope is missing");
  expect(text).toContain("The run was interrupted after 12 s");
});

test("counts the checks that were not run at this budget, and omits the line without any", () => {
  const report = incomplete();
  const leaving = (leftOut: number) => terminal({ ...report, run: { ...report.run, leftOut } });
  expect(leaving(34)).toContain("  not run at this budget: 34 further checks\n");
  for (const text of [leaving(0), terminal(report)]) expect(text).not.toContain("not run at this budget");
});

test("has no control sequence but its own, and none without colour", () => {
  for (const make of Object.values(SAMPLES)) {
    const sequences = terminal(make(), { colour: true }).split("\u001b").slice(1);
    expect(sequences.every((rest) => /^\[(0|1|2|31|32|33|36)m/u.test(rest))).toBe(true);
    expect([...terminal(make())].filter((each) => each < " " && each !== "\n")).toEqual([]);
  }
});

test("keeps hostile bodies short", () => {
  expect(terminal(hostile()).length).toBeLessThan(20_000);
});
