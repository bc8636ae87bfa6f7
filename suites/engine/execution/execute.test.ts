import { expect, test, vi } from "vitest";
import { BudgetSpent, Inconclusive, RunEnded } from "../../client/inconclusive.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import { NotApplicable, Skipped } from "../../outcome/skipped.ts";
import { fail } from "../../verifiers/expect.ts";
import type { RunServices } from "../cases/context.ts";
import { createLostWrites } from "../cases/lost-writes.ts";
import type { Check, CheckContext, CheckOutcome } from "../check/check.ts";
import { executeCheck, executeObserver, NEVER_MET } from "./execute.ts";

const exchange = answeredExchange(200, {});

/** A run whose target responds to every request in the same way. */
const services = {
  lost: createLostWrites({ fixtures: {} }),
  context: { seed: 1, budget: "standard", target: {}, document: { operations: [] } },
  client: {
    async send(_request: unknown, { onExchange }: { onExchange: (sent: typeof exchange) => void }) {
      onExchange(exchange);
      return exchange;
    },
  },
  ledger: {},
  references: {},
  polling: {},
  history: { of: () => [] },
} as unknown as RunServices;

const check = { requirement: "a.b", name: "a check", operations: ["recall"], fixtures: [], writes: false };

function outcomeOf(run: Check["run"]): Promise<CheckOutcome> {
  return executeCheck({ ...check, run }, services, null);
}

test("passes a check that asserted something, and leaves one without an assertion inconclusive", async () => {
  expect(await outcomeOf(async (context) => context.asserted(3))).toMatchObject({ verdict: "pass", cases: 3 });
  expect(await outcomeOf(async () => {})).toMatchObject({ verdict: "inconclusive", reason: NEVER_MET, cases: 0 });
});

test.each<[string, Error, Partial<CheckOutcome>]>([
  ["a missing fixture", new Skipped("no", ["user"]), { verdict: "skip", missingFixtures: ["user"] }],
  ["a check that is not applicable", new NotApplicable("no"), { verdict: "skip", isNotApplicable: true }],
  ["an unusable response", new Inconclusive("no", "c.d"), { verdict: "inconclusive", blockedBy: "c.d" }],
  ["a spent budget", new BudgetSpent("no"), { verdict: "inconclusive", isCutShort: true }],
  ["the end of the run", new RunEnded("no"), { verdict: "inconclusive", isCutShort: false }],
])("reports a check that is stopped by %s as such and not as a proof", async (_, error, ending) => {
  const stopped = await outcomeOf(async (context) => {
    context.asserted();
    throw error;
  });
  const untouched = { blockedBy: null, missingFixtures: [], isNotApplicable: false, failure: null };
  expect(stopped).toMatchObject({ ...untouched, reason: "no", cases: 1, ...ending });
});

function refute(): never {
  fail({
    message: "it is not so",
    expected: "so",
    actual: "not so",
    verifier: "expectThat",
    pointer: "",
    keyword: "so",
  });
}

test("reports a failure of a check with the requests that it sent", async () => {
  const failed = await outcomeOf(async (context) => {
    await context.send(exchange.request);
    refute();
  });
  expect(failed).toMatchObject({ verdict: "fail", reason: "it is not so", requests: 1 });
  expect(failed.failure?.evidence.exchanges).toMatchObject([{ request: exchange.request }]);
});

test("reports a failure of a case with its counterexample", async () => {
  const failed = await outcomeOf((context) =>
    context.forEach(["first", "second"], async (item) => {
      if (item === "second") refute();
    }),
  );
  expect(failed).toMatchObject({ verdict: "fail", reason: "it is not so", failure: { counterexample: "second" } });
});

test("checks whether the target changes tasks by itself before any failure, while requests are left", async () => {
  const history = { of: vi.fn(() => []) };
  const withHistory = { ...services, history } as unknown as RunServices;
  const run: Check["run"] = async (context) => context.asserted();
  await executeCheck({ ...check, run }, withHistory, null);
  expect(history.of).not.toHaveBeenCalled();
  await executeCheck({ ...check, requirement: "tasks.list.status", run }, withHistory, null);
  expect(history.of).toHaveBeenCalledWith("list-tasks");
});

test("rethrows a defect of the suite", async () => {
  await expect(outcomeOf(() => Promise.reject(new TypeError("no such thing")))).rejects.toThrow("no such thing");
});

test("ignores an observer without a response, and rethrows a defect of one", async () => {
  const observe = (run: (context: CheckContext) => Promise<void>) => executeObserver({ ...check, run }, services);
  for (const error of [new Inconclusive("no"), new Skipped("no")]) {
    await expect(observe(() => Promise.reject(error))).resolves.toBeUndefined();
  }
  await expect(observe(() => Promise.reject(new TypeError("no such thing")))).rejects.toThrow("no such thing");
});
