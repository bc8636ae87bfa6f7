import { afterEach, expect, test } from "vitest";
import { createFake, type Fake } from "../../../fake/index.ts";
import { runChecksOrThrow } from "../../host/run-checks.ts";
import { completeTarget } from "../../target/load.ts";
import { ordinaryRun } from "../check/options.ts";

let fake: Fake | null = null;

afterEach(async () => {
  await fake?.close();
});

/** Verdicts of the requirements on the connection check that are no pass, with as many tokens as are named. */
async function unproven(running: Fake, count: number) {
  const tokens = (running.target.fixtures?.challengeTokens ?? []).slice(0, count);
  const fixtures = { ...running.target.fixtures, challengeTokens: tokens };
  const target = completeTarget({ ...running.target, fixtures }, process.cwd());
  const report = await runChecksOrThrow(ordinaryRun(target, { only: ["connection.*"] }));
  return report.requirements
    .filter(({ verdict, unobservable }) => verdict !== "pass" && !unobservable)
    .map(({ id, verdict, missingFixtures }) => [id, verdict, ...missingFixtures]);
}

test("a second run goes on with the tokens that the first has left", async () => {
  fake = await createFake();
  expect(await unproven(fake, 24)).toEqual([]);
  expect(await unproven(fake, 24)).toEqual([]);
});

test("a token that an earlier run left between others that it used is not taken for the first of the unused", async () => {
  fake = await createFake();
  const { baseUrl, apiKey, fixtures } = fake.target;
  for (const [index, token] of (fixtures?.challengeTokens ?? []).slice(0, 12).entries()) {
    if ([0, 5, 6].includes(index)) continue;
    const url = `${baseUrl}/v1/agent/verify-connection?token=${token}`;
    await fetch(url, { headers: { authorization: `Bearer ${apiKey}` } });
  }
  expect(await unproven(fake, 60)).toEqual([]);
});

test("tokens that the target calls used are missing, not rejected", async () => {
  fake = await createFake();
  await unproven(fake, 4);
  const verdicts = await unproven(fake, 4);
  expect(verdicts).toContainEqual(["connection.fresh-token", "skip", "challengeTokens"]);
  expect(verdicts.map(([, verdict]) => verdict)).not.toContain("fail");
});

test("a target that rejects fresh tokens fails", async () => {
  fake = await createFake({ mutants: ["negate@verify-connection:/data/ok[value=true]"] });
  expect(await unproven(fake, 24)).toContainEqual(["connection.fresh-token", "fail"]);
});

// Of few tokens three that are nearly right are tried before the first use, of more another one's after it.
test.each([
  ["5-untold", 2],
  ["5-told", 3],
  ["3-untold", 6],
  ["3-untold", 24],
])("who locks out after wrong tokens (%s) has nothing to fear where %i are named", async (wrong, count) => {
  fake = await createFake({ variant: { "wrong-tokens": wrong } });
  expect(await unproven(fake, count)).toEqual([]);
});

test("a lock that the target tells of does not count as a rejection of an unused token", async () => {
  fake = await createFake({ variant: { "wrong-tokens": "3-told" } });
  // It is waited out where the second try comes late enough, and stays open where it does not.
  expect((await unproven(fake, 2)).map(([, verdict]) => verdict)).not.toContain("fail");
});

test("two tokens are enough for all that the connection check has to keep to", async () => {
  fake = await createFake();
  expect(await unproven(fake, 2)).toEqual([]);
});

test("the first of a few tokens that was used before is missing, not rejected", async () => {
  fake = await createFake();
  await unproven(fake, 2);
  const verdicts = await unproven(fake, 2);
  expect(verdicts).toContainEqual(["connection.fresh-token", "skip", "challengeTokens"]);
  expect(verdicts.map(([, verdict]) => verdict)).not.toContain("fail");
});
