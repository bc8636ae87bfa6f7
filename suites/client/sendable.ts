import type { NotReceived, WireRequest } from "./exchange.ts";

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
/** Headers of the connection itself: they are the client's to set, whatever a target would have us send. */
const OF_THE_CONNECTION = new Set(["transfer-encoding", "connection", "keep-alive", "upgrade", "expect"]);

/**
 * Why a request is not sent at all; null for one that can be. It is found out here, because the client underneath loses a
 * connection for good with each request that it refuses to write.
 */
export function notSendable({ method, url, headers, body }: WireRequest): NotReceived | null {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    // Relative to what, the contract does not say.
    const reason = /^[./]/.test(url) ? "withheld" : "unsendable";
    return notSent(reason, `${JSON.stringify(url.slice(0, 200))} is no http or https address`);
  }
  if (!TOKEN.test(method) || method === "CONNECT") {
    return notSent("unsendable", `${JSON.stringify(method.slice(0, 40))} is no method for it`);
  }
  const size = body === null ? 0 : Buffer.byteLength(body);
  for (const [name, value] of Object.entries(headers)) {
    const shown = JSON.stringify(`${name}: ${value}`.slice(0, 200));
    if (!TOKEN.test(name) || !/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
      return notSent("unsendable", `${shown} is no header`);
    }
    if (OF_THE_CONNECTION.has(name.toLowerCase())) return notSent("withheld", `${shown} is not for a target to set`);
    if (name.toLowerCase() === "content-length" && Number(value) !== size) {
      return notSent("unsendable", `${shown} is not the length of the body, ${size} bytes`);
    }
  }
  return null;
}

/** What stands for the answer to a request that was not sent. */
export function notSent(reason: "unsendable" | "withheld", message: string): NotReceived {
  return { kind: "none", reason, message: `nothing was sent: ${message}` };
}
