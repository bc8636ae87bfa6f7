import type { JsonObject } from "../../spec/json.ts";
import { expectThat } from "./expect.ts";

/** One day in seconds. */
export const DAY = 86400;
/** Tolerance in seconds for two times that were taken at different moments and cut to the second. */
export const SLACK = 5;
/** Tolerance in seconds for calendar days: a change to or from summer time. */
export const CALENDAR_SLACK = 2 * 3600;
/** Fails if a memory shows another lifetime than the given one, or none. Returns how many lifetimes it shows. */
export function expectLifetime(memory: JsonObject, sent: number): number {
  const lifetimes = lifetimesOf(memory);
  const message = `a memory with a lifetime of ${sent} seconds must keep it`;
  for (const { seconds, field } of lifetimes) {
    expectThat(Math.abs(seconds - sent) <= SLACK, {
      message,
      expected: `${sent} seconds`,
      actual: `${seconds} seconds`,
      pointer: `/data/${field}`,
      keyword: "lifetime",
    });
  }
  // Either field may be omitted. A null states that there is no lifetime.
  const shown = ["ttl_seconds", "expires_at"];
  const denied = shown.find((field) => memory[field] === null);
  // An expiry is a lifetime, even if its length is unknown without a creation time.
  const isGiven = shown.some((field) => (memory[field] ?? null) !== null);
  expectThat(isGiven || denied === undefined, {
    message,
    expected: `${sent} seconds, or an expiry`,
    actual: `null in ${denied}`,
    pointer: `/data/${denied}`,
    keyword: "lifetime",
  });
  return lifetimes.length;
}
/**
 * Returns the lifetimes that a memory shows, in seconds: `ttl_seconds`, and the time from its creation to its expiry.
 */
export function lifetimesOf(memory: JsonObject): readonly { readonly seconds: number; readonly field: string }[] {
  const { ttl_seconds, created_at, expires_at } = memory;
  const named = typeof ttl_seconds === "number" ? [{ seconds: ttl_seconds, field: "ttl_seconds" }] : [];
  if (typeof created_at !== "string" || typeof expires_at !== "string") return named;
  return [...named, { seconds: (Date.parse(expires_at) - Date.parse(created_at)) / 1000, field: "expires_at" }];
}
