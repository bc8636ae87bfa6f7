import { createSecureContext, rootCertificates } from "node:tls";
import { Agent, type Dispatcher, ProxyAgent } from "undici";
import type { Json } from "../../spec/json.ts";
import type { NotReceived, Received, WireRequest } from "./exchange.ts";
import { type ProxySettings, proxyFor } from "./proxy.ts";

/** Puts one request on the wire and waits for the whole response. Never throws for what the network or target does. */
export interface Transport {
  send(request: WireRequest, signal?: AbortSignal): Promise<Received | NotReceived>;
  close(): Promise<void>;
}

export interface TransportOptions {
  /** Milliseconds for the whole exchange, from the first byte sent to the last byte received. */
  readonly timeoutMs: number;
  /** Upper bound of connections for each origin. */
  readonly connections: number;
  /** Certificate authority (PEM) to trust beside the system's. */
  readonly ca?: string | null;
  readonly proxy?: ProxySettings | null;
  /** A response body past this many bytes is cut off and counts as not received. */
  readonly maxBodyBytes?: number;
}

const DEFAULT_MAX_BODY_BYTES = 64 * 1024 * 1024;

/** A transport over undici: keep-alive connections, redirects not followed. */
export function createTransport(options: TransportOptions): Transport {
  const dispatchers = new Map<string | null, Dispatcher>();
  const limits = { timeoutMs: options.timeoutMs, maxBytes: options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES };
  function dispatcherFor(url: URL): Dispatcher {
    const proxy = options.proxy ? proxyFor(options.proxy, url) : null;
    const dispatcher = dispatchers.get(proxy) ?? createDispatcher(options, proxy);
    dispatchers.set(proxy, dispatcher);
    return dispatcher;
  }
  return {
    send(request, signal) {
      const url = new URL(request.url);
      return exchange(dispatcherFor(url), url, request, limits, signal);
    },
    async close() {
      await Promise.all([...dispatchers.values()].map((dispatcher) => dispatcher.destroy()));
    },
  };
}

function createDispatcher({ timeoutMs, connections, ca }: TransportOptions, proxy: string | null): Dispatcher {
  const common = { connections, pipelining: 1, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
  // Made once: a context with all the system's authorities takes long to make.
  const trusted = ca ? { secureContext: createSecureContext({ ca: [...rootCertificates, ca] }) } : {};
  const tls = { timeout: timeoutMs, ...trusted };
  if (proxy === null) return new Agent({ ...common, connect: tls });
  const { origin, username, password } = new URL(proxy);
  const credentials = [username, password].map(decodeURIComponent).join(":");
  const token = username === "" ? {} : { token: `Basic ${Buffer.from(credentials).toString("base64")}` };
  // Only what is encrypted needs a tunnel; many proxies open none to other ports.
  return new ProxyAgent({ ...common, ...token, uri: origin, requestTls: tls, proxyTls: tls, proxyTunnel: false });
}

/** Bounds of one exchange. */
interface Limits {
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

function exchange(
  dispatcher: Dispatcher,
  url: URL,
  request: WireRequest,
  { timeoutMs, maxBytes }: Limits,
  signal: AbortSignal | undefined,
): Promise<Received | NotReceived> {
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let head: Head = { status: 0, headers: {} };
    let size = 0;
    let controller: Dispatcher.DispatchController | null = null;
    let over = false;

    function finish(outcome: Received | NotReceived): void {
      if (over) return;
      over = true;
      clearTimeout(deadline);
      signal?.removeEventListener("abort", abort);
      resolve(outcome);
    }
    /** Ends the exchange from our side; one that has not started yet is ended as soon as it does. */
    function cutOff(reason: NotReceived["reason"], message: string): void {
      finish({ kind: "none", reason, message });
      controller?.abort(new Error(message));
    }
    const abort = () => cutOff("aborted", "the run ended before the response came");
    const deadline = setTimeout(() => cutOff("timeout", noWholeResponse(timeoutMs)), timeoutMs);
    signal?.addEventListener("abort", abort);
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
      onResponseEnd: () => finish(received(head, chunks)),
      onResponseError: (_controller, error) => finish(explain(error, timeoutMs)),
    };
    const { method, headers, body } = request;
    const message = { origin: url.origin, path: url.pathname + url.search, method: method as Dispatcher.HttpMethod };
    try {
      dispatcher.dispatch({ ...message, headers: { ...headers }, body }, handler);
    } catch (error) {
      finish(explain(error, timeoutMs));
    }
  });
}

/** What stands before the body of a response. */
interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Of the body its bytes are kept, in memory of their own; the text is made again where somebody asks for it. */
function received(head: Head, chunks: readonly Uint8Array[]): Received {
  const bytes = joined(chunks);
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(head.headers)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  return {
    kind: "response",
    status: head.status,
    headers,
    bytes,
    get text() {
      return textOf(bytes);
    },
    json: parse(textOf(bytes)),
  };
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
}

function parse(text: string): Received["json"] {
  if (text === "") return { ok: false, problem: "the body is empty" };
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function noWholeResponse(timeoutMs: number): string {
  return `no whole response within ${timeoutMs} ms`;
}

function explain(error: unknown, timeoutMs: number): NotReceived {
  const code = errorCode(error);
  if (code.includes("TIMEOUT") || code === "ETIMEDOUT") {
    return { kind: "none", reason: "timeout", message: noWholeResponse(timeoutMs) };
  }
  const message = messageOf(error);
  return {
    kind: "none",
    reason: UNREACHABLE.has(code) ? "unreachable" : "broken",
    message: `${code || "error"}: ${message}`,
  };
}

/** Nothing of the request can have reached the target. */
const UNREACHABLE = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "EADDRNOTAVAIL"]);

function errorCode(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorCode(error.errors[0]);
  if (typeof error === "object" && error !== null && "code" in error) return String(error.code);
  return "";
}

function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return messageOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
