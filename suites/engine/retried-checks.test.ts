import { afterEach, expect, test } from "vitest";
import { createFake, type Fake } from "../../fake/index.ts";
import { NoResponse, QuotaExhausted } from "../client/inconclusive.ts";
import { completeTarget } from "../target/load.ts";
import { fail } from "../verifiers/expect.ts";
import type { Check, CheckContext, RunContext, Suite } from "./check/check.ts";
import { ordinaryRun } from "./check/options.ts";
import { prepareRun } from "./run.ts";

let fake: Fake | null = null;
afterEach(async () => {
  await fake?.close();
});

type Run = (check: CheckContext, tries: number, mark: string) => Promise<void>;

/** Runs one check together with a slow one; `tries` counts its starts under all marks. */
async function runOf(run: Run, more: Partial<Check> = {}) {
  fake = await createFake();
  let tries = 0;
  const events: string[] = [];
  const common = { operations: ["list-tasks"], fixtures: [], writes: false };
  const checks = (context: RunContext): Check[] => [
    {
      ...common,
      requirement: "tasks.list.succeeds",
      name: "tried",
      async run(check) {
        tries += 1;
        events.push(`try ${tries}`);
        await run(check, tries, context.mark);
        check.asserted();
      },
      ...more,
    },
    {
      ...common,
      requirement: "tasks.list.max-limit",
      name: "slow",
      async run(check) {
        await check.pause(100);
        events.push("slow ended");
        check.asserted();
      },
    },
  ];
  const suite: Suite = { checks };
  const settings = ordinaryRun(completeTarget(fake.target, process.cwd()), { only: ["tasks.list.*"] });
  const prepared = await prepareRun(settings, [suite], new AbortController().signal);
  await Promise.all(prepared.checks.map((check) => prepared.execute(check)));
  const requirement = prepared.report().requirements.find(({ id }) => id === "tasks.list.succeeds");
  await prepared.close();
  const [check] = requirement?.checks ?? [];
  return { events, verdict: requirement?.verdict, retried: requirement?.retried, reason: check?.reason };
}

const lost = () => new NoResponse("no response");
const refute = () => fail({ message: "refuted", expected: "a", actual: "b", verifier: "v", pointer: "", keyword: "k" });

test("retries a check without a response once after all others ended, and marks it as retried", async () => {
  const found = await runOf(async (_, tries) => {
    if (tries === 1) throw lost();
  });
  expect(found).toMatchObject({ events: ["try 1", "slow ended", "try 2"], verdict: "pass", retried: true });
});

test("keeps the reason of a check that never gets a response, after a limited number of retries", async () => {
  const found = await runOf(async () => {
    throw lost();
  });
  expect(found).toMatchObject({
    verdict: "inconclusive",
    retried: true,
    reason: expect.stringMatching(/^no response \(/),
  });
  // The first try, one with existing resources, and three with recreated ones.
  expect(found.events.filter((event) => event.startsWith("try"))).toHaveLength(5);
});

test("retries a check with recreated resources and a new mark if a shared resource got no response", async () => {
  const marks = new Set<string>();
  const found = await runOf(async (_, tries, mark) => {
    marks.add(mark);
    if (tries < 4) throw lost();
  });
  expect([found.verdict, found.retried, marks.size]).toEqual(["pass", true, 3]);
});

test("counts a failure of the second try at once if the check does not write", async () => {
  const found = await runOf(async (_, tries) => {
    if (tries === 1) throw lost();
    refute();
  });
  expect([found.verdict, found.events.length]).toEqual(["fail", 3]);
});

test("counts a failure of a check that writes if it recurs with recreated resources", async () => {
  const marks = new Set<string>();
  const writing = async (fails: (tries: number) => boolean) => {
    marks.clear();
    return runOf(
      async (_, tries, mark) => {
        marks.add(mark);
        if (tries === 1) throw lost();
        if (fails(tries)) refute();
      },
      { writes: true },
    );
  };
  expect((await writing((tries) => tries === 2)).verdict).toBe("pass");
  await fake?.close();
  expect((await writing(() => true)).verdict).toBe("fail");
  expect(marks.size).toBe(2);
});

test("does not retry a check after an exhausted quota or a pass", async () => {
  const used = await runOf(async () => {
    throw new QuotaExhausted("the plan is used up");
  });
  await fake?.close();
  const passed = await runOf(async () => {});
  expect([used.retried, passed.retried]).toEqual([undefined, undefined]);
  expect([used.events.length, passed.events.length]).toEqual([2, 2]);
});
