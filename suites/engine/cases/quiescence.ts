import { Failure } from "../../outcome/failure.ts";
import type { RunContext } from "../check/check.ts";
import { oncePerRun } from "./once-per-run.ts";

/** The requests of an operation that are in flight, and the actions that need it quiet. */
interface Activity {
  readonly requests: Set<Promise<unknown>>;
  readonly acts: Set<Promise<unknown>>;
}

const activities = oncePerRun(() => new Map<string, Activity>());

/** Sends a request of an operation once no action needs the operation quiet. */
export async function sendUnlessQuiet<T>(context: RunContext, operation: string, send: () => Promise<T>): Promise<T> {
  const { requests, acts } = activityOf(context, operation);
  while (acts.size > 0) await Promise.allSettled(acts);
  return whileMember([requests], send());
}

/**
 * Runs an attempt and repeats a failed one while the run sends no recalls. The order of memories in lists is open, and
 * a service may begin with those that were recalled last.
 */
export async function retryWhileQuiet(context: RunContext, attempt: () => Promise<void>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await whileQuiet(context, ["recall"], attempt);
  }
}

/** Runs an action while no request of these operations is in flight. The action must not send one itself. */
export async function whileQuiet<T>(
  context: RunContext,
  operations: readonly string[],
  action: () => Promise<T>,
): Promise<T> {
  const all = operations.map((operation) => activityOf(context, operation));
  const runWhenQuiet = async () => {
    await Promise.allSettled(all.flatMap(({ requests }) => [...requests]));
    return action();
  };
  return whileMember(
    all.map(({ acts }) => acts),
    runWhenQuiet(),
  );
}

function activityOf(context: RunContext, operation: string): Activity {
  const all = activities(context);
  const known = all.get(operation) ?? { requests: new Set(), acts: new Set() };
  all.set(operation, known);
  return known;
}

async function whileMember<T>(others: readonly Set<Promise<unknown>>[], member: Promise<T>): Promise<T> {
  for (const set of others) set.add(member);
  try {
    return await member;
  } finally {
    for (const set of others) set.delete(member);
  }
}
