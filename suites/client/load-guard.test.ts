import { expect, test } from "vitest";
import type { Exchange } from "./exchange.ts";
import { createLoadGuard } from "./load-guard.ts";

const MIB = 1024 * 1024;

function exchangeWith(effect: string | null, bytes: number): Exchange {
  const operation = effect === null ? null : { id: "any", effect };
  return { operation, outcome: { kind: "response", bytes: new Uint8Array(bytes) } } as unknown as Exchange;
}

test("ends a run with large responses to creations before they fill the memory", () => {
  const loadGuard = createLoadGuard(2 * MIB);
  for (let count = 0; count < 2; count += 1) loadGuard.note(exchangeWith("create", MIB));
  expect(loadGuard.reason()).toBeNull();
  loadGuard.note(exchangeWith("create", MIB));
  expect(loadGuard.reason()).toContain("more than 2 MiB");
});

test("ignores responses of usual size, reads, files and missing responses", () => {
  const loadGuard = createLoadGuard(MIB);
  for (let count = 0; count < 100; count += 1) loadGuard.note(exchangeWith("create", 100 * 1024));
  for (const effect of ["read", null]) loadGuard.note(exchangeWith(effect, 8 * MIB));
  loadGuard.note({ ...exchangeWith("create", 0), outcome: { kind: "none", reason: "too-large", message: "" } });
  expect(loadGuard.reason()).toBeNull();
});
