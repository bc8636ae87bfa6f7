/** A queue in which areas take turns, and the lanes of an area among themselves; what one lane adds keeps its order. */
export interface Turns<T> {
  add(lane: string, item: T): void;
  /** The next in turn; undefined when nobody waits. */
  next(): T | undefined;
  isEmpty(): boolean;
}

/** An empty queue. The area of a lane is what stands before its first point or stroke: `tasks` of `tasks.list.limit/…`. */
export function createTurns<T>(): Turns<T> {
  const areas = new Map<string, Map<string, T[]>>();
  return {
    add(lane, item) {
      const [area = lane] = lane.split(/[./]/, 1);
      const lanes = areas.get(area) ?? new Map<string, T[]>();
      areas.set(area, lanes);
      const waiting = lanes.get(lane) ?? [];
      lanes.set(lane, waiting);
      waiting.push(item);
    },
    next: () =>
      takeTurn(
        areas,
        (lanes) => takeTurn(lanes, (waiting) => waiting.shift(), isSpent),
        (lanes) => lanes.size === 0,
      ),
    isEmpty: () => areas.size === 0,
  };
}

/** Takes from the first; it goes to the back of the queue, or leaves it when nothing is left in it. */
function takeTurn<Held, T>(
  queue: Map<string, Held>,
  take: (held: Held) => T | undefined,
  isDone: (held: Held) => boolean,
): T | undefined {
  const first = queue.entries().next();
  if (first.done) return undefined;
  const [name, held] = first.value;
  const item = take(held);
  queue.delete(name);
  if (!isDone(held)) queue.set(name, held);
  return item;
}

function isSpent(waiting: readonly unknown[]): boolean {
  return waiting.length === 0;
}
