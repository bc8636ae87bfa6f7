import { createHash } from "node:crypto";
import { isCredential } from "../../../spec/credentials.ts";
import { excerpt } from "../../../spec/excerpt.ts";
import type { Json } from "../../../spec/json.ts";
import type { ReportCheck, ReportExchange, ReportFailure } from "../../../spec/report.ts";
import { curlLine, maskCredential } from "../../client/curl.ts";
import type { Exchange, WireRequest } from "../../client/exchange.ts";
import type { Redactor } from "../../client/redact.ts";
import { causeOf } from "../../outcome/failure.ts";
import type { CheckFailure, CheckOutcome } from "../check/check.ts";
import { type FindingPosition, shortenedBody } from "./shortened-body.ts";

/** Bytes of a body that a report keeps. */
const MAX_BODY_BYTES = 4_096;
/** Characters that a report keeps of a message, a URL and a header. */
const MAX_TEXT_CHARACTERS = 2_000;
const MAX_URL_CHARACTERS = 4_096;
const MAX_HEADER_CHARACTERS = 1_000;
const MAX_HEADERS = 60;
/** A longer command line reads its body from a file, since it is hard to read and some terminals cut it. */
const MAX_CURL_CHARACTERS = 2_048;
/** Characters of a body that is written to such a file. For a longer one there is no command line. */
const MAX_BODY_FILE_CHARACTERS = 128 * 1024;
/** Headers that are irrelevant to conformance, or that carry credentials of other layers. */
const HEADERS_DROPPED = new Set(["set-cookie", "cookie", "connection", "keep-alive", "date", "server"]);

/** Returns the outcome of a check for the report: redacted, shortened, with the commands that repeat it. */
export function toReportCheck(outcome: CheckOutcome, redactor: Redactor, apiKey: string): ReportCheck {
  const { verdict, reason, blockedBy, cases, requests, durationMs, seed, failure } = outcome;
  const shown = failure === null ? null : toReportFailure(outcome.check.requirement, failure, redactor, apiKey);
  return {
    name: outcome.check.name,
    verdict,
    reason: reason === null ? null : excerpt(redactor.text(reason), MAX_TEXT_CHARACTERS),
    blockedBy,
    cases,
    requests,
    durationMs,
    seed,
    failure: shown,
    ...(outcome.retried === true ? { retried: true } : {}),
  };
}

/** Returns a failure for the report. */
export function toReportFailure(
  requirement: string,
  failure: CheckFailure,
  redactor: Redactor,
  apiKey: string,
): ReportFailure {
  const { evidence } = failure;
  const { exchanges } = evidence;
  const judged = exchanges.at(-1);
  const shown = (text: string) => excerpt(redactor.text(text), MAX_TEXT_CHARACTERS);
  return {
    message: shown(evidence.message),
    expected: shown(evidence.expected),
    actual: shown(evidence.actual),
    cause: shown(`${requirement}|${causeOf(evidence)}`),
    pointer: shown(evidence.pointer),
    counterexample: redactor.own(failure.counterexample),
    shrinks: failure.shrinks,
    exchanges: exchanges.map((exchange) => toReportExchange(exchange, redactor, evidence)),
    ...(judged ? lineOf(requirement, judged.request, redactor, apiKey) : { curl: null }),
    replay: `wac replay report.json ${requirement}`,
    path: failure.path,
    echoes: failure.echoes,
    ...(failure.firstSeen === null ? {} : { afterRequests: failure.firstSeen }),
    ...(failure.notRepeated === undefined ? {} : { notRepeated: failure.notRepeated }),
  };
}

/** Returns the command line and, if it would be too long, the body that it reads from a file. */
function lineOf(
  requirement: string,
  request: WireRequest,
  redactor: Redactor,
  apiKey: string,
): Pick<ReportFailure, "curl" | "requestBody"> {
  const line = redactor.text(curlLine(request, apiKey));
  if (line.length <= MAX_CURL_CHARACTERS || typeof request.body !== "string") return { curl: line };
  const text = redactor.text(request.body);
  if (text.length > MAX_BODY_FILE_CHARACTERS) return { curl: null };
  const file = bodyFile(requirement, text);
  return { curl: redactor.text(curlLine(request, apiKey, file)), requestBody: { file, text } };
}

/** Returns a file name that depends on the body and is valid on every file system and in every shell. */
function bodyFile(requirement: string, text: string): string {
  const name = requirement.replace(/[^\w.-]+/gu, "-").slice(0, 80);
  return `requests/${name}.${createHash("sha256").update(text).digest("hex").slice(0, 8)}.json`;
}

function toReportExchange(exchange: Exchange, redactor: Redactor, focus: FindingPosition): ReportExchange {
  const { outcome, request } = exchange;
  return {
    operation: exchange.operation?.id ?? null,
    request: {
      method: excerpt(redactor.text(request.method), 40),
      url: excerpt(redactor.text(request.url), MAX_URL_CHARACTERS),
      headers: maskHeaders(request.headers, redactor),
      ...requestBody(request, redactor, focus),
    },
    response:
      outcome.kind === "none"
        ? null
        : {
            status: outcome.status,
            headers: maskHeaders(outcome.headers, redactor),
            ...(outcome.json.ok
              ? jsonBody(redactor.json(outcome.json.value), focus)
              : textBody(redactor.text(outcome.text))),
          },
    error: outcome.kind === "none" ? excerpt(redactor.text(outcome.message), MAX_TEXT_CHARACTERS) : null,
    durationMs: Math.round(exchange.durationMs),
  };
}

function maskHeaders(headers: Readonly<Record<string, string>>, redactor: Redactor): Record<string, string> {
  const shown = Object.entries(headers)
    .filter(([name]) => !HEADERS_DROPPED.has(name))
    .slice(0, MAX_HEADERS)
    .map(([name, value]): [string, string] => {
      // The scheme is useful to see; a credential is never shown, not even a damaged one.
      const text = isCredential(name) ? maskCredential(value) : redactor.text(value);
      return [excerpt(redactor.text(name), MAX_HEADER_CHARACTERS), excerpt(text, MAX_HEADER_CHARACTERS)];
    });
  return Object.fromEntries(shown);
}

/** A body in a report, and its size if it is not complete. */
type Body = Pick<ReportExchange["request"], "body" | "size">;

function requestBody({ body }: WireRequest, redactor: Redactor, { firstDifference }: FindingPosition): Body {
  if (body === null) return { body };
  if (body instanceof Uint8Array) return { body: `<${body.length} bytes>` };
  const text = redactor.text(body);
  const value = text.length > MAX_BODY_BYTES ? parsed(text) : undefined;
  return value === undefined
    ? textBody(text)
    : jsonBody(value, { pointer: "", ...(firstDifference === undefined ? {} : { firstDifference }) });
}

function jsonBody(value: Json, focus: FindingPosition): { readonly body: string; readonly size?: number } {
  const whole = JSON.stringify(value);
  const body = excerpt(shortenedBody(value, MAX_BODY_BYTES, focus), MAX_BODY_BYTES);
  return body === whole ? { body } : { body, size: whole.length };
}

function textBody(text: string): { readonly body: string; readonly size?: number } {
  const body = excerpt(text, MAX_BODY_BYTES);
  return body === text ? { body } : { body, size: text.length };
}

/**
 * Returns the JSON value of a sent body; undefined if it is not exactly reproduced by one, such as a body that is
 * malformed on purpose, repeats a name, or has more digits.
 */
function parsed(text: string): Json | undefined {
  try {
    const value = JSON.parse(text) as Json;
    return JSON.stringify(value) === text ? value : undefined;
  } catch {
    return undefined;
  }
}
