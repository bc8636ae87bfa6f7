/** A resource with its place in the order of creation of its workspace. */
export interface Sequenced {
  /** Increases with each created resource: the higher, the newer. */
  readonly sequence: number;
}

/** Returns the index of `sequence`, or its insertion point, in a list sorted oldest first. */
export function insertionIndex(list: readonly Sequenced[], sequence: number): number {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.sequence ?? 0) < sequence) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Lists of resources by a key, each sorted oldest first. */
export interface SortedIndex<T extends Sequenced> {
  of(key: string): readonly T[];
  add(key: string, thing: T): void;
  remove(key: string, thing: T): void;
}

/** Creates an empty index; adding the newest resource needs no search. */
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
      const position = insertionIndex(list, thing.sequence);
      if (list[position] !== thing) list.splice(position, 0, thing);
    },
    remove: (key, thing) => {
      const list = lists.get(key);
      if (list === undefined) return;
      const position = insertionIndex(list, thing.sequence);
      if (list[position] === thing) list.splice(position, 1);
    },
  };
}

/** Yields the resources of several sorted lists, newest first, each once, older than `before`. */
export function* newestFirst<T extends Sequenced>(lists: readonly (readonly T[])[], before = Infinity): Generator<T> {
  const runs = lists.flatMap((list) => {
    const next = (before === Infinity ? list.length : insertionIndex(list, before)) - 1;
    return next < 0 ? [] : [{ list, next }];
  });
  const [only, second] = runs;
  if (only === undefined) return;
  if (second === undefined) {
    for (let place = only.next; place >= 0; place--) yield only.list[place] as T;
    return;
  }
  yield* merged(runs);
}

/** A list and the next index in it. */
interface Run<T> {
  readonly list: readonly T[];
  next: number;
}

function* merged<T extends Sequenced>(runs: readonly Run<T>[]): Generator<T> {
  let last: T | undefined;
  for (;;) {
    let best: T | undefined;
    let from: Run<T> | undefined;
    for (const run of runs) {
      if (run.list[run.next] === last && last !== undefined) run.next--;
      const candidate = run.list[run.next];
      if (candidate !== undefined && (best === undefined || candidate.sequence > best.sequence)) {
        best = candidate;
        from = run;
      }
    }
    if (best === undefined || from === undefined) return;
    from.next--;
    last = best;
    yield best;
  }
}
