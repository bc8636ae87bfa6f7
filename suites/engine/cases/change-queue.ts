/** Sends a change of some resources after all earlier changes of any of them have ended. */
export type ChangeQueue = <Answer>(resources: readonly string[], send: () => Promise<Answer>) => Promise<Answer>;

/**
 * Creates a queue for changes of the same resource. A service may reject the loser of a race as a conflict, and
 * independent checks may change the same resource at the same time.
 */
export function createChangeQueue(): ChangeQueue {
  const last = new Map<string, Promise<unknown>>();
  return (resources, send) => {
    const before = resources.map((resource) => last.get(resource)).filter((change) => change !== undefined);
    const response = before.length === 0 ? send() : Promise.all(before).then(send);
    const over = response.then(forget, forget);
    for (const resource of resources) last.set(resource, over);
    function forget(): void {
      for (const resource of resources) if (last.get(resource) === over) last.delete(resource);
    }
    return response;
  };
}
