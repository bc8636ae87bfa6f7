import { expect, test } from "vitest";
import type { Exchange, ResponseViolation } from "../../client/exchange.ts";
import { createSpending } from "../../client/spending.ts";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import { createMonitors } from "../../monitors/monitors.ts";
import { completeTarget } from "../../target/load.ts";
import { createLedger } from "../cases/ledger.ts";
import type { CheckOutcome } from "../check/check.ts";
import { ordinaryRun } from "../check/options.ts";
import { loadContract } from "../contract.ts";
import { buildReport } from "./report.ts";

const { document, catalogue } = await loadContract({ overlay: null, parameters: {} });

const PROVEN = "auth.no-header";
const SKIPPED = "tasks.create.succeeds";
/** A requirement that only monitors judge. */
const WATCHED = "messages.fields.types";

function outcome(requirement: string, over: Partial<CheckOutcome> = {}): CheckOutcome {
  return {
    check: { requirement, name: "a check", operations: [] },
    verdict: "pass",
    reason: null,
    blockedBy: null,
    missingFixtures: [],
    isNotApplicable: false,
    cases: 1,
    requests: 1,
    durationMs: 1,
    seed: 1,
    failure: null,
    ...over,
  };
}

const ledgerOf = (...exchanges: readonly Exchange[]) => {
  const ledger = createLedger(createMonitors(document, catalogue));
  for (const exchange of exchanges) ledger.note(exchange);
  return ledger;
};

/** Returns the report of a run with these requirements and outcomes. */
function reportOf(
  only: readonly string[],
  outcomes: readonly CheckOutcome[],
  acceptSkips: string[] = [],
  ledger = ledgerOf(),
  readOnly = false,
) {
  const target = completeTarget({ baseUrl: "http://127.0.0.1", apiKey: "wak_secret", acceptSkips }, process.cwd());
  const settings = ordinaryRun(target, { only, readOnly });
  const { operations } = document;
  return buildReport({
    id: "run",
    context: { document, catalogue, operations, target, budget: "standard", seed: 1, mark: "mark", readOnly: false },
    settings,
    clock: { startedAt: new Date(0), started: 0 },
    outcomes,
    ledger,
    spending: createSpending({ requests: 1, tasks: 1, uploadBytes: 1 }),
    waitedMs: 0,
    marks: ["mark"],
    preflight: { kind: "open" },
    selected: (requirement) => only.includes(requirement),
    openPoints: [],
    problem: null,
  });
}

test.each<[string, readonly string[], string[], number]>([
  ["for no fixture at all", [], ["memberChannel"], 3],
  ["for a fixture whose absence is accepted", ["memberChannel"], ["memberChannel"], 0],
  ["for a fixture whose absence is not accepted", ["memberChannel"], [], 3],
  ["for two fixtures of which one is accepted", ["memberChannel", "user"], ["memberChannel"], 3],
])(
  "leaves the gate open for a MUST that is skipped %s only if all of them are accepted",
  (_, missingFixtures, accepted, exitCode) => {
    const skip = outcome(SKIPPED, { verdict: "skip", reason: "it would write", missingFixtures });
    const report = reportOf([PROVEN, SKIPPED], [outcome(PROVEN), skip], accepted);
    expect([report.verdict, report.exitCode]).toEqual(["incomplete", exitCode]);
  },
);

test("reports each cause in the traffic as a check of its own, so that a known cause excuses no other", () => {
  const violation = (pointer: string): ResponseViolation => ({
    requirement: WATCHED,
    verifier: "monitor",
    pointer,
    keyword: "type",
    message: `${pointer} is not a text`,
    expected: "a text",
    actual: "1",
  });
  const exchange = (...pointers: string[]) => ({ ...answeredExchange(200, {}), violations: pointers.map(violation) });
  const ledger = ledgerOf(exchange("/data/id", "/data/messages/0/id"), exchange("/data/messages/7/id"));
  const [requirement] = reportOf([WATCHED], [], [], ledger).requirements;
  expect(requirement?.checks.map(({ name, failure }) => [name, failure?.echoes])).toEqual([
    ["every response, at /data/id", 0],
    ["every response, at /data/messages/*/id", 1],
  ]);
});

test("names the fewest missing fixtures for what no response showed", () => {
  const operations = catalogue.get(WATCHED)?.operations ?? [];
  const skip = (missingFixtures: readonly string[]) =>
    outcome(SKIPPED, {
      check: { requirement: SKIPPED, name: "a check", operations },
      verdict: "skip",
      missingFixtures,
    });
  const outcomes = [skip([]), skip(["memberChannel", "user"]), skip(["user"]), skip(["scope", "user"])];
  const [requirement] = reportOf([WATCHED], outcomes).requirements;
  expect(requirement).toMatchObject({
    verdict: "skip",
    missingFixtures: ["user"],
    reason: "no response contained what this requirement is about: the target file has no fixture user",
  });
});

test("marks nothing as not applicable for a target that never responded", () => {
  const [requirement] = reportOf(["meta.request-id"], []).requirements;
  expect(requirement).toMatchObject({ notApplicable: false, verdict: "inconclusive" });
  const ledger = ledgerOf({
    ...answeredExchange(200, { success: true, data: [] }),
    operation: document.operations[0] ?? null,
  });
  expect(reportOf(["meta.request-id"], [], [], ledger).requirements).toMatchObject([{ notApplicable: true }]);
});

test("marks as not applicable what rules over all responses of a target never found", () => {
  const id = "tasks.create.creator";
  const ledger = ledgerOf({
    ...answeredExchange(200, { success: true, data: { id: "task_1" } }),
    operation: document.operations.find((operation) => operation.id === "create-task") ?? null,
  });
  const nothingJudged = (last: boolean) =>
    outcome(id, {
      check: { requirement: id, name: "a rule", operations: [], judgesTraffic: last },
      verdict: "skip",
      cases: 0,
      isNotApplicable: true,
    });
  const verdictOf = (last: boolean) => reportOf([id], [nothingJudged(last)], [], ledger).requirements;
  expect(verdictOf(true)).toMatchObject([
    { notApplicable: true, reason: "no response had the creating agent of a task" },
  ]);
  expect(verdictOf(false)).toMatchObject([{ notApplicable: false }]);
  expect(reportOf([id], [nothingJudged(true)]).requirements).toMatchObject([{ notApplicable: false }]);
});

test("gives a name that the target file lacks as the reason, rather than the budget", () => {
  const skip = (reason: string) => outcome(SKIPPED, { verdict: "skip", reason });
  const reasons = ["not run at this budget", "no case; the target file states no name under contract.parameters.x"];
  expect(reportOf([SKIPPED], reasons.map(skip)).requirements).toMatchObject([{ verdict: "skip", reason: reasons[1] }]);
  expect(reportOf([SKIPPED], reasons.slice(0, 1).map(skip)).requirements).toMatchObject([{ reason: reasons[0] }]);
});

test("skips what only a writing operation shows in a read-only run", () => {
  const [requirement] = reportOf(["files.upload.answer"], [], [], ledgerOf(), true).requirements;
  expect(requirement).toMatchObject({
    verdict: "skip",
    reason: "no response contained what this requirement is about: the run is read-only",
  });
});

test("leaves what no response showed open if no fixture is missing", () => {
  const [requirement] = reportOf([WATCHED], []).requirements;
  expect(requirement).toMatchObject({
    verdict: "inconclusive",
    reason: "no response contained what this requirement is about",
  });
});
