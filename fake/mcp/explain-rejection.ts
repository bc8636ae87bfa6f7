import { asObject } from "../../spec/json.ts";
import { sentence } from "../../spec/sentence.ts";
import type { Fake } from "../fake.ts";

/** The number of journal entries searched for a recent request. */
const RECENT = 100;

/** Returns a rejection in words that a model can act on: status, code, message, the remedy, and whether to retry. */
export function explainRejection(fake: Fake, response: Pick<Response, "status" | "headers">, body: unknown): string {
  const error = asObject(asObject(body).error);
  const { requestId } = asObject(asObject(body).meta);
  const suggestion = error.suggestion ?? hintOf(fake, requestId);
  const after = response.headers.get("retry-after");
  return [
    `${response.status} ${String(error.code)}: ${sentence(String(error.message))}`,
    ...(typeof suggestion === "string" ? [`Suggestion: ${sentence(suggestion)}`] : []),
    ...(after === null ? [] : [`Try again after ${after} seconds.`]),
    ...(after === null && error.retryable === true ? ["The same call may succeed later."] : []),
  ].join("\n");
}

/** Returns the journal's hint, since errors of the agent family have no suggestion. */
function hintOf({ journal }: Fake, requestId: unknown): string | null {
  const recent = journal.find({ outcome: "rejected", since: Math.max(0, journal.last - RECENT) });
  return recent.findLast((entry) => entry.requestId === requestId)?.hint ?? null;
}
