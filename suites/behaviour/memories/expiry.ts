import type { JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
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
/** Lifetimes in seconds, tried from the shortest. The check waits for the first that the target accepts. */
const LIFETIMES = [1, 2, 5, 10, 30, 60];
/** Milliseconds after the end of its lifetime by which a memory should be listed as expired. */
const GRACE = 3000;
/** The minimum of milliseconds between two attempts, even if the target file sets none. */
const LEAST_PAUSE_MS = 100;

/** A memory whose lifetime ends within the run. */
export interface Mortal {
  readonly made: CreatedMemory;
  /** The end of its lifetime, by `performance.now()` of this process. */
  readonly overAt: number;
}

/** Returns the longest lifetime in seconds that the run waits for. */
function worthSeconds({ context }: CheckContext): number {
  return BUDGETS[context.budget].lifetimeSeconds;
}

/** Creates one such memory at the first call and returns it to every caller. */
export type Mortality = (check: CheckContext) => Promise<Mortal>;

/**
 * Returns a function that creates a memory with these members and the shortest lifetime that the target accepts. Throws
 * `Inconclusive` if that is too long to wait for. Each has a name, since a service may treat a claim with the same
 * content as the successor of another.
 */
export function createMortality(name: string, more: JsonObject = {}): Mortality {
  return once(async (check: CheckContext) => {
    for (const seconds of LIFETIMES.filter((one) => one <= worthSeconds(check))) {
      // With a unique tag, for searches with other filters.
      const metadata = { tags: [wordOf(check.context, `${name} tag`)] };
      // A decision if there is such a kind, since a bootstrap shows those.
      const kind = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "kind").find(
        (one) => one === "decision",
      );
      const members = { ttl_seconds: seconds, metadata, ...(kind === undefined ? {} : { kind }), ...more };
      // Urgent, so that the lifetime ends while other checks run and nobody has to wait.
      const made = await tryToRemember(check, `${name} ${seconds}`, members, { urgent: true });
      if (requireResponse(made.response).status !== 200) continue;
      const lifetime = lifetimeOf(made.memory, seconds);
      if (lifetime > worthSeconds(check)) break;
      // Its listing is not awaited before its lifetime ends.
      const mortal = { ...made, id: stringAt(made.response, "/data/id"), listed: null };
      return { made: mortal, overAt: performance.now() + lifetime * 1000 };
    }
    throw new Inconclusive(`the target accepts no lifetime of at most ${worthSeconds(check)} seconds`);
  });
}

/** The memory of a run that all checks of expired ones share. */
export const mortalOf = oncePerRun(() => createMortality("mortal"));

/** A memory is no longer current after its lifetime. */
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

/** Retries an attempt for the grace period and the consistency timeout. Returns how long it took, in milliseconds. */
async function polled(check: CaseContext, attempt: () => Promise<void>): Promise<number> {
  const started = performance.now();
  for (;;) {
    try {
      await check.eventually(attempt);
      return performance.now() - started;
    } catch (error) {
      if (!(error instanceof Failure) || performance.now() - started > GRACE) throw error;
    }
    // The consistency timeout of a target may be zero.
    await check.pause(Math.max(check.context.target.consistency.intervalMs, LEAST_PAUSE_MS));
  }
}
