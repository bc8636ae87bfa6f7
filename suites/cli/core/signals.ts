/** Signals that ask a command to stop. */
export const SIGNALS: readonly string[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/** Milliseconds in which a further signal is the same wish: `timeout` and npm send theirs to a group and to its members. */
const SAME_WISH_MS = 500;

/** A listener for these signals, for the first that comes and for those with which someone insists. */
export function stopListener(first: (name: string) => void, again: (name: string) => void): (name: string) => void {
  let since: number | null = null;
  return (name) => {
    if (since === null) {
      since = performance.now();
      first(name);
    } else if (performance.now() - since > SAME_WISH_MS) again(name);
  };
}
