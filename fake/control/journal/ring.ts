/** The newest items up to a number; their numbers start at 1 and continue after a clear. */
export interface Ring<T> {
  /** Adds the item created for the next number. */
  add(make: (number: number) => T): T;
  /** Oldest first. */
  all(): readonly T[];
  clear(): void;
  /** Number of the newest, 0 before any. */
  readonly last: number;
  /** The number of items discarded since the last clear. */
  readonly dropped: number;
}

/** Creates an empty ring. */
export function createRing<T>(capacity: number): Ring<T> {
  let items: T[] = [];
  let last = 0;
  let cleared = 0;
  const dropped = () => Math.max(0, last - cleared - capacity);
  return {
    add: (make) => {
      const item = make(last + 1);
      if (capacity > 0) items[(last - cleared) % capacity] = item;
      last += 1;
      return item;
    },
    all: () => {
      const start = dropped() === 0 ? 0 : (last - cleared) % capacity;
      return start === 0 ? items : [...items.slice(start), ...items.slice(0, start)];
    },
    clear: () => {
      items = [];
      cleared = last;
    },
    get last() {
      return last;
    },
    get dropped() {
      return dropped();
    },
  };
}
