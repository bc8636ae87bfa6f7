/** Sends a change of some resources after all earlier changes of any of them have ended. */
export type ChangeQueue = <Answer>(things: readonly string[], send: () => Promise<Answer>) => Promise<Answer>;

/**
 * Creates a queue for changes of the same resource. A service may reject the loser of a race as a conflict, and
 * independent checks may change the same resource at the same time.
 */
export function createChangeQueue(): ChangeQueue {
  const last = new Map<string, Promise<unknown>>();
  return (things, send) => {
    const before = things.map((thing) => last.get(thing)).filter((one) => one !== undefined);
    const response = before.length === 0 ? send() : Promise.all(before).then(send);
    const over = response.then(forget, forget);
    for (const thing of things) last.set(thing, over);
    function forget(): void {
      for (const thing of things) if (last.get(thing) === over) last.delete(thing);
    }
    return response;
  };
}
