import { expect, test } from "vitest";
import { answeredExchange } from "../../client/testing/answered-exchange.ts";
import type { CaseContext } from "../../engine/check.ts";
import { isMixedWithinASecond } from "./apart.ts";

/** A target that takes a message every so many milliseconds, and tells times of this precision. */
function target(everyMs: number, precisionMs: number) {
  let sent = 0;
  const send = () => {
    sent += 1;
    const time = Date.UTC(2026, 0, 1) + sent * everyMs;
    const createdAt = new Date(time - (time % precisionMs)).toISOString();
    return answeredExchange(200, { success: true, data: { id: `m${sent}`, createdAt } });
  };
  const check = {
    world: { mark: "mark", target: { fixtures: { memberChannel: "c1" } } },
    baseline: async () => ({ input: {} }),
    call: async () => send(),
    eventually: <T>(attempt: () => Promise<T>) => attempt(),
  } as unknown as CaseContext;
  return { check, sent: () => sent };
}

test("a target too slow for several messages in a second of its clock may mix them all the same", async () => {
  await expect(isMixedWithinASecond(target(300, 1000).check)).resolves.toBe(true);
});

test("a target that tells parts of a second mixes none, which its first message shows", async () => {
  const { check, sent } = target(301, 1);
  await expect(isMixedWithinASecond(check)).resolves.toBe(false);
  expect(sent()).toBe(1);
});
