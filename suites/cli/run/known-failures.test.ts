import { expect, test } from "vitest";
import { parse } from "yaml";
import { hostile } from "../../../reports/samples/hostile.ts";
import { readyEntries } from "./known-failures.ts";

test("writes entries that read back equal, and in which nothing of a target steers a terminal or a parser", () => {
  const report = hostile();
  const text = readyEntries(report) ?? "";
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|\p{Cs}/u);
  const failure = report.requirements[0]?.checks[0]?.failure;
  expect(parse(text)).toMatchObject({
    knownFailures: [{ reason: failure?.message, counterexample: failure?.counterexample, cause: failure?.cause }],
  });
});
