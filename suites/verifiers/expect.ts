import { excerpt } from "../../spec/excerpt.ts";
import type { Json } from "../../spec/json.ts";
import { type Exchange, statusOf } from "../client/exchange.ts";
import { Inconclusive } from "../client/unanswered.ts";
import { type Evidence, Failure } from "../outcome/failure.ts";
import { differenceOf } from "./difference/difference.ts";
import { parting } from "./difference/text.ts";
import { errorCode, errorOf, requireResponse, valueAt } from "./read.ts";
import { sameJson } from "./same-json.ts";

/** Throws the failure that the evidence describes; the case's exchanges are added by the engine. */
export function fail(evidence: Omit<Evidence, "exchanges"> & Partial<Pick<Evidence, "exchanges">>): never {
  throw new Failure({ exchanges: [], ...evidence });
}

/** A success (exactly 200), where acceptance is what is being asserted: any rejection is a failure. */
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

/** A success that the check needs to go on: without it nothing can be said, and the requirement that failed is named. */
export function requireAccepted(exchange: Exchange, blockedBy: string): void {
  const { status } = requireResponse(exchange);
  if (status !== 200) {
    const asked = exchange.operation?.id ?? exchange.request.method;
    const told = `${statusAndCode(exchange)}${wordsOf(exchange)}`;
    throw new Inconclusive(`the control request (${asked}) was rejected with ${told}`, blockedBy);
  }
}

/** A rejection as invalid input: exactly one of the statuses given (400 where nothing else is said). */
export function expectRejected(exchange: Exchange, why: string, statuses: readonly number[] = [400]): void {
  const { status } = requireResponse(exchange);
  if (statuses.includes(status)) return;
  const expected = statuses.join(" or ");
  fail({
    message: `${why} must be rejected with ${expected}, and was ${status === 200 ? "accepted" : "responded to"} with ${status}`,
    expected,
    actual: statusAndCode(exchange),
    verifier: "expectRefused",
    pointer: "",
    keyword: status === 200 ? "accepted" : "status",
  });
}

/** Exactly 401. */
export function expectUnauthorized(exchange: Exchange, why: string): void {
  expectRejected(exchange, why, [401]);
}

/** The value at the pointer equals the one given (JSON equality; members in any order). */
export function expectEqual(exchange: Exchange, pointer: string, expected: Json, why: string): void {
  requireResponse(exchange);
  const actual = valueAt(exchange, pointer);
  if (sameJson(actual, expected)) return;
  const [wanted, got] = sides(expected, actual);
  fail({
    message: `${why}: ${differenceOf(expected, actual)}`,
    expected: `${wanted} at ${pointer}`,
    actual: got,
    verifier: "expectEqual",
    pointer,
    keyword: "value",
    ...(typeof expected === "string" && typeof actual === "string" ? { parting: parting(expected, actual) } : {}),
  });
}

/** A condition of the check's own making, with both sides spelled out: by a function where many hold, and few are shown. */
export function expectThat(holds: boolean, evidence: FindingText | (() => FindingText)): void {
  if (!holds)
    fail({ verifier: "expectThat", pointer: "", ...(typeof evidence === "function" ? evidence() : evidence) });
}

/** Whatever is asked, it is no fault of the server; unavailability (503) is the doing of the load, not of the request. */
export function expectNoServerError(exchange: Exchange, operation: string, asked: string): void {
  const status = statusOf(exchange);
  expectThat(status < 500 || status === 503, {
    message: `${operation} responded with ${status} to ${asked}`,
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

/** `409 conflict`: the status and, where there is one, the error code. */
export function statusAndCode(exchange: Exchange): string {
  if (exchange.outcome.kind === "none") return exchange.outcome.reason;
  const code = errorCode(exchange);
  return code === undefined ? String(exchange.outcome.status) : `${exchange.outcome.status} ${code}`;
}

/** What a rejection says of itself, where it says anything. */
function wordsOf(exchange: Exchange): string {
  const { message } = errorOf(exchange);
  return typeof message === "string" && message !== "" ? `: ${excerpt(JSON.stringify(message), 120)}` : "";
}

const MAX_CHARACTERS = 200;

function show(value: Json): string {
  return excerpt(JSON.stringify(value), MAX_CHARACTERS);
}

/** Both sides in words: long texts that begin alike from where they part. */
function sides(expected: Json, actual: Json | undefined): readonly [expected: string, actual: string] {
  if (actual === undefined) return [show(expected), "nothing there"];
  if (
    typeof expected !== "string" ||
    typeof actual !== "string" ||
    Math.max(expected.length, actual.length) < MAX_CHARACTERS
  ) {
    return [show(expected), show(actual)];
  }
  const from = Math.max(0, parting(expected, actual) - ALIKE_SHOWN);
  const rest = (side: string) => {
    const characters = [...side];
    return `${show(characters.slice(from).join(""))} (from character ${from + 1} of ${characters.length})`;
  };
  return [rest(expected), rest(actual)];
}

/** Characters that are shown of what two texts have in common before they part. */
const ALIKE_SHOWN = 20;
