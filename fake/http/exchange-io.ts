import type { IncomingMessage, ServerResponse } from "node:http";
import type { Family } from "../../spec/family.ts";
import { isObject } from "../../spec/json.ts";
import type { Service } from "../service.ts";
import type { Call, Reply, RequestBody } from "./call.ts";
import type { Fields } from "./fields.ts";

/** A request as Express provides it. */
export type Incoming = IncomingMessage & { readonly originalUrl?: string; readonly params?: unknown };

/** The input for a call: a request, or the part of one that could be read. */
type Head = Pick<Incoming, "method" | "url" | "originalUrl" | "headers"> & { readonly socket: object };

/** Creates the call of a request. */
export function newCall(
  service: Service,
  operation: string | null,
  request: Head,
  body: RequestBody,
  fields: Fields | null = null,
): Call {
  const { path, query } = addressOf(request);
  return {
    service,
    operation,
    fields,
    family: familyOf(path),
    method: request.method ?? "GET",
    path,
    headers: request.headers,
    query: new URLSearchParams(query),
    body,
    connection: request.socket,
    requestId: service.ids.uuid(),
    at: service.clock.now(),
    caller: null,
    rejection: null,
    rule: null,
    cut: false,
  };
}

/** Returns the family whose prefix a path has, for the style of its response; agent without a prefix. */
export function familyOf(path: string): Family {
  return path.startsWith("/v1/sdk") ? "sdk" : "agent";
}

const HOST = /^[\w.:[\]-]{1,255}$/;

/**
 * Returns the origin that the client used: behind a mapped port or another host name it differs from the fake's own.
 */
export function originOf(service: Pick<Service, "origin">, { host }: IncomingMessage["headers"]): string {
  return host !== undefined && HOST.test(host) ? `http://${host}` : service.origin;
}

/** Path and query as the client sent them, also under a mounted route. */
export function addressOf(request: Pick<Incoming, "url" | "originalUrl">): {
  readonly path: string;
  readonly query: string;
} {
  const target = withoutOrigin(request.originalUrl ?? request.url ?? "/");
  const mark = target.indexOf("?");
  return mark === -1 ? { path: target, query: "" } : { path: target.slice(0, mark), query: target.slice(mark + 1) };
}

const ORIGIN = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Returns a request's target as path and query. Clients of a proxy send the complete URL (RFC 9112, absolute-form).
 */
export function withoutOrigin(target: string): string {
  if (target.startsWith("/")) return target;
  const rest = target.replace(ORIGIN, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** Returns the body of a reply as text. */
export function textOf({ body, lasting }: Reply): string {
  if (typeof body === "string") return body;
  if (lasting === true && isObject(body) && Array.isArray(body.data)) return objectOfLasting(body);
  return JSON.stringify(body) ?? "";
}

/** Returns the JSON of an object whose `data` is a list of values that never change. */
function objectOfLasting(body: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(body).flatMap(([name, value]) => {
    const text = name === "data" ? `[${(value as unknown[]).map(lastingJson).join(",")}]` : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(",")}}`;
}

/** The cached JSON of values that never change. */
const written = new WeakMap<object, string>();

function lastingJson(thing: unknown): string {
  if (typeof thing !== "object" || thing === null) return JSON.stringify(thing) ?? "null";
  const known = written.get(thing);
  if (known !== undefined) return known;
  const text = JSON.stringify(thing);
  written.set(thing, text);
  return text;
}

/** From this many characters on, a text is cheaper to send as bytes: it is encoded once, and not copied. */
const LONG_TEXT = 1000;

/**
 * Sends a reply. If the request was not read to its end, the connection is closed, since the next bytes on it are not
 * a request.
 */
export function send(response: ServerResponse, { status, headers }: Reply, text: string, complete = true): void {
  const body = text.length < LONG_TEXT ? text : Buffer.from(text);
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(body)),
    ...(complete ? {} : { Connection: "close" }),
    ...headers,
  });
  response.end(body);
}

/** Returns true if a request's input is in its query. HEAD is a GET whose response has no body. */
export function isQueried(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD";
}
