import { randomUUID } from "node:crypto";
import type { ApiDocument, Operation } from "../../spec/document-model.ts";
import type { Report } from "../../spec/report.ts";
import type { Catalogue } from "../../spec/requirements.ts";
import { createClient } from "../client/client.ts";
import { offLimits } from "../client/off-limits.ts";
import { createPacer } from "../client/pacing.ts";
import { createSpending } from "../client/spending.ts";
import { createTransport } from "../client/transport.ts";
import { costsTask } from "../document/costs-task.ts";
import { createMonitors } from "../monitors/monitors.ts";
import { createWatchers } from "../observations/watchers.ts";
import { suites as allSuites } from "../suites.ts";
import { keysOf } from "../target/fixtures.ts";
import { anotherSide, checksOfAnotherSide } from "./another-side.ts";
import { createPlaces, leftToTheCaller, type Places } from "./as-another.ts";
import { createByTurns } from "./by-turns.ts";
import { withCarriers } from "./carriers.ts";
import type { Check, CheckOutcome, Observer, Suite, World } from "./check.ts";
import type { Surroundings } from "./context.ts";
import { loadContract } from "./contract.ts";
import { createEnding } from "./ending.ts";
import type { RunEvent } from "./events.ts";
import { excuse, leftOut } from "./excuse.ts";
import { brokenOutcome, executeCheck, executeObserver, NEVER_MET } from "./execute.ts";
import { focusOf, isReplayed } from "./focus.ts";
import { createHistory } from "./history.ts";
import { createLedger } from "./ledger.ts";
import { countedLook, firstLook, type Looks, withLook } from "./looks.ts";
import { newMark } from "./mark.ts";
import { createOneByOne } from "./one-by-one.ts";
import { BUDGETS, isRestricted, isSparing, type RunSettings } from "./options.ts";
import { Inconclusive } from "./outcome.ts";
import { createOver } from "./over.ts";
import { createPatience, type Patience } from "./patience.ts";
import { plannedRounds, roundOfFurtherLook } from "./planned-rounds.ts";
import { blockedOutcome, type Gate, openGate } from "./preflight.ts";
import { readOnlyGuard } from "./read-only.ts";
import { createReferences } from "./references.ts";
import { buildReport } from "./report.ts";
import { createRounds } from "./rounds.ts";
import { createSelection } from "./selection.ts";

/** A run that is ready to go: its checks can be hosted by vitest or run in place. */
export interface PreparedRun {
  readonly world: World;
  readonly checks: readonly Check[];
  /** Runs one check, after the preflight. */
  execute(check: Check): Promise<CheckOutcome>;
  readonly observers: readonly Observer[];
  /** Asks one question about open points, after the preflight. */
  observe(observer: Observer): Promise<void>;
  /** Everything that was found out so far. */
  report(): Report;
  close(): Promise<void>;
}

/**
 * Loads the document and catalogue, makes the checks of the given suites, and connects the parts of a run; `tell` hears how
 * it goes on. Sends nothing. Whoever runs some observers has to run all checks: an observer may wait for the last of them.
 */
export async function prepareRun(
  settings: RunSettings,
  signal: AbortSignal,
  tell: (event: RunEvent) => void = () => {},
  suites: readonly Suite[] = allSuites,
): Promise<PreparedRun> {
  const { target } = settings;
  const { document, catalogue, openPoints } = await loadContract(target);
  const selected = createSelection(settings);
  const { budget, seed } = settings;
  const operations = isRestricted(settings) ? concerned(document, catalogue, selected) : document.operations;
  const world: World = {
    document,
    catalogue,
    operations,
    target,
    budget,
    seed,
    mark: settings.mark ?? newMark(document),
    readOnly: settings.readOnly,
  };
  const monitors = createMonitors(document, catalogue);
  const side = anotherSide(world);
  const all = [
    ...suites.flatMap((suite) => suite.checks(world)),
    ...(side === null ? [] : checksOfAnotherSide(side, world, suites)),
  ];
  const checks = settings.replay
    ? all.filter((check) => isReplayed(check, settings))
    : withCarriers(all, selected, catalogue, monitors.watches);
  const isSparingRun = isSparing(settings);
  const planned = plannedRounds(checks, catalogue, settings, selected);
  const rounds = planned ? createRounds(planned) : null;
  const ledger = createLedger(monitors);
  const watchers = createWatchers(document);
  const spending = createSpending(spendingLimits(settings));
  const transport = createTransport({
    ...target.http,
    connections: target.limits.concurrency,
    offLimits: offLimits(target.baseUrl),
  });
  const ending = createEnding({ signal, maxFailures: settings.maxFailures, seconds: target.limits.seconds });
  const pacer = createPacer({ concurrency: target.limits.concurrency, perSecond: target.limits.requestsPerSecond });
  const client = createClient({
    transport,
    spending,
    pacer,
    signal: ending.signal,
    ...(settings.readOnly ? { guard: readOnlyGuard(target) } : {}),
    keys: keysOf(target),
    judge: monitors.judge,
    onRest: (status, ms) => tell({ type: "resting", status, ms }),
    onExchange(exchange) {
      ledger.note(exchange);
      watchers.note(exchange);
      for (const { requirement } of exchange.breaches) if (selected(requirement)) ending.failed(requirement);
    },
    downAfter: target.limits.concurrency + PATIENCE,
  });
  const references = createReferences(world);
  const patience = createPatience(world, ending.signal);
  const history = createHistory(BUDGETS[budget].historyBytes);
  const around: Surroundings = {
    world,
    client,
    ledger,
    references,
    patience,
    history,
    byTurns: createByTurns(),
    oneByOne: createOneByOne(),
  };
  const placeOf = side === null ? null : createPlaces(side, around, ending.signal);
  const outcomes: CheckOutcome[] = [];
  const clock = { startedAt: new Date(), started: performance.now() };
  const id = randomUUID();
  let opening: Promise<void> | null = null;
  let gate: Gate = { kind: "closed" };

  async function open(): Promise<void> {
    ending.begin();
    try {
      gate = await openGate(around, selected);
    } catch (error) {
      if (!(error instanceof Inconclusive)) throw error;
      // A run may end before it began: no check is sent then, and each says why.
      gate = { kind: "open" };
    }
  }

  /** Answers are judged in hindsight while others watch for what may come late: a sparing run needs its requests for those. */
  function aroundOf(check: Check): Surroundings {
    if (rounds === null || isSparingRun) return around;
    const throughout: Patience["throughout"] = (attempt) =>
      rounds.whileLookingOn(check, () => patience.throughout(attempt));
    return { ...around, patience: { ...patience, throughout } };
  }

  async function tryOut(check: Check, looks: Looks): Promise<CheckOutcome> {
    if (placeOf !== null && check.asAnother === true) return tryAsAnother(check, placeOf);
    const outcome = excuse(check, settings) ?? blockedOutcome(check, gate);
    if (outcome !== null) return outcome;
    const isExtra = rounds?.isExtra(check) ?? false;
    if (isExtra && check.last !== true && spending.isSpent()) return leftOut(check);
    const tried = await executeCheck(check, aroundOf(check), focusOf(check, settings), looks);
    // What it makes for its checks is little: that an extra one found nothing to judge says nothing of the target.
    const isUnanswered = tried.isCutShort === true || tried.reason === NEVER_MET;
    return isExtra && isUnanswered ? leftOut(check) : tried;
  }

  /** What the other agent looks at adds to the caller's own looks, takes what those have left, and leaves no gap. */
  async function tryAsAnother(check: Check, places: Places): Promise<CheckOutcome> {
    await callersOver;
    const blocked = blockedOutcome(check, gate);
    if (blocked !== null) return blocked;
    const place = spending.isSpent() ? null : await places(check);
    if (place === null) return leftToTheCaller(check);
    const tried = await executeCheck(check, place, focusOf(check, settings), countedLook());
    return tried.verdict === "pass" || tried.verdict === "fail" ? tried : leftToTheCaller(check);
  }

  /** A sparing run looks again at what has passed, while it has requests for the cases that are left over. */
  async function tryAgain(check: Check, looks: Looks, earlier: CheckOutcome | null): Promise<CheckOutcome> {
    const outcome = withLook(earlier, await tryOut(check, looks));
    const mayFollow = isSparingRun && outcome.verdict === "pass";
    const round = mayFollow ? roundOfFurtherLook(looks.rest(outcome.requests)) : null;
    if (rounds === null || round === null || looks.isFurther) return outcome;
    rounds.again(check, round);
    await rounds.turn(check);
    return tryAgain(check, looks.further(), outcome);
  }

  async function inItsRound(check: Check): Promise<CheckOutcome> {
    // A large run shares its requests among the areas from the first one on.
    const hasBegun = !isSparingRun && rounds?.begins(check);
    if (rounds && !hasBegun) await rounds.turn(check);
    try {
      return await tryAgain(check, firstLook(isSparingRun), null);
    } catch (error) {
      // A check that breaks has proven nothing: left out, its requirement would look as if nobody checked it.
      outcomes.push(brokenOutcome(check, error));
      throw error;
    } finally {
      rounds?.ended(check);
      over.ended(check);
    }
  }

  // What is no part of a verdict leaves the tasks of the run to the checks, and is content with those that they leave.
  const costly = new Set(document.operations.filter((one) => costsTask(world, one)).map((one) => one.id));
  const over = createOver(checks);
  const checked = over.whenOver(() => true);
  // What the other agent looks at takes what the caller's own checks have left, those that look on for long too.
  const callersOver = over.whenOver(({ asAnother, last }) => asAnother !== true && last !== true);

  tell({ type: "planned", checks: checks.length });
  return {
    world,
    checks,
    // A run that is restricted to some requirements asks no other questions, and a smoke run has no room for them.
    observers: isRestricted(settings) || isSparingRun ? [] : suites.flatMap((suite) => suite.observers?.(world) ?? []),
    async observe(observer) {
      opening ??= open();
      await opening;
      if (observer.operations.some((one) => costly.has(one))) await checked;
      if (gate.kind === "open" && excuse({ ...observer, requirement: "" }, settings) === null) {
        await executeObserver(observer, around);
      }
    },
    async execute(check) {
      opening ??= open();
      await opening;
      const outcome = await inItsRound(check);
      outcomes.push(outcome);
      const { verdict, reason } = outcome;
      tell({ type: "checked", requirement: check.requirement, name: check.name, verdict, reason });
      if (outcome.verdict === "fail" && selected(check.requirement)) ending.failed(check.requirement);
      return outcome;
    },
    report() {
      for (const observation of watchers.answers()) ledger.observe(observation, "watched");
      const problem = ending.reason() ?? client.problem();
      return buildReport({
        id,
        world,
        settings,
        clock,
        outcomes,
        ledger,
        spending,
        waitedMs: pacer.waitedMs(),
        marks: [world.mark, ...(side === null ? [] : [side.mark])],
        gate,
        selected,
        openPoints,
        problem,
      });
    },
    close() {
      ending.close();
      return transport.close();
    },
  };
}

/** The operations that the selected requirements are about: cases need be made for no others. */
function concerned(
  document: ApiDocument,
  catalogue: Catalogue,
  selected: (requirement: string) => boolean,
): readonly Operation[] {
  const ids = new Set(catalogue.requirements.flatMap(({ id, operations }) => (selected(id) ? operations : [])));
  return document.operations.filter(({ id }) => ids.has(id));
}

/** Requests without any response, beyond those that may be in flight together, before a target counts as down. */
const PATIENCE = 4;
const MIB = 1024 * 1024;

/** The bounds of the budget, or lower ones of the target file. */
function spendingLimits({ budget, target }: RunSettings) {
  return {
    requests: Math.min(BUDGETS[budget].requests, target.limits.requests ?? Number.POSITIVE_INFINITY),
    tasks: Math.min(BUDGETS[budget].tasks, target.limits.tasks ?? Number.POSITIVE_INFINITY),
    uploadBytes: target.limits.uploadMiB * MIB,
  };
}
