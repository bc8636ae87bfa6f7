/** Things that are kept up to a bound: the more come, the fewer of them stay, evenly from the first to the last. */
export interface Thinned<One> {
  /** Takes a thing of this many bytes in, or passes over it. */
  add(one: One, bytes: number): void;
  /** What is kept, in the order in which it came. */
  all(): readonly One[];
}

/** Empty, with room for this many bytes. */
export function createThinned<One>(roomBytes: number): Thinned<One> {
  let kept: { readonly one: One; readonly bytes: number }[] = [];
  let used = 0;
  let come = 0;
  /** One of this many stays. */
  let every = 1;

  function thin(): void {
    every *= 2;
    kept = kept.filter((entry, index) => {
      if (index % 2 === 0) return true;
      used -= entry.bytes;
      return false;
    });
  }

  return {
    add(one, bytes) {
      const isMeant = come % every === 0 && bytes <= roomBytes;
      come += 1;
      if (!isMeant) return;
      kept.push({ one, bytes });
      used += bytes;
      while (used > roomBytes) thin();
    },
    all: () => kept.map(({ one }) => one),
  };
}
