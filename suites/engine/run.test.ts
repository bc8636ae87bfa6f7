import { afterEach, expect, test } from "vitest";
import { createFake, type Fake } from "../../fake/index.ts";
import { disputedSuite } from "../document/disputed.suite.ts";
import { runChecksOrThrow } from "../host/run-checks.ts";
import { suites } from "../host/suites.ts";
import { completeTarget } from "../target/load.ts";
import type { Suite } from "./check/check.ts";
import { ordinaryRun } from "./check/options.ts";
import { prepareRun } from "./run.ts";

let fake: Fake | null = null;

afterEach(async () => {
  await fake?.close();
});

test("ends a run with maxFailures 1 at the first failure, even before its first check", async () => {
  fake = await createFake({ mutants: ["drop@create-task!/error/code"] });
  const target = completeTarget(fake.target, process.cwd());
  const settings = ordinaryRun(target, { only: ["errors.code"], budget: "smoke", maxFailures: 1 });
  const report = await runChecksOrThrow(settings);
  expect(report.requirements.map(({ id, verdict }) => [id, verdict])).toEqual([["errors.code", "fail"]]);
  expect(report.problem).toContain("ended after 1 failed requirements");
});

test("ends a verdict-only run at the first failure, without shrinking", async () => {
  fake = await createFake({ mutants: ["wrong-type@list-tasks:/data/*/title"] });
  const target = completeTarget(fake.target, process.cwd());
  const settings = ordinaryRun(target, { only: ["tasks.fields.*", "tasks.list.*"], verdictOnly: true });
  const { run, requirements, problem } = await runChecksOrThrow(settings);
  expect(requirements.filter(({ verdict }) => verdict === "fail").length).toBeGreaterThan(0);
  expect(problem).toContain("ended after 1 failed requirements");
  expect(run.requests).toBeLessThan(200);
  const failures = requirements.flatMap(({ checks }) => checks.flatMap(({ failure }) => failure ?? []));
  expect(failures.map(({ shrinks }) => shrinks).filter((shrinks) => shrinks > 0)).toEqual([]);
});

test("reports a request limit that the preflight uses up as the reason, not as a defect", async () => {
  fake = await createFake();
  const target = completeTarget({ ...fake.target, limits: { requests: 3 } }, process.cwd());
  const report = await runChecksOrThrow(ordinaryRun(target, { only: ["tasks.create.title-max"] }));
  expect(report).toMatchObject({ verdict: "unusable", exitCode: 2 });
  expect(report.requirements[0]).toMatchObject({
    verdict: "skip",
    reason: expect.stringMatching(/not run at this budget: .*; a higher limits\.requests runs it/),
  });
});

test("skips a check that is not applicable to a target, and leaves its requirement to the others", async () => {
  fake = await createFake({ variant: { "repeated-flag": "rejected" } });
  const target = completeTarget(fake.target, process.cwd());
  const first = await runChecksOrThrow(ordinaryRun(target, { only: ["messages.flag.succeeds"] }));
  const again = await runChecksOrThrow(ordinaryRun(target, { only: ["messages.flag.succeeds"] }));
  expect([first, again].map(({ requirements }) => requirements[0]?.verdict)).toEqual(["pass", "pass"]);
  expect(again.requirements[0]?.checks.filter(({ verdict }) => verdict === "skip")).toEqual([
    expect.objectContaining({
      name: "a human's message can be flagged",
      reason: expect.stringContaining("earlier run"),
    }),
  ]);
});

test("lists the checks that decide a verdict before those that passed", async () => {
  fake = await createFake({ mutants: ["tighten@create-task.body.title.maxLength"] });
  const target = completeTarget(fake.target, process.cwd());
  const report = await runChecksOrThrow(ordinaryRun(target, { only: ["tasks.create.title-max"] }));
  const verdicts = report.requirements[0]?.checks.map(({ verdict }) => verdict) ?? [];
  expect(verdicts.at(0)).toBe("fail");
  expect(verdicts.slice(verdicts.lastIndexOf("fail") + 1)).toContain("pass");
  expect(verdicts.indexOf("pass")).toBeGreaterThan(verdicts.lastIndexOf("fail"));
});

test("names the missing fixture for what no response showed, and accepts it by that fixture", async () => {
  fake = await createFake();
  const { baseUrl, apiKey } = fake.target;
  const target = completeTarget({ baseUrl, apiKey, acceptSkips: ["memberChannel"] }, process.cwd());
  const only = ["tasks.create.title-max", "messages.fields.types", "messages.hit.*"];
  const { requirements, exitCode } = await runChecksOrThrow(ordinaryRun(target, { only }));
  expect(new Set(requirements.map(({ verdict, missingFixtures }) => `${verdict} ${missingFixtures}`))).toEqual(
    new Set(["pass ", "skip memberChannel"]),
  );
  expect(exitCode).toBe(0);
});

test("lets observers that create tasks wait for the checks", async () => {
  fake = await createFake();
  const target = completeTarget({ ...fake.target, limits: { tasks: 1 } }, process.cwd());
  const requirement = "tasks.create.succeeds";
  const one: Suite = {
    checks: (context) =>
      suites
        .flatMap((suite) => suite.checks(context))
        .filter((check) => check.requirement === requirement)
        .slice(0, 1),
    observers: (context) => suites.flatMap((suite) => suite.observers?.(context) ?? []),
  };
  const run = await prepareRun(ordinaryRun(target, {}), [one], new AbortController().signal);
  const asksTasks = run.observers.find(({ operations }) => operations.includes("create-task"));
  const asksRecall = run.observers.find(({ operations }) => operations.every((one) => one === "recall"));
  const [check] = run.checks;
  if (!asksTasks || !asksRecall || !check) throw new Error("the suite has no such question or check");
  const observed: string[] = [];
  void run.observe(asksTasks).then(() => observed.push("tasks"));
  await run.observe(asksRecall).then(() => observed.push("recall"));
  expect(observed).toEqual(["recall"]);
  expect((await run.execute(check)).verdict).toBe("pass");
  await run.close();
});

test("ends a run of some suites although an observer waits for the last check", async () => {
  fake = await createFake();
  const target = completeTarget(fake.target, process.cwd());
  const run = await prepareRun(ordinaryRun(target), [disputedSuite], new AbortController().signal);
  expect(run.observers.some(({ operations }) => operations.includes("create-task"))).toBe(true);
  const all = disputedSuite.checks(run.context).length;
  expect(run.checks).toHaveLength(all);
  await Promise.all([...run.checks.map(run.execute), ...run.observers.map(run.observe)]);
  await run.close();
  expect(run.report().run.requests).toBeGreaterThan(0);
});

test("leaves the requirement of a check that throws inconclusive, with the error as reason", async () => {
  fake = await createFake();
  const target = completeTarget(fake.target, process.cwd());
  const requirement = "tasks.create.succeeds";
  const breaking: Suite = {
    checks: () => [
      {
        requirement,
        name: "breaks",
        operations: ["create-task"],
        fixtures: [],
        writes: false,
        run: async () => {
          throw new TypeError("no such thing");
        },
      },
    ],
  };
  const settings = ordinaryRun(target, { only: [requirement] });
  const run = await prepareRun(settings, [breaking], new AbortController().signal);
  await Promise.all(run.checks.map(run.execute));
  await run.close();
  expect(run.defects()).toEqual([new TypeError("no such thing")]);
  expect(run.report().requirements).toMatchObject([
    {
      id: requirement,
      verdict: "inconclusive",
      unchecked: false,
      reason: "the check itself broke, which is a defect of wac and not of the target: TypeError: no such thing",
    },
  ]);
});
