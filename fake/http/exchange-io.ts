import type { IncomingMessage, ServerResponse } from "node:http";
import type { Family } from "../../spec/family.ts";
import { isObject } from "../../spec/json.ts";
import type { Service } from "../service.ts";
import type { Call, Reply, RequestBody } from "./call.ts";
import type { Fields } from "./fields.ts";

/** A request as Express hands it over. */
export type Incoming = IncomingMessage & { readonly originalUrl?: string; readonly params?: unknown };

/** What a call is made of: a request, or what could be read of one. */
type Head = Pick<Incoming, "method" | "url" | "originalUrl" | "headers"> & { readonly socket: object };

/** The call that a request makes. */
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

/** Unknown paths get a response in the style of the family whose prefix they have; without one, in that of agent. */
export function familyOf(path: string): Family {
  return path.startsWith("/v1/sdk") ? "sdk" : "agent";
}

const HOST = /^[\w.:[\]-]{1,255}$/;

/** The origin that the client used: behind a mapped port or another host name it is not where the fake listens. */
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

/** A request's target as path and query; clients of a proxy send the whole address (RFC 9112, absolute-form). */
export function withoutOrigin(target: string): string {
  if (target.startsWith("/")) return target;
  const rest = target.replace(ORIGIN, "");
  return rest.startsWith("/") ? rest : `/${rest}`;
}

/** The body of a reply as it is sent. */
export function textOf({ body, lasting }: Reply): string {
  if (typeof body === "string") return body;
  if (lasting === true && isObject(body) && Array.isArray(body.data)) return objectOfLasting(body);
  return JSON.stringify(body) ?? "";
}

/** An object whose `data` is a list of things that never change. */
function objectOfLasting(body: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(body).flatMap(([name, value]) => {
    const text = name === "data" ? `[${(value as unknown[]).map(lastingJson).join(",")}]` : JSON.stringify(value);
    return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
  });
  return `{${members.join(",")}}`;
}

/** The JSON of things that never change, once it has been written. */
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

/** Sends a reply; a connection whose request was not read to its end is closed, since what follows on it is not a request. */
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

/** Is a request's input in its query? HEAD is a GET whose response has no body. */
export function isQueried(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD";
}
