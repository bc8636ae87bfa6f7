import { Failure } from "../../outcome/failure.ts";
import type { World } from "../check/check.ts";
import { onceARun } from "./once-a-run.ts";

/** Recalls that are under way, and what they have to wait for. */
const stillness = onceARun(() => ({ recalls: new Set<Promise<unknown>>(), acts: new Set<Promise<unknown>>() }));

/** Sends a recall when nothing wants to go without. */
export async function sendRecall<T>(world: World, send: () => Promise<T>): Promise<T> {
  const { recalls, acts } = stillness(world);
  while (acts.size > 0) await Promise.allSettled(acts);
  return among(recalls, send());
}

/**
 * An attempt that recalls may have disturbed, made once more without any of the run where it fails: in which order memories
 * are listed is open, and a service may begin with what was recalled last.
 */
export async function stillIfNeeded(world: World, attempt: () => Promise<void>): Promise<void> {
  try {
    await attempt();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    await whileStill(world, attempt);
  }
}

/** Acts while no recall of the run is under way: it must not send one itself. */
export async function whileStill<T>(world: World, act: () => Promise<T>): Promise<T> {
  const { recalls, acts } = stillness(world);
  const acting = async () => {
    await Promise.allSettled(recalls);
    return act();
  };
  return among(acts, acting());
}

async function among<T>(others: Set<Promise<unknown>>, one: Promise<T>): Promise<T> {
  others.add(one);
  try {
    return await one;
  } finally {
    others.delete(one);
  }
}
