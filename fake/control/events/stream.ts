import { Readable } from "node:stream";
import type { Fake } from "../../fake.ts";
import type { JournalEntry } from "../journal/entry.ts";
import { listenToChanges } from "./changes.ts";

/** The options of an event stream. */
export interface StreamOptions {
  /** Starts with the requests of greater numbers that the journal has. */
  readonly since?: number | undefined;
  /** Ends after so long, in milliseconds of real time; never by default. */
  readonly timeoutMs?: number | undefined;
  /** Aborted when the reader disconnects. */
  readonly signal: AbortSignal;
}

/** Events are sent together, so often: a client under load must not wait for a reader. */
const FLUSH_MS = 50;
/** The most queued requests; beyond them the oldest are dropped and counted. */
const MAX_WAITING = 500;
/** The most unread characters before requests are dropped. */
const MAX_UNREAD = 1024 * 1024;
/** Proxies end a connection that is silent for long. */
const PING_MS = 15_000;

/**
 * Returns server-sent events (HTML standard, section 9.2): `hello` at the start, `request` for each journal entry
 * (without its bodies), `change` for each change through the control interface, `missed` for requests that were
 * dropped for a slow reader.
 */
export function eventStream(fake: Fake, { since, timeoutMs, signal }: StreamOptions): Readable {
  const stream = new Readable({ read: () => {} });
  let requests: (() => JournalEntry)[] = [];
  let changes: string[] = [];
  let missed = 0;
  let flushing: NodeJS.Timeout | null = null;

  const flush = () => {
    flushing = null;
    if (stream.readableLength > MAX_UNREAD) {
      missed += requests.length;
      requests = [];
    }
    const lost = missed === 0 ? [] : [eventText("missed", { count: missed })];
    const told = requests.map((entry) => requestText(entry()));
    stream.push([...lost, ...told, ...changes].join("") || ": nothing\n\n");
    [requests, changes, missed] = [[], [], 0];
  };
  const soon = () => {
    flushing ??= setTimeout(flush, FLUSH_MS);
  };
  const stopRequests = fake.journal.listen((entry) => {
    if (requests.length === MAX_WAITING) {
      requests.shift();
      missed += 1;
    }
    requests.push(entry);
    soon();
  });
  const stopChanges = listenToChanges(fake, (change) => {
    changes.push(eventText("change", change));
    soon();
  });
  const ping = setInterval(() => stream.push(": ping\n\n"), PING_MS);
  const end = () => {
    stopRequests();
    stopChanges();
    clearInterval(ping);
    clearTimeout(timeout);
    if (flushing !== null) clearTimeout(flushing);
    if (!stream.destroyed) stream.push(null);
  };
  const timeout = timeoutMs === undefined ? undefined : setTimeout(end, timeoutMs);
  signal.addEventListener("abort", end, { once: true });

  stream.push(`retry: 1000\n${eventText("hello", { last: fake.journal.last, now: fake.control.clock.now() })}`);
  if (since !== undefined) {
    for (const entry of fake.journal.find({ since })) stream.push(requestText(entry));
  }
  return stream;
}

function requestText({ request: _request, response: _response, ...facts }: JournalEntry): string {
  return `id: ${facts.number}\n${eventText("request", facts)}`;
}

function eventText(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
