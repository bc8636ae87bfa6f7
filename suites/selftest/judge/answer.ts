import type { ServerResponse } from "node:http";
import type { Bench, Operation, Outcome } from "./call.ts";
import type { Choices } from "./choices.ts";
import { type Ground, isRefusal, type Refusal } from "./refusal.ts";
import { type Bag, bag, type Value } from "./shape.ts";

/** What goes out: a status and a body, which is JSON unless it is a text. */
export interface Answer {
  readonly status: number;
  readonly body: Bag | Value[] | string;
  readonly headers?: Record<string, string>;
}

/** Wraps what an operation made of a call. */
export function success(bench: Bench, operation: Operation, outcome: Outcome, nth: number): Answer {
  const { bug } = bench;
  const name = operation.name;
  const created =
    (name === "create-task" && bug("http.task-201")) || (name === "remember" && bug("http.memory-201")) ? 201 : 200;
  const status = outcome.status ?? (name === "flag-needs-human" && bug("http.flag-202") ? 202 : created);
  if (name === "bootstrap-context" && bug("http.bare-data")) return { status, body: outcome.data as Bag };
  const lacks = bug("http.seventh-without-data") && nth % 7 === 0;
  const sdkText = operation.family === "sdk" && bug("http.success-as-text");
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
  const { bug } = bench;
  const refusal = isRefusal(thrown) ? thrown : unexpected();
  const told = plantedStatus(bench, operation, refusal) ?? statusOf(bench.choices, refusal.ground);
  if (told === 401 && bug("auth.empty-401")) return { status: 401, body: "" };
  const pretends = bug("http.success-on-refusal");
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

function errorOf({ choices }: Bench, { family }: Operation, refusal: Refusal): Bag {
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

function plantedStatus({ bug }: Bench, { name }: Operation, { ground }: Refusal): number | undefined {
  const missing = ground === "missing";
  if (missing && name === "block-task" && bug("http.refusal-200")) return 200;
  if (missing && name === "flag-needs-human" && bug("error.not-found-400")) return 400;
  if (ground === "invalid" && name === "recall" && bug("http.refusal-422")) return 422;
  if (ground === "exclusive" && name === "recall" && bug("http.refusal-422")) return 422;
  if (ground === "too-large" && bug("http.large-413")) return 413;
  if (ground === "invalid" && name === "create-task" && bug("http.invalid-403")) return 403;
  if (ground === "exclusive" && name === "remember" && bug("http.invalid-409")) return 409;
  if (name === "release-task" && ground !== "unauthenticated" && bug("http.conflict-412")) return 412;
  if (name === "send-message" && ground !== "unauthenticated" && bug("error.conflict-400")) return 400;
  return undefined;
}

function plantedError({ bug }: Bench, { name, family }: Operation, { ground }: Refusal, error: Bag): Bag | string {
  const { code = "", message = "", ...rest } = error;
  const missing = ground === "missing";
  const coded = (other: string): Bag => ({ ...rest, code: other, message });
  if (missing && name === "block-task" && bug("error.upper-case-on-agent")) return coded("NOT_FOUND");
  if (missing && name === "block-task" && bug("error.plan-elsewhere")) return coded("plan_limit_reached");
  if (name === "bootstrap-context" && bug("error.lower-case-on-sdk")) return coded(String(code).toLowerCase());
  if (name === "list-tasks" && ground === "invalid" && bug("error.unknown-code")) return coded("bad_request");
  if (name === "send-message" && ground !== "unauthenticated" && bug("error.conflict-400")) return coded("conflict");
  if (ground === "plan" && bug("tasks.plan-code")) return coded("permission_denied");
  if (name === "remember" && bug("error.no-code")) return { ...rest, message };
  if (name === "send-message" && bug("error.no-message")) return { ...rest, code };
  if (name === "request-file-upload" && bug("error.as-text")) return String(message);
  if (family === "agent" && bug("error.retryable-text")) return { ...error, retryable: "false" };
  const further = furtherError(bug, { name, family }, ground, error);
  if (further) return further;
  if (bug("error.details-list")) return { ...error, details: [String(ground)] };
  if (family === "sdk" && bug("error.docs-object")) return { ...error, docs: { url: "https://docs.example.com" } };
  return error;
}

function furtherError(
  bug: Bench["bug"],
  operation: { name: string; family: string },
  ground: Ground,
  error: Bag,
): Bag | undefined {
  const { name, family } = operation;
  const agent = family === "agent";
  const invalid = ground === "invalid" || ground === "exclusive";
  if (!agent && bug("error.retryable-on-sdk")) return { ...error, retryable: false };
  if (!agent && bug("error.suggestion-list")) return { ...error, suggestion: ["try again"] };
  if (!agent && bug("error.docs-word")) return { ...error, docs: "see the manual" };
  if (agent && bug("error.suggestion-on-agent")) return { ...error, suggestion: "try again" };
  if (agent && bug("error.docs-on-agent")) return { ...error, docs: "https://docs.example.com" };
  if (name === "list-tasks" && invalid && bug("error.rate-limited-400")) return { ...error, code: "rate_limited" };
  if (name === "recall" && invalid && bug("error.internal-400")) return { ...error, code: "INTERNAL_ERROR" };
  if (name === "search-memories" && invalid && bug("error.unavailable-400"))
    return { ...error, code: "upstream_unavailable" };
  return undefined;
}

function meta(
  { bug, choices, clock }: Bench,
  { family }: Operation,
  nth: number,
  failed: boolean,
  page?: Outcome["pagination"],
): Value | undefined {
  const shown = choices.http.meta;
  if (shown === "never" || (shown === "alternate" && nth % 2 === 1)) return undefined;
  if (family === "sdk" && bug("meta.as-text")) return `request ${nth}`;
  const written = clock.write(clock.now());
  const zoneless = bug("meta.timestamp-zoneless") ? written.slice(0, 19) : written;
  const requestId = family === "sdk" && bug("meta.request-id-number") ? nth : `r/${nth.toString(36)}`;
  return bag({
    node: "b-2",
    timestamp: bug("meta.timestamp-epoch") ? Date.now() : zoneless,
    requestId: failed && bug("meta.no-request-id") ? undefined : requestId,
    pagination: page && pagination(bug, clock.write(clock.now()), page),
  });
}

function pagination(bug: Bench["bug"], now: string, page: NonNullable<Outcome["pagination"]>): Value {
  if (bug("meta.pagination-list")) return [page.more];
  const beyondCount = bug("meta.cutoff-count-text") ? "0" : 0;
  const cutoff = bag({ beyondCount, cutoffAt: bug("meta.cutoff-half") ? undefined : now });
  return bag({
    hasMore: bug("meta.pagination-bare") ? undefined : page.more,
    total: bug("meta.total-text") ? String(page.total ?? 0) : page.total,
    cursor: bug("meta.cursor-number") ? 12 : page.cursor,
    historyCutoff: bug("meta.cutoff-text") ? now : cutoff,
  });
}

/** Writes an answer in the layout that was drawn for the server. */
export function send(response: ServerResponse, { choices, bug }: Bench, answer: Answer, nth: number): void {
  const { pretty, escaped, chunked, closesEvery, contentType } = choices.http;
  const plain = typeof answer.body === "string";
  const text = plain ? String(answer.body) : JSON.stringify(answer.body, undefined, pretty ? 2 : undefined);
  const body = Buffer.from(escaped && !plain ? ascii(text) : text);
  response.statusCode = answer.status;
  const declared =
    choices.liberties.plainContentType || bug("http.plain-type") ? "text/plain; charset=utf-8" : contentType;
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
