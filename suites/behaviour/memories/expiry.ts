import type { JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/unanswered.ts";
import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CaseContext, Check, CheckContext } from "../../engine/check/check.ts";
import { BUDGETS } from "../../engine/check/options.ts";
import { fieldSchema, wordsOf } from "../../models/document-facts.ts";
import { wordOf } from "../../models/words.ts";
import { Failure } from "../../outcome/failure.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { fail } from "../../verifiers/expect.ts";
import { requireResponse, stringAt } from "../../verifiers/read.ts";
import { defineCheck } from "../define-check.ts";
import { withinTime } from "../observe.ts";
import { type CreatedMemory, tryToRemember } from "./claims.ts";
import { lifetimeOf } from "./lifetimes.ts";
import { expectFound, expectNotFound, searchAll } from "./listing.ts";

const OPERATIONS = ["remember", "search-memories"] as const;
const AFTER_ITS_LIFETIME = {
  name: "a memory is expired after its lifetime",
  operations: OPERATIONS,
  waits: true,
} as const;
/** Lifetimes that are tried, in seconds: the shortest that the target takes is waited for. */
const LIFETIMES = [1, 2, 5, 10, 30, 60];
/** Milliseconds beyond its lifetime after which a memory should be told to have expired. */
const GRACE = 3000;
/** Milliseconds between two attempts, also where the target file asks for none. */
const LEAST_PAUSE_MS = 100;

/** A memory that has expired. */
export interface Mortal {
  readonly made: CreatedMemory;
  /** Since when, on the clock of this process. */
  readonly overAt: number;
}

/** The longest lifetime that the run waits for, in seconds. */
function worthSeconds({ context }: CheckContext): number {
  return BUDGETS[context.budget].lifetimeSeconds;
}

/** Makes one mortal memory at the first call, and gives it to all. */
export type Mortality = (check: CheckContext) => Promise<Mortal>;

/**
 * A memory with the shortest lifetime that the target takes, and these members; Inconclusive where that is too long to wait
 * for. Each of a run has a name: a service may take one claim for the successor of another that says the same.
 */
export function createMortality(name: string, more: JsonObject = {}): Mortality {
  return once(async (check: CheckContext) => {
    for (const seconds of LIFETIMES.filter((one) => one <= worthSeconds(check))) {
      // With a tag of its own, for those who look for it beside other filters.
      const metadata = { tags: [wordOf(check.context, `${name} tag`)] };
      // A decision, where there are any: a bootstrap shows those.
      const kind = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "kind").find(
        (one) => one === "decision",
      );
      const members = { ttl_seconds: seconds, metadata, ...(kind === undefined ? {} : { kind }), ...more };
      // At once: what has lived its time while other checks went on need not be waited for when they are over.
      const made = await tryToRemember(check, `${name} ${seconds}`, members, { urgent: true });
      if (requireResponse(made.response).status !== 200) continue;
      const lifetime = lifetimeOf(made.memory, seconds);
      if (lifetime > worthSeconds(check)) break;
      // Nobody waits for what becomes of it before its time is over.
      const mortal = { ...made, id: stringAt(made.response, "/data/id"), listed: null };
      return { made: mortal, overAt: performance.now() + lifetime * 1000 };
    }
    throw new Inconclusive(`the target accepts no lifetime of at most ${worthSeconds(check)} seconds`);
  });
}

/** One of a run, for all that look at what has expired. */
export const mortalOf = onceARun(() => createMortality("mortal"));

/** A memory leaves the current ones when its time is over. */
export function expiryChecks(mortality: Mortality): Check[] {
  return [leavesCurrent(mortality), becomesExpired(mortality)];
}

function leavesCurrent(mortality: Mortality): Check {
  return defineCheck({ requirement: "memories.expiry.leaves-current", ...AFTER_ITS_LIFETIME }, async (check) => {
    const { made, overAt } = await mortality(check);
    await untilOver(check, overAt);
    const delay = await polled(check, async () => {
      const hits = await searchAll(check, { status: "current", text: made.word });
      expectNotFound(hits, made.id, "a memory that has expired should not be found among the current ones");
    });
    check.asserted();
    const evidence = `polling after a short lifetime: ${Math.ceil(delay)} ms`;
    check.observe("memories.expiry-delay", withinTime(delay), evidence);
  });
}

function becomesExpired(mortality: Mortality): Check {
  return defineCheck({ requirement: "memories.expiry.status", ...AFTER_ITS_LIFETIME }, async (check) => {
    const { made, overAt } = await mortality(check);
    const { status } = made.memory;
    if (typeof status === "string" && status !== "current")
      throw new NotApplicable(`a new memory is ${status}, and how it changes is not stated`);
    await untilOver(check, overAt);
    await polled(check, () => expectExpired(check, made));
    check.asserted();
  });
}

/** Fails unless a memory is found among the expired ones. */
export async function expectExpired(
  check: CaseContext,
  { id, word }: Pick<CreatedMemory, "id" | "word">,
): Promise<void> {
  const hits = await searchAll(check, { status: "expired", text: word });
  const hit = expectFound(hits, id, "a memory that has expired should be found among the expired ones");
  const { status } = hit.memory;
  if (typeof status !== "string" || status === "expired") return;
  fail({
    message: "a memory that has expired should be expired",
    expected: "expired",
    actual: status,
    verifier: "expired",
    pointer: `${hit.pointer}/status`,
    keyword: "status",
  });
}

/** Waits until the lifetime of a memory is over. */
export async function untilOver(check: Pick<CaseContext, "pause">, overAt: number): Promise<void> {
  await check.pause(Math.max(0, overAt - performance.now()));
}

/** Repeats an attempt for the grace period and the target's patience; tells how long it took, in milliseconds. */
async function polled(check: CaseContext, attempt: () => Promise<void>): Promise<number> {
  const started = performance.now();
  for (;;) {
    try {
      await check.eventually(attempt);
      return performance.now() - started;
    } catch (error) {
      if (!(error instanceof Failure) || performance.now() - started > GRACE) throw error;
    }
    // The patience of a target may be none at all.
    await check.pause(Math.max(check.context.target.consistency.intervalMs, LEAST_PAUSE_MS));
  }
}
