import { blockedUrls } from "../client/blocked-urls.ts";
import { createClient } from "../client/client.ts";
import { createPacer, type Pacer } from "../client/pacing.ts";
import { createSpending, type Spending, type SpendingLimits } from "../client/spending.ts";
import { createTransport, type TransportOptions } from "../client/transport.ts";
import { createHistory } from "../knowledge/history.ts";
import type { Monitors } from "../monitors/monitors.ts";
import type { Watcher } from "../observations/watcher.ts";
import { createWatchers } from "../observations/watchers.ts";
import { createRecorder, type Recorder } from "../recording/recorder.ts";
import { keysOf } from "../target/fixtures.ts";
import { createChangeQueue } from "./cases/change-queue.ts";
import type { RunServices } from "./cases/context.ts";
import { createCpuQueue } from "./cases/cpu-queue.ts";
import { createLedger } from "./cases/ledger.ts";
import { createLostWrites } from "./cases/lost-writes.ts";
import { createPolling } from "./cases/polling.ts";
import type { RunContext } from "./check/check.ts";
import type { RunEvent } from "./check/events.ts";
import { BUDGETS, type RunSettings } from "./check/options.ts";
import { createEarlyEnd, type EarlyEnd } from "./early-end.ts";
import { readOnlyGuard } from "./read-only.ts";
import { createReferences } from "./resources/references.ts";

/** The shared parts of one run: what checks use, and what limits and observes the traffic. */
export interface RunParts {
  readonly services: RunServices;
  readonly watchers: Watcher;
  readonly spending: Spending;
  readonly pacer: Pacer;
  readonly ending: EarlyEnd;
  /** Records the requests of the run; null if they are not recorded. */
  readonly recorder: Recorder | null;
  close(): Promise<void>;
}

export interface RunPartsOptions {
  readonly context: RunContext;
  readonly settings: RunSettings;
  readonly monitors: Monitors;
  /** Returns true if a requirement counts in this run. */
  readonly selected: (requirement: string) => boolean;
  readonly signal: AbortSignal;
  readonly onEvent: (event: RunEvent) => void;
  readonly intercept: TransportOptions["intercept"];
}

/** Connects the parts of a run: every exchange passes the limits, the monitors and the ledger. Sends nothing. */
export function createRunParts(options: RunPartsOptions): RunParts {
  const { context, settings, monitors, selected, signal, onEvent, intercept } = options;
  const { target } = context;
  const { concurrency, requestsPerSecond, seconds } = target.limits;
  const ledger = createLedger(monitors);
  const recorder = settings.record === undefined ? null : createRecorder();
  const history = createHistory(BUDGETS[context.budget].historyBytes);
  const lost = createLostWrites(target);
  const watchers = createWatchers(context.document, target.http.timeoutMs);
  const spending = createSpending(spendingLimits(settings));
  // A limit of one request at a time is meant strictly.
  const maxSlowResponses = concurrency > 1 ? concurrency : 0;
  const transport = createTransport({
    ...target.http,
    connections: concurrency + maxSlowResponses,
    offLimits: blockedUrls(target.baseUrl),
    intercept,
  });
  const gating = new Set(
    context.catalogue.requirements
      .filter(({ id, level }) => selected(id) && (settings.strict || level === "MUST"))
      .map(({ id }) => id),
  );
  const isGating = (requirement: string) => gating.has(requirement);
  const ending = createEarlyEnd({
    signal,
    maxFailures: settings.verdictOnly ? 1 : settings.maxFailures,
    isGating,
    seconds,
  });
  const pacer = createPacer({ concurrency, perSecond: requestsPerSecond });
  const client = createClient({
    transport,
    spending,
    pacer,
    signal: ending.signal,
    ...(settings.readOnly ? { guard: readOnlyGuard(target) } : {}),
    keys: keysOf(target),
    judge: monitors.judge,
    onRest: (status, ms) => onEvent({ type: "resting", status, ms }),
    onExchange(exchange) {
      ledger.note(exchange);
      watchers.note(exchange);
      for (const { requirement } of exchange.violations) ending.failed(requirement);
    },
    downAfter: concurrency + maxSlowResponses + WITHOUT_RESPONSE,
    timeoutMs: target.http.timeoutMs,
    maxSlowResponses,
    requirementOf: (operation, { method }) =>
      operation === null
        ? STORAGE_REQUIREMENTS[method === "GET" ? "get" : "put"]
        : context.catalogue.requirementForOperation(operation.id, "succeeds").id,
  });
  return {
    services: {
      context,
      client,
      ledger,
      references: createReferences(context),
      polling: createPolling(context, ending.signal),
      history: recorder?.over(history) ?? history,
      lost,
      cpuQueue: createCpuQueue(),
      changeQueue: createChangeQueue(),
    },
    watchers,
    spending,
    pacer,
    ending,
    recorder,
    close() {
      ending.close();
      return transport.close();
    },
  };
}

/** The requirements that the host of presigned URLs breaks if it never responds. */
const STORAGE_REQUIREMENTS = { get: "files.download.get", put: "files.flow.put" } as const;
/** Requests without a response, beyond those in flight together, after which a target counts as down. */
const WITHOUT_RESPONSE = 4;
const MIB = 1024 * 1024;

/** Returns the limits of the budget, or lower ones of the target file. */
function spendingLimits({ budget, target }: RunSettings): SpendingLimits {
  return {
    requests: Math.min(BUDGETS[budget].requests, target.limits.requests ?? Number.POSITIVE_INFINITY),
    tasks: Math.min(BUDGETS[budget].tasks, target.limits.tasks ?? Number.POSITIVE_INFINITY),
    uploadBytes: target.limits.uploadMiB * MIB,
  };
}
