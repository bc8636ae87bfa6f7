import type { Operation } from "../../spec/document/model.ts";
import type { Burden } from "./burden.ts";
import type { ClientOptions, SendOptions } from "./client-options.ts";
import { type Exchange, isUnreachable, statusOf, type WireRequest } from "./exchange.ts";
import { createLatency } from "./latency.ts";
import { type LimitedAs, STRANGERS } from "./limited-as.ts";
import { createLingering } from "./lingering.ts";
import type { Liveness } from "./liveness.ts";
import { isRateRefusal, retryAfterMs } from "./load-refusal.ts";
import type { Refusals } from "./refusals.ts";
import type { RunEnd } from "./run-end.ts";
import { createSilences, type Silence } from "./silences.ts";
import { sleep } from "./sleep.ts";
import { OperationSilent } from "./unanswered.ts";

export interface AttemptOptions extends ClientOptions {
  readonly limitedAs: LimitedAs;
  readonly liveness: Liveness;
  readonly refusals: Refusals;
  readonly burden: Burden;
  readonly runEnd: RunEnd;
}

/** Sends a request once; one that is `hasty` is given up as soon as its response is unusually late. */
export type Attempt = (request: WireRequest, send: SendOptions, isHasty: boolean) => Promise<Exchange>;

/** Nobody enters before it is known what such an answer asks for. */
const ASKS_FOR_REST: ReadonlySet<number> = new Set([429, 503]);
/** Milliseconds after which a creation asks again whether one that is in flight has given its place back. */
const ROOM_MS = 5;

/** Attempts within the bounds of the run, each booked before it goes, and judged and noted when it has ended. */
export function createAttempts(options: AttemptOptions): Attempt {
  const { pacer, spending, signal, limitedAs, liveness, refusals, burden, runEnd } = options;
  const latency = createLatency(options.timeoutMs ?? 0);
  const lingering = createLingering(latency, options.mayLinger ?? 0);
  const silences = createSilences();
  let sequence = 0;

  /** What may be silent apart from all else: an operation, for callers with a key and for others. */
  const askedAs = (request: WireRequest, { operation }: SendOptions) =>
    [operation?.id, limitedAs(request, operation) === STRANGERS ? "without a key" : null].filter(Boolean).join(" ");

  /** Waits for its turn, and until it may be booked. */
  async function begin(request: WireRequest, send: SendOptions): Promise<void> {
    await send.rally?.arrive(signal);
    runEnd.stopIfEnded();
    while (spending.mayGetRoom(send.operation)) {
      await sleep(ROOM_MS, signal);
      runEnd.stopIfEnded();
    }
    stopIfSilent(request, send);
    // Asked when its turn has come: more may be waiting for that than there are requests.
    spending.book(send.operation, send.operation === null ? bodySize(request) : 0, send.leaving?.());
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

  function noteResponse(exchange: Exchange, send: SendOptions): void {
    liveness.note(exchange.outcome);
    if (exchange.outcome.kind === "response") latency.note(exchange.durationMs);
    silences.note(askedAs(exchange.request, send), exchange);
  }

  function record(sent: Omit<Exchange, "sequence" | "operation" | "breaches">, send: SendOptions): Exchange {
    const { request, outcome } = sent;
    const breaches =
      outcome.kind === "response" && send.operation ? options.judge(send.operation, outcome, request) : [];
    sequence += 1;
    const exchange: Exchange = { ...sent, sequence, operation: send.operation, breaches };
    if (outcome.kind === "response" && !ASKS_FOR_REST.has(outcome.status)) {
      pacer.accepted(limitedAs(request, send.operation));
    }
    if (isRateRefusal(exchange)) spending.refused(send.operation === null ? bodySize(request) : 0);
    if (send.operation) spending.settled(send.operation, mayExist(exchange), bodySize(request));
    refusals.note(exchange, retryAfterMs(exchange));
    burden.note(exchange);
    options.onExchange(exchange);
    send.onExchange?.(exchange);
    return exchange;
  }

  return async (request, send, isHasty) => {
    const leave = await pacer.enter({ ...send, operation: limitedAs(request, send.operation) });
    const waiting = lingering(leave);
    try {
      await begin(request, send);
      const started = performance.now();
      const sentAfter = sequence;
      let ended = 0;
      const whole = (status: number) => {
        ended = performance.now();
        if (!ASKS_FOR_REST.has(status)) leave();
      };
      const timeoutMs = isHasty ? (latency.lateAfterMs() ?? undefined) : undefined;
      waiting.begin();
      const outcome = await (send.transport ?? options.transport).send(request, signal, whole, timeoutMs);
      if (outcome.kind === "none" && outcome.reason === "aborted") runEnd.stopIfEnded();
      const durationMs = (ended || performance.now()) - started;
      const exchange = record({ request, sentAfter, outcome, durationMs }, send);
      // What was given up early is no silence: a pause of the target would be taken for its end.
      if (timeoutMs === undefined || !isTimeout(exchange)) noteResponse(exchange, send);
      return exchange;
    } finally {
      waiting.end();
      leave();
    }
  };
}

/** Without a response the thing may exist all the same: only an answer other than 200 says that it does not. */
export function mayExist(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status === 200 || (status === 0 && !isUnreachable(exchange.outcome));
}

function isTimeout({ outcome }: Exchange): boolean {
  return outcome.kind === "none" && outcome.reason === "timeout";
}

export function bodySize({ body }: WireRequest): number {
  return body === null ? 0 : Buffer.byteLength(body);
}
