import { expect, test } from "vitest";
import type { Report } from "../../spec/report.ts";
import { SAMPLES } from "../samples/index.ts";
import { nonconformant } from "../samples/runs.ts";
import { ctrf } from "./ctrf.ts";

interface Ctrf {
  readonly reportFormat: string;
  readonly specVersion: string;
  readonly results: {
    readonly tool: { readonly name: string };
    readonly summary: Readonly<Record<string, number>>;
    readonly tests: readonly {
      readonly name: string;
      readonly status: string;
      readonly duration: number;
      readonly suite: string[];
    }[];
  };
}

const parsed = (report: Report): Ctrf => JSON.parse(ctrf(report));

test.each(Object.entries(SAMPLES))("%s: has the members that the format requires, and counts that agree", (_, make) => {
  const { reportFormat, specVersion, results } = parsed(make());
  expect([reportFormat, specVersion]).toEqual(["CTRF", "1.0.0"]);
  for (const status of ["passed", "failed", "skipped", "pending", "other"]) {
    expect(results.summary[status]).toBe(results.tests.filter((each) => each.status === status).length);
  }
  expect(results.summary.tests).toBe(results.tests.length);
  const { start = 0, stop, duration = 0 } = results.summary;
  expect([stop, duration]).toEqual([start + duration, make().run.durationMs]);
  expect(Object.values(results.summary).every(Number.isInteger)).toBe(true);
  expect(
    results.tests.every((each) => each.name !== "" && Number.isInteger(each.duration) && each.suite.length > 0),
  ).toBe(true);
});

test("tells failed, unanswered and skipped apart", () => {
  const statusOf = (id: string) =>
    parsed(nonconformant()).results.tests.flatMap((each) => (each.name === id ? [each.status] : []));
  expect(statusOf("tasks.create.title-length")).toEqual(["failed"]);
  expect(statusOf("tasks.list.order")).toEqual(["other"]);
  expect(statusOf("recall.order")).toEqual(["skipped"]);
});
