import { asObject, type JsonObject } from "../../spec/json.ts";
import { isRead as isReadOperation, isTransfer as isTransferOperation } from "../chaos/matching.ts";
import type { JournalEntry } from "../control/journal/entry.ts";

const keys = new WeakMap<JournalEntry, string | null>();

/** Returns a key that is equal for equal requests; null if the journal has only a part of the body. */
export function requestKey(entry: JournalEntry): string | null {
  const known = keys.get(entry);
  if (known !== undefined) return known;
  const { workspace, agent, method, path, query, request } = entry;
  const content = request?.content ?? null;
  const key = request?.cut === true ? null : JSON.stringify([workspace, agent?.id, method, path, query, content]);
  keys.set(entry, key);
  return key;
}

/** Returns true if two requests are equal, and false if that is unknown. */
export function isSameRequest(one: JournalEntry, other: JournalEntry): boolean {
  return one.operation === other.operation && requestKey(one) !== null && requestKey(one) === requestKey(other);
}

/** Returns true if a request arrived after another one had ended. */
export function isAfter({ timing: later }: JournalEntry, { timing: earlier }: JournalEntry): boolean {
  return later.arrivedMs >= earlier.endedMs;
}

/**
 * Returns true if a request was surely sent after another one had ended. Simultaneous requests may be served one after
 * another too, but on connections that were already open.
 */
export function isReaction(later: JournalEntry, earlier: JournalEntry): boolean {
  const { connection, connectedMs } = later.timing;
  return isAfter(later, earlier) && (connection === earlier.timing.connection || connectedMs >= earlier.timing.endedMs);
}

/** Returns the first repetition of a request after it had ended; `follows` may require more. */
export function nextAttempt(
  client: readonly JournalEntry[],
  entry: JournalEntry,
  follows: (later: JournalEntry, earlier: JournalEntry) => boolean = isAfter,
): JournalEntry | undefined {
  return client.slice(client.indexOf(entry) + 1).find((later) => isSameRequest(later, entry) && follows(later, entry));
}

/**
 * Returns the pause of a client between two requests in milliseconds: by the fake's clock or in real time, whichever
 * is longer, so that neither a stopped clock nor one that a test moves makes a patient client look hasty.
 */
export function pauseBetween(earlier: JournalEntry, later: JournalEntry): number {
  return Math.max(Date.parse(later.time) - Date.parse(earlier.time), later.timing.arrivedMs - earlier.timing.arrivedMs);
}

/** Returns the `data` of a response; an empty object if there is none. */
export function dataOf({ response }: JournalEntry): JsonObject {
  return asObject(asObject(response?.content).data);
}

/** Returns the `error` of a response; an empty object if there is none. */
export function errorOf({ response }: JournalEntry): JsonObject {
  return asObject(asObject(response?.content).error);
}

/** Returns the body of a request; an empty object if it is not JSON, or was too long to be stored completely. */
export function bodyOf({ request }: JournalEntry): JsonObject {
  return asObject(request?.content);
}

/** Returns true if the fake performed the request, even if its response was lost. */
export function isPerformed({ status, response }: JournalEntry): boolean {
  if (status !== null) return status < 400;
  const content = response?.content;
  return typeof content === "string" ? content.startsWith('{"success":true') : asObject(content).success === true;
}

/** Errors that may pass by themselves. */
const TEMPORARY = [429, 500, 503];

/** Returns true if a request was rejected for a temporary reason. */
export function isTemporary(entry: JournalEntry): boolean {
  return entry.status !== null && TEMPORARY.includes(entry.status) && errorOf(entry).retryable !== false;
}

/** Returns true if a request only reads. Granting a download URL changes nothing either. */
export function isRead({ operation }: JournalEntry): boolean {
  return operation === "request-file-download" || isReadOperation(operation);
}

/** Returns true for a request to a presigned URL. */
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

/** Returns a pause for people: `40 ms`, `1.2 s`. */
export function secondsOf(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.max(0, Math.round(milliseconds))} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
