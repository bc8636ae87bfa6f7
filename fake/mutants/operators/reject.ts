import type { Call } from "../../http/call.ts";
import { readInput } from "../../http/perform.ts";
import { OPERATIONS } from "../../operations.ts";
import { ownKey } from "../../overrides/identities.ts";
import { referenceRules } from "../../reference-rules.ts";
import { operationOperator } from "./operation-operator.ts";

/** Rejects valid requests without carrying them out. */
const rejecting = (name: string, status: number, agent: string, sdk: string) =>
  operationOperator(
    name,
    `rejects a valid request with ${status}`,
    ({ claims }) => claims.succeeds,
    ({ operation }, { confined }) =>
      confined({
        around: (call, next) => {
          if (call.operation !== operation || ownKey(call) === undefined || isInvalid(call)) return next();
          const code = call.family === "agent" ? agent : sdk;
          const meta = { requestId: call.requestId, timestamp: new Date(call.at).toISOString() };
          const error = { code, message: "The request cannot be served" };
          return { status, headers: {}, body: { success: false, error, meta } };
        },
      }),
  );

/** Would the input be rejected, whoever calls? */
export function isInvalid(call: Call): boolean {
  const operation = OPERATIONS.find(({ id }) => id === call.operation);
  if (operation === undefined) return false;
  try {
    readInput(referenceRules(), operation, call);
    return false;
  } catch {
    return true;
  }
}

export const reject = rejecting("reject", 400, "invalid_input", "VALIDATION_ERROR");

export const forbid = rejecting("forbid", 403, "permission_denied", "FORBIDDEN");
