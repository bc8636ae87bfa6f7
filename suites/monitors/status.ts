import type { Received } from "../client/exchange.ts";
import type { Aspect } from "./aspect.ts";

const KNOWN = "statuses.known";
const SUCCESS = "statuses.success";
/** The statuses of the contract (HTTP statuses). A response of the API has no other. */
const STATUSES = new Set([200, 400, 401, 403, 404, 409, 429, 500, 503]);

/** The status of a success is exactly 200, and of a failure one of those that the contract lists. */
export const statusAspect: Aspect = {
  requirements: [KNOWN, SUCCESS],
  judge(operation, { status }: Received) {
    const asserted = [KNOWN, SUCCESS];
    if (STATUSES.has(status)) return { violations: [], asserted };
    const otherSuccess = status >= 200 && status < 300;
    const violation = {
      requirement: otherSuccess ? SUCCESS : KNOWN,
      verifier: "status",
      // Not the whole response: the body can still be judged.
      pointer: "status",
      keyword: "status",
      message: otherSuccess
        ? `${operation.id} told success by ${status}; success is exactly 200`
        : `${operation.id} responded with ${status}, which is none of the statuses of the contract`,
      expected: otherSuccess ? "200" : [...STATUSES].join(", "),
      actual: String(status),
    };
    return { violations: [violation], asserted };
  },
};
