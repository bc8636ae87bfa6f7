import { expect, test } from "vitest";
import { hostile } from "../samples/hostile.ts";
import { report, requirement } from "../samples/parts.ts";
import { conformant, nonconformant } from "../samples/runs.ts";
import { github } from "./github.ts";

const lines = (text: string) => text.trimEnd().split("\n");

test("begins with verdict and gate: a notice when the gate passed, an error when it did not", () => {
  expect(lines(github(conformant()))).toEqual([
    "::notice title=Workspace Agent API%3A conformant%2C gate passed::conformant: 2 of 2 MUST proven%0Agate passed: every MUST is proven",
  ]);
  expect(github(nonconformant())).toMatch(
    /^::error title=Workspace Agent API%3A nonconformant%2C gate failed::nonconformant: 1 of 5/u,
  );
});

test("annotates MUST failures as errors, SHOULD and known failures as warnings", () => {
  const heads = lines(github(nonconformant())).map((line) => line.split("::", 2)[1]);
  expect(heads.slice(1)).toEqual([
    "error title=MUST tasks.create.title-length",
    "warning title=SHOULD recall.order",
    "warning title=MUST messages.page.exclusive (known failure)",
    "error title=Known failure passing%3A envelope.success",
  ]);
});

test("takes a SHOULD failure for an error in a strict run", () => {
  const base = nonconformant();
  expect(github({ ...base, run: { ...base.run, strict: true } })).toContain("::error title=SHOULD recall.order::");
});

test.each([
  ["untried", "warning"],
  ["passing", "error"],
  ["expired", "error"],
  ["unknown", "error"],
] as const)("takes a known failure that is %s for: %s", (state, kind) => {
  const entry = { requirement: "a.b", operation: null, reason: "later", owner: "me", expires: "2026-12-31", state };
  expect(lines(github(report({ knownFailures: [entry] })))[1]).toBe(
    `::${kind} title=Known failure ${state}%3A a.b::me: later`,
  );
});

test("gives one command a line, whatever the target says", () => {
  expect(lines(github(hostile())).every((line) => /^::(error|warning|notice) title=[^:,]*::/u.test(line))).toBe(true);
});

test("keeps to the number of annotations that are shown and counts the others", () => {
  const many = report({
    gate: { result: "failed", exitCode: 1, reasons: ["40 MUST failed"] },
    requirements: Array.from({ length: 40 }, (_, index) => requirement({ id: `a.r${index}`, verdict: "fail" })),
  });
  const all = lines(github(many));
  expect(all.filter((line) => line.startsWith("::error "))).toHaveLength(9);
  expect(all.at(-1)).toBe("::notice title=More findings::32 more are in report.html");
});
