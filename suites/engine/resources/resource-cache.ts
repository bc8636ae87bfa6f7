import { NoResponse } from "../../client/inconclusive.ts";
import { Skipped } from "../../outcome/skipped.ts";
import { sharedPromise } from "../cases/once.ts";

/** Creates shared resources, each once. */
export interface ResourceCache {
  /**
   * Returns the resource of this name, which is created at the first call. `requester` names the resource that the caller
   * is creating, null for none. Throws Skipped for a circular wait, when the resource is itself being created for the
   * requester: a first task cannot have a parent task.
   */
  once<T>(name: string, requester: string | null, make: () => Promise<T>): Promise<T>;
}

/** How often a resource is created again after its creation got no response. */
const MAX_TRIES = 3;

/** Creates an empty cache. The caller passes `requester`, since tracking every promise of a run would be expensive. */
export function createResourceCache(): ResourceCache {
  const created = new Map<string, Promise<unknown>>();
  const lost = new Map<string, number>();
  const unfinished = new Map<string, Set<string>>();

  /** Returns true if creating the first waits, directly or indirectly, for the other. */
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
      // A lost response proves nothing about the resource: the next caller creates it again.
      if (error instanceof NoResponse && (lost.get(name) ?? 0) < MAX_TRIES) {
        lost.set(name, (lost.get(name) ?? 0) + 1);
        created.delete(name);
      }
      throw error;
    } finally {
      unfinished.delete(name);
    }
  }

  return {
    async once<T>(name: string, requester: string | null, make: () => Promise<T>): Promise<T> {
      if (requester !== null && unfinished.has(name) && needs(name, requester)) {
        throw new Skipped(`the run has no ${name} yet`);
      }
      if (requester !== null) unfinished.get(requester)?.add(name);
      return (await sharedPromise(created, name, () => finish(name, make))) as T;
    },
  };
}
