import { Failure } from "../../outcome/failure.ts";
import type { RunContext } from "../check/check.ts";
import { onceARun } from "./once-a-run.ts";

/** Requests of an operation that are under way, and acts that they have to wait for. */
interface Stillness {
  readonly requests: Set<Promise<unknown>>;
  readonly acts: Set<Promise<unknown>>;
}

const stillness = onceARun(() => new Map<string, Stillness>());

/** Sends a request of an operation when nothing wants to go without. */
export async function sendUnlessQuiet<T>(context: RunContext, operation: string, send: () => Promise<T>): Promise<T> {
  const { requests, acts } = stillnessOf(context, operation);
  while (acts.size > 0) await Promise.allSettled(acts);
  return among([requests], send());
}

/**
 * An attempt that recalls may have disturbed, made once more without any of the run where it fails: in which order memories
 * are listed is open, and a service may begin with what was recalled last.
 */
export async function retryWhileQuiet(context: RunContext, attempt: () => Promise<void>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await whileQuiet(context, ["recall"], attempt);
  }
}

/** Acts while no request of these operations is under way: it must not send one itself. */
export async function whileQuiet<T>(
  context: RunContext,
  operations: readonly string[],
  act: () => Promise<T>,
): Promise<T> {
  const all = operations.map((operation) => stillnessOf(context, operation));
  const acting = async () => {
    await Promise.allSettled(all.flatMap(({ requests }) => [...requests]));
    return act();
  };
  return among(
    all.map(({ acts }) => acts),
    acting(),
  );
}

function stillnessOf(context: RunContext, operation: string): Stillness {
  const all = stillness(context);
  const known = all.get(operation) ?? { requests: new Set(), acts: new Set() };
  all.set(operation, known);
  return known;
}

async function among<T>(others: readonly Set<Promise<unknown>>[], one: Promise<T>): Promise<T> {
  for (const set of others) set.add(one);
  try {
    return await one;
  } finally {
    for (const set of others) set.delete(one);
  }
}
