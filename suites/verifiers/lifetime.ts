import type { JsonObject } from "../../spec/json.ts";
import { expectThat } from "./expect.ts";

/** Seconds. */
export const DAY = 86400;
/** Seconds by which times that are cut to the second, and taken at two moments, may be off. */
export const SLACK = 5;
/** Seconds by which days of a calendar may be off: a change to or from summer time. */
export const CALENDAR_SLACK = 2 * 3600;
/** Fails when a memory tells another lifetime than it was given, or that it has none; how many it tells. */
export function expectLifetime(memory: JsonObject, sent: number): number {
  const told = lifetimesOf(memory);
  const message = `a memory with a lifetime of ${sent} seconds must keep it`;
  for (const { told: seconds, field } of told) {
    expectThat(Math.abs(seconds - sent) <= SLACK, {
      message,
      expected: `${sent} seconds`,
      actual: `${seconds} seconds`,
      pointer: `/data/${field}`,
      keyword: "lifetime",
    });
  }
  // Either may be left out; null for what was given says that there is none.
  const shown = ["ttl_seconds", "expires_at"];
  const denied = shown.find((field) => memory[field] === null);
  // An expiry is one, although without a creation nobody can tell how long after it.
  const isGiven = shown.some((field) => (memory[field] ?? null) !== null);
  expectThat(isGiven || denied === undefined, {
    message,
    expected: `${sent} seconds, or an expiry`,
    actual: `null in ${denied}`,
    pointer: `/data/${denied}`,
    keyword: "lifetime",
  });
  return told.length;
}
/** Lifetimes that a memory tells, in seconds: the one that it names, and the time from its creation to its expiry. */
export function lifetimesOf(memory: JsonObject): readonly { readonly told: number; readonly field: string }[] {
  const { ttl_seconds, created_at, expires_at } = memory;
  const named = typeof ttl_seconds === "number" ? [{ told: ttl_seconds, field: "ttl_seconds" }] : [];
  if (typeof created_at !== "string" || typeof expires_at !== "string") return named;
  return [...named, { told: (Date.parse(expires_at) - Date.parse(created_at)) / 1000, field: "expires_at" }];
}
