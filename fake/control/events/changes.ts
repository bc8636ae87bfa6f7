import type { Fake } from "../../fake.ts";

/** Something that the control interface has changed. */
export interface ControlChange {
  /** Id of the route. */
  readonly route: string;
  /** The workspace as in the path; null for a change of the complete fake. */
  readonly workspace: string | null;
}

type Listener = (change: ControlChange) => void;

const listeners = new WeakMap<Fake, Set<Listener>>();

/** Tells of every change through the control interface from now on; returns the function that ends it. */
export function listenToChanges(fake: Fake, listener: Listener): () => void {
  const ofFake = listeners.get(fake) ?? new Set();
  listeners.set(fake, ofFake.add(listener));
  return () => void ofFake.delete(listener);
}

/** Tells the listeners of a change. */
export function announceChange(fake: Fake, change: ControlChange): void {
  for (const hear of listeners.get(fake) ?? []) hear(change);
}
