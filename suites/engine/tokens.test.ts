import { afterEach, expect, test } from "vitest";
import { createFake, type Fake } from "../../fake/index.ts";
import { runInPlace } from "../host/in-place.ts";
import { completeTarget } from "../target/load.ts";
import { ordinaryRun } from "./options.ts";

let fake: Fake | null = null;

afterEach(async () => {
  await fake?.close();
});

/** Verdicts of the requirements on the connection check that are no pass, with as many tokens as are named. */
async function unproven(running: Fake, count: number) {
  const tokens = (running.target.fixtures?.challengeTokens ?? []).slice(0, count);
  const fixtures = { ...running.target.fixtures, challengeTokens: tokens };
  const target = completeTarget({ ...running.target, fixtures }, process.cwd());
  const report = await runInPlace(ordinaryRun(target, { only: ["connection.*"] }));
  return report.requirements
    .filter(({ verdict, unobservable }) => verdict !== "pass" && !unobservable)
    .map(({ id, verdict, missingFixtures }) => [id, verdict, ...missingFixtures]);
}

test("a second run goes on with the tokens that the first has left", async () => {
  fake = await createFake();
  expect(await unproven(fake, 24)).toEqual([]);
  expect(await unproven(fake, 24)).toEqual([]);
});

test("tokens that the target calls used are missing, not refused", async () => {
  fake = await createFake();
  await unproven(fake, 4);
  const verdicts = await unproven(fake, 4);
  expect(verdicts).toContainEqual(["connection.fresh-token", "skip", "challengeTokens"]);
  expect(verdicts.map(([, verdict]) => verdict)).not.toContain("fail");
});

test("a target that refuses fresh tokens fails", async () => {
  fake = await createFake({ faults: ["verify-never-ok"] });
  expect(await unproven(fake, 24)).toContainEqual(["connection.fresh-token", "fail"]);
});
