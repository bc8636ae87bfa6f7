import type { ServerResponse } from "node:http";
import type { Bench, Operation, Outcome } from "./call.ts";
import type { Choices } from "./choices.ts";
import { type Ground, isRefusal, type Refusal } from "./refusal.ts";
import { bag, type JsonObject, type Value } from "./shape.ts";

/** What goes out: a status and a body, which is JSON unless it is a text. */
export interface Answer {
  readonly status: number;
  readonly body: JsonObject | Value[] | string;
  readonly headers?: Record<string, string>;
}

/** Wraps what an operation made of a call. */
export function success(bench: Bench, operation: Operation, outcome: Outcome, nth: number): Answer {
  const { isMutated } = bench;
  const name = operation.name;
  const created =
    (name === "create-task" && isMutated("http.task-201")) || (name === "remember" && isMutated("http.memory-201"))
      ? 201
      : 200;
  const status = outcome.status ?? (name === "flag-needs-human" && isMutated("http.flag-202") ? 202 : created);
  if (name === "bootstrap-context" && isMutated("http.bare-data")) return { status, body: outcome.data as JsonObject };
  const lacks = isMutated("http.seventh-without-data") && nth % 7 === 0;
  const sdkText = operation.family === "sdk" && isMutated("http.success-as-text");
  const body = bag({
    meta: meta(bench, operation, nth, false, outcome.pagination),
    data: lacks ? undefined : outcome.data,
    success: sdkText ? "true" : true,
    elapsed: "1ms",
  });
  return { status, body };
}

/** Wraps a refusal, or whatever else was thrown, as a failure of the family. */
export function failure(bench: Bench, operation: Operation, thrown: unknown, nth: number): Answer {
  const { isMutated } = bench;
  const refusal = isRefusal(thrown) ? thrown : unexpected();
  const told = plantedStatus(bench, operation, refusal) ?? statusOf(bench.choices, refusal.ground);
  if (told === 401 && isMutated("auth.empty-401")) return { status: 401, body: "" };
  const pretends = isMutated("http.success-on-refusal");
  const error = plantedError(bench, operation, refusal, errorOf(bench, operation, refusal));
  const body = bag({ error, success: pretends, meta: meta(bench, operation, nth, true) });
  return { status: told, body, headers: headersOf(bench.choices, refusal.ground) };
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

function plantedStatus({ isMutated }: Bench, { name }: Operation, { ground }: Refusal): number | undefined {
  const missing = ground === "missing";
  if (missing && name === "block-task" && isMutated("http.refusal-200")) return 200;
  if (missing && name === "flag-needs-human" && isMutated("error.not-found-400")) return 400;
  if (ground === "invalid" && name === "recall" && isMutated("http.refusal-422")) return 422;
  if (ground === "exclusive" && name === "recall" && isMutated("http.refusal-422")) return 422;
  if (ground === "too-large" && isMutated("http.large-413")) return 413;
  if (ground === "invalid" && name === "create-task" && isMutated("http.invalid-403")) return 403;
  if (ground === "exclusive" && name === "remember" && isMutated("http.invalid-409")) return 409;
  if (name === "release-task" && ground !== "unauthenticated" && isMutated("http.conflict-412")) return 412;
  if (name === "send-message" && ground !== "unauthenticated" && isMutated("error.conflict-400")) return 400;
  return undefined;
}

function plantedError(
  { isMutated }: Bench,
  { name, family }: Operation,
  { ground }: Refusal,
  error: JsonObject,
): JsonObject | string {
  const { code = "", message = "", ...rest } = error;
  const missing = ground === "missing";
  const coded = (other: string): JsonObject => ({ ...rest, code: other, message });
  if (missing && name === "block-task" && isMutated("error.upper-case-on-agent")) return coded("NOT_FOUND");
  if (missing && name === "block-task" && isMutated("error.plan-elsewhere")) return coded("plan_limit_reached");
  if (name === "bootstrap-context" && isMutated("error.lower-case-on-sdk")) return coded(String(code).toLowerCase());
  if (name === "list-tasks" && ground === "invalid" && isMutated("error.unknown-code")) return coded("bad_request");
  if (name === "send-message" && ground !== "unauthenticated" && isMutated("error.conflict-400"))
    return coded("conflict");
  if (ground === "plan" && isMutated("tasks.plan-code")) return coded("permission_denied");
  if (name === "remember" && isMutated("error.no-code")) return { ...rest, message };
  if (name === "send-message" && isMutated("error.no-message")) return { ...rest, code };
  if (name === "request-file-upload" && isMutated("error.as-text")) return String(message);
  if (family === "agent" && isMutated("error.retryable-text")) return { ...error, retryable: "false" };
  const further = furtherError(isMutated, { name, family }, ground, error);
  if (further) return further;
  if (isMutated("error.details-list")) return { ...error, details: [String(ground)] };
  if (family === "sdk" && isMutated("error.docs-object"))
    return { ...error, docs: { url: "https://docs.example.com" } };
  return error;
}

function furtherError(
  isMutated: Bench["isMutated"],
  operation: { name: string; family: string },
  ground: Ground,
  error: JsonObject,
): JsonObject | undefined {
  const { name, family } = operation;
  const agent = family === "agent";
  const invalid = ground === "invalid" || ground === "exclusive";
  if (!agent && isMutated("error.retryable-on-sdk")) return { ...error, retryable: false };
  if (!agent && isMutated("error.suggestion-list")) return { ...error, suggestion: ["try again"] };
  if (!agent && isMutated("error.docs-word")) return { ...error, docs: "see the manual" };
  if (agent && isMutated("error.suggestion-on-agent")) return { ...error, suggestion: "try again" };
  if (agent && isMutated("error.docs-on-agent")) return { ...error, docs: "https://docs.example.com" };
  if (name === "list-tasks" && invalid && isMutated("error.rate-limited-400"))
    return { ...error, code: "rate_limited" };
  if (name === "recall" && invalid && isMutated("error.internal-400")) return { ...error, code: "INTERNAL_ERROR" };
  if (name === "search-memories" && invalid && isMutated("error.unavailable-400"))
    return { ...error, code: "upstream_unavailable" };
  return undefined;
}

function meta(
  { isMutated, choices, clock }: Bench,
  { family }: Operation,
  nth: number,
  failed: boolean,
  page?: Outcome["pagination"],
): Value | undefined {
  const shown = choices.http.meta;
  if (shown === "never" || (shown === "alternate" && nth % 2 === 1)) return undefined;
  if (family === "sdk" && isMutated("meta.as-text")) return `request ${nth}`;
  const written = clock.write(clock.now());
  const zoneless = isMutated("meta.timestamp-zoneless") ? written.slice(0, 19) : written;
  const requestId = family === "sdk" && isMutated("meta.request-id-number") ? nth : `r/${nth.toString(36)}`;
  return bag({
    node: "b-2",
    timestamp: isMutated("meta.timestamp-epoch") ? Date.now() : zoneless,
    requestId: failed && isMutated("meta.no-request-id") ? undefined : requestId,
    pagination: page && pagination(isMutated, clock.write(clock.now()), page),
  });
}

function pagination(isMutated: Bench["isMutated"], now: string, page: NonNullable<Outcome["pagination"]>): Value {
  if (isMutated("meta.pagination-list")) return [page.more];
  const beyondCount = isMutated("meta.cutoff-count-text") ? "0" : 0;
  const cutoff = bag({ beyondCount, cutoffAt: isMutated("meta.cutoff-half") ? undefined : now });
  return bag({
    hasMore: isMutated("meta.pagination-bare") ? undefined : page.more,
    total: isMutated("meta.total-text") ? String(page.total ?? 0) : page.total,
    cursor: isMutated("meta.cursor-number") ? 12 : page.cursor,
    historyCutoff: isMutated("meta.cutoff-text") ? now : cutoff,
  });
}

/** Writes an answer in the layout that was drawn for the server. */
export function send(response: ServerResponse, { choices, isMutated }: Bench, answer: Answer, nth: number): void {
  const { pretty, escaped, chunked, closesEvery, contentType } = choices.http;
  const plain = typeof answer.body === "string";
  const text = plain ? String(answer.body) : JSON.stringify(answer.body, undefined, pretty ? 2 : undefined);
  const body = Buffer.from(escaped && !plain ? ascii(text) : text);
  response.statusCode = answer.status;
  const declared =
    choices.liberties.plainContentType || isMutated("http.plain-type") ? "text/plain; charset=utf-8" : contentType;
  response.setHeader("Content-Type", plain ? "text/html" : declared);
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
