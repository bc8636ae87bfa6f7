import { plainRequestOf } from "../../../generators/index.ts";
import type { Operation } from "../../../spec/document/model.ts";
import { excerpt } from "../../../spec/excerpt.ts";
import { isObject } from "../../../spec/json.ts";
import { sentence } from "../../../spec/sentence.ts";
import { type Exchange, jsonOf, statusOf } from "../../client/exchange.ts";
import { remedyFor } from "../../client/remedy.ts";
import { type FirstResponse, findBaseUrlProblem, isEnvelope, type SendBelow } from "../../client/wrong-base-url.ts";
import { simpleFailure } from "../../outcome/failure.ts";
import type { RunServices } from "../cases/context.ts";
import { buildRequest } from "../cases/wire.ts";
import type { Check, CheckFailure, CheckOutcome } from "../check/check.ts";
import { needsReferences } from "../resources/fuller-requests.ts";
import { notRun } from "./not-run.ts";

/**
 * The result of the first requests to the target.
 *
 * - `closed`: not run yet.
 * - `open`: the target speaks the API, and the checks may begin.
 * - `unusable`: nothing can be judged (unreachable, no response, key rejected, a wrong base URL).
 * - `root`: no response is in the envelope, or all responses are the same: one finding, which blocks everything else.
 */
export type Preflight =
  | { readonly kind: "closed" }
  | { readonly kind: "open" }
  | { readonly kind: "unusable"; readonly problem: string }
  | { readonly kind: "root"; readonly requirement: string; readonly failure: CheckFailure };

const LANE = "preflight";
/** The message for a target that is at its limit before the run begins. */
const REJECTED =
  "the target rejects every request for its rate (429), as long as a run waits for that. Try again later, or have its owner lift the limit for this key.";

/** Sends read-only requests: operations that only read and need no id of the target. */
export async function runPreflight(
  services: RunServices,
  selected: (requirement: string) => boolean,
): Promise<Preflight> {
  const probes = services.context.document.operations.filter((operation) => isPlainRead(services, operation));
  const first = probes[0] ?? services.context.document.operations[0];
  if (!first) return { kind: "unusable", problem: "the document has no operations" };
  const response = await probeEither(services, first, probes[1] ?? first);
  if (response.outcome.kind === "none") {
    const { message } = response.outcome;
    const problem = `${services.context.target.baseUrl} did not respond: ${sentence(message)} ${remedyFor(message)}`;
    return { kind: "unusable", problem };
  }
  if (statusOf(response) === 429) return { kind: "unusable", problem: REJECTED };
  const authorized = [
    response,
    ...(await Promise.all(probes.slice(1).map((probe) => sendProbe(services, probe, true)))),
  ];
  const anonymous = await Promise.all(
    services.context.document.operations.map((operation) => sendProbe(services, operation, false)),
  );
  const problem = await wrongBaseUrl(services, probes, { authorized, anonymous });
  if (problem !== null) return { kind: "unusable", problem };
  const preflight = judge(authorized, anonymous);
  return preflight.kind === "open" && selected(NO_HEADER)
    ? (sameForAll(authorized, anonymous) ?? preflight)
    : preflight;
}

/** Returns why the base URL does not belong to the API; null if it may. */
async function wrongBaseUrl(
  services: RunServices,
  probes: readonly Operation[],
  responses: { readonly authorized: readonly Exchange[]; readonly anonymous: readonly Exchange[] },
): Promise<string | null> {
  const [authorized, anonymous] = [responses.authorized, responses.anonymous].map((exchanges) =>
    exchanges.flatMap(firstResponse),
  );
  const { baseUrl } = services.context.target;
  const found = await findBaseUrlProblem(
    baseUrl,
    { authorized: authorized ?? [], anonymous: anonymous ?? [] },
    sendBelow(services, probes),
  );
  if (found === null) return null;
  const { problem, remedy } = found;
  return `${problem.startsWith(baseUrl) ? "" : `${baseUrl}: `}${problem}. ${remedy}`;
}

function firstResponse({ outcome }: Exchange): FirstResponse[] {
  if (outcome.kind === "none") return [];
  const { status, headers, json } = outcome;
  return [{ status, headers, isEnvelope: json.ok && isEnvelope(json.value) }];
}

/**
 * Returns a function that sends a read below another base URL. It counts as no operation of the target, so that its
 * response is not judged.
 */
function sendBelow({ client, context }: RunServices, probes: readonly Operation[]): SendBelow {
  const probe = probes.find(({ method }) => method === "GET");
  const input = probe && plainRequestOf(context.document, probe);
  return async (baseUrl) => {
    if (!probe || !input) return null;
    const request = buildRequest({ target: { ...context.target, baseUrl } }, probe, input);
    return firstResponse(await client.send(request, { operation: null, lane: LANE, retry: false }))[0] ?? null;
  };
}

/** The requirement that a target breaks if it serves requests without a key like all others. */
const NO_HEADER = "auth.no-header";
/** Statuses that concern the key or the load and prove nothing about the rest. */
const INCONCLUSIVE_STATUSES: readonly number[] = [401, 429, 503];

/**
 * Returns the finding if a target has the same response for everything, with and without a key: all findings of checks
 * would be echoes of it.
 */
function sameForAll(authorized: readonly Exchange[], anonymous: readonly Exchange[]): Preflight | null {
  const all = [...authorized, ...anonymous];
  const judged = anonymous[0];
  if (
    judged === undefined ||
    INCONCLUSIVE_STATUSES.includes(statusOf(judged)) ||
    new Set(all.map(responseKey)).size > 1
  )
    return null;
  const status = String(statusOf(judged));
  const evidence = {
    message: `every request gets ${status}, even one without a key: this is not a response of the API`,
    expected: "401 without a key, and the requested data with one",
    actual: `${status} to all ${all.length} calls`,
    verifier: "preflight",
    pointer: "",
    keyword: "status",
    exchanges: [judged],
  };
  return { kind: "root", requirement: NO_HEADER, failure: { ...simpleFailure(evidence), echoes: all.length - 1 } };
}

/** Returns a text that is equal for equal responses; for successes it includes the data. */
function responseKey(exchange: Exchange): string {
  const body = jsonOf(exchange);
  const data = statusOf(exchange) === 200 && isObject(body) ? [body.success ?? null, body.data ?? null] : [];
  return excerpt(JSON.stringify([statusOf(exchange), ...data]), 1_000);
}

function judge(authorized: readonly Exchange[], anonymous: readonly Exchange[]): Preflight {
  const responses = [...authorized, ...anonymous].filter((exchange) => exchange.outcome.kind === "response");
  const root = responses[0];
  const violation = root?.violations.find(isEnvelopeViolation);
  if (root && violation && responses.every((exchange) => exchange.violations.some(isEnvelopeViolation))) {
    const evidence = { ...violation, exchanges: [root] };
    const failure = { ...simpleFailure(evidence), echoes: responses.length - 1 };
    return { kind: "root", requirement: violation.requirement, failure };
  }
  if (authorized.every((exchange) => statusOf(exchange) === 401)) {
    const problem =
      "the API key was rejected: every operation responded with 401 to it. Check apiKey (or WAC_API_KEY) and baseUrl.";
    return { kind: "unusable", problem };
  }
  return { kind: "open" };
}

/** Returns true if the body is not the envelope at all, so that nothing in it can be read. */
function isEnvelopeViolation(violation: { readonly pointer: string }): boolean {
  return violation.pointer === "";
}

function isPlainRead(services: RunServices, operation: Operation): boolean {
  const plain = plainRequestOf(services.context.document, operation);
  return operation.effect === "read" && plain !== undefined && !needsReferences(plain);
}

/**
 * Returns the response of the first operation, or of the second if the first did not respond: one operation may hang
 * while the rest works.
 */
async function probeEither(services: RunServices, first: Operation, second: Operation): Promise<Exchange> {
  const response = await sendProbe(services, first, true);
  return response.outcome.kind === "none" ? sendProbe(services, second, true) : response;
}

/**
 * Sends a plain valid request with the key, or an empty one without it, which must get a response in the envelope too.
 */
function sendProbe(services: RunServices, operation: Operation, authorized: boolean): Promise<Exchange> {
  const empty = { operation: operation.id, parameters: {}, body: operation.body ? {} : undefined };
  const input = (authorized ? plainRequestOf(services.context.document, operation) : undefined) ?? empty;
  const request = buildRequest(services.context, operation, input, authorized ? {} : { apiKey: null });
  return services.client.send(request, { operation, lane: LANE, retry: "only-429" });
}

/** Returns the outcome of a check that the preflight stops; null if it may run. */
export function blockedOutcome(check: Check, preflight: Preflight): CheckOutcome | null {
  if (preflight.kind === "open") return null;
  const notJudged = notRun(check);
  if (preflight.kind === "root") {
    const cause =
      preflight.requirement === NO_HEADER
        ? "all responses are the same"
        : "no response of the target is in the envelope";
    const reason = `blocked by ${preflight.requirement}: ${cause}`;
    return { ...notJudged, verdict: "inconclusive", reason, blockedBy: preflight.requirement };
  }
  const reason = preflight.kind === "unusable" ? preflight.problem : "the preflight did not end";
  return { ...notJudged, verdict: "inconclusive", reason };
}
