import type { Operation } from "../../spec/document-model.ts";
import { isObject } from "../../spec/json.ts";
import { RunEnded } from "../engine/outcome.ts";
import { createBurden } from "./burden.ts";
import type { Breach, Exchange, NotReceived, Received, WireRequest } from "./exchange.ts";
import { headerOf, jsonOf, statusOf } from "./exchange.ts";
import type { Pacer } from "./pacing.ts";
import { createRefusals } from "./refusals.ts";
import { sleep } from "./sleep.ts";
import type { Spending } from "./spending.ts";
import type { Transport } from "./transport.ts";

/** Sends requests within the bounds of the run, waits out refusals for load, and has every response judged. */
export interface Client {
  /** Sends one request; further attempts (429, 503, safe retries) are exchanges of their own, the last is returned. */
  send(request: WireRequest, options: SendOptions): Promise<Exchange>;
  /** Why the target takes no more requests, in a few words; null while it does. */
  problem(): string | null;
}

/**
 * What is sent again: everything that may be, nothing, or only what was refused for its rate, which nobody has looked at:
 * a repeat after a lost answer would be a second use of what can be used once.
 */
export type Retry = boolean | "of-refusals";

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
}

export interface ClientOptions {
  readonly transport: Transport;
  readonly pacer: Pacer;
  readonly spending: Spending;
  readonly signal: AbortSignal;
  /** The monitors: what is broken about this response. */
  readonly judge: (operation: Operation, response: Received) => readonly Breach[];
  readonly onExchange: (exchange: Exchange) => void;
  /** A request was refused for its load with this status, and is sent again after so many milliseconds. */
  readonly onRest?: (status: number, ms: number) => void;
  /** Throws for what may not be sent in this run. */
  readonly guard?: (operation: Operation | null, request: WireRequest) => void;
  /** Keys that open something on the target: it may limit calls without one apart from others. Without this list no call counts as one without. */
  readonly keys?: readonly string[];
  /** Consecutive requests without any response after which the target counts as down. */
  readonly downAfter: number;
  /** Longest wait for one refusal, in milliseconds. */
  readonly maxWaitMs?: number;
}

/** Limits by the minute are common; a few seconds more for what the two clocks round off. */
const DEFAULT_MAX_WAIT_MS = 65_000;
/** After so many refusals in a row everybody waits as long as the target asks, and not only the one refused. */
const REFUSALS_IN_A_ROW = 8;
const MAX_ATTEMPTS = 6;
const SAFE_RETRIES = 2;
/** Who has answered and takes no connection now may be starting anew, which takes some seconds. */
const RESTART_MS = 4000;
/** Nobody enters before it is known what such an answer asks for. */
const ASKS_FOR_REST: ReadonlySet<number> = new Set([429, 503]);
/** Milliseconds after which a creation asks again whether one that is in flight has given its place back. */
const ROOM_MS = 5;
const SILENT = "the target stopped answering";

/** A client over one transport; see {@link ClientOptions}. */
export function createClient(options: ClientOptions): Client {
  const { pacer, spending, signal } = options;
  const maxWaitMs = options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS;
  const refusals = createRefusals({ longestRestMs: maxWaitMs });
  const burden = createBurden();
  const limitedAs = limitsOf(options.keys);
  let sequence = 0;
  let silent = 0;
  /** When the target answered last, and whether it takes no connection since. */
  let answeredAt = Number.NEGATIVE_INFINITY;
  let isShut = false;
  signal.addEventListener("abort", () => pacer.open(), { once: true });

  async function attempt(request: WireRequest, send: SendOptions): Promise<Exchange> {
    const leave = await pacer.enter({ ...send, operation: limitedAs(request, send) });
    try {
      stopIfEnded();
      while (spending.mayGetRoom(send.operation)) {
        await sleep(ROOM_MS, signal);
        stopIfEnded();
      }
      spending.book(send.operation, send.operation === null ? bodySize(request) : 0);
      const started = performance.now();
      const sentAfter = sequence;
      let ended = 0;
      const outcome = await (send.transport ?? options.transport).send(request, signal, (status) => {
        ended = performance.now();
        if (!ASKS_FOR_REST.has(status)) leave();
      });
      if (outcome.kind === "none" && outcome.reason === "aborted") stopIfEnded();
      silent = isSilence(outcome) ? silent + 1 : 0;
      isShut = outcome.kind === "none" && outcome.reason === "unreachable";
      if (outcome.kind === "response") answeredAt = performance.now();
      return record({ request, sentAfter, outcome, durationMs: (ended || performance.now()) - started }, send);
    } finally {
      leave();
    }
  }

  /** Why nothing more is sent; null while it is. */
  function ended(): string | null {
    if (signal.aborted) return reasonOf(signal);
    if (isDown()) return `${SILENT}: ${silent} requests in a row had no response`;
    return refusals.reason() ?? burden.reason();
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
    const breaches = outcome.kind === "response" && send.operation ? options.judge(send.operation, outcome) : [];
    sequence += 1;
    const exchange: Exchange = { ...sent, sequence, operation: send.operation, breaches };
    if (outcome.kind === "response" && !ASKS_FOR_REST.has(outcome.status)) {
      pacer.accepted(limitedAs(request, send));
    }
    if (isRateRefusal(exchange)) spending.refused(send.operation === null ? bodySize(request) : 0);
    // Without a response the thing may exist all the same: only an answer other than 200 gives the place back.
    if (send.operation) {
      const status = statusOf(exchange);
      const mayExist = status === 200 || (status === 0 && !isUnreachable(exchange));
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

  function isDown(): boolean {
    return silent >= options.downAfter && !isStartingAnew();
  }

  function isStartingAnew(): boolean {
    return isShut && performance.now() - answeredAt < RESTART_MS;
  }

  return {
    problem: () => (isDown() ? SILENT : (refusals.reason() ?? burden.reason())),
    async send(request, send) {
      options.guard?.(send.operation, request);
      let exchange = await attempt(request, send);
      if (send.retry === false) return exchange;
      const safe = send.retry !== "of-refusals";
      let safeRetries = 0;
      let mayBeSecond = false;
      for (let attempts = 1; attempts < MAX_ATTEMPTS; attempts += 1) {
        if (!safe && statusOf(exchange) !== 429) return exchange;
        mayBeSecond ||= statusOf(exchange) === 503;
        const wait = restFor(exchange, attempts, maxWaitMs);
        if (wait !== null) {
          rest(statusOf(exchange), limitedAs(request, send), wait);
          options.onRest?.(statusOf(exchange), wait);
          await sleep(wait, signal);
        } else if (isStartingAnew() && isUnreachable(exchange)) {
          const ms = 100 * 2 ** (attempts - 1);
          pacer.pause(ms);
          await sleep(ms, signal);
        } else if (safeRetries < SAFE_RETRIES && mayRepeat(exchange)) {
          safeRetries += 1;
          await sleep(100 * safeRetries, signal);
        } else {
          return exchange;
        }
        exchange = { ...(await attempt(request, send)), mayBeSecond };
      }
      return exchange;
    },
  };
}

/** Names what a target may limit apart from all else: an operation, calls without a key of its own, or what its presigned URLs lead to. */
function limitsOf(keys: readonly string[] | undefined) {
  const known = keys && new Set(keys.map((key) => `Bearer ${key}`));
  return ({ headers }: WireRequest, { operation }: SendOptions): string => {
    if (operation === null) return "presigned";
    return known === undefined || known.has(headers.authorization ?? "") ? operation.id : "strangers";
  };
}

/** No word of the target: what is too large to be read was one, and what was not sent says nothing of it. */
function isSilence(outcome: Received | NotReceived): boolean {
  return outcome.kind === "none" && !["too-large", "unsendable", "withheld", "aborted"].includes(outcome.reason);
}

/** Milliseconds to wait before a refusal for load is tried again; null when it is no such refusal. */
function restFor(exchange: Exchange, attempts: number, maxWaitMs: number): number | null {
  const status = statusOf(exchange);
  if (status !== 429 && status !== 503) return null;
  if (isPlanRefusal(exchange)) return null;
  const asked = retryAfterMs(exchange);
  const usual = Math.min(maxWaitMs, 250 * 2 ** (attempts - 1));
  // Whole seconds that are rounded down tell nothing of the rest that is left: who has come back in vain waits all the same.
  if (asked !== null && asked <= maxWaitMs) return attempts > 1 ? Math.max(asked, usual) : asked;
  if (asked !== null || (status === 503 && attempts > 2)) return null;
  return usual;
}

/** A refusal for a spent plan may also carry 429, and no waiting helps against it. */
function isPlanRefusal(exchange: Exchange): boolean {
  const body = jsonOf(exchange);
  return isObject(body) && isObject(body.error) && body.error.code === "plan_limit_reached";
}

function isRateRefusal(exchange: Exchange): boolean {
  return statusOf(exchange) === 429 && !isPlanRefusal(exchange);
}

/** How long the target asks to wait. A date is one of its own clock, which may differ from ours: its answer tells it. */
function retryAfterMs(exchange: Exchange): number | null {
  const header = headerOf(exchange, "retry-after");
  if (header === undefined) return null;
  const seconds = Number(header);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(header);
  const theirs = Date.parse(headerOf(exchange, "date") ?? "");
  return Number.isNaN(date) ? null : Math.max(0, date - (Number.isNaN(theirs) ? Date.now() : theirs));
}

/** Nothing of the request has reached the target. */
function isUnreachable({ outcome }: Exchange): boolean {
  return outcome.kind === "none" && outcome.reason === "unreachable";
}

/** No response came, and sending again cannot do anything twice. */
function mayRepeat(exchange: Exchange): boolean {
  if (exchange.outcome.kind === "response") return false;
  if (isUnreachable(exchange)) return true;
  if (exchange.outcome.reason !== "broken") return false;
  return exchange.operation?.effect === "read" || (exchange.operation === null && exchange.request.method === "GET");
}

function bodySize(request: WireRequest): number {
  return request.body === null ? 0 : Buffer.byteLength(request.body);
}

function reasonOf(signal: AbortSignal): string {
  return signal.reason instanceof Error ? signal.reason.message : String(signal.reason ?? "the run was interrupted");
}
