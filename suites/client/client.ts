import type { Operation } from "../../spec/document/model.ts";
import { createBurden } from "./burden.ts";
import { type Breach, type Exchange, isUnreachable, type Received, statusOf, type WireRequest } from "./exchange.ts";
import { createLatency } from "./latency.ts";
import { createLiveness } from "./liveness.ts";
import { isRateRefusal, retryAfterMs } from "./load-refusal.ts";
import type { Pacer } from "./pacing.ts";
import type { Rally } from "./rally.ts";
import { createRefusals } from "./refusals.ts";
import { createRetries, type Retry, type Wait } from "./retries.ts";
import { createSilences, type Silence } from "./silences.ts";
import { sleep } from "./sleep.ts";
import type { Spending } from "./spending.ts";
import type { Transport } from "./transport.ts";
import { OperationSilent, RunEnded } from "./unanswered.ts";

/** Sends requests within the bounds of the run, waits out refusals for load, and has every response judged. */
export interface Client {
  /** Sends one request; further attempts (429, 503, safe retries) are exchanges of their own, the last is returned. */
  send(request: WireRequest, options: SendOptions): Promise<Exchange>;
  /** Why the target takes no more requests, in a few words; null while it does. */
  problem(): string | null;
}

export interface SendOptions {
  /** The operation that the request addresses, or null for a URL outside the API (presigned). */
  readonly operation: Operation | null;
  /** Lane for fair turns: the check's name. */
  readonly lane: string;
  /** Called for every attempt, also those that are retried. */
  readonly onExchange?: (exchange: Exchange) => void;
  /** False where a repeat would distort what is being measured. */
  readonly retry?: Retry;
  /** Another transport than the run's, for a connection of one's own. */
  readonly transport?: Transport;
  /** Goes before all that waits. */
  readonly urgent?: boolean;
  /** Goes when others have their turn, too. */
  readonly rally?: Rally;
  /** How many requests of the budget have to be left for others when it goes; else it is not sent. */
  readonly leaving?: () => number;
}

export interface ClientOptions {
  readonly transport: Transport;
  readonly pacer: Pacer;
  readonly spending: Spending;
  readonly signal: AbortSignal;
  /** The monitors: what is broken about this response. */
  readonly judge: (operation: Operation, response: Received, request: WireRequest) => readonly Breach[];
  readonly onExchange: (exchange: Exchange) => void;
  /** A request was refused for its load with this status, and is sent again after so many milliseconds. */
  readonly onRest?: (status: number, ms: number) => void;
  /** Throws for what may not be sent in this run. */
  readonly guard?: (operation: Operation | null, request: WireRequest) => void;
  /** Keys that open something on the target: it may limit calls without one apart from others. Without this list no call counts as one without. */
  readonly keys?: readonly string[];
  /** Consecutive requests without any response after which the target counts as down. */
  readonly downAfter: number;
  /** The time-out of the transport, in milliseconds: what is unusually late is told from that. Without it nothing is. */
  readonly timeoutMs?: number;
  /** Requests that may wait for a late response beside those in flight, so that one does not hold the others up. */
  readonly mayLinger?: number;
  /** The requirement that an operation breaks which never responds. */
  readonly requirementOf?: (operation: Operation) => string;
  /** Longest wait for one refusal, in milliseconds. */
  readonly maxWaitMs?: number;
}

/** Limits by the minute are common; a few seconds more for what the two clocks round off. */
const DEFAULT_MAX_WAIT_MS = 65_000;
/** After so many refusals in a row everybody waits as long as the target asks, and not only the one refused. */
const REFUSALS_IN_A_ROW = 8;
/** Nobody enters before it is known what such an answer asks for. */
const ASKS_FOR_REST: ReadonlySet<number> = new Set([429, 503]);
/** Milliseconds after which a creation asks again whether one that is in flight has given its place back. */
const ROOM_MS = 5;

/** A client over one transport; see {@link ClientOptions}. */
export function createClient(options: ClientOptions): Client {
  const { pacer, spending, signal } = options;
  const maxWaitMs = options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS;
  const refusals = createRefusals({ longestRestMs: maxWaitMs });
  const burden = createBurden();
  const limitedAs = limitsOf(options.keys);
  const liveness = createLiveness(options);
  const latency = createLatency(options.timeoutMs ?? 0);
  const silences = createSilences();
  let lingering = 0;
  /** What may be silent apart from all else: an operation, for callers with a key and for others. */
  const askedAs = (request: WireRequest, send: SendOptions) =>
    [send.operation?.id, limitedAs(request, send) === STRANGERS ? "without a key" : null].filter(Boolean).join(" ");
  let sequence = 0;
  signal.addEventListener("abort", () => pacer.open(), { once: true });

  /** One attempt; one that is `hasty` is given up as soon as its response is unusually late. */
  async function attempt(request: WireRequest, send: SendOptions, isHasty = false): Promise<Exchange> {
    const leave = await pacer.enter({ ...send, operation: limitedAs(request, send) });
    const late = lingers(leave);
    try {
      await send.rally?.arrive(signal);
      stopIfEnded();
      while (spending.mayGetRoom(send.operation)) {
        await sleep(ROOM_MS, signal);
        stopIfEnded();
      }
      stopIfSilent(request, send);
      // Asked when its turn has come: more may be waiting for that than there are requests.
      spending.book(send.operation, send.operation === null ? bodySize(request) : 0, send.leaving?.());
      const started = performance.now();
      const sentAfter = sequence;
      let ended = 0;
      const whole = (status: number) => {
        ended = performance.now();
        if (!ASKS_FOR_REST.has(status)) leave();
      };
      const timeoutMs = isHasty ? (latency.lateAfterMs() ?? undefined) : undefined;
      late.begin();
      const outcome = await (send.transport ?? options.transport).send(request, signal, whole, timeoutMs);
      if (outcome.kind === "none" && outcome.reason === "aborted") stopIfEnded();
      const durationMs = (ended || performance.now()) - started;
      const exchange = record({ request, sentAfter, outcome, durationMs }, send);
      // What was given up early is no silence: a pause of the target would be taken for its end.
      if (timeoutMs === undefined || !isTimeout(exchange)) noteResponse(exchange, send);
      return exchange;
    } finally {
      late.end();
      leave();
    }
  }

  function noteResponse(exchange: Exchange, send: SendOptions): void {
    liveness.note(exchange.outcome);
    if (exchange.outcome.kind === "response") latency.note(exchange.durationMs);
    silences.note(askedAs(exchange.request, send), exchange);
  }

  /** A request that waits unusually long for its response gives its place to others, as far as there is room for it beside them. */
  function lingers(leave: () => void) {
    let timer: NodeJS.Timeout | undefined;
    let isLingering = false;
    return {
      begin() {
        const ms = latency.lateAfterMs();
        if (ms === null) return;
        timer = setTimeout(() => {
          if (lingering >= (options.mayLinger ?? 0)) return;
          lingering += 1;
          isLingering = true;
          leave();
        }, ms);
      },
      end() {
        clearTimeout(timer);
        if (isLingering) lingering -= 1;
      },
    };
  }

  function stopIfSilent(request: WireRequest, send: SendOptions): void {
    // Who brings a connection of its own knows what is asked, and gives it more time.
    if (send.transport !== undefined) return;
    const silence = send.operation && silences.refuse(askedAs(request, send));
    if (silence) throw silent(silence, send.operation);
  }

  function silent({ reason, isComplete, exchange }: Silence, operation: Operation): OperationSilent {
    const requirement = isComplete ? (options.requirementOf?.(operation) ?? null) : null;
    return new OperationSilent(reason, requirement, exchange);
  }

  /** Why nothing more is sent; null while it is. */
  function ended(): string | null {
    if (signal.aborted) return reasonOf(signal);
    return liveness.reason() ?? refusals.reason() ?? burden.reason();
  }

  function stopIfEnded(): void {
    const reason = ended();
    if (reason === null) return;
    // Those who wait for their turn need not wait for it to hear the same.
    pacer.open();
    throw new RunEnded(reason);
  }

  function record(sent: Omit<Exchange, "sequence" | "operation" | "breaches">, send: SendOptions): Exchange {
    const { request, outcome } = sent;
    const breaches =
      outcome.kind === "response" && send.operation ? options.judge(send.operation, outcome, request) : [];
    sequence += 1;
    const exchange: Exchange = { ...sent, sequence, operation: send.operation, breaches };
    if (outcome.kind === "response" && !ASKS_FOR_REST.has(outcome.status)) {
      pacer.accepted(limitedAs(request, send));
    }
    if (isRateRefusal(exchange)) spending.refused(send.operation === null ? bodySize(request) : 0);
    // Without a response the thing may exist all the same: only an answer other than 200 gives the place back.
    if (send.operation) {
      const status = statusOf(exchange);
      const mayExist = status === 200 || (status === 0 && !isUnreachable(outcome));
      spending.settled(send.operation, mayExist, bodySize(request));
    }
    refusals.note(exchange, retryAfterMs(exchange));
    burden.note(exchange);
    options.onExchange(exchange);
    send.onExchange?.(exchange);
    return exchange;
  }

  /** Others rest as well where a refusal is not for the one request alone. */
  function rest(status: number, operation: string, asked: number): void {
    const ms = refusals.inRow() > REFUSALS_IN_A_ROW ? asked : Math.min(asked, 1000);
    if (status === 429) pacer.refused(operation, ms, asked);
    else if (!pacer.unavailable(operation, ms) && refusals.inRow() > 1) pacer.pause(ms);
  }

  /** Waits before a request is sent again, and lets others wait as well where the reason is not of this one alone. */
  async function waitFor({ kind, ms }: Wait, exchange: Exchange, send: SendOptions): Promise<void> {
    if (kind === "rest") {
      rest(statusOf(exchange), limitedAs(exchange.request, send), ms);
      options.onRest?.(statusOf(exchange), ms);
    }
    if (kind === "restart") pacer.pause(ms);
    await sleep(ms, signal);
  }

  return {
    problem: () => liveness.problem() ?? refusals.reason() ?? burden.reason(),
    async send(request, send) {
      options.guard?.(send.operation, request);
      const { isStartingAnew } = liveness;
      const isOfStranger = limitedAs(request, send) === STRANGERS;
      const retries = createRetries({ retry: send.retry ?? true, maxWaitMs, isStartingAnew, isOfStranger });
      const next = () => attempt(request, send, retries.mayRepeatSafely(request, send.operation));
      let exchange = await next();
      for (let wait = retries.next(exchange); wait !== null; wait = retries.next(exchange)) {
        await waitFor(wait, exchange, send);
        const again = await next();
        // It conflicts with itself: the attempt before was performed, and its answer is lost.
        if (statusOf(again) === 409 && retries.mayBeSecond() && send.operation?.effect !== "read") return exchange;
        exchange = { ...again, mayBeSecond: retries.mayBeSecond() };
      }
      return exchange;
    },
  };
}

/** Calls without a key of the target. */
const STRANGERS = "strangers";

/** Names what a target may limit apart from all else: an operation, calls without a key of its own, or what its presigned URLs lead to. */
function limitsOf(keys: readonly string[] | undefined) {
  const known = keys && new Set(keys.map((key) => `Bearer ${key}`));
  return ({ headers }: WireRequest, { operation }: SendOptions): string => {
    if (operation === null) return "presigned";
    return known === undefined || known.has(headers.authorization ?? "") ? operation.id : STRANGERS;
  };
}

function isTimeout({ outcome }: Exchange): boolean {
  return outcome.kind === "none" && outcome.reason === "timeout";
}

function bodySize(request: WireRequest): number {
  return request.body === null ? 0 : Buffer.byteLength(request.body);
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : String(signal.reason ?? "the run was interrupted");
}
