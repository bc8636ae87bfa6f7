/** Rows of one operation, in their order. */
export interface Stream {
  readonly isWrite: boolean;
  /** At which turns a row is sent: 2 for every second one. */
  readonly every: number;
  /** The next row, to be sent; null where all have been. */
  next(): SendRow | null;
}

/** Sends a row; false where nothing could be sent. */
export type SendRow = () => Promise<boolean>;

/** Turns in a row in which nothing could be sent: nothing is left, the budget is spent, or the run has ended. */
const MOST_IDLE = 6;

/**
 * Lets rows take turns: after so many writes, one that writes, then one of each operation that reads, all of these together; so
 * every read comes after every kind of change. Goes on until `mayGoOn` says no, or nothing more can be sent.
 */
export async function takeTurns(streams: readonly Stream[], mayGoOn: () => boolean, writesFirst = 0): Promise<void> {
  const reads = streams.filter(({ isWrite }) => !isWrite);
  let writes = streams.filter(({ isWrite }) => isWrite);
  let idle = 0;
  for (let turn = 0; mayGoOn() && idle < MOST_IDLE; turn += 1) {
    const [stream, ...others] = writes;
    const write = stream?.next() ?? null;
    // One that has no rows left takes no turn any more.
    writes = stream === undefined || write === null ? others : [...others, stream];
    const hasWritten = await write?.();
    const isFirst = turn < writesFirst && writes.length > 0;
    const taking = mayGoOn() && !isFirst ? reads.filter(({ every }) => turn % every === 0) : [];
    const sent = await Promise.all(taking.map((read) => read.next()?.()));
    idle = isFirst || hasWritten === true || sent.includes(true) ? 0 : idle + 1;
  }
}
