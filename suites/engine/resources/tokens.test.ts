import { afterEach, expect, test } from "vitest";
import { createFake, type Fake } from "../../../fake/index.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { completeTarget } from "../../target/load.ts";
import { ordinaryRun } from "../check/options.ts";

let fake: Fake | null = null;

afterEach(async () => {
  await fake?.close();
});

/** Returns the requirements on the connection check that did not pass with this many tokens. */
async function unprovenRequirements(running: Fake, count: number) {
  const tokens = (running.target.fixtures?.challengeTokens ?? []).slice(0, count);
  const fixtures = { ...running.target.fixtures, challengeTokens: tokens };
  const target = completeTarget({ ...running.target, fixtures }, process.cwd());
  const report = await runChecksOrThrow(ordinaryRun(target, { only: ["connection.*"] }));
  return report.requirements
    .filter(({ verdict, unobservable }) => verdict !== "pass" && !unobservable)
    .map(({ id, verdict, missingFixtures }) => [id, verdict, ...missingFixtures]);
}

test("continues in a second run with the tokens that the first left", async () => {
  fake = await createFake();
  expect(await unprovenRequirements(fake, 24)).toEqual([]);
  expect(await unprovenRequirements(fake, 24)).toEqual([]);
});

test("does not take a token that an earlier run skipped for the first unused one", async () => {
  fake = await createFake();
  const { baseUrl, apiKey, fixtures } = fake.target;
  for (const [index, token] of (fixtures?.challengeTokens ?? []).slice(0, 12).entries()) {
    if ([0, 5, 6].includes(index)) continue;
    const url = `${baseUrl}/v1/agent/verify-connection?token=${token}`;
    await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
  }
  expect(await unprovenRequirements(fake, 60)).toEqual([]);
});

test("reports tokens that the target calls used as missing", async () => {
  fake = await createFake();
  await unprovenRequirements(fake, 4);
  const verdicts = await unprovenRequirements(fake, 4);
  expect(verdicts).toContainEqual(["connection.fresh-token", "skip", "challengeTokens"]);
  expect(verdicts.map(([, verdict]) => verdict)).not.toContain("fail");
});

test("fails a target that rejects fresh tokens", async () => {
  fake = await createFake({ mutants: ["negate@verify-connection:/data/ok[value=true]"] });
  expect(await unprovenRequirements(fake, 24)).toContainEqual(["connection.fresh-token", "fail"]);
});

// With few tokens, three similar ones are tried before the first use; with more, another one after it.
test.each([
  ["5-silent", 2],
  ["5-reported", 3],
  ["3-silent", 6],
  ["3-silent", 24],
])("does not lock itself out of a target that locks after wrong tokens (%s) with %i tokens", async (limit, count) => {
  fake = await createFake({ variant: { "failed-tokens": limit } });
  expect(await unprovenRequirements(fake, count)).toEqual([]);
});

test("does not treat an announced lock as the rejection of an unused token", async () => {
  fake = await createFake({ variant: { "failed-tokens": "3-reported" } });
  // The lock expires if the second try is late enough; otherwise the requirement stays open.
  expect((await unprovenRequirements(fake, 2)).map(([, verdict]) => verdict)).not.toContain("fail");
});

test("proves every requirement of the connection check with two tokens", async () => {
  fake = await createFake();
  expect(await unprovenRequirements(fake, 2)).toEqual([]);
});

test("reports the first of a few tokens as missing if it was used before", async () => {
  fake = await createFake();
  await unprovenRequirements(fake, 2);
  const verdicts = await unprovenRequirements(fake, 2);
  expect(verdicts).toContainEqual(["connection.fresh-token", "skip", "challengeTokens"]);
  expect(verdicts.map(([, verdict]) => verdict)).not.toContain("fail");
});
