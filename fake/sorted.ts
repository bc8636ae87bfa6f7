/** A thing that knows its place in the order of creation of its workspace. */
export interface Sequenced {
  /** Grows by one with each thing made; the higher, the newer. */
  readonly sequence: number;
}

/** Where `sequence` stands, or would stand, in a list sorted by falling age (oldest first). */
export function positionOf(list: readonly Sequenced[], sequence: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.sequence ?? 0) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lists of things by a key, each list sorted oldest first. */
export interface SortedIndex<T extends Sequenced> {
  of(key: string): readonly T[];
  add(key: string, thing: T): void;
  remove(key: string, thing: T): void;
}

/** An empty index; adding the newest thing costs no search. */
export function createSortedIndex<T extends Sequenced>(): SortedIndex<T> {
  const lists = new Map<string, T[]>();
  return {
    of: (key) => lists.get(key) ?? [],
    add: (key, thing) => {
      const list = lists.get(key);
      if (list === undefined) {
        lists.set(key, [thing]);
        return;
      }
      if ((list[list.length - 1]?.sequence ?? -1) < thing.sequence) {
        list.push(thing);
        return;
      }
      const position = positionOf(list, thing.sequence);
      if (list[position] !== thing) list.splice(position, 0, thing);
    },
    remove: (key, thing) => {
      const list = lists.get(key);
      if (list === undefined) return;
      const position = positionOf(list, thing.sequence);
      if (list[position] === thing) list.splice(position, 1);
    },
  };
}

/** The things of several sorted lists, newest first, each once, older than `before`. */
export function* newestFirst<T extends Sequenced>(lists: readonly (readonly T[])[], before = Infinity): Generator<T> {
  const cursors = lists.map((list) => (before === Infinity ? list.length : positionOf(list, before)) - 1);
  for (;;) {
    let best: T | undefined;
    for (let index = 0; index < lists.length; index++) {
      const candidate = lists[index]?.[cursors[index] ?? -1];
      if (candidate !== undefined && (best === undefined || candidate.sequence > best.sequence)) best = candidate;
    }
    if (best === undefined) return;
    for (let index = 0; index < lists.length; index++) {
      if (lists[index]?.[cursors[index] ?? -1] === best) cursors[index] = (cursors[index] ?? 0) - 1;
    }
    yield best;
  }
}
