import { bodySize, createAttempts, mayExist } from "./attempts.ts";
import type { ClientOptions, SendOptions } from "./client-options.ts";
import { type Exchange, statusOf, type WireRequest } from "./exchange.ts";
import { createLimitedAs, STRANGERS } from "./limited-as.ts";
import { createLiveness, createPartLiveness } from "./liveness.ts";
import { createLoadGuard } from "./load-guard.ts";
import { isPlanRejection } from "./load-rejection.ts";
import { createRejections } from "./rejections.ts";
import { createRest } from "./rest.ts";
import { createRetries } from "./retries.ts";
import { createRunEnd } from "./run-end.ts";

/** Sends requests within the bounds of the run, waits out rejections for load, and has every response judged. */
export interface Client {
  /** Sends one request; further attempts (429, 503, safe retries) are exchanges of their own, the last is returned. */
  send(request: WireRequest, options: SendOptions): Promise<Exchange>;
  /** Whether the host of a URL outside the API has responded in this run. */
  hasResponded(url: string): boolean;
  /** Why the target takes no more requests, in a few words; null while it does. */
  problem(): string | null;
}

/** Limits by the minute are common; a few seconds more for what the two clocks round off. */
const DEFAULT_MAX_WAIT_MS = 65_000;

/** A client over one transport; see {@link ClientOptions}. */
export function createClient(options: ClientOptions): Client {
  const { pacer, spending, signal } = options;
  const maxWaitMs = options.maxWaitMs ?? DEFAULT_MAX_WAIT_MS;
  const limitedAs = createLimitedAs(options.keys);
  const liveness = createLiveness(options);
  const livenessOf = createPartLiveness(liveness, options);
  const rejections = createRejections({ longestRestMs: maxWaitMs });
  const loadGuard = createLoadGuard();
  const runEnd = createRunEnd({ signal, pacer, reasons: [liveness.reason, rejections.reason, loadGuard.reason] });
  const attempt = createAttempts({ ...options, limitedAs, livenessOf, rejections, loadGuard, runEnd });
  const rest = createRest({ pacer, rejections, limitedAs, signal, onRest: options.onRest });

  return {
    hasResponded: (url) => livenessOf({ method: "GET", url, headers: {}, body: null }, null).hasResponded(),
    problem: () => liveness.problem() ?? rejections.reason() ?? loadGuard.reason(),
    async send(request, send) {
      const { operation } = send;
      options.guard?.(operation, request);
      const hasToBeRejected = send.hasToBeRejected === true || limitedAs(request, operation) === STRANGERS;
      const { isStartingAnew } = livenessOf(request, operation);
      const isApart = operation === null && !liveness.isStartingAnew();
      const retries = createRetries({ retry: send.retry ?? true, maxWaitMs, isStartingAnew, isApart, hasToBeRejected });
      const next = () => attempt(request, send, retries.mayRepeatSafely(request, operation));
      const lost: Exchange[] = [];
      let exchange = await next();
      for (let wait = retries.next(exchange); wait !== null; wait = retries.next(exchange)) {
        await rest(wait, exchange);
        if (statusOf(exchange) === 0 && mayExist(exchange)) lost.push(exchange);
        const again = await next();
        if (retries.mayComeOfEarlier(again)) return exchange;
        exchange = { ...again, mayBeSecond: retries.mayBeSecond() };
      }
      // The same request was rejected: so were its attempts before, and nothing exists of them.
      if (operation !== null && isRejectedAsSuch(exchange)) {
        for (const _ of lost) spending.withdrawn(operation, bodySize(request));
      }
      return exchange;
    },
  };
}

/** Rejected for what it is, and not for what there is already. */
function isRejectedAsSuch(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status >= 400 && status < 500 && status !== 409 && status !== 429 && !isPlanRejection(exchange);
}
