import type { Report } from "../../spec/report.ts";
import { Inconclusive } from "../client/inconclusive.ts";
import { createSpending } from "../client/spending.ts";
import { createLedger } from "../engine/cases/ledger.ts";
import { createLostWrites, lostWriteReason } from "../engine/cases/lost-writes.ts";
import type { BudgetName, CheckOutcome, RunContext } from "../engine/check/check.ts";
import { BUDGETS, ordinaryRun } from "../engine/check/options.ts";
import { loadContract } from "../engine/contract.ts";
import { notRun, skipped, whyNotRunnable } from "../engine/execution/not-run.ts";
import { buildReport } from "../engine/report/report.ts";
import { createHistory } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { createMonitors } from "../monitors/monitors.ts";
import { Failure, simpleFailure } from "../outcome/failure.ts";
import { type Recording, restored } from "../recording/read-recording.ts";
import { RULES } from "../rules/rules.ts";
import type { ResolvedTarget } from "../target/types.ts";
import { asCheck } from "./rules.suite.ts";

/** The reason for requirements that recorded traffic does not exercise. */
const NOT_TRIGGERED = "not exercised";

/** Returns the report on recorded exchanges, from the rules and the monitors, without sending anything. */
export async function judgeRecording({ head, exchanges }: Recording, target: ResolvedTarget): Promise<Report> {
  const clock = { startedAt: new Date(), started: performance.now() };
  const { document, catalogue, openPoints } = await loadContract(target);
  const budget: BudgetName = isBudget(head.budget) ? head.budget : "standard";
  const settings = ordinaryRun(target, { seed: head.seed, budget });
  const { seed, mark } = head;
  const context: RunContext = {
    document,
    catalogue,
    operations: document.operations,
    target,
    budget,
    seed,
    mark,
    readOnly: true,
  };
  const monitors = createMonitors(document, catalogue);
  const ledger = createLedger(monitors);
  const lost = createLostWrites(target);
  const history = createHistory(0).keepingAll();
  for (const exchange of exchanges) {
    const known = restored(exchange, { document, target, judge: monitors.judge });
    if (known === null) continue;
    ledger.note(known.past.exchange);
    lost.note(known.past.exchange);
    history.note(known.operation, known.past);
  }
  const knowledge: Knowledge = { context, history: history.of, settlingMs: () => head.settlingMs };
  const judged = RULES.map((rule): CheckOutcome => {
    const check = asCheck(rule);
    const missing = whyNotRunnable(check, settings, catalogue);
    if (missing !== null) return missing;
    const outcome = judgedBy(rule, check, knowledge);
    const isDoubtful = outcome.failure !== null && lost.mayExplain(outcome.failure.evidence);
    return isDoubtful
      ? { ...outcome, verdict: "inconclusive", reason: lostWriteReason(outcome.reason), failure: null }
      : outcome;
  });
  const ruled = new Set(RULES.map(({ requirement }) => requirement));
  const beyond = catalogue.requirements
    .filter(({ id, unobservable }) => !ruled.has(id) && unobservable === undefined)
    .map(({ id, operations }) =>
      unexercised(
        { requirement: id, name: "recorded exchanges", operations },
        "no rule and no monitor found it in the recorded exchanges",
      ),
    );
  return buildReport({
    id: crypto.randomUUID(),
    context,
    settings,
    clock,
    outcomes: [...judged, ...beyond],
    ledger,
    spending: createSpending({ requests: 0, tasks: 0, uploadBytes: 0 }),
    waitedMs: 0,
    marks: [mark],
    preflight: { kind: "open" },
    selected: () => true,
    openPoints,
    problem: null,
  });
}

function isBudget(name: string): name is BudgetName {
  return Object.hasOwn(BUDGETS, name);
}

type Named = CheckOutcome["check"];

function judgedBy(rule: (typeof RULES)[number], check: ReturnType<typeof asCheck>, knowledge: Knowledge): CheckOutcome {
  try {
    const witnesses = rule.judge(knowledge);
    if (witnesses === 0) return unexercised(check, "no recorded response contains a case to judge");
    return { ...notRun(check), verdict: "pass", reason: null, cases: witnesses };
  } catch (error) {
    if (error instanceof Inconclusive) return unexercised(check, error.message);
    if (!(error instanceof Failure)) throw error;
    return { ...notRun(check), verdict: "fail", reason: error.message, failure: simpleFailure(error.evidence) };
  }
}

function unexercised(check: Named, why: string): CheckOutcome {
  const named = { ...check, fixtures: [], writes: false, run: async () => {} };
  return { ...skipped(named, `${NOT_TRIGGERED}: ${why}`, []), isNotApplicable: true };
}
