import type { Operation } from "../../../spec/document/model.ts";
import type { Json } from "../../../spec/json.ts";
import type { OperationInteractions } from "../../../spec/report.ts";
import { type Exchange, jsonOf, statusOf } from "../../client/exchange.ts";
import type { Monitors } from "../../monitors/monitors.ts";
import type { FieldCount } from "../../monitors/shape.ts";
import { createAnswers, type EvidenceSource, type Observation } from "../../observations/collected-answers.ts";
import { causeOf, simpleFailure } from "../../outcome/failure.ts";
import type { CheckFailure } from "../check/check.ts";

/** The findings of the monitors about one requirement in all exchanges. */
export interface MonitorFindings {
  /** Number of responses that could be judged. */
  readonly asserted: number;
  readonly failures: readonly CheckFailure[];
}

/** Records the findings in all exchanges of a run, whichever check sent them. */
export interface Ledger {
  note(exchange: Exchange): void;
  observe(observation: Observation, source: EvidenceSource): void;
  /** Counts one request that tested a constraint, by the address of the constraint. */
  tried(address: string): void;
  stimulated(interactions: OperationInteractions): void;
  /** Returns all credentials that were sent, including the damaged keys of authentication checks. */
  credentials(): readonly string[];
  /** Returns true for an id that this run created. */
  isOwn(id: string): boolean;
  watch(requirement: string): MonitorFindings;
  /** Returns true for a requirement that monitors can judge. */
  isWatched(requirement: string): boolean;
  /** Returns the response fields with the number of times each was seen. */
  fields(): readonly FieldCount[];
  observations(): readonly Observation[];
  operations(): ReadonlyMap<string, { readonly requests: number; readonly successes: number }>;
  statuses(): ReadonlyMap<string, ReadonlyMap<number, number>>;
  triedConstraints(): ReadonlyMap<string, number>;
  interactions(): readonly OperationInteractions[];
}

/** At most this many causes of failure are kept for each requirement; the next run shows the others. */
const MAX_CAUSES = 20;

/** Creates an empty ledger. */
export function createLedger(monitors: Monitors): Ledger {
  const watches = new Map<string, { asserted: number; failures: Map<string, CheckFailure> }>();
  const responses = createAnswers();
  const operations = new Map<string, { requests: number; successes: number }>();
  const statuses = new Map<string, Map<number, number>>();
  const tried = new Map<string, number>();
  const interactions = new Map<string, OperationInteractions>();
  const own = new Set<string>();
  const authorizations = new Set<string>();

  function watchOf(requirement: string) {
    const known = watches.get(requirement);
    if (known) return known;
    const fresh = { asserted: 0, failures: new Map<string, CheckFailure>() };
    watches.set(requirement, fresh);
    return fresh;
  }

  function noteViolations(exchange: Exchange): void {
    for (const violation of exchange.violations) {
      const watch = watchOf(violation.requirement);
      const cause = causeOf(violation);
      const known = watch.failures.get(cause);
      if (known) {
        watch.failures.set(cause, { ...known, echoes: known.echoes + 1 });
      } else if (watch.failures.size < MAX_CAUSES) {
        const evidence = { ...violation, exchanges: [exchange] };
        watch.failures.set(cause, simpleFailure(evidence));
      }
    }
  }

  return {
    note(exchange) {
      authorizations.add(exchange.request.headers.authorization ?? "");
      const { operation } = exchange;
      if (operation) {
        count(operations, statuses, operation, statusOf(exchange));
        if (operation.creates) collectIds(jsonOf(exchange), own);
      }
      noteViolations(exchange);
      for (const requirement of monitors.asserted(exchange)) watchOf(requirement).asserted += 1;
    },
    observe: responses.add,
    tried(address) {
      tried.set(address, (tried.get(address) ?? 0) + 1);
    },
    stimulated: (counts) => interactions.set(counts.operation, counts),
    isOwn: (id) => own.has(id),
    credentials: () => [...new Set([...authorizations].flatMap(credentialWords))],
    watch(requirement) {
      const watch = watches.get(requirement);
      return { asserted: watch?.asserted ?? 0, failures: watch ? [...watch.failures.values()] : [] };
    },
    isWatched: (requirement) => monitors.watches(requirement),
    fields: () => monitors.fields(),
    observations: responses.all,
    operations: () => operations,
    statuses: () => statuses,
    triedConstraints: () => tried,
    interactions: () => [...interactions.values()],
  };
}

/** Shorter words are not variants of a key; masking them would mask ordinary words. */
const MIN_CREDENTIAL_LENGTH = 6;

function credentialWords(authorization: string): string[] {
  const words = authorization.split(/\s+/);
  return words.filter((word) => word.length >= MIN_CREDENTIAL_LENGTH && !/^(bearer|basic|digest)$/i.test(word));
}

function count(
  operations: Map<string, { requests: number; successes: number }>,
  statuses: Map<string, Map<number, number>>,
  operation: Operation,
  status: number,
): void {
  const counts = operations.get(operation.id) ?? { requests: 0, successes: 0 };
  counts.requests += 1;
  if (status === 200) counts.successes += 1;
  operations.set(operation.id, counts);
  if (status === 0) return;
  const byStatus = statuses.get(operation.id) ?? new Map<number, number>();
  byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
  statuses.set(operation.id, byStatus);
}

/** Longer or deeper ids are not kept, since a target could fill the memory with them. */
const MAX_ID_LENGTH = 1_000;
const MAX_ID_DEPTH = 12;

/** Collects all ids in the response of a creating operation, to recognise resources of this run. */
function collectIds(value: Json | undefined, into: Set<string>, depth = 0): void {
  if (typeof value !== "object" || value === null || depth > MAX_ID_DEPTH) return;
  if (!Array.isArray(value)) {
    const ids = [value.id, value.attachmentId];
    for (const id of ids) if (typeof id === "string" && id.length <= MAX_ID_LENGTH) into.add(id);
  }
  for (const member of Object.values(value)) collectIds(member, into, depth + 1);
}
