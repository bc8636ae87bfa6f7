import { Agent, type Dispatcher } from "undici";
import type { Json } from "../../spec/json.ts";
import type { NotReceived, Received, WireRequest } from "./exchange.ts";

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
  /** A response body past this many bytes is cut off and counts as not received. */
  readonly maxBodyBytes?: number;
}

const DEFAULT_MAX_BODY_BYTES = 64 * 1024 * 1024;

/** A transport over undici: keep-alive connections, redirects not followed, proxies not used. */
export function createTransport(options: TransportOptions): Transport {
  const dispatcher = new Agent({
    connections: options.connections,
    pipelining: 1,
    headersTimeout: options.timeoutMs,
    bodyTimeout: options.timeoutMs,
    connect: { timeout: options.timeoutMs, ...(options.ca ? { ca: options.ca } : {}) },
  });
  const maxBytes = options.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES;
  return {
    async send(request, signal) {
      const deadline = AbortSignal.timeout(options.timeoutMs);
      const either = signal ? AbortSignal.any([signal, deadline]) : deadline;
      try {
        return await exchange(dispatcher, request, either, maxBytes);
      } catch (error) {
        return explain(error, options.timeoutMs, signal, deadline);
      }
    },
    close: () => dispatcher.destroy(),
  };
}

async function exchange(
  dispatcher: Dispatcher,
  request: WireRequest,
  signal: AbortSignal,
  maxBytes: number,
): Promise<Received | NotReceived> {
  const url = new URL(request.url);
  const response = await dispatcher.request({
    origin: url.origin,
    path: url.pathname + url.search,
    method: request.method as Dispatcher.HttpMethod,
    headers: request.headers,
    body: request.body,
    signal,
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) {
      return {
        kind: "none",
        reason: "too-large",
        message: `the response body passed ${maxBytes} bytes and was cut off`,
      };
    }
    chunks.push(chunk);
  }
  const bytes = chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
  return received(response.statusCode, response.headers, bytes);
}

function received(status: number, raw: Record<string, string | string[] | undefined>, bytes: Uint8Array): Received {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(raw)) {
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(", ") : value;
  }
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  return { kind: "response", status, headers, bytes, text, json: parse(text) };
}

function parse(text: string): Received["json"] {
  if (text === "") return { ok: false, problem: "the body is empty" };
  try {
    return { ok: true, value: JSON.parse(text) as Json };
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) };
  }
}

function explain(
  error: unknown,
  timeoutMs: number,
  signal: AbortSignal | undefined,
  deadline: AbortSignal,
): NotReceived {
  if (signal?.aborted) return { kind: "none", reason: "aborted", message: "the run ended before the response came" };
  const code = errorCode(error);
  if (deadline.aborted || code.includes("TIMEOUT") || code === "ETIMEDOUT") {
    return { kind: "none", reason: "timeout", message: `no whole response within ${timeoutMs} ms` };
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
