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
import { type CreatedMemory, requestUniqueMemory } from "./claims.ts";
import { lifetimeOf } from "./lifetimes.ts";
import { expectFound, expectNotFound, searchAll } from "./listing.ts";

const OPERATIONS = ["remember", "search-memories"] as const;
const EXPIRY_CHECK = {
  name: "a memory expires after its lifetime",
  operations: OPERATIONS,
  waitsForTime: true,
} as const;
/** Lifetimes in seconds, tried from the shortest. The check waits for the first that the target accepts. */
const LIFETIMES = [1, 2, 5, 10, 30, 60];
/** Milliseconds after the end of its lifetime by which a memory should be listed as expired. */
const GRACE_PERIOD_MS = 3000;
/** The minimum of milliseconds between two attempts, even if the target file sets none. */
const MIN_PAUSE_MS = 100;

/** A memory whose lifetime ends within the run. */
export interface ExpiringMemory {
  readonly created: CreatedMemory;
  /** The end of its lifetime, by `performance.now()` of this process. */
  readonly expiresAt: number;
}

/** Returns the longest lifetime in seconds that the run waits for. */
function maxLifetimeSeconds({ context }: CheckContext): number {
  return BUDGETS[context.budget].lifetimeSeconds;
}

/** Creates one such memory at the first call and returns it to every caller. */
export type ExpiringMemorySource = (check: CheckContext) => Promise<ExpiringMemory>;

/**
 * Returns a function that creates a memory with these members and the shortest lifetime that the target accepts. Throws
 * `Inconclusive` if that is too long to wait for. Each has a name, since a service may treat a claim with the same
 * content as the successor of another.
 */
export function expiringMemorySource(name: string, otherMembers: JsonObject = {}): ExpiringMemorySource {
  return once(async (check: CheckContext) => {
    for (const seconds of LIFETIMES.filter((one) => one <= maxLifetimeSeconds(check))) {
      // With a unique tag, for searches with other filters.
      const metadata = { tags: [wordOf(check.context, `${name} tag`)] };
      // A decision if there is such a kind, since a bootstrap shows those.
      const kind = wordsOf(fieldSchema(check.context.document, "remember", "kind"), "kind").find(
        (one) => one === "decision",
      );
      const members = { ttl_seconds: seconds, metadata, ...(kind === undefined ? {} : { kind }), ...otherMembers };
      // Urgent, so that the lifetime ends while other checks run and no check has to wait.
      const created = await requestUniqueMemory(check, `${name} ${seconds}`, members, { urgent: true });
      if (requireResponse(created.response).status !== 200) continue;
      const lifetime = lifetimeOf(created.memory, seconds);
      if (lifetime > maxLifetimeSeconds(check)) break;
      // Its listing is not awaited before its lifetime ends.
      const memory = { ...created, id: stringAt(created.response, "/data/id"), listed: null };
      return { created: memory, expiresAt: performance.now() + lifetime * 1000 };
    }
    throw new Inconclusive(`the target accepts no lifetime of at most ${maxLifetimeSeconds(check)} seconds`);
  });
}

/** The memory of a run that all checks of expired ones share. */
export const expiringMemoryOf = oncePerRun(() => expiringMemorySource("mortal"));

/** A memory is no longer current after its lifetime. */
export function expiryChecks(expiringMemory: ExpiringMemorySource): Check[] {
  return [notFoundAsCurrent(expiringMemory), foundAsExpired(expiringMemory)];
}

function notFoundAsCurrent(expiringMemory: ExpiringMemorySource): Check {
  return defineCheck({ requirement: "memories.expiry.leaves-current", ...EXPIRY_CHECK }, async (check) => {
    const { created, expiresAt } = await expiringMemory(check);
    await waitUntilExpired(check, expiresAt);
    const delay = await pollForGracePeriod(check, async () => {
      const hits = await searchAll(check, { status: "current", text: created.word });
      expectNotFound(hits, created.id, "a memory that has expired should not be found among the current ones");
    });
    check.asserted();
    const evidence = `polling after a short lifetime: ${Math.ceil(delay)} ms`;
    check.observe("memories.expiry-delay", withinTime(delay), evidence);
  });
}

function foundAsExpired(expiringMemory: ExpiringMemorySource): Check {
  return defineCheck({ requirement: "memories.expiry.status", ...EXPIRY_CHECK }, async (check) => {
    const { created, expiresAt } = await expiringMemory(check);
    const { status } = created.memory;
    if (typeof status === "string" && status !== "current")
      throw new NotApplicable(`a new memory is ${status}, and how it changes is not stated`);
    await waitUntilExpired(check, expiresAt);
    await pollForGracePeriod(check, () => expectExpired(check, created));
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
    message: "a memory should have the status expired after its lifetime",
    expected: "expired",
    actual: status,
    verifier: "expired",
    pointer: `${hit.pointer}/status`,
    keyword: "status",
  });
}

/** Waits until the end of a memory's lifetime. */
export async function waitUntilExpired(check: Pick<CaseContext, "pause">, expiresAt: number): Promise<void> {
  await check.pause(Math.max(0, expiresAt - performance.now()));
}

/** Retries an attempt for the grace period and the consistency timeout. Returns how long it took, in milliseconds. */
async function pollForGracePeriod(check: CaseContext, attempt: () => Promise<void>): Promise<number> {
  const started = performance.now();
  for (;;) {
    try {
      await check.eventually(attempt);
      return performance.now() - started;
    } catch (error) {
      if (!(error instanceof Failure) || performance.now() - started > GRACE_PERIOD_MS) throw error;
    }
    // The consistency timeout of a target may be zero.
    await check.pause(Math.max(check.context.target.consistency.intervalMs, MIN_PAUSE_MS));
  }
}
