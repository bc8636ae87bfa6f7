import type { Call, Reply } from "../http/call.ts";
import type { Change } from "./changes.ts";
import { ownKey } from "./identities.ts";

/**
 * Returns the change that rejects a call before it is performed, with a status and a code of the agent family; a call
 * without a key is not affected.
 */
export function rejectBefore(operation: string, reasonFor: (call: Call) => readonly [number, string] | null): Change {
  return {
    around: (call: Call, next: () => Reply) => {
      const reason = call.operation === operation && ownKey(call) !== undefined ? reasonFor(call) : null;
      if (reason === null) return next();
      const [status, code] = reason;
      const meta = { requestId: call.requestId, timestamp: new Date(call.at).toISOString() };
      const error = { code, message: "This is not possible here" };
      return { status, headers: {}, body: { success: false, error, meta } };
    },
  };
}
