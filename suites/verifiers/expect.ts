import { excerpt } from "../../spec/excerpt.ts";
import type { Json } from "../../spec/json.ts";
import { type Exchange, statusOf } from "../client/exchange.ts";
import { Inconclusive } from "../client/inconclusive.ts";
import { type Evidence, Failure } from "../outcome/failure.ts";
import { differenceOf } from "./difference/difference.ts";
import { commonPrefixLength } from "./difference/text.ts";
import { errorCode, errorOf, requireResponse, valueAt } from "./read.ts";
import { sameJson } from "./same-json.ts";

/** Throws the failure that the evidence describes. The engine adds the exchanges of the case. */
export function fail(evidence: Omit<Evidence, "exchanges"> & Partial<Pick<Evidence, "exchanges">>): never {
  throw new Failure({ exchanges: [], ...evidence });
}

/** Fails unless the request succeeded (exactly 200). Use it if acceptance is what the check asserts. */
export function expectAccepted(exchange: Exchange, why: string): void {
  const { status } = requireResponse(exchange);
  if (status === 200) return;
  fail({
    message: `${why} must be accepted with 200, and got ${status}`,
    expected: "200",
    actual: statusAndCode(exchange),
    verifier: "expectAccepted",
    pointer: "",
    keyword: "status",
  });
}

/**
 * Throws Inconclusive, blocked by this requirement, unless the request succeeded. Use it for requests that the check
 * only depends on.
 */
export function requireAccepted(exchange: Exchange, blockedBy: string): void {
  const { status } = requireResponse(exchange);
  if (status !== 200) {
    const subject = exchange.operation?.id ?? exchange.request.method;
    const received = `${statusAndCode(exchange)}${wordsOf(exchange)}`;
    throw new Inconclusive(`the control request (${subject}) was rejected with ${received}`, blockedBy);
  }
}

/** Fails unless the request was rejected with one of these statuses (400 by default). */
export function expectRejected(exchange: Exchange, why: string, statuses: readonly number[] = [400]): void {
  const { status } = requireResponse(exchange);
  if (statuses.includes(status)) return;
  const expected = statuses.join(" or ");
  fail({
    message: `${why} must be rejected with ${expected}, and was ${status === 200 ? "accepted" : "responded to"} with ${status}`,
    expected,
    actual: statusAndCode(exchange),
    verifier: "expectRejected",
    pointer: "",
    keyword: status === 200 ? "accepted" : "status",
  });
}

/** Fails unless the request was rejected with exactly 401. */
export function expectUnauthorized(exchange: Exchange, why: string): void {
  expectRejected(exchange, why, [401]);
}

/** Fails unless the value at the pointer equals the given one (JSON equality; members in any order). */
export function expectEqual(exchange: Exchange, pointer: string, expected: Json, why: string): void {
  requireResponse(exchange);
  const actual = valueAt(exchange, pointer);
  if (sameJson(actual, expected)) return;
  const [expectedText, actualText] = sides(expected, actual);
  fail({
    message: `${why}: ${differenceOf(expected, actual)}`,
    expected: `${expectedText} at ${pointer}`,
    actual: actualText,
    verifier: "expectEqual",
    pointer,
    keyword: "value",
    ...(typeof expected === "string" && typeof actual === "string"
      ? { firstDifference: commonPrefixLength(expected, actual) }
      : {}),
  });
}

/** Fails unless the condition holds. Pass the evidence as a function if it is expensive to build. */
export function expectThat(holds: boolean, evidence: FindingText | (() => FindingText)): void {
  if (!holds)
    fail({ verifier: "expectThat", pointer: "", ...(typeof evidence === "function" ? evidence() : evidence) });
}

/** Fails if the server blames itself for a request. Unavailability (503) is caused by load, not by the request. */
export function expectNoServerError(exchange: Exchange, operation: string, request: string): void {
  const status = statusOf(exchange);
  expectThat(status < 500 || status === 503, {
    message: `${operation} responded with ${status} to ${request}`,
    expected: "any status below 500",
    actual: statusAndCode(exchange),
    keyword: "server-error",
  });
}

interface FindingText {
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  readonly pointer?: string;
  readonly keyword: string;
}

/** Returns the status and the error code, if there is one: `409 conflict`. */
export function statusAndCode(exchange: Exchange): string {
  if (exchange.outcome.kind === "none") return exchange.outcome.reason;
  const code = errorCode(exchange);
  return code === undefined ? String(exchange.outcome.status) : `${exchange.outcome.status} ${code}`;
}

/** Returns the error message of a rejection, if it has one. */
function wordsOf(exchange: Exchange): string {
  const { message } = errorOf(exchange);
  return typeof message === "string" && message !== "" ? `: ${excerpt(JSON.stringify(message), 120)}` : "";
}

const MAX_CHARACTERS = 200;

function show(value: Json): string {
  return excerpt(JSON.stringify(value), MAX_CHARACTERS);
}

/** Returns both values as text. Long texts with the same start are shown from their first difference. */
function sides(expected: Json, actual: Json | undefined): readonly [expected: string, actual: string] {
  if (actual === undefined) return [show(expected), "absent"];
  if (
    typeof expected !== "string" ||
    typeof actual !== "string" ||
    Math.max(expected.length, actual.length) < MAX_CHARACTERS
  ) {
    return [show(expected), show(actual)];
  }
  const from = Math.max(0, commonPrefixLength(expected, actual) - EQUAL_CHARACTERS);
  const rest = (side: string) => {
    const characters = [...side];
    return `${show(characters.slice(from).join(""))} (from character ${from + 1} of ${characters.length})`;
  };
  return [rest(expected), rest(actual)];
}

/** Characters that are shown before the first difference. */
const EQUAL_CHARACTERS = 20;
