import { agentOf, type Place } from "../control/api/lookup.ts";
import type { ControlProblem } from "../control/problem.ts";
import type { Agent } from "../directory.ts";
import type { Exchange } from "../http/call.ts";
import { newCall } from "../http/exchange-io.ts";
import { Rejection, rejection } from "../rejection.ts";
import type { Act } from "./scenario.ts";

/** A performed step. */
interface PerformedStep {
  readonly name: string;
  readonly at: number;
  readonly given: { readonly name: Act; readonly given: Readonly<Record<string, unknown>> };
  readonly place: Place;
}

/** Status of a step that could not be done. */
const NOT_DONE = 409;

/**
 * Returns a step as the journal records it among the requests: method STEP, the act as its body, the outcome as its
 * response.
 */
export function stepExchange(
  told: PerformedStep,
  outcome: unknown,
  error: ControlProblem | Rejection | null,
): Exchange {
  const { name, at, given, place } = told;
  const sent = { [given.name]: given.given };
  const head = { method: "STEP", url: `/_fake/scenario/${encodeURIComponent(name)}`, headers: {}, socket: {} };
  const body = { kind: "json", value: sent, text: JSON.stringify(sent) } as const;
  const call = {
    ...newCall(place.service, null, head, body),
    at,
    step: { workspace: place.workspace.id, agent: agentIn(told) },
  };
  if (error !== null) call.rejection = rejectionOf(error);
  const status = error === null ? 200 : NOT_DONE;
  const reply = { status, headers: {}, body: outcome };
  return { call, reply, text: outcome === null ? "" : JSON.stringify(outcome), status, durationMs: 0 };
}

function agentIn({ given, place }: PerformedStep): Agent | null {
  const { agent } = given.given;
  return typeof agent === "string" ? agentOf(place, agent) : null;
}

function rejectionOf(error: ControlProblem | Rejection): Rejection {
  if (error instanceof Rejection) return error;
  return rejection("conflict", error.message, { suggestion: error.hint });
}
