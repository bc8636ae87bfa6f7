import type { JsonObject } from "../../../spec/json.ts";
import type { Check } from "../../engine/check.ts";
import { expectThat } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { fieldSchema, wordsOf } from "../document-facts.ts";
import { remember } from "./claims.ts";

const OPERATIONS = ["remember"] as const;
const DAY = 86_400;
/** Lifetimes of the names, in days, in some order. */
const BUCKETS = [7, 90, 365];
/** Seconds by which times that are cut to the second, and taken at two moments, may be off. */
const SLACK = 5;
/** Seconds by which days of a calendar may be off: a change to or from summer time. */
const CALENDAR_SLACK = 2 * 3600;

/** Lifetimes are kept as they were given. */
export function lifetimeChecks(): Check[] {
  return [seconds(), presets()];
}

function seconds(): Check {
  return defineCheck(
    { requirement: "memories.remember.ttl-seconds", name: "lifetimes from a week to a year", operations: OPERATIONS },
    async (check) => {
      await check.forEach([604_800, 777_777, 1_000_000, 7_776_000, 31_536_000], async (sent, one) => {
        const { memory } = await remember(one, `ttl ${sent}`, { ttl_seconds: sent });
        for (const { told, field } of lifetimesOf(memory)) {
          one.witnessed();
          expectThat(Math.abs(told - sent) <= SLACK, {
            message: `a memory with a lifetime of ${sent} seconds must keep it`,
            expected: `${sent} seconds`,
            actual: `${told} seconds`,
            pointer: `/data/${field}`,
            keyword: "lifetime",
          });
        }
      });
    },
  );
}

function presets(): Check {
  return defineCheck(
    { requirement: "memories.remember.ttl-preset", name: "the lifetime of each name", operations: OPERATIONS },
    async (check) => {
      const names = wordsOf(fieldSchema(check.world.document, "remember", "ttl_preset"), "the named lifetimes");
      const days = new Map<number, string>();
      for (const name of names) {
        const { memory } = await remember(check, `preset ${name}`, { ttl_preset: name });
        for (const { told, field } of lifetimesOf(memory)) {
          const bucket = BUCKETS.find((one) => Math.abs(told - one * DAY) <= CALENDAR_SLACK);
          check.witnessed();
          expectThat(bucket !== undefined, {
            message: `the lifetime ${name} must be one of ${BUCKETS.join(", ")} days`,
            expected: `${BUCKETS.join(", ")} days`,
            actual: `${told / DAY} days`,
            pointer: `/data/${field}`,
            keyword: "bucket",
          });
          const other = days.get(bucket ?? 0) ?? name;
          expectThat(other === name, {
            message: "the named lifetimes must be different ones",
            expected: `another lifetime for ${name} than for ${other}`,
            actual: `${bucket} days for both`,
            pointer: `/data/${field}`,
            keyword: "alike",
          });
          days.set(bucket ?? 0, name);
        }
      }
      if (days.size > 0) check.observe("remember.preset-mapping", inWords(days), "lifetimes of new memories");
    },
  );
}

function inWords(days: ReadonlyMap<number, string>): string {
  return [...days].map(([count, name]) => `${name} ${count} days`).join(", ");
}

/** Lifetimes that a memory tells, in seconds: the one that it names, and the time from its creation to its expiry. */
export function lifetimesOf(memory: JsonObject): readonly { readonly told: number; readonly field: string }[] {
  const { ttl_seconds, created_at, expires_at } = memory;
  const named = typeof ttl_seconds === "number" ? [{ told: ttl_seconds, field: "ttl_seconds" }] : [];
  if (typeof created_at !== "string" || typeof expires_at !== "string") return named;
  return [...named, { told: (Date.parse(expires_at) - Date.parse(created_at)) / 1000, field: "expires_at" }];
}
