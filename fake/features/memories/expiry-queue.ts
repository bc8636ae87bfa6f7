/** Things that end at an instant, soonest first (a binary heap). */
export interface ExpiryQueue<T> {
  add(thing: T): void;
  /** Takes out everything that ends at `instant` or earlier, soonest first. */
  takeUntil(instant: number): T[];
}

/** Creates an empty queue. */
export function createExpiryQueue<T extends { readonly expiresAt: number }>(): ExpiryQueue<T> {
  const heap: T[] = [];
  const endOf = (index: number) => heap[index]?.expiresAt ?? Infinity;
  const swap = (a: number, b: number) => {
    const [first, second] = [heap[a], heap[b]];
    if (first === undefined || second === undefined) return;
    heap[a] = second;
    heap[b] = first;
  };
  const rise = (index: number) => {
    const parent = (index - 1) >>> 1;
    if (index === 0 || endOf(parent) <= endOf(index)) return;
    swap(index, parent);
    rise(parent);
  };
  const sink = (index: number) => {
    const left = index * 2 + 1;
    const child = endOf(left + 1) < endOf(left) ? left + 1 : left;
    if (endOf(child) >= endOf(index)) return;
    swap(index, child);
    sink(child);
  };
  const takeFirst = (): T | undefined => {
    const first = heap[0];
    const last = heap.pop();
    if (heap.length > 0 && last !== undefined) {
      heap[0] = last;
      sink(0);
    }
    return first;
  };
  return {
    add: (thing) => {
      heap.push(thing);
      rise(heap.length - 1);
    },
    takeUntil: (instant) => {
      const due: T[] = [];
      while (endOf(0) <= instant) {
        const first = takeFirst();
        if (first === undefined) break;
        due.push(first);
      }
      return due;
    },
  };
}
