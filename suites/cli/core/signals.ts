/** Signals that ask a command to stop. */
export const SIGNALS: readonly string[] = ["SIGINT", "SIGTERM", "SIGHUP"];

/**
 * Milliseconds in which a further signal counts as the same one: `timeout` and npm signal a group and also its
 * members.
 */
const REPEATED_SIGNAL_MS = 500;

/** Returns a listener for these signals that calls `first` for the first and `again` for later ones. */
export function stopListener(first: (name: string) => void, again: (name: string) => void): (name: string) => void {
  let since: number | null = null;
  return (name) => {
    if (since === null) {
      since = performance.now();
      first(name);
    } else if (performance.now() - since > REPEATED_SIGNAL_MS) again(name);
  };
}
