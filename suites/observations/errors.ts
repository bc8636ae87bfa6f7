import { asObject } from "../../spec/json.ts";
import { type Exchange, jsonOf, statusOf } from "../client/exchange.ts";
import { errorCode } from "../verifiers/read.ts";
import type { Observation } from "./collected-answers.ts";
import { createTally, MAX_WORDS, type Watcher } from "./watcher.ts";

/** Open points on the error code of a status. */
const CODES_OF: Readonly<Record<number, string>> = {
  400: "errors.invalid-input-code",
  401: "errors.unauthenticated-code",
  403: "errors.forbidden-code",
};
/** Optional members of an error. */
const OPTIONAL = ["details", "suggestion", "docs"] as const;

/** Observes rejections: codes, statuses, and optional members. */
export function createErrorWatcher(): Watcher {
  const codes = new Map<string, ReturnType<typeof createTally>>();
  const pairs = new Set<string>();
  const statuses = new Map<string, Set<number>>();
  const retryable = new Map<string, Set<string>>();
  const optional = new Map<string, Set<string>>();
  let failures = 0;

  function noteFailure(exchange: Exchange, code: string): void {
    failures += 1;
    const status = statusOf(exchange);
    const question = CODES_OF[status];
    if (question) {
      const tally = codes.get(question) ?? createTally();
      codes.set(question, tally);
      tally.add(code);
    }
    if (pairs.size < MAX_WORDS) pairs.add(`${code} with ${status}`);
    const body = jsonOf(exchange);
    const error = asObject(asObject(body).error);
    if (typeof error.retryable === "boolean") into(retryable, code, String(error.retryable));
    for (const name of OPTIONAL) if (error[name] !== undefined && error[name] !== null) into(optional, name, code);
  }

  return {
    note(exchange) {
      const operation = exchange.operation?.id ?? "";
      into(statuses, operation, statusOf(exchange));
      const code = errorCode(exchange);
      if (code !== undefined && statusOf(exchange) !== 200) noteFailure(exchange, code);
    },
    answers(): Observation[] {
      const evidence = `${failures} rejections of the run`;
      const toObservation = (id: string, answer: string): Observation => ({ id, answer, evidence });
      if (statuses.size === 0) return [];
      return [
        { ...toObservation("errors.statuses-per-operation", listOf(statuses)), evidence: "all responses of the run" },
        ...[...codes].map(([id, tally]) => ({ id, answer: tally.words(), evidence: `${evidence}: ${tally.counts()}` })),
        ...(pairs.size > 0 ? [toObservation("errors.other-code-statuses", [...pairs].sort().join(", "))] : []),
        ...(failures > 0 ? [toObservation("errors.retryable-when", listOf(retryable) || "never given")] : []),
        ...(failures > 0 ? [toObservation("errors.optional-members", listOf(optional) || "none is ever given")] : []),
      ];
    },
  };
}

function into<T>(groups: Map<string, Set<T>>, key: string, value: T): void {
  const group = groups.get(key) ?? new Set<T>();
  if (groups.size < MAX_WORDS && group.size < MAX_WORDS) groups.set(key, group.add(value));
}

function listOf(groups: ReadonlyMap<string, ReadonlySet<string | number>>): string {
  // Sorted, so that two runs against one target give the same answer whatever the order of requests.
  return [...groups.keys()]
    .sort()
    .map((key) => `${key}: ${[...(groups.get(key) ?? [])].sort().join(", ")}`)
    .join("; ");
}
