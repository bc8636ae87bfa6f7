import { NoResponse } from "../../client/inconclusive.ts";
import { Skipped } from "../../outcome/skipped.ts";
import { sharedPromise } from "../cases/once.ts";

/** Creates shared resources, each once. */
export interface ResourceCache {
  /**
   * Returns the resource of this name, which is made at the first call. `asking` names the resource that the caller is
   * making, null for none. Throws Skipped for a circular wait, when the resource is itself being made for the one that
   * asks: a first task cannot have a parent task.
   */
  once<T>(name: string, asking: string | null, make: () => Promise<T>): Promise<T>;
}

/** How often a resource is made again after its creation got no response. */
const MAX_TRIES = 3;

/** Creates an empty cache. The caller passes `asking`, since tracking every promise of a run would be expensive. */
export function createResourceCache(): ResourceCache {
  const made = new Map<string, Promise<unknown>>();
  const lost = new Map<string, number>();
  const unfinished = new Map<string, Set<string>>();

  /** Returns true if making the first waits, directly or indirectly, for the other. */
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
      // A lost response proves nothing about the resource: the next caller makes it again.
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
      return (await sharedPromise(made, name, () => finish(name, make))) as T;
    },
  };
}
