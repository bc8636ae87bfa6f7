import type { Family } from "../../spec/family.ts";
import type { Call, Reply } from "../http/call.ts";
import { failure } from "../http/envelope.ts";
import { type RejectionReason, rejection } from "../rejection.ts";
import type { Rules } from "../rules.ts";
import type { ErrorAnswer } from "./rule.ts";

/** The codes of each family with their status. */
export const CODES: Readonly<Record<Family, Readonly<Record<string, number>>>> = {
  agent: {
    invalid_input: 400,
    permission_denied: 403,
    channel_not_member: 403,
    plan_limit_reached: 403,
    not_found: 404,
    conflict: 409,
    rate_limited: 429,
    internal_error: 500,
    upstream_unavailable: 503,
  },
  sdk: {
    VALIDATION_ERROR: 400,
    INVALID_PARAMS: 400,
    AUTH_REQUIRED: 401,
    AUTH_INVALID_KEY: 401,
    PAYMENT_REQUIRED: 403,
    FORBIDDEN: 403,
    WORKSPACE_ACCESS_DENIED: 403,
    CHANNEL_PERMISSION_DENIED: 403,
    FEATURE_DISABLED: 403,
    NOT_FOUND: 404,
    CONFLICT: 409,
    ALREADY_EXISTS: 409,
    VERSION_CONFLICT: 409,
    RATE_LIMITED: 429,
    INTERNAL_ERROR: 500,
    DATABASE_ERROR: 500,
    GRAPH_UNAVAILABLE: 503,
    SERVICE_UNAVAILABLE: 503,
  },
};

/** Returns the families that have a code; none for an unknown code. */
export function familiesOf(code: string): readonly Family[] {
  const families: readonly Family[] = ["agent", "sdk"];
  return families.filter((family) => Object.hasOwn(CODES[family], code) || (family === "sdk" && isAuthCode(code)));
}

/** Any code of authentication belongs to the sdk family. */
function isAuthCode(code: string): boolean {
  return code.startsWith("AUTH_");
}

/** The reason of a status: it determines the usual code of each family, and whether a retry may help. */
const REASONS: Readonly<Record<number, RejectionReason>> = {
  400: "invalid-input",
  401: "unknown-key",
  403: "permission-denied",
  404: "not-found",
  409: "conflict",
  429: "rate-limited",
  500: "internal",
  503: "unavailable",
};

/**
 * Returns the error reply that a rule requests, in the envelope of the call's family. Message and details name the
 * rule.
 */
export function errorReply(call: Call, rules: Rules, asked: ErrorAnswer, rule: string): Reply {
  const status = asked.status ?? statusOf(asked.code) ?? 500;
  const reason = REASONS[status] ?? (status < 500 ? "invalid-input" : "unavailable");
  const wait = asked.retryAfter ?? (status === 429 ? 1 : null);
  const rejected = rejection(reason, asked.message ?? `A chaos rule asked for this error: ${rule}`, {
    details: { rule },
    ...(status === 429 ? { suggestion: "Wait as long as Retry-After says, and send the request again." } : {}),
    headers: wait === null ? {} : { "Retry-After": String(wait) },
  });
  call.rejection = rejected;
  const reply = failure(call, rules, rejected);
  const { success, error, meta } = reply.body as { success: false; error: Record<string, unknown>; meta: unknown };
  const code = asked.code !== undefined && familiesOf(asked.code).includes(call.family) ? asked.code : error.code;
  return { ...reply, status, body: { success, error: { ...error, code }, meta } };
}

function statusOf(code: string | undefined): number | undefined {
  if (code === undefined) return undefined;
  return CODES.agent[code] ?? CODES.sdk[code] ?? (isAuthCode(code) ? 401 : undefined);
}
