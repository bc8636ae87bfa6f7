import { expect, test } from "vitest";
import { parse } from "yaml";
import { hostile } from "../../../reports/samples/hostile.ts";
import { nonconformant } from "../../../reports/samples/runs.ts";
import { PLACEHOLDER_OWNER, PLACEHOLDER_REASON } from "../../target/known-failures.ts";
import { readyEntries } from "./known-failures.ts";

test("writes entries that read back equal, and in which nothing of a target steers a terminal or a parser", () => {
  const report = hostile();
  const text = readyEntries(report) ?? "";
  expect(text).not.toMatch(/[^\P{Cc}\n]|\p{Bidi_Control}|\p{Cs}/u);
  const failure = report.requirements[0]?.checks[0]?.failure;
  expect(parse(text)).toMatchObject({
    knownFailures: [
      {
        reason: PLACEHOLDER_REASON,
        owner: PLACEHOLDER_OWNER,
        counterexample: failure?.counterexample,
        cause: failure?.cause,
      },
    ],
  });
});

test("says above each entry what failed", () => {
  const [first] = nonconformant().requirements.filter(({ verdict }) => verdict === "fail");
  const message = first?.checks.find(({ failure }) => failure !== null)?.failure?.message;
  expect(readyEntries(nonconformant())).toContain(`\n  # ${message}\n  - requirement: ${first?.id}\n`);
});

test("writes one entry for checks that failed for one cause", () => {
  const report = hostile();
  const [first] = report.requirements;
  if (first === undefined) throw new Error("the sample has no requirement");
  const twice = { ...report, requirements: [{ ...first, checks: [...first.checks, ...first.checks] }] };
  const entries = (parse(readyEntries(twice) ?? "") as { knownFailures: unknown[] }).knownFailures;
  expect(entries).toHaveLength(first.checks.filter(({ failure }) => failure !== null).length);
});
