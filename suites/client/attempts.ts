import type { ClientOptions, SendOptions } from "./client-options.ts";
import { type Exchange, isUnreachable, statusOf, type WireRequest } from "./exchange.ts";
import { OperationSilent } from "./inconclusive.ts";
import { createLatency } from "./latency.ts";
import { type LimitScopeOf, WITHOUT_KEY } from "./limit-scope.ts";
import type { PartLiveness } from "./liveness.ts";
import type { LoadGuard } from "./load-guard.ts";
import { isRateRejection, retryAfterMs } from "./load-rejection.ts";
import type { Rejections } from "./rejections.ts";
import { createSilentOperations } from "./silent-operations.ts";
import { sleep } from "./sleep.ts";
import { createSlowResponses } from "./slow-responses.ts";

export interface AttemptOptions extends ClientOptions {
  readonly limitScopeOf: LimitScopeOf;
  readonly livenessOf: PartLiveness;
  readonly rejections: Rejections;
  readonly loadGuard: LoadGuard;
  /** Throws `RunEnded` if no more requests are sent. */
  readonly stopIfEnded: () => void;
}

/** Sends a request once. A hasty one is given up as soon as its response is unusually late. */
export type Attempt = (request: WireRequest, send: SendOptions, isHasty: boolean) => Promise<Exchange>;

/** After these statuses the place is kept until the requested rest is known. */
const ASKS_FOR_REST: ReadonlySet<number> = new Set([429, 503]);
/** Milliseconds after which a creation checks again whether a pending one was rejected. */
const TASK_CHECK_MS = 5;

/**
 * Creates attempts within the limits of the run. Each is booked before it is sent, and judged and noted after it has
 * ended.
 */
export function createAttempts(options: AttemptOptions): Attempt {
  const { pacer, spending, signal, limitScopeOf, livenessOf, rejections, loadGuard, stopIfEnded } = options;
  const { timeoutMs = Number.POSITIVE_INFINITY } = options;
  const latency = createLatency(options.timeoutMs ?? 0);
  const slowResponses = createSlowResponses(latency, options.maxSlowResponses ?? 0);
  const silences = createSilentOperations();
  /** The operations by URL without query. */
  const places = new Map<string, string>();
  let sequence = 0;

  /**
   * Returns the part that a request outside the API is sent to: the URL of an operation, for an unusual request to it,
   * or else the storage as a whole.
   */
  function partOf(request: WireRequest): string {
    const place = placeOf(request);
    if (places.has(place)) return place;
    return URL.canParse(place) ? `what is outside the API at ${new URL(place).origin}` : place;
  }

  /**
   * Returns the part of the target that may be silent separately: an operation for valid requests, for requests that it
   * must reject, or for callers without a key.
   */
  function silenceNameOf(request: WireRequest, { operation, mustBeRejected }: SendOptions): string {
    const id = operation?.id ?? partOf(request);
    if (limitScopeOf(request, operation) === WITHOUT_KEY) return `${id} without a key`;
    return mustBeRejected === true ? `${id} for a request that it has to reject` : id;
  }

  /** Waits until the request may be sent. Requests of a race need not wait. */
  async function admitted(request: WireRequest, send: SendOptions): Promise<() => void> {
    const isExempt = send.barrier !== undefined || send.despiteSilence === true;
    return isExempt ? () => {} : silences.enter(silenceNameOf(request, send));
  }

  /** Waits for its turn and for its place in the budget. */
  async function begin(request: WireRequest, send: SendOptions): Promise<void> {
    await send.barrier?.arrive(signal);
    stopIfEnded();
    while (spending.isWaitingForTasks(send.operation)) {
      await sleep(TASK_CHECK_MS, signal);
      stopIfEnded();
    }
    stopIfSilent(request, send);
    // Checked only now, as more requests may wait than the budget has left.
    spending.reserve(send.operation, send.operation === null ? bodySize(request) : 0, send.reservedRequests?.());
  }

  function stopIfSilent(request: WireRequest, send: SendOptions): void {
    const { operation } = send;
    if (send.despiteSilence === true) return;
    const plain = operation?.id ?? places.get(placeOf(request));
    const silence = silences.reject(silenceNameOf(request, send), plain);
    if (silence === null) return;
    const isWholeOperation = silence.isComplete && (operation === null || silence.name === operation.id);
    const requirement = isWholeOperation ? (options.requirementOf?.(operation, request) ?? null) : null;
    throw new OperationSilent(silence.reason, requirement, silence.exchange);
  }

  function noteResponse(exchange: Exchange, send: SendOptions): void {
    livenessOf(exchange.request, exchange.operation).note(exchange.outcome);
    if (exchange.outcome.kind === "response") latency.note(exchange.durationMs);
    const name = silenceNameOf(exchange.request, send);
    const isLate = exchange.outcome.kind === "response" && exchange.durationMs > timeoutMs;
    if (isLate) silences.noteLate(name, exchange.durationMs);
    else silences.note(name, exchange);
  }

  function record(sent: Omit<Exchange, "sequence" | "operation" | "violations">, send: SendOptions): Exchange {
    const { request, outcome } = sent;
    const violations =
      outcome.kind === "response" && send.operation ? options.judge(send.operation, outcome, request) : [];
    sequence += 1;
    const exchange: Exchange = { ...sent, sequence, operation: send.operation, violations };
    if (outcome.kind === "response" && !ASKS_FOR_REST.has(outcome.status)) {
      pacer.accepted(limitScopeOf(request, send.operation));
    }
    if (isRateRejection(exchange)) spending.rejected(send.operation === null ? bodySize(request) : 0);
    if (send.operation) spending.settled(send.operation, mayExist(exchange), bodySize(request));
    rejections.note(exchange, retryAfterMs(exchange));
    loadGuard.note(exchange);
    options.onExchange(exchange);
    send.onExchange?.(exchange);
    return exchange;
  }

  async function attempt(request: WireRequest, send: SendOptions, isHasty: boolean): Promise<Exchange> {
    const leave = await pacer.enter({ ...send, operation: limitScopeOf(request, send.operation) });
    const waiting = slowResponses(leave);
    try {
      await begin(request, send);
      const started = performance.now();
      const sentAfter = sequence;
      let ended = 0;
      const onComplete = (status: number) => {
        ended = performance.now();
        if (!ASKS_FOR_REST.has(status)) leave();
      };
      const givenUpAfter = isHasty ? (latency.lateAfterMs() ?? undefined) : undefined;
      waiting.begin();
      const outcome = await (send.transport ?? options.transport).send(request, signal, onComplete, givenUpAfter);
      if (outcome.kind === "none" && outcome.reason === "aborted") stopIfEnded();
      const durationMs = (ended || performance.now()) - started;
      const exchange = record({ request, sentAfter, outcome, durationMs }, send);
      // A request that was given up early does not count as silence: a pause of the target would look like its end.
      if (givenUpAfter === undefined || !isTimeout(exchange)) noteResponse(exchange, send);
      return exchange;
    } finally {
      waiting.end();
      leave();
    }
  }

  return async (request, send, isHasty) => {
    if (send.operation !== null) places.set(placeOf(request), send.operation.id);
    const end = await admitted(request, send);
    try {
      return await attempt(request, send, isHasty);
    } finally {
      end();
    }
  };
}

/** Returns true if the resource may exist: only a response other than 200 proves that it does not. */
export function mayExist(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status === 200 || (status === 0 && !isUnreachable(exchange.outcome));
}

/** Returns the URL of a request without its query and fragment, which may be secret. */
function placeOf({ url }: WireRequest): string {
  return url.split(/[?#]/, 1)[0] ?? url;
}

function isTimeout({ outcome }: Exchange): boolean {
  return outcome.kind === "none" && outcome.reason === "timeout";
}

export function bodySize({ body }: WireRequest): number {
  return body === null ? 0 : Buffer.byteLength(body);
}
