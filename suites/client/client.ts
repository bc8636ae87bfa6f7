import { bodySize, createAttempts, mayExist } from "./attempts.ts";
import { createBackoff } from "./backoff.ts";
import type { ClientOptions, SendOptions } from "./client-options.ts";
import { type Exchange, statusOf, type WireRequest } from "./exchange.ts";
import { createLimitScopeOf, WITHOUT_KEY } from "./limit-scope.ts";
import { createLiveness, createPartLiveness } from "./liveness.ts";
import { createLoadGuard } from "./load-guard.ts";
import { isPlanRejection } from "./load-rejection.ts";
import { createRejections } from "./rejections.ts";
import { createRetries } from "./retries.ts";
import { createEndCheck } from "./run-end.ts";

/** Sends requests within the limits of the run, waits out rejections for load, and has every response judged. */
export interface Client {
  /**
   * Sends one request and returns the last exchange. Repeated attempts (429, 503, safe retries) are separate exchanges.
   */
  send(request: WireRequest, options: SendOptions): Promise<Exchange>;
  /** Returns true if the host of a URL outside the API has responded in this run. */
  hasResponded(url: string): boolean;
  /** Returns why the target takes no more requests; null while it does. */
  problem(): string | null;
}

/** Limits per minute are common; the additional seconds cover rounding of the two clocks. */
const MAX_WAIT_MS = 65_000;

/** Creates a client over one transport; see {@link ClientOptions}. */
export function createClient(options: ClientOptions): Client {
  const { pacer, spending, signal } = options;
  const limitScopeOf = createLimitScopeOf(options.keys);
  const liveness = createLiveness(options);
  const livenessOf = createPartLiveness(liveness, options);
  const rejections = createRejections({ longestRestMs: MAX_WAIT_MS });
  const loadGuard = createLoadGuard();
  const stopIfEnded = createEndCheck({
    signal,
    pacer,
    reasons: [liveness.reason, rejections.reason, loadGuard.reason],
  });
  const attempt = createAttempts({ ...options, limitScopeOf, livenessOf, rejections, loadGuard, stopIfEnded });
  const rest = createBackoff({ pacer, rejections, limitScopeOf, signal, onRest: options.onRest });

  return {
    hasResponded: (url) => livenessOf({ method: "GET", url, headers: {}, body: null }, null).hasResponded(),
    problem: () => liveness.problem() ?? rejections.reason() ?? loadGuard.reason(),
    async send(request, send) {
      const { operation } = send;
      options.guard?.(operation, request);
      const mustBeRejected = send.mustBeRejected === true || limitScopeOf(request, operation) === WITHOUT_KEY;
      const { isRestarting } = livenessOf(request, operation);
      const restartsSeparately = operation === null && !liveness.isRestarting();
      const retries = createRetries({
        retry: send.retry ?? true,
        maxWaitMs: MAX_WAIT_MS,
        isRestarting,
        restartsSeparately,
        mustBeRejected,
      });
      const next = () => attempt(request, send, retries.mayRepeatSafely(request, operation));
      const lost: Exchange[] = [];
      let exchange = await next();
      for (let wait = retries.next(exchange); wait !== null; wait = retries.next(exchange)) {
        await rest(wait, exchange);
        if (statusOf(exchange) === 0 && mayExist(exchange)) lost.push(exchange);
        const again = await next();
        if (retries.mayResultFromEarlier(again)) return exchange;
        exchange = { ...again, mayBeSecond: retries.mayBeRepeated() };
      }
      // The same request was rejected, so its earlier attempts were too, and no resource of them exists.
      if (operation !== null && isRejectedAsSuch(exchange)) {
        for (const _ of lost) spending.notPerformed(operation, bodySize(request));
      }
      return exchange;
    },
  };
}

/** Returns true for a rejection of the request itself, not for the current state of the target. */
function isRejectedAsSuch(exchange: Exchange): boolean {
  const status = statusOf(exchange);
  return status >= 400 && status < 500 && status !== 409 && status !== 429 && !isPlanRejection(exchange);
}
