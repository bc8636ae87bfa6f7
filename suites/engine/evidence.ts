import type { ReportCheck, ReportExchange, ReportFailure } from "../../spec/report.ts";
import { curlLine, maskCredential } from "../client/curl.ts";
import type { Exchange, WireRequest } from "../client/exchange.ts";
import type { Redactor } from "../client/redact.ts";
import type { CheckFailure, CheckOutcome } from "./check.ts";
import { causeOf } from "./outcome.ts";

/** Bytes of a body that a report keeps. */
const BODY_KEPT = 4_096;
/** Exchanges of one failure that a report keeps: the last ones, which led to the judgement. */
const EXCHANGES_KEPT = 8;
/** Headers that say nothing about conformance, or carry credentials of other layers. */
const HEADERS_DROPPED = new Set(["set-cookie", "cookie", "connection", "keep-alive", "date", "server"]);

/** The outcome of a check as it stands in the report: redacted, cut, with the lines that repeat it. */
export function toReportCheck(outcome: CheckOutcome, redactor: Redactor, apiKey: string): ReportCheck {
  const { verdict, reason, blockedBy, cases, requests, durationMs, seed, failure } = outcome;
  const shown = failure === null ? null : toReportFailure(outcome.check.requirement, failure, redactor, apiKey);
  return {
    name: outcome.check.name,
    verdict,
    reason: reason === null ? null : redactor.text(reason),
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
  const exchanges = evidence.exchanges.slice(-EXCHANGES_KEPT);
  const judged = exchanges.at(-1);
  return {
    message: redactor.text(evidence.message),
    expected: redactor.text(evidence.expected),
    actual: redactor.text(evidence.actual),
    cause: `${requirement}|${causeOf(evidence)}`,
    pointer: evidence.pointer,
    counterexample: redactor.own(failure.counterexample),
    shrinks: failure.shrinks,
    exchanges: exchanges.map((exchange) => toReportExchange(exchange, redactor)),
    curl: judged ? redactor.text(curlLine(judged.request, apiKey)) : null,
    replay: `wac replay wac-report/report.json ${requirement}`,
    path: failure.path,
    echoes: failure.echoes,
    ...(failure.firstSeen === null ? {} : { afterRequests: failure.firstSeen }),
    ...(failure.notRepeated === undefined ? {} : { notRepeated: failure.notRepeated }),
  };
}

function toReportExchange(exchange: Exchange, redactor: Redactor): ReportExchange {
  const { outcome, request } = exchange;
  return {
    operation: exchange.operation?.id ?? null,
    request: {
      method: request.method,
      url: redactor.text(request.url),
      headers: maskHeaders(request.headers, redactor),
      body: requestBody(request, redactor),
    },
    response:
      outcome.kind === "none"
        ? null
        : {
            status: outcome.status,
            headers: maskHeaders(outcome.headers, redactor),
            body: cut(
              outcome.json.ok ? JSON.stringify(redactor.json(outcome.json.value)) : redactor.text(outcome.text),
            ),
          },
    error: outcome.kind === "none" ? redactor.text(outcome.message) : null,
    durationMs: Math.round(exchange.durationMs),
  };
}

function maskHeaders(headers: Readonly<Record<string, string>>, redactor: Redactor): Record<string, string> {
  const shown: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (HEADERS_DROPPED.has(name)) continue;
    // The scheme is worth seeing; a credential never is, not even a damaged one.
    shown[name] = name === "authorization" ? maskCredential(value) : redactor.text(value);
  }
  return shown;
}

function requestBody(request: WireRequest, redactor: Redactor): string | null {
  if (request.body === null) return null;
  if (request.body instanceof Uint8Array) return `<${request.body.length} bytes>`;
  return cut(redactor.text(request.body));
}

function cut(text: string): string {
  return text.length <= BODY_KEPT ? text : `${text.slice(0, BODY_KEPT)}… (${text.length - BODY_KEPT} characters more)`;
}
