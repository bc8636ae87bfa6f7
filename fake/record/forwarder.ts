import { request } from "undici";
import type { Operation } from "../../spec/document/model.ts";
import { jsonOf, type Observed } from "./observed.ts";

/** A request to forward. */
export interface Outgoing {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** A response as received, for the client. */
export interface Incoming {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly bytes: Buffer;
}

/** Forwards requests to a service and records the exchanges. */
export interface Forwarder {
  /** Forwards a request. Throws if the service gives no response. */
  send(outgoing: Outgoing): Promise<Incoming>;
  readonly all: readonly Observed[];
}

/** Headers of one connection, and those that would make the response unreadable. */
const CONNECTION_HEADERS = new Set(
  "connection keep-alive proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade expect host content-length accept-encoding".split(
    " ",
  ),
);

/** Returns headers without those of one connection. */
export function withoutConnectionHeaders<Value>(headers: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.has(name.toLowerCase())));
}

/** Creates a line to a service. */
export function createForwarder(baseUrl: string, operations: readonly Operation[]): Forwarder {
  const all: Observed[] = [];
  const prefix = baseUrl.replace(/\/+$/, "");
  return {
    all,
    send: async (outgoing) => {
      const begun = performance.now();
      const sentAfter = all.length - 1;
      const { method, target, body } = outgoing;
      const headers = withoutConnectionHeaders(outgoing.headers);
      const note = (response: Observed["response"], problem: string | null) => {
        const requestText = body?.toString() ?? "";
        all.push({
          ...{ operation: operationAt(operations, method, target), method, target, headers, key: keyIn(headers) },
          ...{ requestText, body: jsonOf(requestText), response, problem, sequence: all.length, sentAfter },
          durationMs: performance.now() - begun,
        });
      };
      try {
        const asked = { method: method as "GET", headers: { ...headers, "accept-encoding": "identity" }, body };
        const response = await request(`${prefix}${target}`, asked);
        const bytes = Buffer.from(await response.body.arrayBuffer());
        const kept = withoutConnectionHeaders(response.headers) as Record<string, string | string[]>;
        const told = Object.entries(kept).map(([name, value]): [string, string] => [name, [value].flat().join(", ")]);
        note({ status: response.statusCode, headers: Object.fromEntries(told), text: bytes.toString() }, null);
        return { status: response.statusCode, headers: kept, bytes };
      } catch (error) {
        note(null, error instanceof Error ? error.message : String(error));
        throw error;
      }
    },
  };
}

function operationAt(operations: readonly Operation[], method: string, target: string): Operation | null {
  const path = target.split("?")[0];
  return operations.find((each) => each.method === method && each.path === path) ?? null;
}

function keyIn(headers: Readonly<Record<string, string>>): string | null {
  return /^Bearer\s+(\S+)$/i.exec(headers.authorization ?? "")?.[1] ?? null;
}
