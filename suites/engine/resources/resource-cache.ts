import { NoResponse } from "../../client/unanswered.ts";
import { Skipped } from "../../outcome/skipped.ts";
import { sharing } from "../cases/once.ts";

/** Creates shared resources, each once. */
export interface ResourceCache {
  /**
   * The thing of this name: made at the first call, the same for all. `asking` names the thing that is being made by
   * whoever asks, null for nobody. Throws Skipped where waiting would never end, because the thing is itself being made
   * for what asks: a first task cannot have a parent task.
   */
  once<T>(name: string, asking: string | null, make: () => Promise<T>): Promise<T>;
}

/** How often a thing is tried again whose creation got no response. */
const MAX_TRIES = 3;

/** An empty cache. The caller says who asks, which is not found out by tracking every promise of a run: that is expensive. */
export function createResourceCache(): ResourceCache {
  const made = new Map<string, Promise<unknown>>();
  const lost = new Map<string, number>();
  const unfinished = new Map<string, Set<string>>();

  /** True when the one is being made and waits, by whatever way round, for the other. */
  function needs(one: string, other: string, seen = new Set<string>()): boolean {
    if (one === other) return true;
    if (seen.has(one)) return false;
    seen.add(one);
    return [...(unfinished.get(one) ?? [])].some((next) => needs(next, other, seen));
  }

  async function finish<T>(name: string, make: () => Promise<T>): Promise<T> {
    unfinished.set(name, new Set());
    try {
      return await make();
    } catch (error) {
      // A response that did not come says nothing of the thing: who asks next has it tried again.
      if (error instanceof NoResponse && (lost.get(name) ?? 0) < MAX_TRIES) {
        lost.set(name, (lost.get(name) ?? 0) + 1);
        made.delete(name);
      }
      throw error;
    } finally {
      unfinished.delete(name);
    }
  }

  return {
    async once<T>(name: string, asking: string | null, make: () => Promise<T>): Promise<T> {
      if (asking !== null && unfinished.has(name) && needs(name, asking)) {
        throw new Skipped(`${name} is not available before there is one`);
      }
      if (asking !== null) unfinished.get(asking)?.add(name);
      return (await sharing(made, name, () => finish(name, make))) as T;
    },
  };
}
