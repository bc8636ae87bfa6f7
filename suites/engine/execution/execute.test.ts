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

/** A run whose target responds to everything the same. */
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

function endOf(run: Check["run"]): Promise<CheckOutcome> {
  return executeCheck({ ...check, run }, services, null);
}

test("a check that has judged something passes, one that came to nothing proves nothing", async () => {
  expect(await endOf(async (context) => context.asserted(3))).toMatchObject({ verdict: "pass", cases: 3 });
  expect(await endOf(async () => {})).toMatchObject({ verdict: "inconclusive", reason: NEVER_MET, cases: 0 });
});

test.each<[string, Error, Partial<CheckOutcome>]>([
  ["a fixture that is missing", new Skipped("no", ["user"]), { verdict: "skip", missingFixtures: ["user"] }],
  ["what this target does not allow for", new NotApplicable("no"), { verdict: "skip", aside: true }],
  ["a response that is none", new Inconclusive("no", "c.d"), { verdict: "inconclusive", blockedBy: "c.d" }],
  ["a budget that is spent", new BudgetSpent("no"), { verdict: "inconclusive", isCutShort: true }],
  ["the end of the run", new RunEnded("no"), { verdict: "inconclusive", isCutShort: false }],
])(
  "a check that is stopped by %s says so, and is no proof, whatever it has judged before",
  async (_, error, ending) => {
    const stopped = await endOf(async (context) => {
      context.asserted();
      throw error;
    });
    const untouched = { blockedBy: null, missingFixtures: [], aside: false, failure: null };
    expect(stopped).toMatchObject({ ...untouched, reason: "no", cases: 1, ...ending });
  },
);

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

test("what a check refutes by itself is a failure that shows what it has sent", async () => {
  const failed = await endOf(async (context) => {
    await context.send(exchange.request);
    refute();
  });
  expect(failed).toMatchObject({ verdict: "fail", reason: "it is not so", requests: 1 });
  expect(failed.failure?.evidence.exchanges).toMatchObject([{ request: exchange.request }]);
});

test("what one of its cases refutes is a failure with the case that shows it", async () => {
  const failed = await endOf((context) =>
    context.forEach(["first", "second"], async (item) => {
      if (item === "second") refute();
    }),
  );
  expect(failed).toMatchObject({ verdict: "fail", reason: "it is not so", failure: { counterexample: "second" } });
});

test("whether a target changes tasks by itself is asked before anything has failed, while there are requests for it", async () => {
  const history = { of: vi.fn(() => []) };
  const looking = { ...services, history } as unknown as RunServices;
  const run: Check["run"] = async (context) => context.asserted();
  await executeCheck({ ...check, run }, looking, null);
  expect(history.of).not.toHaveBeenCalled();
  await executeCheck({ ...check, requirement: "tasks.list.status", run }, looking, null);
  expect(history.of).toHaveBeenCalledWith("list-tasks");
});

test("a defect of the suite is no ending of a check", async () => {
  await expect(endOf(() => Promise.reject(new TypeError("no such thing")))).rejects.toThrow("no such thing");
});

test("a question that has no response is no defect, one that breaks is", async () => {
  const ask = (run: (context: CheckContext) => Promise<void>) => executeObserver({ ...check, run }, services);
  for (const error of [new Inconclusive("no"), new Skipped("no")]) {
    await expect(ask(() => Promise.reject(error))).resolves.toBeUndefined();
  }
  await expect(ask(() => Promise.reject(new TypeError("no such thing")))).rejects.toThrow("no such thing");
});
