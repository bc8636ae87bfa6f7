import type { ServerResponse } from "node:http";
import type { Bench, Operation, Outcome } from "./call.ts";
import type { Choices } from "./choices.ts";
import { type Ground, isRefusal, type Refusal } from "./refusal.ts";
import { bag, type JsonObject, type Value } from "./shape.ts";

/** A response: a status and a body. */
export interface Answer {
  readonly status: number;
  readonly body: JsonObject;
  readonly headers?: Record<string, string>;
}

/** Returns the response for the outcome of an operation. */
export function success(bench: Bench, outcome: Outcome, nth: number): Answer {
  const body = bag({
    meta: meta(bench, nth, outcome.pagination),
    data: outcome.data,
    success: true,
    elapsed: "1ms",
  });
  return { status: 200, body };
}

/** Returns a rejection, or any other error, as a failure of the family. */
export function failure(bench: Bench, operation: Operation, thrown: unknown, nth: number): Answer {
  const { choices } = bench;
  const refusal = isRefusal(thrown) ? thrown : unexpected();
  const body = bag({ error: errorOf(bench, operation, refusal), success: false, meta: meta(bench, nth) });
  return { status: statusOf(choices, refusal.ground), body, headers: headersOf(choices, refusal.ground) };
}

function unexpected(): Refusal {
  const error = new Error("something went wrong here");
  return Object.assign(error, { ground: "internal" as const, details: {} });
}

function headersOf({ refusals }: Choices, ground: Ground): Record<string, string> {
  if (ground === "unauthenticated") return { "WWW-Authenticate": 'Bearer realm="workspace"' };
  if (ground !== "rate") return {};
  const date = new Date(Date.now() + 1000).toUTCString();
  return { "Retry-After": refusals.retryAfter === "date" ? date : "1" };
}

function statusOf({ refusals }: Choices, ground: Ground): number {
  const statuses: Record<Ground, number> = {
    invalid: 400,
    exclusive: 400,
    "too-large": 400,
    overwhelmed: 503,
    unauthenticated: 401,
    denied: 403,
    "not-member": 403,
    missing: 404,
    conflict: 409,
    rate: 429,
    plan: refusals.plan,
    internal: 500,
  };
  return statuses[ground];
}

function codeOf({ refusals }: Choices, family: "agent" | "sdk", ground: Ground): string {
  const exclusive = refusals.sdkInvalid === "INVALID_PARAMS" ? "VALIDATION_ERROR" : "INVALID_PARAMS";
  const codes: Record<Ground, readonly [agent: string, sdk: string]> = {
    invalid: ["invalid_input", refusals.sdkInvalid],
    exclusive: ["invalid_input", exclusive],
    "too-large": ["invalid_input", exclusive],
    overwhelmed: ["upstream_unavailable", "SERVICE_UNAVAILABLE"],
    unauthenticated: ["permission_denied", refusals.sdkUnauthenticated],
    denied: ["permission_denied", refusals.sdkDenied],
    "not-member": [refusals.notMember, "CHANNEL_PERMISSION_DENIED"],
    missing: ["not_found", "NOT_FOUND"],
    conflict: ["conflict", "CONFLICT"],
    rate: ["rate_limited", "RATE_LIMITED"],
    plan: ["plan_limit_reached", "PAYMENT_REQUIRED"],
    internal: ["internal_error", "INTERNAL_ERROR"],
  };
  return codes[ground][family === "agent" ? 0 : 1];
}

function errorOf({ choices }: Bench, { family }: Operation, refusal: Refusal): JsonObject {
  const { retryable, details, hints } = choices.refusals;
  const docs = choices.liberties.vagueDocs ? "the handbook, chapter 4" : "https://docs.example.com/errors";
  return bag({
    message: refusal.message,
    code: codeOf(choices, family, refusal.ground),
    details: details ? { ...refusal.details, ground: refusal.ground } : undefined,
    retryable: family === "sdk" || retryable === "absent" ? undefined : retryable === "true",
    suggestion: family === "sdk" && hints ? "Compare the request with the description of the operation." : undefined,
    docs: family === "sdk" && hints ? docs : undefined,
    severity: "error",
  });
}

function meta({ choices, clock }: Bench, nth: number, page?: Outcome["pagination"]): Value | undefined {
  const shown = choices.http.meta;
  if (shown === "never" || (shown === "alternate" && nth % 2 === 1)) return undefined;
  const now = clock.write(clock.now());
  return bag({
    node: "b-2",
    timestamp: now,
    requestId: `r/${nth.toString(36)}`,
    pagination: page && pagination(now, page),
  });
}

function pagination(now: string, { more, total, cursor }: NonNullable<Outcome["pagination"]>): Value {
  return bag({ hasMore: more, total, cursor, historyCutoff: { beyondCount: 0, cutoffAt: now } });
}

/** Writes a response in the layout that was drawn for the server. */
export function send(response: ServerResponse, { choices }: Bench, answer: Answer, nth: number): void {
  const { pretty, escaped, chunked, closesEvery, contentType } = choices.http;
  const text = JSON.stringify(answer.body, undefined, pretty ? 2 : undefined);
  const body = Buffer.from(escaped ? ascii(text) : text);
  response.statusCode = answer.status;
  const declared = choices.liberties.plainContentType ? "text/plain; charset=utf-8" : contentType;
  response.setHeader("Content-Type", declared);
  response.setHeader("Via", "1.1 edge-7");
  response.setHeader("Vary", "Authorization");
  if (closesEvery > 0 && nth % closesEvery === 0) response.setHeader("Connection", "close");
  if (!chunked) response.setHeader("Content-Length", body.length);
  for (const [name, value] of Object.entries(answer.headers ?? {})) response.setHeader(name, value);
  if (chunked) response.write(body.subarray(0, body.length >> 1));
  response.end(chunked ? body.subarray(body.length >> 1) : body);
}

function ascii(text: string): string {
  return text.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
