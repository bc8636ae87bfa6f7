import { asObject, isObject, type Json } from "../../spec/json.ts";
import { requested, uniquelyCreated } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { fieldSchema, wordsOf } from "../models/document-facts.ts";
import { expectThat } from "../verifiers/expect.ts";
import { CALENDAR_SLACK, DAY, expectLifetime, lifetimesOf } from "../verifiers/expect-lifetime.ts";
import { expectMetadata } from "../verifiers/expect-metadata.ts";
import { expectConfidence, memoryAt } from "../verifiers/memory.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { Rule } from "./rule.ts";
import { isUndisputed } from "./undisputed.ts";

/** The members of a claim are returned as they were sent, whatever the other members. */
export const memoryEchoRules: readonly Rule[] = [
  {
    requirement: "memories.remember.ttl-preset",
    name: "each ttl_preset has the same lifetime for every memory",
    operations: ["remember"],
    judge: judgeNamedLifetimes,
  },
  ...echoes(),
  {
    requirement: "memories.remember.confidence-fine",
    name: "a confidence of more than two digits is returned as sent",
    operations: ["remember"],
    judge: judgeFineConfidences,
  },
];

function echoes(): Rule[] {
  const members = [
    { requirement: "memories.remember.confidence", member: "confidence", judge: judgeConfidence },
    { requirement: "memories.remember.ttl-seconds", member: "ttl_seconds", judge: judgeLifetime },
    { requirement: "memories.remember.metadata", member: "metadata", judge: judgeMetadata },
  ];
  return members.map(({ requirement, member, judge }) => ({
    requirement,
    name: `the ${member} is returned as sent`,
    operations: ["remember"],
    judge: (knowledge) => {
      const entries = uniquelyCreated(knowledge, "remember").filter(
        (entry) => requested(entry, member) !== undefined && isUndisputed(knowledge, "remember", entry),
      );
      return entries.filter((entry) =>
        withEvidence([entry.exchange], () => judge(entry, requested(entry, member) ?? null)),
      ).length;
    },
  }));
}

/** Judges confidences of more than two digits, which the requirement on confidence leaves open. */
function judgeFineConfidences(knowledge: Knowledge): number {
  const fine = uniquelyCreated(knowledge, "remember").flatMap(({ exchange, input }) => {
    const { confidence } = asObject(input.body);
    return typeof confidence === "number" && hasMoreThanTwoDigits(confidence) ? [{ exchange, confidence }] : [];
  });
  for (const { exchange, confidence } of fine) withEvidence([exchange], () => expectConfidence(exchange, confidence));
  return fine.length;
}

function hasMoreThanTwoDigits(value: number): boolean {
  const hundredths = value * 100;
  return Math.abs(hundredths - Math.round(hundredths)) > ROUNDING;
}

/** The rounding of a number of two digits, in hundredths. */
const ROUNDING = 1e-6;

/** True if there was anything to judge. */
type Judged = boolean;

/** Judges that a named lifetime always has the same length and returns how many were judged. */
function judgeNamedLifetimes(knowledge: Knowledge): number {
  const names = wordsOf(fieldSchema(knowledge.context.document, "remember", "ttl_preset"), "the named lifetimes");
  const first = new Map<string, { readonly seconds: number; readonly entry: HistoryEntry }>();
  let judged = 0;
  for (const entry of uniquelyCreated(knowledge, "remember")) {
    const name = requested(entry, "ttl_preset");
    // Requests with both a name and seconds belong to another requirement.
    if (typeof name !== "string" || !names.includes(name) || requested(entry, "ttl_seconds") !== undefined) continue;
    for (const { seconds, field } of lifetimesOf(memoryAt(entry.exchange, "/data"))) {
      // An invalid time is a separate finding.
      if (!Number.isFinite(seconds)) continue;
      const key = `${name} ${field}`;
      const earlier = first.get(key) ?? { seconds, entry };
      first.set(key, earlier);
      judged += 1;
      withEvidence([earlier.entry.exchange, entry.exchange], () =>
        expectThat(Math.abs(seconds - earlier.seconds) <= CALENDAR_SLACK, {
          message: `the lifetime of ttl_preset ${name} must be the same for every memory`,
          expected: `${earlier.seconds / DAY} days, as for another memory`,
          actual: `${seconds / DAY} days`,
          pointer: `/data/${field}`,
          keyword: "lifetime",
        }),
      );
    }
  }
  return judged;
}

function judgeConfidence({ exchange }: HistoryEntry, sent: Json): Judged {
  if (typeof sent !== "number") return false;
  expectConfidence(exchange, sent);
  return true;
}

/**
 * Lifetimes in seconds that are judged. The contract leaves open whether a service may lengthen shorter ones or cut
 * longer ones.
 */
const LIFETIMES = { min: 7 * DAY, max: 365 * DAY };

function judgeLifetime({ exchange }: HistoryEntry, sent: Json): Judged {
  if (typeof sent !== "number" || sent < LIFETIMES.min || sent > LIFETIMES.max) return false;
  expectLifetime(memoryAt(exchange, "/data"), sent);
  return true;
}

function judgeMetadata({ exchange }: HistoryEntry, sent: Json): Judged {
  if (
    !isObject(sent) ||
    !Object.entries(sent).every(([name, member]) => isPlain(name) && (member === "" || isPlain(member)))
  )
    return false;
  expectMetadata(exchange, sent);
  return true;
}

/**
 * Returns true for names and values that every JSON store keeps. Some stores drop control characters, white space at
 * the ends, or empty texts.
 */
function isPlain(value: Json): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  if (isObject(value)) return Object.entries(value).every(([name, member]) => isPlain(name) && isPlain(member));
  if (typeof value === "string") return value !== "" && value.trim() === value && !/[^\P{C}\r\n\t]/u.test(value);
  return !Object.is(value, -0);
}
