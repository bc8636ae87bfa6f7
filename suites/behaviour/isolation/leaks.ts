import type { Exchange } from "../../client/exchange.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { expectRejected, fail } from "../../verifiers/expect.ts";
import { findText } from "../../verifiers/find-text.ts";
import { requireResponse, valueAt } from "../../verifiers/read.ts";

/** Statuses that say no: which of them tells a stranger the least is left to the service. */
const REJECTED = [400, 403, 404, 409];

/** Something of the other workspace was asked for by its id, and must be rejected. */
export function expectKeptOut(check: CaseContext, exchange: Exchange, what: string): void {
  check.asserted();
  expectRejected(exchange, `${what} of another workspace`, REJECTED);
}

/** What gives a thing away: its id, where that is its alone, or a word that stands nowhere else. */
export interface Secret {
  readonly id: string;
  readonly word: string;
}

/** Characters of an id, without a word before them and leading zeros, from which on nothing else has it by chance. */
const TELLING = 8;

/**
 * True for an id that stands for one thing alone. A number that is counted up may be given to a message as well as to a
 * memory, and in each workspace again.
 */
export function isTelling(id: string): boolean {
  return bareOf(id).length >= TELLING;
}

/**
 * True for an id that each workspace may give again: a number that is counted up, or a name in words. Short ids that were
 * drawn at random are not telling either, and yet seldom the same in two workspaces.
 */
export function mayRecur(id: string): boolean {
  return (/^\p{L}?\d+$/u.test(bareOf(id)) && !isTelling(id)) || /^\p{Ll}+(-\p{Ll}+)*$/u.test(id);
}

/** Without a word before it and leading zeros. */
function bareOf(id: string): string {
  return id.replace(/^\p{L}+[^\p{L}\p{N}]/u, "").replace(/^0+/, "");
}

/**
 * Something was asked for by an id. One that may be given in each workspace again names the intruder's own thing there:
 * then it may be accepted, and shows nothing of the secret.
 */
export function expectKeptFrom(check: CaseContext, exchange: Exchange, secret: Secret, what: string): void {
  if (mayRecur(secret.id)) expectNoLeak(check, exchange, secret, what);
  else expectKeptOut(check, exchange, what);
}

/**
 * Sees to it that an id names nothing of the intruder's own, where that cannot be told from the secret, or would be
 * changed under the eyes of other checks.
 *
 * @throws NotApplicable for an id that may be given in each workspace again.
 */
export function requireOneOnly(id: string): void {
  if (mayRecur(id))
    throw new NotApplicable(`the identifier ${JSON.stringify(id)} may name something in each workspace`);
}

/** A rejection, or a response without anything of the secret; what the request itself named may come back. */
export function expectNoLeak(
  check: CaseContext,
  exchange: Exchange,
  { id, word }: Secret,
  what: string,
  named: readonly string[] = [],
): void {
  check.asserted();
  if (requireResponse(exchange).status !== 200) return;
  const given = (text: string, pointer: string) =>
    !named.includes(text) &&
    ((text === id && isTelling(id) && !NAMED_BY_ITS_MAKER.test(pointer)) || text.includes(word));
  const place = findText(valueAt(exchange, "/data"), given, "/data");
  if (place === null) return;
  fail({
    message: `${what} of another workspace must not be shown`,
    expected: "a rejection, or a response without it",
    actual: `it is at ${place}`,
    verifier: "leak",
    pointer: place,
    keyword: "leak",
    exchanges: [exchange],
  });
}

/** Who creates a task may name any parent: where that is taken, the id comes back with a task of the caller's own. */
const NAMED_BY_ITS_MAKER = /\/parentTaskId$/;

/** Fails where a text stands anywhere in the data of a response that the caller may have, and that is not for it to see. */
export function expectUntold(exchange: Exchange, hidden: string, message: string, keyword: string): void {
  const place = findText(valueAt(exchange, "/data"), (text) => text.includes(hidden), "/data");
  if (place === null) return;
  fail({
    message,
    expected: "a response without it",
    actual: `it is at ${place}`,
    verifier: "hidden",
    pointer: place,
    keyword,
    exchanges: [exchange],
  });
}
