/** Sends a change of some things when those before it of any of these are over. */
export type OneByOne = <Answer>(things: readonly string[], send: () => Promise<Answer>) => Promise<Answer>;

/**
 * Changes of one thing, one after the other: a service may tell who loses a race that there is a conflict, and checks that
 * know nothing of each other may change the same thing at the same time.
 */
export function createOneByOne(): OneByOne {
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
