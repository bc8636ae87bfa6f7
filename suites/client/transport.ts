import { createSecureContext, rootCertificates } from "node:tls";
import type { Dispatcher } from "undici";
import { tool } from "../../spec/tool.ts";
import { BlockedUrlError, type BlockedUrls } from "./blocked-urls.ts";
import { createAgent, createProxyAgent } from "./dispatchers.ts";
import type { NotReceived, Received, WireRequest } from "./exchange.ts";
import { type ProxySettings, proxyFor } from "./proxy.ts";
import { toResponse } from "./response.ts";
import { addressOf, notSent } from "./sendable.ts";

/** Sends one request and waits for the complete response. Never throws for errors of the network or the target. */
export interface Transport {
  /**
   * Calls `whole` with the status as soon as the last byte has arrived, before the body is read, so that the next
   * request need not wait for that. `timeoutMs` replaces the full timeout.
   */
  send(
    request: WireRequest,
    signal?: AbortSignal,
    whole?: (status: number) => void,
    timeoutMs?: number,
  ): Promise<Received | NotReceived>;
  close(): Promise<void>;
}

export interface TransportOptions {
  /** Timeout in milliseconds for the whole exchange, from the first byte sent to the last byte received. */
  readonly timeoutMs: number;
  /** Maximum number of connections to each origin. */
  readonly connections: number;
  /** Certificate authority (PEM) to trust in addition to those of the system. */
  readonly ca?: string | null;
  readonly proxy?: ProxySettings | null;
  /** A longer response body is cut off and counts as not received, and so does one that unpacks to more. */
  readonly maxBodyBytes?: number;
  /** URLs that are not requested, whatever a target says. With a proxy, looking up names is left to the proxy. */
  readonly offLimits?: BlockedUrls;
  /** Intercepts requests before a socket is used, for a server in the same process. */
  readonly intercept?: Dispatcher.DispatcherComposeInterceptor | undefined;
}

/** Far more than any response of the API needs, and little enough for all responses in flight. */
const DEFAULT_MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Creates a transport over undici: keep-alive connections, redirects not followed. */
export function createTransport(options: TransportOptions): Transport {
  const dispatchers = new Map<string | null, Dispatcher>();
  const retired: Dispatcher[] = [];
  const maxBytes = options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  function dispatcherFor(url: URL): Dispatcher {
    const proxy = options.proxy ? proxyFor(options.proxy, url) : null;
    return dispatchers.get(proxy) ?? keepConnections(proxy);
  }
  /**
   * Creates a dispatcher that keeps connections. A target that closes idle connections without notice may close one
   * just as a request is sent, and it is then unknown whether the request was performed. From the first such close on,
   * each request uses its own connection.
   */
  function keepConnections(proxy: string | null): Dispatcher {
    const keeping = createDispatcher(options, proxy, PIPELINING);
    dispatchers.set(proxy, keeping);
    keeping.on("disconnect", (_origin, _targets, error) => {
      if (error.code !== "UND_ERR_SOCKET" || dispatchers.get(proxy) !== keeping) return;
      dispatchers.set(proxy, createDispatcher(options, proxy, NO_KEEP_ALIVE));
      retired.push(keeping);
      // Requests in flight finish; the end of the run closes the rest.
      keeping.close().catch(() => {});
    });
    return keeping;
  }
  return {
    async send(request, signal, whole, timeoutMs = options.timeoutMs) {
      const url = addressOf(request);
      if ("kind" in url) return url;
      const rejection = options.offLimits?.reject(url) ?? null;
      if (rejection !== null) return notSent("withheld", rejection);
      return exchange(dispatcherFor(url), url, request, { timeoutMs, maxBytes, signal, whole });
    },
    async close() {
      await Promise.all([...dispatchers.values(), ...retired].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/**
 * The number of requests that may be sent on one connection before the first gets a response; 0 keeps no connections.
 */
const PIPELINING = 1;
const NO_KEEP_ALIVE = 0;

function createDispatcher(
  { timeoutMs, connections, ca, offLimits, intercept }: TransportOptions,
  proxy: string | null,
  pipelining: number,
): Dispatcher {
  const common = { connections, pipelining, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  // Created once, since a context with all authorities of the system takes long to create.
  const trusted = ca ? { secureContext: createSecureContext({ ca: [...rootCertificates, ca] }) } : {};
  const tls = { timeout: timeoutMs, ...trusted };
  const lookup = offLimits === undefined ? {} : { lookup: offLimits.lookup };
  if (proxy === null) {
    const agent = createAgent({ ...common, connect: { ...tls, ...lookup } });
    return intercept === undefined ? agent : agent.compose(intercept);
  }
  const { origin, username, password } = new URL(proxy);
  const credentials = [username, password].map(decodeURIComponent).join(":");
  const token = username === "" ? {} : { token: `Basic ${Buffer.from(credentials).toString("base64")}` };
  // Only encrypted traffic needs a tunnel, and many proxies open none to other ports.
  return createProxyAgent({ ...common, ...token, uri: origin, requestTls: tls, proxyTls: tls, proxyTunnel: false });
}

/** The limits and callbacks of one exchange. */
interface Bounds {
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal | undefined;
  readonly whole: ((status: number) => void) | undefined;
}

function exchange(
  dispatcher: Dispatcher,
  url: URL,
  request: WireRequest,
  { timeoutMs, maxBytes, signal, whole }: Bounds,
): Promise<Received | NotReceived> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let head: Parameters<typeof toResponse>[0] = { status: 0, headers: {} };
    let size = 0;
    let controller: Dispatcher.DispatchController | null = null;
    let over = false;

    /** Returns true at the first call: the first event ends the exchange. */
    function ends(): boolean {
      if (over) return false;
      over = true;
      clearTimeout(deadline);
      endedBySignal?.delete(abort);
      return true;
    }
    function finish(outcome: Received | NotReceived): void {
      if (ends()) resolve(outcome);
    }
    /**
     * Ends the exchange with the response. The next request is sent before the body is read, so that the target always
     * has work.
     */
    function finishSoon(): void {
      if (!ends()) return;
      whole?.(head.status);
      setImmediate(() => resolve(toResponse(head, chunks, maxBytes)));
    }
    /** Ends the exchange from this side; one that has not started yet is ended as soon as it does. */
    function cutOff(reason: NotReceived["reason"], message: string): void {
      finish({ kind: "none", reason, message });
      controller?.abort(new Error(message));
    }
    const abort = () => cutOff("aborted", ENDED);
    const deadline = setTimeout(() => cutOff("timeout", incompleteResponse(timeoutMs)), timeoutMs);
    const endedBySignal = signal ? underWay(signal) : null;
    endedBySignal?.add(abort);
    if (signal?.aborted) return abort();

    const handler: Dispatcher.DispatchHandler = {
      onRequestStart(started) {
        controller = started;
        if (over) started.abort(new Error("the exchange is over"));
      },
      onResponseStart(_controller, status, headers) {
        head = { status, headers };
      },
      onResponseData(_controller, chunk) {
        size += chunk.length;
        if (size > maxBytes) return cutOff("too-large", `the response body passed ${maxBytes} bytes and was cut off`);
        chunks.push(chunk);
      },
      onResponseEnd: finishSoon,
      onResponseError: (_controller, error) => finish(explain(error, timeoutMs)),
    };
    const { method, headers, body } = request;
    const message = { origin: url.origin, path: url.pathname + url.search, method: method as Dispatcher.HttpMethod };
    try {
      dispatcher.dispatch({ ...message, headers: named(headers), body }, handler);
    } catch (error) {
      finish(explain(error, timeoutMs));
    }
  });
}

const USER_AGENT = `${tool.name}/${tool.version}`;

/** Adds a user agent if none is given, since many gateways reject requests without one. */
function named(headers: WireRequest["headers"]): Record<string, string> {
  const isNamed = Object.keys(headers).some((name) => name.toLowerCase() === "user-agent");
  return isNamed ? { ...headers } : { "user-agent": USER_AGENT, ...headers };
}

const listening = new WeakMap<AbortSignal, Set<() => void>>();

/** Returns the exchanges that a signal ends. They share one listener, since a run has thousands of exchanges. */
function underWay(signal: AbortSignal): Set<() => void> {
  const known = listening.get(signal);
  if (known !== undefined) return known;
  const exchanges = new Set<() => void>();
  listening.set(signal, exchanges);
  const endAll = () => {
    for (const end of [...exchanges]) end();
  };
  signal.addEventListener("abort", endAll, { once: true });
  return exchanges;
}

const ENDED = "the run ended before the response came";

function incompleteResponse(timeoutMs: number): string {
  return `no whole response within ${timeoutMs} ms`;
}

function explain(error: unknown, timeoutMs: number): NotReceived {
  if (error instanceof BlockedUrlError) return notSent("withheld", error.message);
  const code = errorCode(error);
  if (code.includes("TIMEOUT") || code === "ETIMEDOUT") {
    return { kind: "none", reason: "timeout", message: incompleteResponse(timeoutMs) };
  }
  const message = withoutSourcePosition(messageOf(error));
  if (code === "UND_ERR_INVALID_ARG") return notSent("unsendable", message);
  if (CLOSED.has(code)) return { kind: "none", reason: "aborted", message: ENDED };
  return {
    kind: "none",
    reason: UNREACHABLE.has(code) ? "unreachable" : "broken",
    message: code === "" ? message : `${code}: ${message}`,
  };
}

/** Returns the reason from an OpenSSL message, which also has a source location and a line break. */
function withoutSourcePosition(message: string): string {
  return /:SSL routines:[^:]*:([^:]+):/.exec(message)?.[1] ?? message;
}

/** The run has closed its connections; the target is not silent. */
const CLOSED = new Set(["UND_ERR_DESTROYED", "UND_ERR_CLOSED"]);

/** With these errors nothing of the request can have reached the target. */
const UNREACHABLE = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"]);

function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  return typeof error === "object" && error !== null && "code" in error ? String(error.code ?? "") : "";
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
