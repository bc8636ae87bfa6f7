/** Rows of one operation, in their order. */
export interface RowStream {
  readonly isWrite: boolean;
  /** The interval of turns at which a row is sent: 2 for every second one. */
  readonly interval: number;
  /** Returns a function that sends the next row; null if all have been sent. */
  next(): SendRow | null;
}

/** Sends a row. Resolves to false if nothing could be sent. */
export type SendRow = () => Promise<boolean>;

/**
 * The number of consecutive turns without a sent request that ends the schedule: no rows remain, the budget is spent,
 * or the run has ended.
 */
const MAX_IDLE_TURNS = 6;

/**
 * Sends rows in turns: after `writesFirst` writes, one write and then one row of each read operation, concurrently, so
 * that every read follows every kind of change. Continues while `canContinue` returns true and rows can be sent.
 */
export async function sendInTurns(
  streams: readonly RowStream[],
  canContinue: () => boolean,
  writesFirst = 0,
): Promise<void> {
  const reads = streams.filter(({ isWrite }) => !isWrite);
  let writes = streams.filter(({ isWrite }) => isWrite);
  let idleTurns = 0;
  for (let turn = 0; canContinue() && idleTurns < MAX_IDLE_TURNS; turn += 1) {
    const [stream, ...others] = writes;
    const write = stream?.next() ?? null;
    // A stream without rows left is removed.
    writes = stream === undefined || write === null ? others : [...others, stream];
    const hasWritten = await write?.();
    const isFirst = turn < writesFirst && writes.length > 0;
    const readsOfTurn = canContinue() && !isFirst ? reads.filter(({ interval }) => turn % interval === 0) : [];
    const sent = await Promise.all(readsOfTurn.map((read) => read.next()?.()));
    idleTurns = isFirst || hasWritten === true || sent.includes(true) ? 0 : idleTurns + 1;
  }
}
