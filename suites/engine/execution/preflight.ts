import { plainRequestOf } from "../../../generators/index.ts";
import type { Operation } from "../../../spec/document/model.ts";
import { excerpt } from "../../../spec/excerpt.ts";
import { isObject } from "../../../spec/json.ts";
import { sentence } from "../../../spec/sentence.ts";
import { type Exchange, jsonOf, statusOf } from "../../client/exchange.ts";
import { remedyFor } from "../../client/remedy.ts";
import { type AskBelow, type FirstAnswer, findBaseUrlProblem, isEnvelope } from "../../client/wrong-base-url.ts";
import { simpleFailure } from "../../outcome/failure.ts";
import type { RunServices } from "../cases/context.ts";
import { buildRequest } from "../cases/wire.ts";
import type { Check, CheckFailure, CheckOutcome } from "../check/check.ts";
import { needsReferences } from "../resources/plain.ts";
import { notTried } from "./excuse.ts";

/**
 * What the first few requests tell about the target.
 *
 * - `closed`: not asked yet.
 * - `open`: it speaks the API, the checks may begin.
 * - `unusable`: nothing can be judged (unreachable, no byte in response, key rejected, a wrong base URL).
 * - `root`: no response at all is in the envelope, or all are the same whatever is asked: one finding, and everything else
 *   waits for it.
 */
export type Preflight =
  | { readonly kind: "closed" }
  | { readonly kind: "open" }
  | { readonly kind: "unusable"; readonly problem: string }
  | { readonly kind: "root"; readonly requirement: string; readonly failure: CheckFailure };

const LANE = "preflight";
/** What to say of a target that is at its limit before the run began. */
const REJECTED =
  "the target rejects every request for its rate (429), as long as a run waits for that. Try again later, or have its owner lift the limit for this key.";

/** Sends read-only requests: operations that only read and need no id of the target's. */
export async function runPreflight(
  around: RunServices,
  selected: (requirement: string) => boolean,
): Promise<Preflight> {
  const probes = around.context.document.operations.filter((operation) => isHarmless(around, operation));
  const first = probes[0] ?? around.context.document.operations[0];
  if (!first) return { kind: "unusable", problem: "the document has no operations" };
  const response = await reach(around, first, probes[1] ?? first);
  if (response.outcome.kind === "none") {
    const { message } = response.outcome;
    const problem = `${around.context.target.baseUrl} did not respond: ${sentence(message)} ${remedyFor(message)}`;
    return { kind: "unusable", problem };
  }
  if (statusOf(response) === 429) return { kind: "unusable", problem: REJECTED };
  const authorized = [response, ...(await Promise.all(probes.slice(1).map((probe) => ask(around, probe, true))))];
  const anonymous = await Promise.all(
    around.context.document.operations.map((operation) => ask(around, operation, false)),
  );
  const problem = await wrongBaseUrl(around, probes, { authorized, anonymous });
  if (problem !== null) return { kind: "unusable", problem };
  const preflight = judge(authorized, anonymous);
  return preflight.kind === "open" && selected(NO_HEADER)
    ? (sameForAll(authorized, anonymous) ?? preflight)
    : preflight;
}

/** Why the base URL is none of the API; null where it may be one. */
async function wrongBaseUrl(
  around: RunServices,
  probes: readonly Operation[],
  responses: { readonly authorized: readonly Exchange[]; readonly anonymous: readonly Exchange[] },
): Promise<string | null> {
  const [authorized, anonymous] = [responses.authorized, responses.anonymous].map((each) => each.flatMap(firstAnswer));
  const { baseUrl } = around.context.target;
  const found = await findBaseUrlProblem(
    baseUrl,
    { authorized: authorized ?? [], anonymous: anonymous ?? [] },
    askBelow(around, probes),
  );
  if (found === null) return null;
  const { problem, remedy } = found;
  return `${problem.startsWith(baseUrl) ? "" : `${baseUrl}: `}${problem}. ${remedy}`;
}

function firstAnswer({ outcome }: Exchange): FirstAnswer[] {
  if (outcome.kind === "none") return [];
  const { status, headers, json } = outcome;
  return [{ status, headers, isEnvelope: json.ok && isEnvelope(json.value) }];
}

/** A question that reads, below another base URL: no operation of the target, so that nothing is judged by its response. */
function askBelow({ client, context }: RunServices, probes: readonly Operation[]): AskBelow {
  const probe = probes.find(({ method }) => method === "GET");
  const input = probe && plainRequestOf(context.document, probe);
  return async (baseUrl) => {
    if (!probe || !input) return null;
    const request = buildRequest({ target: { ...context.target, baseUrl } }, probe, input);
    return firstAnswer(await client.send(request, { operation: null, lane: LANE, retry: false }))[0] ?? null;
  };
}

/** What a target breaks that serves those without a key like everybody. */
const NO_HEADER = "auth.no-header";
/** Statuses that say something of the key or of the load, and of nothing behind them. */
const TELLING: readonly number[] = [401, 429, 503];

/** A target that has one response for everything, with a key and without: what the checks would say of it are echoes. */
function sameForAll(authorized: readonly Exchange[], anonymous: readonly Exchange[]): Preflight | null {
  const all = [...authorized, ...anonymous];
  const judged = anonymous[0];
  if (judged === undefined || TELLING.includes(statusOf(judged)) || new Set(all.map(answerOf)).size > 1) return null;
  const status = String(statusOf(judged));
  const evidence = {
    message: `a call without a key gets ${status}, as does every other one, whatever it asks for: this is not a response of the API`,
    expected: "401 without a key, and with one what the call asks for",
    actual: `${status} to all ${all.length} calls`,
    verifier: "preflight",
    pointer: "",
    keyword: "status",
    exchanges: [judged],
  };
  return { kind: "root", requirement: NO_HEADER, failure: { ...simpleFailure(evidence), echoes: all.length - 1 } };
}

/** What two responses have in common that say the same: of successes the data too. */
function answerOf(exchange: Exchange): string {
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

/** The body is not the envelope at all: nothing in it can be read. */
function isEnvelopeViolation(violation: { readonly pointer: string }): boolean {
  return violation.pointer === "";
}

function isHarmless(around: RunServices, operation: Operation): boolean {
  const plain = plainRequestOf(around.context.document, operation);
  return operation.effect === "read" && plain !== undefined && !needsReferences(plain);
}

/** The response of the one operation, or of the other where that gave none: a single one may hang while the rest works. */
async function reach(around: RunServices, first: Operation, second: Operation): Promise<Exchange> {
  const response = await ask(around, first, true);
  return response.outcome.kind === "none" ? ask(around, second, true) : response;
}

/** With the key a plain valid request; without it an empty one, which gets a response in the envelope all the same. */
function ask(around: RunServices, operation: Operation, authorized: boolean): Promise<Exchange> {
  const empty = { operation: operation.id, parameters: {}, body: operation.body ? {} : undefined };
  const input = (authorized ? plainRequestOf(around.context.document, operation) : undefined) ?? empty;
  const request = buildRequest(around.context, operation, input, authorized ? {} : { apiKey: null });
  return around.client.send(request, { operation, lane: LANE, retry: "only-429" });
}

/** The outcome of a check that the preflight stops; null when it may run. */
export function blockedOutcome(check: Check, preflight: Preflight): CheckOutcome | null {
  if (preflight.kind === "open") return null;
  const nothing = notTried(check);
  if (preflight.kind === "root") {
    const why =
      preflight.requirement === NO_HEADER
        ? "all responses are the same"
        : "no response of the target is in the envelope";
    const reason = `blocked by ${preflight.requirement}: ${why}`;
    return { ...nothing, verdict: "inconclusive", reason, blockedBy: preflight.requirement };
  }
  const reason = preflight.kind === "unusable" ? preflight.problem : "the preflight did not end";
  return { ...nothing, verdict: "inconclusive", reason };
}
