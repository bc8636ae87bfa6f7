import type { Rejection } from "../rejection.ts";
import type { Rules } from "../rules.ts";
import { isoInstant } from "../runtime/clock.ts";
import type { Call, Reply } from "./call.ts";
import type { Answer } from "./operation.ts";

/** Reasons after which the same request may succeed if it is retried. */
const RETRYABLE: ReadonlySet<string> = new Set(["rate-limited", "internal", "unavailable"]);

/** Returns the response to a request that succeeded. */
export function success(call: Call, { data, pagination, lasting = false }: Answer): Reply {
  const about = pagination === undefined ? meta(call) : { ...meta(call), pagination };
  return { status: 200, headers: {}, body: { success: true, data, meta: about }, lasting };
}

/** Returns the response to a rejected request, in its family's style. */
export function failure(call: Call, rules: Rules, rejected: Rejection): Reply {
  const { status, code } = rules.refusals[call.family][rejected.reason];
  const { message, details, suggestion, headers } = rejected.texts;
  const error: Record<string, unknown> = { code, message };
  if (details !== undefined) error.details = details;
  if (call.family === "agent") error.retryable = RETRYABLE.has(rejected.reason);
  if (call.family === "sdk" && suggestion !== undefined) error.suggestion = suggestion;
  return { status, headers: { ...headers }, body: { success: false, error, meta: meta(call) } };
}

function meta(call: Call) {
  return { requestId: call.requestId, timestamp: isoInstant(call.at) };
}
