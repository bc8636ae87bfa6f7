import { asObject, type JsonObject } from "../../spec/json.ts";
import { isRead as isReadOperation, isTransfer as isTransferOperation } from "../chaos/matching.ts";
import type { JournalEntry } from "../control/journal/entry.ts";

const keys = new WeakMap<JournalEntry, string | null>();

/** The same text for requests that ask for the same; null where the journal has kept only a part of the body. */
export function requestKey(entry: JournalEntry): string | null {
  const known = keys.get(entry);
  if (known !== undefined) return known;
  const { workspace, agent, method, path, query, request } = entry;
  const content = request?.content ?? null;
  const key = request?.cut === true ? null : JSON.stringify([workspace, agent?.id, method, path, query, content]);
  keys.set(entry, key);
  return key;
}

/** Do two requests ask for the same? False where that is not known. */
export function isSameRequest(one: JournalEntry, other: JournalEntry): boolean {
  return one.operation === other.operation && requestKey(one) !== null && requestKey(one) === requestKey(other);
}

/** Did a request come when another one was over? */
export function isAfter({ timing: later }: JournalEntry, { timing: earlier }: JournalEntry): boolean {
  return later.arrivedMs >= earlier.endedMs;
}

/**
 * Was a request surely sent after another one had ended? Those that were on their way at once are served one after another, too,
 * but on connections that had been open before.
 */
export function isReaction(later: JournalEntry, earlier: JournalEntry): boolean {
  const { connection, connectedMs } = later.timing;
  return isAfter(later, earlier) && (connection === earlier.timing.connection || connectedMs >= earlier.timing.endedMs);
}

/** The first request that repeats another once that one was over; `follows` may ask for more than that. */
export function nextAttempt(
  client: readonly JournalEntry[],
  entry: JournalEntry,
  follows: (later: JournalEntry, earlier: JournalEntry) => boolean = isAfter,
): JournalEntry | undefined {
  return client.slice(client.indexOf(entry) + 1).find((later) => isSameRequest(later, entry) && follows(later, entry));
}

/**
 * How long a client paused between two requests, in milliseconds: by the fake's clock or in real time, whichever is longer, so
 * that neither a clock that stands still nor one that a test moves makes a patient client look hasty.
 */
export function pauseBetween(earlier: JournalEntry, later: JournalEntry): number {
  return Math.max(Date.parse(later.time) - Date.parse(earlier.time), later.timing.arrivedMs - earlier.timing.arrivedMs);
}

/** The `data` of a response; an empty object where there is none. */
export function dataOf({ response }: JournalEntry): JsonObject {
  return asObject(asObject(response?.content).data);
}

/** The `error` of a response; an empty object where there is none. */
export function errorOf({ response }: JournalEntry): JsonObject {
  return asObject(asObject(response?.content).error);
}

/** The body of a request; an empty object where it is none, or too long to be kept whole. */
export function bodyOf({ request }: JournalEntry): JsonObject {
  return asObject(request?.content);
}

/** Did the fake do what was asked for, whether the client heard of it or not? */
export function isPerformed({ status, response }: JournalEntry): boolean {
  if (status !== null) return status < 400;
  const content = response?.content;
  return typeof content === "string" ? content.startsWith('{"success":true') : asObject(content).success === true;
}

/** Errors that may pass by themselves. */
const TEMPORARY = [429, 500, 503];

/** Was a request rejected in a way that may pass by itself? */
export function isTemporary(entry: JournalEntry): boolean {
  return entry.status !== null && TEMPORARY.includes(entry.status) && errorOf(entry).retryable !== false;
}

/** Does a request only read? A download URL that is granted changes nothing either. */
export function isRead({ operation }: JournalEntry): boolean {
  return operation === "request-file-download" || isReadOperation(operation);
}

/** Does a request go to a presigned URL? */
export function isTransfer({ operation }: JournalEntry): boolean {
  return isTransferOperation(operation);
}

/** Had the presigned URL of a transfer expired when it was used? */
export function isExpired({ query, time }: JournalEntry): boolean {
  return typeof query.expires === "string" && Number(query.expires) <= Date.parse(time);
}

/** `POST /v1/agent/create-task (request 3)`, for messages. */
export function nameOf({ operation, method, path, number }: JournalEntry): string {
  return `${operation ?? `${method} ${path}`} (request ${number})`;
}

/** A pause for people: `40 ms`, `1.2 s`. */
export function secondsOf(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.max(0, Math.round(milliseconds))} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
