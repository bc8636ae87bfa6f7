/** A bounded sample: as more items are added, fewer are kept, spaced evenly from the first to the last. */
export interface BoundedSample<One> {
  /** Adds an item of this many bytes, or skips it. */
  add(one: One, bytes: number): void;
  /** Returns the kept items in the order in which they were added. */
  all(): readonly One[];
}

/** Creates an empty sample with room for this many bytes. */
export function createBoundedSample<One>(roomBytes: number): BoundedSample<One> {
  let sample: { readonly one: One; readonly bytes: number }[] = [];
  let used = 0;
  let offered = 0;
  /** One in this many items is kept. */
  let every = 1;

  function thin(): void {
    every *= 2;
    sample = sample.filter((entry, index) => {
      if (index % 2 === 0) return true;
      used -= entry.bytes;
      return false;
    });
  }

  return {
    add(one, bytes) {
      const isSampled = offered % every === 0 && bytes <= roomBytes;
      offered += 1;
      if (!isSampled) return;
      sample.push({ one, bytes });
      used += bytes;
      while (used > roomBytes) thin();
    },
    all: () => sample.map(({ one }) => one),
  };
}
