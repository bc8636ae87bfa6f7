import { expect, test } from "vitest";
import { nonconformant } from "../../reports/samples/runs.ts";
import type { KnownFailure } from "../target/types.ts";
import { matchKnown } from "./known.ts";

const { requirements } = nonconformant();
const failing = requirements.find(({ verdict }) => verdict === "fail");
const passing = requirements.find(({ verdict }) => verdict === "pass");

function told(entry: Partial<KnownFailure>): string | null {
  const whole = {
    requirement: "",
    operation: null,
    reason: "",
    owner: "me",
    expires: "",
    counterexample: null,
    cause: null,
  };
  return matchKnown(requirements, { entries: [{ ...whole, ...entry }], problems: [] }).problem;
}

test("an entry whose requirement passes is to be taken out", () => {
  expect(told({ requirement: passing?.id ?? "" })).toBe(
    `the known failure of ${passing?.id} passes now: take its entry out`,
  );
});

test("an entry that excuses nothing of what fails does not count as mended", () => {
  const id = failing?.id ?? "";
  expect(told({ requirement: id, operation: "verify-connection" })).toBe(
    `the known failure of ${id} at verify-connection is not what fails there: correct its entry, or take it out`,
  );
  expect(told({ requirement: id, cause: "another" })).toMatch(/of this cause is not what fails there/);
  expect(told({ requirement: id })).toBeNull();
});
