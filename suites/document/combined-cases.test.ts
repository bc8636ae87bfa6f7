import { afterEach, expect, test } from "vitest";
import { createFake, type Fake } from "../../fake/index.ts";
import { ordinaryRun } from "../engine/check/options.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { completeTarget } from "../target/load.ts";

let fake: Fake | null = null;
afterEach(() => fake?.close());

const BOUNDS = ["recall.depth-min", "recall.depth-max", "recall.limit-min", "recall.limit-max"];

/** Runs the bounds of recall in a smoke run. */
async function smoke(mutants: readonly string[] = []) {
  fake = await createFake({ mutants });
  const target = completeTarget(fake.target, process.cwd());
  return runChecksOrThrow(ordinaryRun(target, { budget: "smoke", only: BOUNDS }));
}

test("combines several bounds in one request first, and does not repeat the valid request for each violation", async () => {
  const { coverage, requirements } = await smoke();
  expect(requirements.map(({ id, verdict }) => [id, verdict])).toEqual(BOUNDS.map((id) => [id, "pass"]));
  const cases = requirements
    .flatMap(({ checks }) => checks)
    .filter(({ name }) => /at and inside the bounds$|^an invalid \S+ is rejected$/.test(name));
  const tried = cases.reduce((sum, check) => sum + check.cases, 0);
  const sent = cases.reduce((sum, check) => sum + check.requests, 0);
  expect(tried).toBeGreaterThanOrEqual(12);
  // Each violation is sent alone, and first checks of the operation are among them. Three requests are no cases: one with
  // all members, one that shows that walks can start from a new memory, and one that breaks a bound with a query.
  expect(sent).toBeLessThanOrEqual(tried + 3);
  const addresses = coverage.constraints.filter(({ tried: times }) => times > 0).map(({ address }) => address);
  expect(addresses).toEqual(expect.arrayContaining(["recall.body.depth.maximum", "recall.body.limit.minimum"]));
});

test.each([
  ["tighten@recall.body.depth.maximum", "recall.depth-max", { depth: 3 }],
  ["tighten@recall.body.limit.minimum", "recall.limit-min", { limit: 1 }],
])("finds what a smoke run combines and the target rejects alone: %s", async (mutant, requirement, members) => {
  const { requirements } = await smoke([mutant]);
  const failed = requirements.filter(({ verdict }) => verdict === "fail");
  expect(failed.map(({ id }) => id)).toEqual([requirement]);
  const failure = failed.flatMap(({ checks }) => checks).find((check) => check.failure)?.failure;
  expect(failure?.counterexample).toEqual(
    expect.objectContaining({
      request: expect.objectContaining({ body: { ...members, seed_id: expect.any(String) } }),
    }),
  );
});
