import { expect, test } from "vitest";
import type { Operation } from "../../spec/document/model.ts";
import type { NotReceived, WireRequest } from "./exchange.ts";
import { createLiveness, createPartLiveness } from "./liveness.ts";
import { answeredExchange } from "./testing/answered-exchange.ts";

function afterThree(reason: NotReceived["reason"]) {
  const liveness = createLiveness({ downAfter: 3 });
  for (let count = 0; count < 3; count += 1) liveness.note({ kind: "none", reason, message: "ECONNRESET" });
  return liveness.reason();
}

test.each(["timeout", "broken", "unreachable"] as const)(
  "treats a target as down if every request ends as %s",
  (reason) => {
    expect(afterThree(reason)).toBe("the target stopped responding: 3 requests in a row had no response (ECONNRESET)");
  },
);

test("treats a target that closes connections after a response as restarting for some seconds", () => {
  let time = 0;
  const liveness = createLiveness({ downAfter: 3, now: () => time });
  const broken: NotReceived = { kind: "none", reason: "broken", message: "ECONNRESET" };
  liveness.note(answeredExchange(200, {}).outcome);
  liveness.note(broken);
  expect(liveness.isRestarting()).toBe(false);
  for (let count = 0; count < 20; count += 1) liveness.note(broken);
  expect([liveness.isRestarting(), liveness.reason()]).toEqual([true, null]);
  time += 5_000;
  expect([liveness.isRestarting(), liveness.reason()]).toEqual([false, expect.stringMatching(/stopped responding/)]);
});

test.each(["too-large", "unsendable", "withheld", "aborted"] as const)(
  "does not count a request that ends as %s as a missing response",
  (reason) => {
    expect(afterThree(reason)).toBeNull();
  },
);

test("tracks a storage that closes connections separately from the API", () => {
  const api = createLiveness({ downAfter: 3 });
  const livenessOf = createPartLiveness(api, { downAfter: 3 });
  const list = { id: "list-tasks" } as Operation;
  const at = (url: string) => ({ url }) as WireRequest;
  const broken: NotReceived = { kind: "none", reason: "broken", message: "ECONNRESET" };
  const storage = livenessOf(at("http://storage.test/a?signature=1"), null);
  const { outcome } = answeredExchange(200, {});
  storage.note(outcome);
  for (let count = 0; count < 3; count += 1) storage.note(broken);
  const elsewhere = livenessOf(at("http://elsewhere.test/a"), null);
  expect([storage, elsewhere, api].map((part) => part.isRestarting())).toEqual([true, false, false]);
  expect(api.reason()).toBeNull();
  for (let count = 0; count < 3; count += 1) {
    livenessOf(at("http://api.test/list"), list).note(broken);
    storage.note(outcome);
  }
  expect(api.reason()).toMatch(/stopped responding/);
});
