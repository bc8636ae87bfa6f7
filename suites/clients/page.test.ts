import { expect, test } from "vitest";
import { FLOW_STEPS, missingSteps } from "./flow-steps.ts";
import { ogen } from "./generators/ogen.ts";
import { clientsPage } from "./page.ts";
import type { Result } from "./trial.ts";

const trial = (result: Result) => ({ generator: ogen, result, times: {} });

test("the page says what passed, and at which stage a generator failed", () => {
  expect(clientsPage([trial({ kind: "passed" })], "")).toContain(
    "| ogen | v1.24.0 | Go | generates, compiles, flow passes |",
  );
  const failed = trial({ kind: "failed", stage: "compile", reason: "" });
  expect(clientsPage([failed], "")).toContain("| Go | fails at compile |");
});

test("a skipped generator keeps its former row, unless that was of another version", () => {
  const skipped = trial({ kind: "skipped", reason: "go is not on this machine" });
  const former = clientsPage([trial({ kind: "passed" })], "");
  expect(clientsPage([skipped], former)).toBe(former);
  expect(clientsPage([skipped], former.replace("v1.24.0", "v1.23.0"))).toContain(
    "not tried: go is not on this machine",
  );
});

test("a step that a program does not print is missing", () => {
  const lines = FLOW_STEPS.map((step) => `ok ${step}`);
  expect(missingSteps(lines.join("\r\n"))).toEqual([]);
  expect(missingSteps(lines.slice(1).join("\n"))).toEqual([FLOW_STEPS[0]]);
});
