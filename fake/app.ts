import type { IncomingMessage, ServerResponse } from "node:http";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { Family } from "../spec/family.ts";
import { FILES_PATH } from "./features/files/signing.ts";
import { receiveUpload, serveDownload, type Transfer } from "./features/files/transfer.ts";
import type { Around, Call, Reply, RequestBody } from "./http/call.ts";
import type { Operation } from "./http/operation.ts";
import { perform } from "./http/perform.ts";
import { readBody } from "./http/read-body.ts";
import { OPERATIONS } from "./operations.ts";
import type { Service } from "./service.ts";

/** A call with its outcome, told to observers once the answer is made; no reply when a gate dealt with the call. */
export type Observer = (call: Call, reply: Reply | null) => void;

/**
 * A hook before a call is performed. It may wait, or answer in its own way (cut the connection, send something broken):
 * then it gives true, and nothing else is sent.
 */
export type Gate = (call: Call, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/**
 * A hook after a call was performed and before its answer is sent; true when it has dealt with the answer itself
 * (commit, then drop it).
 */
export type Exit = (call: Call, reply: Reply, request: IncomingMessage, response: ServerResponse) => Promise<boolean>;

/** What an app is put together from, beside the service. */
export interface AppParts {
  /** The hooks of variant and faults as one. */
  readonly around: Around;
  readonly observers: readonly Observer[];
  readonly gates: readonly Gate[];
  readonly exits: readonly Exit[];
  /** Mounts further routes before the API's own, such as a control interface. */
  readonly extend?: (app: Express) => void;
}

/** The Express app that answers the API, and the presigned URLs beside it. */
export function createApp(service: Service, parts: AppParts): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.set("query parser", false);
  for (const operation of OPERATIONS) {
    const method = operation.method === "GET" ? "get" : "post";
    app[method](operation.path, handler(service, parts, operation));
  }
  parts.extend?.(app);
  app.put(`${FILES_PATH}/:workspaceId/:fileId`, (request, response) =>
    receiveUpload(service, transferOf(request), request, response),
  );
  app.get(`${FILES_PATH}/:workspaceId/:fileId`, (request, response) =>
    serveDownload(service, transferOf(request), response),
  );
  app.use("/v1", handler(service, parts, null));
  app.use((request, response) => {
    send(response, {
      status: 404,
      headers: {},
      body: outside("not_found", `There is no ${request.method} ${pathOf(request)}`),
    });
  });
  app.use(lastResort(service, parts));
  return app;
}

/** Express's own refusals (an address that is not valid percent-encoding) and what nobody foresaw. */
function lastResort(service: Service, parts: AppParts): ErrorRequestHandler {
  const unknown = handler(service, parts, null);
  return (error: unknown, request, response, next) => {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    if (pathOf(request).startsWith("/v1")) {
      unknown(request, response, next);
      return;
    }
    const message = error instanceof Error ? error.message : String(error);
    send(response, { status: 400, headers: { Connection: "close" }, body: outside("invalid_input", message) });
  };
}

function handler(service: Service, parts: AppParts, routed: Operation | null): RequestHandler {
  return async (request, response) => {
    // Express sends HEAD to the handlers of GET; the API has no HEAD.
    const operation = routed !== null && request.method === routed.method ? routed : null;
    const body: RequestBody = request.method === "GET" ? { kind: "none" } : await readBody(request);
    const call = newCall(service, operation, request, body);
    if (service.settings.latencyMs > 0) await pause(service.settings.latencyMs);
    for (const gate of parts.gates) {
      if (!(await gate(call, request, response))) continue;
      for (const observe of parts.observers) observe(call, null);
      return;
    }
    const reply = parts.around(call, () => perform(service, operation, call));
    for (const observe of parts.observers) observe(call, reply);
    for (const exit of parts.exits) if (await exit(call, reply, request, response)) return;
    if (!response.destroyed) send(response, reply, body.kind !== "unreadable" || request.complete);
  };
}

function newCall(service: Service, operation: Operation | null, request: IncomingMessage, body: RequestBody): Call {
  const target = requestTarget(request);
  const mark = target.indexOf("?");
  const path = mark === -1 ? target : target.slice(0, mark);
  return {
    service,
    operation: operation?.id ?? null,
    family: familyOf(path),
    method: request.method ?? "GET",
    path,
    headers: request.headers,
    query: new URLSearchParams(mark === -1 ? "" : target.slice(mark + 1)),
    body,
    connection: request.socket,
    requestId: service.ids.uuid(),
    at: service.clock.now(),
    caller: null,
    refusal: null,
    rule: null,
    cut: false,
  };
}

/** Unknown paths answer in the style of the family whose prefix they have; without one, in that of agent. */
function familyOf(path: string): Family {
  return path.startsWith("/v1/sdk") ? "sdk" : "agent";
}

/** Sends a reply; a connection whose request was not read to its end is closed, since what follows on it is no request. */
function send(response: ServerResponse, { status, headers, body }: Reply, complete = true): void {
  const text = typeof body === "string" ? body : (JSON.stringify(body) ?? "");
  response.writeHead(status, {
    "Content-Type": "application/json; charset=utf-8",
    "Content-Length": String(Buffer.byteLength(text)),
    ...(complete ? {} : { Connection: "close" }),
    ...headers,
  });
  response.end(text);
}

function transferOf(request: IncomingMessage & { readonly params: unknown }): Transfer {
  const { workspaceId = "", fileId = "" } = request.params as Record<string, string>;
  const target = requestTarget(request);
  const mark = target.indexOf("?");
  return { workspaceId, fileId, query: new URLSearchParams(mark === -1 ? "" : target.slice(mark)) };
}

/** The address as the client sent it, also under a mounted route. */
function requestTarget(request: IncomingMessage & { readonly originalUrl?: string }): string {
  return request.originalUrl ?? request.url ?? "/";
}

function pathOf(request: IncomingMessage & { readonly originalUrl?: string }): string {
  return requestTarget(request).split("?", 1)[0] ?? "/";
}

function outside(code: string, message: string) {
  return { success: false, error: { code, message } };
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
