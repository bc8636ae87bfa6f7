import { expect, test } from "vitest";
import { conformant, nonconformant, unusable } from "../samples/runs.ts";
import { sarif } from "./sarif.ts";

const run = (text: string) => JSON.parse(text).runs[0];

test("gives each finding with its rule, level and the identity of its cause", () => {
  const { results, tool } = run(sarif(nonconformant()));
  expect(results.map((each: { ruleId: string; level: string }) => [each.ruleId, each.level])).toEqual([
    ["tasks.create.title-length", "error"],
    ["recall.order", "warning"],
    ["messages.page.exclusive", "error"],
  ]);
  expect(tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual(
    results.map((each: { ruleId: string }) => each.ruleId),
  );
  expect(results[0].partialFingerprints["cause/v1"]).toBe("tasks.create.title-length|expectRefusal||maxLength");
});

test("suppresses known failures and nothing else", () => {
  const { results } = run(sarif(nonconformant()));
  expect(results.map((each: { suppressions?: unknown }) => each.suppressions !== undefined)).toEqual([
    false,
    false,
    true,
  ]);
});

test("takes a SHOULD failure for an error in a strict run", () => {
  const base = nonconformant();
  const { results } = run(sarif({ ...base, run: { ...base.run, strict: true } }));
  const ofShould = results.find((each: { ruleId: string }) => each.ruleId === "recall.order");
  expect(ofShould.level).toBe("error");
});

test.each([
  ["conformant", conformant, true],
  ["nonconformant", nonconformant, true],
  ["unusable", unusable, false],
])("says of a run that is %s whether it could be executed", (_, make, successful) => {
  expect(run(sarif(make())).invocations[0].executionSuccessful).toBe(successful);
});

test("has no results for a conformant run", () => {
  expect(run(sarif(conformant())).results).toEqual([]);
});
