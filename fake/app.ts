import type { IncomingMessage, ServerResponse } from "node:http";
import express, { type ErrorRequestHandler, type Express, type RequestHandler } from "express";
import type { FileRules } from "./features/files/rules.ts";
import { FILES_PATH } from "./features/files/signing.ts";
import { receiveUpload, serveDownload, type Transfer, type Transferred } from "./features/files/transfer.ts";
import type { Hooks } from "./hooks.ts";
import type { Call, Exchange, Reply, RequestBody } from "./http/call.ts";
import { allowPages, type CrossOrigin } from "./http/cross-origin.ts";
import { failure } from "./http/envelope.ts";
import { addressOf, type Incoming, isQueried, newCall, send, textOf, withoutOrigin } from "./http/exchange-io.ts";
import type { Operation } from "./http/operation.ts";
import { perform } from "./http/perform.ts";
import { PUBLIC_PAGES } from "./http/public-pages.ts";
import { readBody } from "./http/read-body.ts";
import { wrongMethod } from "./http/unknown-route.ts";
import { OPERATIONS } from "./operations.ts";
import { type Rejection, rejection } from "./rejection.ts";
import type { Rules } from "./rules.ts";
import { pause } from "./runtime/pause.ts";
import type { Service } from "./service.ts";

/** The rules in force, and the hooks around them. */
export interface AppParts extends Hooks {
  /** The rules of the reference with the changes of variant and mutants. */
  readonly rules: Rules;
  readonly crossOrigin: CrossOrigin;
  /** True if there is a control interface. */
  readonly control: boolean;
}

/** Creates the Express app that serves the API, and the presigned URLs. */
export function createApp(service: Service, parts: AppParts): Express {
  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  app.enable("case sensitive routing");
  app.enable("strict routing");
  app.set("query parser", false);
  app.use(allowPages(parts.crossOrigin));
  app.use(requireHost(service, parts));
  app.use(operations(service, parts));
  parts.extend?.(app);
  const file = `${FILES_PATH}/:workspaceId/:fileId`;
  app.put(file, transfer(service, parts, "upload-bytes", receiveUpload));
  app.get(file, transfer(service, parts, "download-bytes", serveDownload));
  app.all(file, otherMethod(service, parts, ["GET", "PUT"]));
  for (const [path, page] of Object.entries(PUBLIC_PAGES)) {
    app.get(path, page(service, parts.control));
    app.all(path, otherMethod(service, parts, ["GET"]));
  }
  app.use("/v1", handler(service, parts, null));
  app.use(unknownPath(service, parts));
  app.use(errorHandler(service, parts));
  return app;
}

/** Rejects HTTP/1.1 requests without a Host header (RFC 9112, section 3.2) with 400, like all invalid HTTP. */
function requireHost(service: Service, parts: AppParts): RequestHandler {
  return (request, response, next) => {
    if (request.headers.host !== undefined || request.httpVersion !== "1.1") return next();
    reject(service, parts, request, response, "The request is not valid HTTP: it has no Host header");
  };
}

/** Responds with 400 to a request of which nothing more is read, so that its connection is closed. */
function reject(service: Service, parts: AppParts, request: Incoming, response: ServerResponse, message: string): void {
  const call = newCall(service, null, request, { kind: "none" });
  call.rejection = rejection("invalid-input", message);
  const isApi = call.path.startsWith("/v1");
  const reply = isApi ? failure(call, parts.rules, call.rejection) : problem(400, "invalid_input", message);
  finish(parts, call, { ...reply, headers: { ...reply.headers, Connection: "close" } }, response);
}

/**
 * Returns a handler that finds the operation by method and path in one look-up, where a router would try one pattern
 * after the other.
 */
function operations(service: Service, parts: AppParts): RequestHandler {
  const handlers = new Map(
    OPERATIONS.map((operation) => [`${operation.method} ${operation.path}`, handler(service, parts, operation)]),
  );
  return (request, response, next) => {
    const target = withoutOrigin(request.url);
    const mark = target.indexOf("?");
    const method = request.method === "HEAD" ? "GET" : request.method;
    const handle = handlers.get(`${method} ${mark === -1 ? target : target.slice(0, mark)}`);
    return handle === undefined ? next() : handle(request, response, next);
  };
}

/** Express's own rejections (a URL that is not valid percent-encoding) and unexpected errors. */
function errorHandler(service: Service, parts: AppParts): ErrorRequestHandler {
  // Express recognises error handlers by the fourth parameter.
  return (error: unknown, request, response, _next) => {
    if (response.headersSent || response.destroyed) {
      response.destroy();
      return;
    }
    const message = error instanceof Error ? error.message : String(error);
    try {
      if (isClientError(error)) reject(service, parts, request, response, message);
      else failed(service, parts, request, response, message);
    } catch (again) {
      // A second failure, such as a user's own clock without a valid instant, must not end in Express's HTML page.
      process.emitWarning(again instanceof Error ? again : String(again));
      const reply = problem(500, "internal_error", `The fake failed: ${message}`);
      if (response.headersSent) response.destroy();
      else send(response, reply, textOf(reply), false);
    }
  };
}

/** Tells a defect of the fake itself, or of an extension, so that it is not mistaken for a defect of the client. */
function failed(service: Service, parts: AppParts, request: Incoming, response: ServerResponse, message: string): void {
  const call = newCall(service, null, request, { kind: "none" });
  call.rejection = rejection("internal", `The fake failed: ${message}`, { details: { defect: true } });
  finish(parts, call, failure(call, parts.rules, call.rejection), response);
}

function isClientError(error: unknown): boolean {
  const status = (error as { readonly status?: unknown } | null)?.status;
  return typeof status === "number" && status < 500;
}

/** Sends a response that no operation has produced. */
function finish(parts: AppParts, call: Call, reply: Reply, response: ServerResponse, begun = performance.now()): void {
  const text = textOf(reply);
  notifyObservers(parts, { call, reply, text, status: reply.status, durationMs: performance.now() - begun });
  send(response, reply, text);
}

function handler(service: Service, parts: AppParts, operation: Operation | null): RequestHandler {
  return async (request, response) => {
    const begun = performance.now();
    const body: RequestBody = isQueried(request.method) ? { kind: "none" } : await readBody(request);
    const fields = operation === null ? null : (parts.rules.inputs[operation.id] ?? operation.fields);
    const call = newCall(service, operation?.id ?? null, request, body, fields);
    const over = (reply: Reply | null, text: string, status: number | null) =>
      notifyObservers(parts, { call, reply, text, status, durationMs: performance.now() - begun });
    if (body.kind === "gone") {
      call.rejection = rejection(
        "invalid-input",
        "The request ended early, or continued with something that is not HTTP",
      );
      return over(null, "", statusOf(call, response));
    }
    if (service.settings.latencyMs > 0) await pause(service.settings.latencyMs);
    const halted = firstHandled(parts.gates, (gate) => gate(call, request, response));
    if (halted !== false && (await halted)) return over(null, "", statusOf(call, response));
    const { reply, text } = written(
      call,
      parts.rules,
      parts.around(call, () => perform(service, parts.rules, operation, call)),
    );
    const dealt = firstHandled(parts.exits, (exit) => exit(call, reply, request, response));
    if (dealt !== false && (await dealt)) return over(reply, text, statusOf(call, response));
    // A client that has disconnected gets no response.
    if (response.destroyed) return over(reply, text, null);
    over(reply, text, reply.status);
    send(response, reply, text, body.kind !== "unreadable" || request.complete);
  };
}

/** Returns a reply with its body as text. A body beyond the length limit of strings is rejected instead. */
function written(call: Call, rules: Rules, reply: Reply): { readonly reply: Reply; readonly text: string } {
  try {
    return { reply, text: textOf(reply) };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    call.rejection = rejection("invalid-input", "The response would be longer than the fake can send", {
      suggestion: "Ask for less at once: a smaller limit, a narrower filter.",
    });
    const rejected = failure(call, rules, call.rejection);
    return { reply: rejected, text: textOf(rejected) };
  }
}

/** Takes or serves the bytes of a file by a presigned URL. */
function transfer(
  service: Service,
  parts: AppParts,
  name: "upload-bytes" | "download-bytes",
  move: (service: Service, rules: FileRules, transfer: Transfer, request: IncomingMessage) => Promise<Transferred>,
): RequestHandler {
  return async (request, response) => {
    const begun = performance.now();
    const call = newCall(service, name, request, { kind: "none" });
    const over = (status: number | null, reply: Reply | null = null) =>
      notifyObservers(parts, { call, reply, text: "", status, durationMs: performance.now() - begun });
    if (await firstHandled(parts.gates, (gate) => gate(call, request, response))) return over(statusOf(call, response));
    const { workspaceId = "", fileId = "" } = request.params as Record<string, string>;
    const {
      status,
      problem: why,
      answer,
    } = await move(service, parts.rules.files, { workspaceId, fileId, query: call.query }, request);
    if (why !== null) call.rejection = rejection("permission-denied", why.message);
    const reply = { status, headers: {}, body: null };
    if (await firstHandled(parts.exits, (exit) => exit(call, reply, request, response))) {
      return over(statusOf(call, response));
    }
    over(status, why === null ? null : { ...reply, body: { error: why } });
    await answer(response);
  };
}

/** Calls hooks in turn until one handles the call. Awaiting is costly, and nearly all hooks return at once. */
function firstHandled<H>(
  hooks: readonly H[],
  ask: (hook: H) => boolean | Promise<boolean>,
): boolean | Promise<boolean> {
  for (const [index, hook] of hooks.entries()) {
    const dealt = ask(hook);
    if (dealt === false) continue;
    if (dealt === true) return true;
    return dealt.then((over) => over || firstHandled(hooks.slice(index + 1), ask));
  }
  return false;
}

/** Calls the observers. One that fails must not change the response. */
export function notifyObservers(parts: Pick<Hooks, "observers">, exchange: Exchange): void {
  for (const observe of parts.observers) {
    try {
      observe(exchange);
    } catch (error) {
      process.emitWarning(error instanceof Error ? error : String(error));
    }
  }
}

/** Returns the status that a hook has sent; null if it sent none. */
function statusOf(call: Call, response: ServerResponse): number | null {
  return response.headersSent && !call.cut ? response.statusCode : null;
}

/** Responds with 404 to every path outside the API. */
function unknownPath(service: Service, parts: AppParts): RequestHandler {
  return (request: Incoming, response: ServerResponse) => {
    const { method = "GET" } = request;
    const rejected = rejection("unknown-route", `There is no ${method} ${addressOf(request).path.slice(0, 200)}`);
    rejectOutside(service, parts, request, response, 404, "not_found", rejected);
  };
}

/** Responds with 405 to a method that a page or a presigned URL does not support. */
function otherMethod(service: Service, parts: AppParts, methods: readonly string[]): RequestHandler {
  return (request: Incoming, response: ServerResponse) => {
    const rejected = wrongMethod(request.method ?? "GET", addressOf(request).path, methods);
    rejectOutside(service, parts, request, response, 405, "invalid_input", rejected);
  };
}

function rejectOutside(
  service: Service,
  parts: AppParts,
  request: Incoming,
  response: ServerResponse,
  status: number,
  code: string,
  rejected: Rejection,
): void {
  const begun = performance.now();
  const call = newCall(service, null, request, { kind: "none" });
  call.rejection = rejected;
  const reply = problem(status, code, rejected.message);
  finish(parts, call, { ...reply, headers: { ...rejected.texts.headers } }, response, begun);
}

function problem(status: number, code: string, message: string): Reply {
  return { status, headers: {}, body: { success: false, error: { code, message } } };
}
