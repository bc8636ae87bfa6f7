import { excerpt } from "../../../spec/excerpt.ts";
import type { ReportCheck, ReportExchange, ReportFailure } from "../../../spec/report.ts";
import { curlLine, maskCredential } from "../../client/curl.ts";
import type { Exchange, WireRequest } from "../../client/exchange.ts";
import { isCredential, type Redactor } from "../../client/redact.ts";
import { causeOf } from "../../outcome/failure.ts";
import type { CheckFailure, CheckOutcome } from "../check/check.ts";

/** Bytes of a body that a report keeps. */
const BODY_KEPT = 4_096;
/** Characters that a report keeps of what is said about a failure, of an address, of a header. */
const TEXT_KEPT = 2_000;
const URL_KEPT = 4_096;
const HEADER_KEPT = 1_000;
const HEADERS_KEPT = 60;
/** A longer line is no help: nobody's terminal takes it. */
const CURL_KEPT = 16_384;
/** Headers that say nothing about conformance, or carry credentials of other layers. */
const HEADERS_DROPPED = new Set(["set-cookie", "cookie", "connection", "keep-alive", "date", "server"]);

/** The outcome of a check as it stands in the report: redacted, cut, with the lines that repeat it. */
export function toReportCheck(outcome: CheckOutcome, redactor: Redactor, apiKey: string): ReportCheck {
  const { verdict, reason, blockedBy, cases, requests, durationMs, seed, failure } = outcome;
  const shown = failure === null ? null : toReportFailure(outcome.check.requirement, failure, redactor, apiKey);
  return {
    name: outcome.check.name,
    verdict,
    reason: reason === null ? null : excerpt(redactor.text(reason), TEXT_KEPT),
    blockedBy,
    cases,
    requests,
    durationMs,
    seed,
    failure: shown,
  };
}

/** A failure as it stands in the report. */
export function toReportFailure(
  requirement: string,
  failure: CheckFailure,
  redactor: Redactor,
  apiKey: string,
): ReportFailure {
  const { evidence } = failure;
  const { exchanges } = evidence;
  const judged = exchanges.at(-1);
  const shown = (text: string) => excerpt(redactor.text(text), TEXT_KEPT);
  return {
    message: shown(evidence.message),
    expected: shown(evidence.expected),
    actual: shown(evidence.actual),
    cause: shown(`${requirement}|${causeOf(evidence)}`),
    pointer: shown(evidence.pointer),
    counterexample: redactor.own(failure.counterexample),
    shrinks: failure.shrinks,
    exchanges: exchanges.map((exchange) => toReportExchange(exchange, redactor)),
    curl: judged ? lineOf(judged.request, redactor, apiKey) : null,
    replay: `wac replay report.json ${requirement}`,
    path: failure.path,
    echoes: failure.echoes,
    ...(failure.firstSeen === null ? {} : { afterRequests: failure.firstSeen }),
    ...(failure.notRepeated === undefined ? {} : { notRepeated: failure.notRepeated }),
  };
}

function lineOf(request: WireRequest, redactor: Redactor, apiKey: string): string | null {
  const line = redactor.text(curlLine(request, apiKey));
  return line.length > CURL_KEPT ? null : line;
}

function toReportExchange(exchange: Exchange, redactor: Redactor): ReportExchange {
  const { outcome, request } = exchange;
  return {
    operation: exchange.operation?.id ?? null,
    request: {
      method: excerpt(redactor.text(request.method), 40),
      url: excerpt(redactor.text(request.url), URL_KEPT),
      headers: maskHeaders(request.headers, redactor),
      body: requestBody(request, redactor),
    },
    response:
      outcome.kind === "none"
        ? null
        : {
            status: outcome.status,
            headers: maskHeaders(outcome.headers, redactor),
            body: excerpt(
              outcome.json.ok ? JSON.stringify(redactor.json(outcome.json.value)) : redactor.text(outcome.text),
              BODY_KEPT,
            ),
          },
    error: outcome.kind === "none" ? excerpt(redactor.text(outcome.message), TEXT_KEPT) : null,
    durationMs: Math.round(exchange.durationMs),
  };
}

function maskHeaders(headers: Readonly<Record<string, string>>, redactor: Redactor): Record<string, string> {
  const shown = Object.entries(headers)
    .filter(([name]) => !HEADERS_DROPPED.has(name))
    .slice(0, HEADERS_KEPT)
    .map(([name, value]): [string, string] => {
      // The scheme is worth seeing; a credential never is, not even a damaged one.
      const text = isCredential(name) ? maskCredential(value) : redactor.text(value);
      return [excerpt(redactor.text(name), HEADER_KEPT), excerpt(text, HEADER_KEPT)];
    });
  return Object.fromEntries(shown);
}

function requestBody(request: WireRequest, redactor: Redactor): string | null {
  if (request.body === null) return null;
  if (request.body instanceof Uint8Array) return `<${request.body.length} bytes>`;
  return excerpt(redactor.text(request.body), BODY_KEPT);
}
