import { expect, test } from "vitest";
import { conformant } from "../samples/runs.ts";
import { githubOutputs } from "./github-outputs.ts";

test("gives each output on one line, whatever is in the report", () => {
  const report = { ...conformant(), headline: "conformant\ngate=failed" };
  const lines = githubOutputs(report, "wac-report/report.json").trimEnd().split("\n");
  expect(lines.map((line) => line.split("=")[0])).toEqual([
    "gate",
    "verdict",
    "exit-code",
    "headline",
    "counts",
    "seed",
    "report",
  ]);
  expect(lines).toContain("gate=passed");
  expect(lines).toContain("report=wac-report/report.json");
  const counts = lines.find((line) => line.startsWith("counts="))?.slice("counts=".length) ?? "";
  expect(JSON.parse(counts)).toEqual(report.summary);
});
