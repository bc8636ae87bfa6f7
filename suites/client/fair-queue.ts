/**
 * A queue in which areas take turns, and the lanes of an area among themselves. The items of one lane keep their order.
 */
export interface FairQueue<T> {
  add(lane: string, item: T): void;
  /** Adds an item before all others except those added in the same way. The area later skips a turn for it. */
  addFirst(lane: string, item: T): void;
  /** Returns the next item; undefined if the queue is empty. */
  next(): T | undefined;
  isEmpty(): boolean;
}

/**
 * Creates an empty queue. The area of a lane is the part before its first dot or slash: `tasks` of
 * `tasks.list.limit/…`.
 */
export function createFairQueue<T>(): FairQueue<T> {
  const areas = new Map<string, Map<string, T[]>>();
  const first: { area: string; item: T }[] = [];
  const debts = new Map<string, number>();

  function takeFirst(): T | undefined {
    const taken = first.shift();
    if (taken === undefined) return undefined;
    debts.set(taken.area, (debts.get(taken.area) ?? 0) + 1);
    return taken.item;
  }

  /** Moves areas that owe turns to the back. Each skipped turn pays for one. */
  function skipIndebtedAreas(): void {
    for (let left = areas.size; left > 0; left -= 1) {
      const first = areas.entries().next();
      if (first.done) return;
      const [area, lanes] = first.value;
      const debt = debts.get(area) ?? 0;
      if (debt === 0) return;
      debts.set(area, debt - 1);
      areas.delete(area);
      areas.set(area, lanes);
    }
  }

  return {
    addFirst: (lane, item) => void first.push({ area: areaOf(lane), item }),
    add(lane, item) {
      const area = areaOf(lane);
      const lanes = areas.get(area) ?? new Map<string, T[]>();
      areas.set(area, lanes);
      const waiting = lanes.get(lane) ?? [];
      lanes.set(lane, waiting);
      waiting.push(item);
    },
    next() {
      if (first.length > 0) return takeFirst();
      skipIndebtedAreas();
      return takeTurn(
        areas,
        (lanes) =>
          takeTurn(
            lanes,
            (waiting) => waiting.shift(),
            ({ length }) => length === 0,
          ),
        (lanes) => lanes.size === 0,
      );
    },
    isEmpty: () => areas.size === 0 && first.length === 0,
  };
}

function areaOf(lane: string): string {
  return lane.split(/[./]/, 1)[0] ?? lane;
}

/** Takes an item from the first entry, which moves to the back of the queue, or is removed if nothing is left in it. */
function takeTurn<Value, T>(
  queue: Map<string, Value>,
  take: (value: Value) => T | undefined,
  isDone: (value: Value) => boolean,
): T | undefined {
  const first = queue.entries().next();
  if (first.done) return undefined;
  const [name, value] = first.value;
  const item = take(value);
  queue.delete(name);
  if (!isDone(value)) queue.set(name, value);
  return item;
}
