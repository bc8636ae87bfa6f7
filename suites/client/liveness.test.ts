import { expect, test } from "vitest";
import type { NotReceived } from "./exchange.ts";
import { createLiveness } from "./liveness.ts";

function afterThree(reason: NotReceived["reason"]) {
  const liveness = createLiveness({ downAfter: 3 });
  for (let count = 0; count < 3; count += 1) liveness.note({ kind: "none", reason, message: "" });
  return liveness.reason();
}

test.each(["timeout", "broken", "unreachable"] as const)(
  "a target counts as down where each request ends as %s",
  (reason) => {
    expect(afterThree(reason)).toBe("the target stopped answering: 3 requests in a row had no response");
  },
);

test.each(["too-large", "unsendable", "withheld", "aborted"] as const)(
  "a request that ends as %s is no silence of the target",
  (reason) => {
    expect(afterThree(reason)).toBeNull();
  },
);
