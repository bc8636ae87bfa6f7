import { expect, test } from "vitest";
import type { Fake } from "../../fake.ts";
import type { FakeOptions } from "../../options.ts";
import { startFake, type TestClient } from "../../testing.ts";

/** A fake with a virtual clock, and its client. */
export type Judged = Fake & TestClient;

/** Two clients of one rule. */
export interface RuleCase {
  readonly options?: FakeOptions;
  /** The distinguishing part of several cases of one rule. */
  readonly when?: string;
  readonly breaks: (fake: Judged) => Promise<unknown>;
  /** The expected message of the finding. */
  readonly says: string | RegExp;
  readonly keeps: (fake: Judged) => Promise<unknown>;
}

/** Tests a rule with a client that breaks only this rule, and with one that follows it in the same situation. */
export function testRule(id: string, { options = {}, when = "", breaks, says, keeps }: RuleCase): void {
  const name = when === "" ? id : `${id}, ${when}`;
  test(`${name}: a client that breaks it`, async () => {
    const fake = await startFake({ clock: { virtual: true }, ...options });
    await breaks(fake);
    const { findings } = await fake.report();
    expect(findings.map(({ rule }) => rule)).toEqual([id]);
    expect(findings[0]?.message).toMatch(says);
    expect(findings[0]?.exchanges.length).toBeGreaterThan(0);
  });
  test(`${name}: a client that keeps it`, async () => {
    const fake = await startFake({ clock: { virtual: true }, ...options });
    await keeps(fake);
    const { findings, rules } = await fake.report();
    expect(findings).toEqual([]);
    expect(rules.find((rule) => rule.id === id)?.judged).toBeGreaterThan(0);
  });
}

/**
 * Repeats a request until it succeeds, with `pauseMs` of the fake's clock between two attempts; a lost response is a
 * failure.
 */
export async function retry(
  fake: Judged,
  send: () => Promise<{ readonly status: number }>,
  pauseMs: (attempt: number) => number,
): Promise<void> {
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    const status = await send().then(
      (response) => response.status,
      () => 503,
    );
    if (status < 400) return;
    fake.advanceClock(pauseMs(attempt));
  }
}

/** Sends a request whose response is lost. */
export async function lose(sent: Promise<unknown>): Promise<void> {
  await expect(sent).rejects.toThrow();
}
