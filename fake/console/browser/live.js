import { useEffect, useState } from "./library.js";

/** @import { Live, RequestEntry } from "./types.d.ts" */

const MOST_REQUESTS = 500;
/** Views ask for their data again at most so often. */
const REFRESH_MS = 400;

/** Routes after which the journal begins again. */
const CLEARING = new Set(["reset", "clear-journal", "upload-fake"]);

/** @type {Live} */
const START = { isConnected: false, requests: [], missed: 0, version: 0 };

/**
 * The stream of events: the newest requests (newest first), how many more there were, and a version that counts up when something may
 * have changed.
 */
export function useLive() {
  const [state, setState] = useState(START);
  useEffect(() => follow(setState), []);
  return state;
}

/** @param {(change: (state: Live) => Live) => void} setState */
function follow(setState) {
  /** @type {EventSource | null} */
  let source = null;
  let last = 0;
  /** @type {RequestEntry[]} */
  let waiting = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @param {(state: Live) => Partial<Live>} change */
  const update = (change) => setState((state) => ({ ...state, ...change(state) }));
  const flush = () => {
    timer = undefined;
    const fresh = waiting.reverse();
    waiting = [];
    update(({ requests, missed, version }) => {
      const all = [...fresh, ...requests];
      const lost = Math.max(0, all.length - MOST_REQUESTS);
      return { requests: all.slice(0, MOST_REQUESTS), missed: missed + lost, version: version + 1 };
    });
  };
  const soon = () => {
    timer ??= setTimeout(flush, REFRESH_MS);
  };
  const clear = () => {
    waiting = [];
    update(() => ({ requests: [], missed: 0 }));
  };
  const open = () => {
    source?.close();
    const stream = new EventSource("/_fake/events?since=0");
    source = stream;
    stream.addEventListener("hello", ({ data }) => {
      const { last: newest } = JSON.parse(data);
      update(({ version }) => ({ isConnected: true, version: version + 1 }));
      if (newest >= last) return;
      // Another fake answers at this address now: its numbers restart, so the browser would ask for those to come alone.
      last = 0;
      clear();
      open();
    });
    stream.addEventListener("request", ({ data }) => {
      const entry = JSON.parse(data);
      last = entry.number;
      waiting.push(entry);
      soon();
    });
    stream.addEventListener("missed", ({ data }) => {
      update(({ missed }) => ({ missed: missed + JSON.parse(data).count }));
      soon();
    });
    stream.addEventListener("change", ({ data }) => {
      if (CLEARING.has(JSON.parse(data).route)) clear();
      soon();
    });
    stream.addEventListener("error", () => {
      update(() => ({ isConnected: false }));
      // The browser gives up where a proxy has answered with an error page.
      if (stream.readyState === EventSource.CLOSED) setTimeout(open, 2000);
    });
  };
  open();
  return () => {
    source?.close();
    clearTimeout(timer);
  };
}
