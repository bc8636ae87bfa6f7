import { isObject } from "../../../spec/json.ts";
import type { Call, Reply } from "../../http/call.ts";
import type { Issue } from "../../http/read-fields.ts";
import type { Rejection } from "../../rejection.ts";
import type { Caller } from "../../service.ts";
import { addressHint } from "./addresses.ts";
import { conflictHint, planHint } from "./conflicts.ts";
import { missingKeyHint, unknownKeyHint } from "./credentials.ts";
import { inputHint } from "./inputs.ts";
import { missingHint } from "./missing.ts";
import { membershipHint, permissionHint } from "./permissions.ts";
import { tokenHint } from "./tokens.ts";
import { transferHint } from "./transfers.ts";

const CHAOS_HINT = "GET /_fake/chaos lists the rules that disturb clients, DELETE /_fake/chaos takes them away.";

/**
 * Returns true if the rule that acted on a call cut it or responded to it. A call that was only delayed is not
 * disturbed in this sense.
 */
function isDisturbance({ cut, rejection, rule }: Call): boolean {
  return cut || (rejection !== null && rejection.texts.details?.rule === rule);
}

/**
 * Returns the hint for a rejected call: the most similar request that would succeed. Null if it succeeded, or nothing
 * is similar.
 */
export function hintFor(call: Call, reply: Reply | null): string | null {
  try {
    const { rejection, rule } = call;
    const byRule = rule !== null && isDisturbance(call);
    if (byRule && rule.startsWith("Prefer:")) return "The request asked for it.";
    if (byRule) return CHAOS_HINT;
    if (rejection !== null) return rejectionHint(call, rejection) ?? rejection.texts.suggestion ?? null;
    return call.operation === "verify-connection" ? tokenHint(call, reply) : null;
  } catch {
    // A mutant can leave the state in any shape; a missing hint must not fail the call.
    return null;
  }
}

function rejectionHint(call: Call, rejection: Rejection): string | null {
  const { caller } = call;
  if (call.operation === "upload-bytes" || call.operation === "download-bytes") return transferHint(call);
  switch (rejection.reason) {
    case "no-credentials":
      return missingKeyHint(call);
    case "unknown-key":
      return unknownKeyHint(call);
    case "unknown-route":
    case "wrong-method":
      return addressHint(call);
    case "rate-limited":
      return `The limit is ${call.service.settings.rateLimit} requests a second: PATCH /_fake/settings {"rateLimit":0} lifts it.`;
    default:
      return caller === null ? null : callerHint(call, caller, rejection);
  }
}

function callerHint(call: Call, caller: Caller, rejection: Rejection): string | null {
  const { details = {} } = rejection.texts;
  switch (rejection.reason) {
    case "invalid-input":
      return rejection.texts.details?.issues === undefined && rejection.texts.suggestion !== undefined
        ? rejection.texts.suggestion
        : inputHint(call, issuesOf(details.issues));
    case "not-found":
      return missingHint(call, caller, String(details.kind), String(details.id));
    case "not-a-member":
      return membershipHint(caller, rejection);
    case "permission-denied":
      return permissionHint(call, caller, rejection);
    case "conflict":
      return conflictHint(call, caller);
    case "plan-limit":
      return planHint(caller);
    default:
      return null;
  }
}

function issuesOf(issues: unknown): readonly Issue[] {
  return Array.isArray(issues) ? issues.filter((issue): issue is Issue => isObject(issue) && "field" in issue) : [];
}
