import type { JsonObject } from "../../../spec/json.ts";
import { type Exchange, statusOf } from "../../client/exchange.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectAccepted, expectRejected, expectThat, requireAccepted } from "../../verifiers/expect.ts";
import { CALENDAR_SLACK, DAY, expectLifetime, lifetimesOf } from "../../verifiers/expect-lifetime.ts";
import { requireResponse } from "../../verifiers/read.ts";
import { withEvidence } from "../../verifiers/with-evidence.ts";
import { defineCheck } from "../define-check.ts";
import { orBlocked } from "../preconditions.ts";
import { contentOf, LASTING_SECONDS, remember, requestMemory, requestUniqueMemory } from "./claims.ts";

const OPERATIONS = ["remember"] as const;
/** Possible lifetimes of the names in days, in any order. */
const NAMED_DAYS = [7, 90, 365];
/** Lifetimes are kept as requested. */
export function lifetimeChecks(): Check[] {
  return [
    secondsKept(),
    longLifetimeKept(),
    presetsDiffer(),
    presetSameForKinds(),
    eitherLifetimeAccepted(),
    bothLifetimesRejected(),
    ...unlistedNamesRejected(),
  ];
}

function secondsKept(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.ttl-seconds",
      name: "a lifetime of up to a year is kept",
      operations: OPERATIONS,
    },
    async (check) => {
      const kinds = kindsOf(check);
      const shownLifetimes: Lifetime[] = [];
      // A target may wrongly use the default lifetime of a kind instead of the requested one.
      const claims = [604_800, 777_777, 1_000_000, 7_776_000, 31_536_000].map((sent, index) => ({
        sent,
        kind: kinds[index % kinds.length] ?? "",
      }));
      await check.forEach(claims, async ({ sent, kind }, testCase) => {
        const { memory, response } = await remember(testCase, `ttl ${sent}`, { ttl_seconds: sent, kind });
        testCase.asserted(expectLifetime(memory, sent));
        shownLifetimes.push({ response, sent, count: lifetimesOf(memory).length });
      });
      expectAllShowLifetime(shownLifetimes);
    },
  );
}

/** A claim with a lifetime, and the number of members in its response that show it. */
export interface Lifetime {
  readonly response: Exchange;
  readonly sent: number;
  readonly count: number;
}

/** Fails if some responses show a lifetime and others do not: a target that shows lifetimes must show all. */
export function expectAllShowLifetime(all: readonly Lifetime[]): void {
  const withoutLifetime = all.find(({ count }) => count === 0);
  if (withoutLifetime === undefined || all.every(({ count }) => count === 0)) return;
  withEvidence([withoutLifetime.response], () =>
    expectThat(false, {
      message: `a memory with a lifetime of ${withoutLifetime.sent} seconds must keep it`,
      expected: "a lifetime, as other memories of the target show",
      actual: "no lifetime",
      pointer: "/data",
      keyword: "lifetime",
    }),
  );
}

/** The contract leaves the maximum lifetime open. An accepted one must be kept, not silently shortened. */
function longLifetimeKept(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.ttl-seconds",
      name: "an accepted lifetime beyond a year is kept",
      operations: OPERATIONS,
      runsEarly: true,
    },
    async (check) => {
      // Longer than a year, but not too long for most targets.
      const sent = 400 * DAY;
      const { response, memory } = await requestUniqueMemory(check, `long ttl ${sent}`, { ttl_seconds: sent });
      if (requireResponse(response).status !== 200) throw new NotApplicable("no lifetime beyond a year is accepted");
      check.asserted(expectLifetime(memory, sent));
    },
  );
}

/** A name means the same lifetime for all kinds of memory. */
function presetSameForKinds(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.ttl-preset",
      name: "a ttl_preset has one lifetime for all kinds",
      operations: OPERATIONS,
    },
    async (check) => {
      const names = wordsOf(fieldSchema(check.context.document, "remember", "ttl_preset"), "the named lifetimes");
      const claims = names.flatMap((name) => kindsOf(check).map((kind) => ({ ttl_preset: name, kind })));
      const known = new Map<string, number>();
      await check.forEach(claims, async (members, testCase) => {
        const { ttl_preset: name, kind } = members;
        const { memory, response } = await requestUniqueMemory(testCase, `preset ${name} of ${kind}`, members);
        requireAccepted(response, "memories.remember.succeeds");
        for (const { seconds, field } of lifetimesOf(memory)) {
          const first = known.get(`${name} ${field}`) ?? seconds;
          known.set(`${name} ${field}`, first);
          testCase.asserted();
          expectThat(Math.abs(seconds - first) <= CALENDAR_SLACK, {
            message: `the lifetime ${name} must be the same for a memory of any kind`,
            expected: `${first / DAY} days, as for another kind`,
            actual: `${seconds / DAY} days for a ${kind}`,
            pointer: `/data/${field}`,
            keyword: "kind",
          });
        }
      });
      if (known.size === 0) throw new NotApplicable("no memory shows its lifetime");
    },
  );
}

function presetsDiffer(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.ttl-preset",
      name: "the named lifetimes are 7, 90 and 365 days",
      operations: OPERATIONS,
      // It also answers an open point, which no rule does.
      runsEarly: true,
    },
    async (check) => {
      const names = wordsOf(fieldSchema(check.context.document, "remember", "ttl_preset"), "the named lifetimes");
      const days = new Map<number, string>();
      const fields = new Set<string>();
      const all: { readonly name: string; readonly memory: JsonObject }[] = [];
      const kinds = kindsOf(check);
      for (const [index, name] of names.entries()) {
        // A kind for each name, as above, from the last kind on.
        const kind = kinds.at(-1 - (index % kinds.length)) ?? "";
        const members = { ttl_preset: name, kind, ...membersWithPreset(index) };
        const { memory, response } = await requestUniqueMemory(check, `preset ${name}`, members);
        expectAccepted(response, `a claim with the lifetime ${name}`);
        all.push({ name, memory });
        for (const { seconds, field } of lifetimesOf(memory)) {
          fields.add(field);
          const namedDays = NAMED_DAYS.find((one) => Math.abs(seconds - one * DAY) <= CALENDAR_SLACK);
          check.asserted();
          expectThat(namedDays !== undefined, {
            message: `the lifetime ${name} must be one of ${NAMED_DAYS.join(", ")} days`,
            expected: `${NAMED_DAYS.join(", ")} days`,
            actual: `${seconds / DAY} days`,
            pointer: `/data/${field}`,
            keyword: "bucket",
          });
          const other = days.get(namedDays ?? 0) ?? name;
          expectThat(other === name, {
            message: "the named lifetimes must be different",
            expected: `another lifetime for ${name} than for ${other}`,
            actual: `${namedDays} days for both`,
            pointer: `/data/${field}`,
            keyword: "alike",
          });
          days.set(namedDays ?? 0, name);
        }
      }
      if (fields.size === 0 && all.some(({ memory }) => memory.expires_at === null)) {
        const { memory } = await remember(check, "seconds beside names", { ttl_seconds: 7 * DAY });
        // Some targets show the seconds only if they were requested, but an expiry in any case.
        if (lifetimesOf(memory).some(({ field }) => field === "expires_at")) fields.add("expires_at");
      }
      for (const { name, memory } of all) {
        if (fields.size > 0) check.asserted();
        expectLifetimeNotNull(memory, name, [...fields]);
      }
      if (days.size > 0) check.observe("remember.preset-mapping", presetMapping(days), "lifetimes of new memories");
    },
  );
}

/** Returns the other members for a named lifetime: none for the first, many for the others. */
function membersWithPreset(place: number): JsonObject {
  if (place === 0) return {};
  return {
    confidence: 0.9,
    metadata: { tags: ["lasting"], topic: "Größe" },
    where: "a weekly review",
    why: "it holds for a while",
  };
}

/** Fails if a memory shows no lifetime, with null where other memories of the target have one. */
function expectLifetimeNotNull(memory: JsonObject, name: string, fields: readonly string[]): void {
  const nullField = fields.find((field) => memory[field] === null);
  expectThat(lifetimesOf(memory).length > 0 || nullField === undefined, {
    message: `a memory with the ttl_preset ${name} must have a lifetime`,
    expected: "a lifetime, as other memories of the target show",
    actual: `null in ${nullField}`,
    pointer: `/data/${nullField}`,
    keyword: "lifetime",
  });
}

/** The rule forbids both together; each on its own must be accepted. */
function eitherLifetimeAccepted(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.ttl-exclusive",
      name: "a claim with only ttl_seconds or only ttl_preset is accepted",
      operations: OPERATIONS,
    },
    async (check) => {
      const alone = await requestUniqueMemory(check, "seconds alone", { ttl_seconds: 7 * DAY });
      expectAccepted(alone.response, "a claim with a lifetime in seconds alone");
      check.asserted();
      const rejections: Exchange[] = [];
      for (const name of namesOf(check)) {
        const { response } = await requestUniqueMemory(check, `named alone ${name}`, { ttl_preset: name });
        if (requireResponse(response).status === 200) return check.asserted();
        rejections.push(response);
      }
      // If one name is rejected while others are accepted, that name fails.
      for (const response of rejections) expectAccepted(response, "a claim with a named lifetime alone");
    },
  );
}

/** Seconds that careless code treats as no lifetime. Zero is a given lifetime too. */
const SHORT_SECONDS = [1, 60, 0];

/**
 * Both together must be rejected, whatever the values: each name with the seconds of each named lifetime, and with few
 * seconds.
 */
function bothLifetimesRejected(): Check {
  return defineCheck(
    {
      requirement: "memories.remember.ttl-exclusive",
      name: "a claim with both ttl_preset and ttl_seconds is rejected",
      operations: OPERATIONS,
      runsEarly: true,
    },
    async (check) => {
      const lengths = [...NAMED_DAYS.map((days) => days * DAY), ...SHORT_SECONDS];
      const names = namesOf(check);
      // Each name once before any is repeated, which is the most useful order.
      const kinds = kindsOf(check);
      // All kinds, so that each kind is combined with different names and lengths.
      const pairs = lengths.flatMap((seconds, row) =>
        names.map((name, place) => ({ name, seconds, kind: kinds[(row + place) % kinds.length] ?? "" })),
      );
      const judgePair = async ({ name, seconds: length, kind }: (typeof pairs)[number], testCase: CaseContext) => {
        const content = contentOf(testCase, `both ${name} ${length}`);
        const both = { ttl_preset: name, ttl_seconds: length, content, kind };
        const response = await requestMemory(testCase, both);
        testCase.asserted();
        // If the target ignores the seconds on their own, they cannot exclude a name.
        if (statusOf(response) === 200) await requireSecondsKept(testCase, kinds, kind);
        expectRejected(response, `a claim with ${length} seconds and the lifetime ${name}`);
      };
      // Small budgets use only the first pair of each name, so one of these has zero seconds.
      const withZeroSeconds = pairs.filter(({ name, seconds }) => seconds === 0 && name === names[1]);
      const otherPairs = pairs.filter((pair) => pair !== withZeroSeconds[0]);
      const ordered = [...otherPairs.slice(0, 1), ...withZeroSeconds, ...otherPairs.slice(2)];
      await check.forEach(ordered, judgePair, { first: names.length });
    },
  );
}

/**
 * Throws `Inconclusive` if memories of a kind lose a lifetime in seconds even without a name, which another requirement
 * judges.
 */
async function requireSecondsKept(check: CaseContext, kinds: readonly string[], kind: string): Promise<void> {
  const comparedKinds = [kind, ...kinds.filter((other) => other !== kind).slice(0, 1)];
  const alone = (one: string) =>
    remember(check, `a lifetime alone of a ${one}`, { kind: one, ttl_seconds: LASTING_SECONDS });
  const [own, ...others] = await Promise.all(comparedKinds.map(alone));
  if (own === undefined) return;
  await orBlocked("memories.remember.ttl-seconds", async () => {
    check.asserted(expectLifetime(own.memory, LASTING_SECONDS));
    expectAllShowLifetime(
      [own, ...others].map(({ response, memory }) => ({
        response,
        sent: LASTING_SECONDS,
        count: lifetimesOf(memory).length,
      })),
    );
  });
}

function kindsOf(check: CheckContext): readonly string[] {
  return wordsOf(fieldSchema(check.context.document, "remember", "kind"), "the kind of a memory");
}

function namesOf(check: CheckContext): readonly string[] {
  return wordsOf(fieldSchema(check.context.document, "remember", "ttl_preset"), "the named lifetimes");
}

/** Words that similar services use, but not this one. */
const UNLISTED_NAMES = [
  {
    field: "ttl_preset",
    requirement: "memories.remember.ttl-preset-enum",
    words: ["PERMANENT", "EPHEMERAL", "SESSION", "FOREVER", "DAY"],
  },
  {
    field: "kind",
    requirement: "memories.remember.kind-enum",
    // Plural or singular forms of the listed words are not listed either.
    words: ["constraint", "question", "observation", "event", "task", "facts", "decisions", "preferences"],
  },
] as const;

function unlistedNamesRejected(): Check[] {
  return UNLISTED_NAMES.map(({ field, requirement, words }) =>
    defineCheck(
      {
        requirement,
        name: `a ${field} that the document does not list is rejected`,
        operations: OPERATIONS,
        runsEarly: true,
      },
      async (check) => {
        const known = wordsOf(fieldSchema(check.context.document, "remember", field), field);
        await check.baseline("remember");
        await check.forEach(
          words.filter((word) => !known.includes(word)),
          async (word, testCase) => {
            const response = await requestMemory(testCase, {
              [field]: word,
              content: contentOf(testCase, `${field} ${word}`),
            });
            testCase.asserted();
            expectRejected(response, `a claim with the ${field} ${word}`);
          },
          { first: 1 },
        );
      },
    ),
  );
}

function presetMapping(days: ReadonlyMap<number, string>): string {
  return [...days].map(([count, name]) => `${name} ${count} days`).join(", ");
}

/**
 * Returns the lifetime of a memory in seconds. A service may lengthen a requested lifetime that is too short, and show
 * that.
 */
export function lifetimeOf(memory: JsonObject, requested: number): number {
  return Math.max(
    requested,
    ...lifetimesOf(memory).flatMap(({ seconds }) => (Number.isFinite(seconds) ? [seconds] : [])),
  );
}
