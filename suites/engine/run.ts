import { randomUUID } from "node:crypto";
import { setImmediate as otherEvents } from "node:timers/promises";
import type { Catalogue } from "../../spec/catalogue/requirements.ts";
import type { ApiDocument, Operation } from "../../spec/document/model.ts";
import type { Report } from "../../spec/report.ts";
import { Inconclusive } from "../client/inconclusive.ts";
import type { TransportOptions } from "../client/transport.ts";
import { createMonitors } from "../monitors/monitors.ts";
import { isReplayed } from "./cases/focus.ts";
import type { Check, CheckOutcome, Observer, RunContext, Suite } from "./check/check.ts";
import type { RunEvent } from "./check/events.ts";
import { BUDGETS, isRestricted, type RunSettings } from "./check/options.ts";
import { newMark } from "./check/run-mark.ts";
import { costsTask } from "./check/task-cost.ts";
import { loadContract } from "./contract.ts";
import { createCheckRunner } from "./execution/check-runner.ts";
import { brokenOutcome, executeObserver } from "./execution/execute.ts";
import { createFreshChecks } from "./execution/fresh-checks.ts";
import { whyNotRunnable } from "./execution/not-run.ts";
import { type Preflight, runPreflight } from "./execution/preflight.ts";
import { checksOfSecondCaller, secondCallerContext } from "./execution/second-caller-checks.ts";
import { createSecondCallerServices } from "./execution/second-caller-services.ts";
import { buildReport, isOwnText, type RunRecord, redactorOf } from "./report/report.ts";
import { createRunParts, type RunParts } from "./run-parts.ts";
import { createCompletion } from "./schedule/completion.ts";
import { planOf } from "./schedule/plan.ts";
import { createSchedule } from "./schedule/schedule.ts";
import { createSelection } from "./schedule/selection.ts";
import { withSupportingChecks } from "./schedule/supporting-checks.ts";

/** A run that is ready to start. */
export interface PreparedRun {
  readonly context: RunContext;
  readonly checks: readonly Check[];
  /** Runs one check after the preflight. One that breaks is inconclusive and adds to the defects. */
  execute(check: Check): Promise<CheckOutcome>;
  readonly observers: readonly Observer[];
  /** Runs one observer after the preflight. */
  observe(observer: Observer): Promise<void>;
  /** Aborts when the run ends before its checks do. */
  readonly ended: AbortSignal;
  /** Returns the report on everything found so far. */
  report(): Report;
  /** Returns the errors of checks that are not outcomes: defects of the suite, not of the target. */
  defects(): readonly unknown[];
  /** Ends what is running; no further check begins. */
  close(): Promise<void>;
}

/**
 * Loads the document and catalogue, creates the checks of the given suites, and connects the parts of a run. `tell`
 * receives its progress. Sends nothing. A caller that runs observers must run all checks, since an observer may wait
 * for the last of them.
 */
export async function prepareRun(
  settings: RunSettings,
  suites: readonly Suite[],
  signal: AbortSignal,
  onEvent: (event: RunEvent) => void = () => {},
  intercept?: TransportOptions["intercept"],
): Promise<PreparedRun> {
  const { document, catalogue, openPoints } = await loadContract(settings.target);
  const selected = createSelection(settings);
  const judged = suites.flatMap((suite) => suite.judgedOperations?.(selected) ?? []);
  const context = contextOf(settings, document, catalogue, selected, judged);
  const monitors = createMonitors(document, catalogue);
  const secondContext = secondCallerContext(context);
  const all: Check[] = [];
  for (const suite of suites) {
    all.push(...suite.checks(context));
    // Creating the cases takes a while, so interrupts are handled between two suites.
    await otherEvents();
  }
  if (secondContext !== null) all.push(...checksOfSecondCaller(secondContext, suites));
  const checks = settings.replay
    ? all.filter((check) => isReplayed(check, settings))
    : withSupportingChecks(all, selected, catalogue, monitors.watches);
  const parts = createRunParts({ context, settings, monitors, selected, signal, onEvent, intercept });
  const { services, spending, ending } = parts;
  const plan = planOf(checks, catalogue, settings, selected);
  const outcomes: CheckOutcome[] = [];
  const defects: unknown[] = [];
  const clock = { startedAt: new Date(), started: performance.now() };
  const id = randomUUID();
  let preflightRun: Promise<void> | null = null;
  let preflight: Preflight = { kind: "closed" };
  let isClosed = false;

  async function open(): Promise<void> {
    ending.begin();
    try {
      preflight = await runPreflight(services, selected);
      if (preflight.kind === "unusable") onEvent({ type: "stopped", problem: preflight.problem });
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      // A run may end before it began: no check sends anything then, and each gives the reason.
      preflight = { kind: "open" };
    }
  }

  // Observers use only the tasks that the checks leave: they do not affect the verdict.
  const costly = new Set(
    document.operations.filter((operation) => costsTask(context, operation)).map((operation) => operation.id),
  );
  const completion = createCompletion(checks);
  const fresh = createFreshChecks(context, suites, services, ending.signal);
  const runCheck = createCheckRunner({
    settings,
    services,
    spending,
    schedule: createSchedule(plan),
    fresh,
    servicesOfOther: secondContext === null ? null : createSecondCallerServices(secondContext, services, ending.signal),
    completion,
    // The report, which is built after the end, still uses the result of the preflight.
    preflight: () => (isClosed ? { kind: "closed" } : preflight),
  });

  onEvent({ type: "planned", checks: checks.length });
  return {
    context,
    checks,
    // A run that is restricted to some requirements asks about no open points.
    observers:
      BUDGETS[settings.budget].asksOpenPoints && !isRestricted(settings)
        ? suites.flatMap((suite) => suite.observers?.(context) ?? [])
        : [],
    async observe(observer) {
      preflightRun ??= open();
      await preflightRun;
      if (observer.operations.some((operation) => costly.has(operation))) await completion.allEnded;
      if (preflight.kind === "open" && whyNotRunnable({ ...observer, requirement: "" }, settings, catalogue) === null) {
        await executeObserver(observer, services);
      }
    },
    async execute(check) {
      preflightRun ??= open();
      await preflightRun;
      const outcome = await runCheck(check).catch((error: unknown) => {
        // A check that breaks has proven nothing. Without an outcome, its requirement would look unchecked.
        defects.push(error);
        return brokenOutcome(check, error);
      });
      outcomes.push(outcome);
      const { verdict, reason } = outcome;
      if (preflight.kind !== "unusable") {
        onEvent({ type: "checked", requirement: check.requirement, name: check.name, verdict, reason });
      }
      if (outcome.verdict === "fail") ending.failed(check.requirement);
      return outcome;
    },
    report() {
      for (const observation of parts.watchers.answers()) services.ledger.observe(observation, "watched");
      const problem = ending.reason() ?? services.client.problem();
      const record: RunRecord = {
        id,
        context,
        settings,
        clock,
        outcomes,
        ledger: services.ledger,
        spending,
        waitedMs: parts.pacer.waitedMs(),
        marks: [context.mark, ...(secondContext === null ? [] : [secondContext.mark]), ...fresh.marks()],
        preflight,
        selected,
        openPoints,
        problem,
      };
      writeRecording(parts, settings, record);
      return buildReport(record);
    },
    defects: () => defects,
    ended: ending.signal,
    close() {
      isClosed = true;
      return parts.close();
    },
  };
}

function writeRecording({ recorder, services }: RunParts, { record: path }: RunSettings, record: RunRecord): void {
  if (recorder === null || path === undefined) return;
  recorder.write(path, {
    context: record.context,
    startedAt: record.clock.startedAt,
    budget: record.settings.budget,
    settlingMs: services.polling.settlingMs(),
    redactor: redactorOf(record),
    isOwn: isOwnText(record),
  });
}

/** Returns the context from which the checks of a run are created. */
function contextOf(
  settings: RunSettings,
  document: ApiDocument,
  catalogue: Catalogue,
  selected: (requirement: string) => boolean,
  judged: readonly string[],
): RunContext {
  const { target, budget, seed, mark, readOnly, verdictOnly = false } = settings;
  const operations = isRestricted(settings) ? concerned(document, catalogue, selected, judged) : document.operations;
  return {
    document,
    catalogue,
    operations,
    target,
    budget,
    seed,
    mark: mark ?? newMark(document),
    readOnly,
    verdictOnly,
  };
}

/** Returns the operations of the selected requirements, the only ones for which cases are needed. */
function concerned(
  document: ApiDocument,
  catalogue: Catalogue,
  selected: (requirement: string) => boolean,
  judged: readonly string[],
): readonly Operation[] {
  const named = catalogue.requirements.flatMap(({ id, operations }) => (selected(id) ? operations : []));
  const ids = new Set([...named, ...judged]);
  return document.operations.filter(({ id }) => ids.has(id));
}
