import type { NotReceived, WireRequest } from "./exchange.ts";

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers of the connection, which only the client may set, whatever a target asks to send. */
const CONNECTION_HEADERS = new Set(["transfer-encoding", "connection", "keep-alive", "upgrade", "expect"]);

/**
 * Returns the URL of a request, or why it is not sent. This is checked here because the underlying client permanently
 * loses a connection with each request that it rejects.
 */
export function addressOf({ method, url, headers, body }: WireRequest): URL | NotReceived {
  const address = parse(url);
  if (address === null || !/^https?:$/.test(address.protocol)) {
    // The contract does not state what a relative URL is relative to.
    const reason = /^[./]/.test(url) ? "withheld" : "unsendable";
    return notSent(reason, `${JSON.stringify(url.slice(0, 200))} is not an http or https URL`);
  }
  if (!TOKEN.test(method) || method === "CONNECT") {
    return notSent("unsendable", `${JSON.stringify(method.slice(0, 40))} is not a method that it can send`);
  }
  for (const [name, value] of Object.entries(headers)) {
    const problem = problemOf(name, value, body);
    if (problem !== null) return problem;
  }
  return address;
}

function parse(url: string): URL | null {
  try {
    return new URL(url);
  } catch {
    return null;
  }
}

function problemOf(name: string, value: string, body: WireRequest["body"]): NotReceived | null {
  const shown = () => JSON.stringify(`${name}: ${value}`.slice(0, 200));
  if (!TOKEN.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
    return notSent("unsendable", `${shown()} is not a valid header`);
  const lower = name.toLowerCase();
  if (CONNECTION_HEADERS.has(lower)) return notSent("withheld", `${shown()} is not for a target to set`);
  if (lower !== "content-length") return null;
  const size = body === null ? 0 : Buffer.byteLength(body);
  return Number(value) === size
    ? null
    : notSent("unsendable", `${shown()} is not the length of the body, ${size} bytes`);
}

/** Returns the outcome of a request that was not sent. */
export function notSent(reason: "unsendable" | "withheld", message: string): NotReceived {
  return { kind: "none", reason, message: `nothing was sent: ${message}` };
}
