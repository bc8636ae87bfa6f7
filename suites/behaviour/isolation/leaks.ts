import type { Exchange } from "../../client/exchange.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectRejected, fail } from "../../verifiers/expect.ts";
import { findText } from "../../verifiers/find-text.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";

/** Statuses of a rejection. Which of them reveals the least is left to the service. */
const REJECTION_STATUSES = [400, 403, 404, 409];

/** Fails unless a request for a resource of the other workspace by its id is rejected. */
export function expectAccessRejected(check: CaseContext, exchange: Exchange, what: string): void {
  check.asserted();
  expectRejected(exchange, `${what} of another workspace`, REJECTION_STATUSES);
}

/** The marks of a hidden resource: its id, if that is unique, and a word that occurs nowhere else. */
export interface Secret {
  readonly id: string;
  readonly word: string;
}

/** The length of an id, without a prefix and leading zeros, from which on it is not shared by chance. */
const UNIQUE_ID_LENGTH = 8;

/**
 * Returns true for an id of one resource only. A sequential number may be the id of both a message and a memory, and
 * recur in each workspace.
 */
export function isUniqueId(id: string): boolean {
  return withoutPrefix(id).length >= UNIQUE_ID_LENGTH;
}

/**
 * Returns true for an id that each workspace may have: a sequential number, or a name in words. Short random ids are
 * not unique either, but rarely the same in two workspaces.
 */
export function mayExistInEachWorkspace(id: string): boolean {
  return (/^\p{L}?\d+$/u.test(withoutPrefix(id)) && !isUniqueId(id)) || /^\p{Ll}+(-\p{Ll}+)*$/u.test(id);
}

/** Returns the id without a prefix word and leading zeros. */
function withoutPrefix(id: string): string {
  return id.replace(/^\p{L}+[^\p{L}\p{N}]/u, "").replace(/^0+/, "");
}

/**
 * Fails if a request by an id reveals the secret. An id that each workspace may have can name the intruder's own
 * resource: then the request may be accepted, but must show nothing of the secret.
 */
export function expectNotRevealed(check: CaseContext, exchange: Exchange, secret: Secret, what: string): void {
  if (mayExistInEachWorkspace(secret.id)) expectNoLeak(check, exchange, secret, what);
  else expectAccessRejected(check, exchange, what);
}

/**
 * Excludes ids that may also name a resource of the intruder, where that could not be distinguished from the secret, or
 * would be changed while other checks use it. @throws NotApplicable for an id that each workspace may have.
 */
export function requireUniqueAcrossWorkspaces(id: string): void {
  if (mayExistInEachWorkspace(id))
    throw new NotApplicable(`the identifier ${JSON.stringify(id)} may exist in each workspace`);
}

/** Fails unless the response is a rejection or has nothing of the secret, except what the request itself named. */
export function expectNoLeak(
  check: CaseContext,
  exchange: Exchange,
  { id, word }: Secret,
  what: string,
  named: readonly string[] = [],
): void {
  check.asserted();
  if (requireResponse(exchange).status !== 200) return;
  const isLeak = (text: string, textPointer: string) =>
    !named.includes(text) &&
    ((text === id && isUniqueId(id) && !NAMED_BY_CREATOR.test(textPointer)) || text.includes(word));
  const pointer = findText(valueAt(exchange, "/data"), isLeak, "/data");
  if (pointer === null) return;
  fail({
    message: `${what} of another workspace must not be shown`,
    expected: "a rejection, or a response without its id and text",
    actual: `found at ${pointer}`,
    verifier: "leak",
    pointer,
    keyword: "leak",
    exchanges: [exchange],
  });
}

/** A creator may name any parent. If that is accepted, the id is returned with the caller's own task. */
const NAMED_BY_CREATOR = /\/parentTaskId$/;

/** Fails if a hidden text occurs anywhere in the data of a response. */
export function expectTextAbsent(exchange: Exchange, hidden: string, message: string, keyword: string): void {
  const pointer = findText(valueAt(exchange, "/data"), (text) => text.includes(hidden), "/data");
  if (pointer === null) return;
  fail({
    message,
    expected: "a response without that text",
    actual: `found at ${pointer}`,
    verifier: "hidden",
    pointer,
    keyword,
    exchanges: [exchange],
  });
}
