import type fc from "fast-check";
import type { RequestInput } from "../../../generators/index.ts";
import type { Catalogue } from "../../../spec/catalogue/requirements.ts";
import type { ApiDocument, Operation } from "../../../spec/document/model.ts";
import type { ReferenceKind } from "../../../spec/family.ts";
import type { Json } from "../../../spec/json.ts";
import type { OperationInteractions } from "../../../spec/report.ts";
import type { Barrier } from "../../client/barrier.ts";
import type { Exchange, WireRequest } from "../../client/exchange.ts";
import type { Retry } from "../../client/retries.ts";
import type { Transport } from "../../client/transport.ts";
import type { HistoryEntry } from "../../knowledge/history.ts";
import type { EvidenceSource } from "../../observations/collected-answers.ts";
import type { Evidence } from "../../outcome/failure.ts";
import type { ResolvedTarget } from "../../target/types.ts";

/** A budget: the most that a run may spend. */
export type BudgetName = "smoke" | "standard" | "thorough";

/** The facts that suites know before any traffic, from which they create their checks. */
export interface RunContext {
  readonly document: ApiDocument;
  readonly catalogue: Catalogue;
  /** The operations of the run: all of the document, or those of the requirements it is restricted to. */
  readonly operations: readonly Operation[];
  readonly target: ResolvedTarget;
  readonly budget: BudgetName;
  readonly seed: number;
  /** A word of letters that occurs nowhere on the target yet and marks the texts of this run. */
  readonly mark: string;
  /** True if the run must leave no trace on the target. */
  readonly readOnly: boolean;
  /** True if no one reads the details of failures; nothing is shrunk then. */
  readonly verdictOnly?: boolean;
}

/** The checks and observers of one area, created from the document and the catalogue. */
export interface Suite {
  checks(context: RunContext): readonly Check[];
  /** Returns operations, beyond those of the catalogue, whose traffic the selected requirements are judged by. */
  judgedOperations?(selected: (requirement: string) => boolean): readonly string[];
  /** Observers of open points. They run with the checks and do not affect the verdict. */
  observers?(context: RunContext): readonly Observer[];
}

/** A test of one requirement: a plain value. */
export interface Check {
  /** Id of the requirement that a failure breaks. */
  readonly requirement: string;
  /** The behaviour that it expects, unique within the requirement: "a blocked task is listed under status=blocked". */
  readonly name: string;
  readonly operations: readonly string[];
  /** Fixtures that it needs. Without one of them it is skipped. */
  readonly fixtures: readonly string[];
  /** True if it sends a request that leaves a trace on the target. */
  readonly writes: boolean;
  /** True for a check that adds to others of its requirement: it runs after the first check of each requirement. */
  readonly isAdditional?: boolean;
  /**
   * True for a check that needs many requests and adds to others of its requirement or to a SHOULD: it runs last in the
   * budget.
   */
  readonly isCostly?: boolean;
  /** True for a check that waits for time to pass: its requests go first, and others continue meanwhile. */
  readonly waitsForTime?: boolean;
  /** True for a cheap check that finds what others of its requirement do not: it runs directly after the first checks. */
  readonly runsEarly?: boolean;
  /**
   * True for a check that judges responses which other checks request anyway: unless it is a first check, it runs with
   * the early ones.
   */
  readonly reusesResponses?: boolean;
  /** True for a check that finds more the more a run has created: it runs after the first checks. */
  readonly runsLate?: boolean;
  /** True for a check that sends nothing and judges the traffic of all others: it runs after them. */
  readonly judgesTraffic?: boolean;
  /**
   * True for a check that judges nothing and sends requests for the last checks to judge, even if only their
   * requirements are selected.
   */
  readonly isStimulus?: boolean;
  /** True for a check of the caller that is repeated as the other agent. */
  readonly asAnother?: boolean;
  readonly run: (check: CheckContext) => Promise<void>;
}

/** Observes the behaviour of a target that the contract leaves open. */
export type Observer = Omit<Check, "requirement">;

/** Options of a request. */
export interface CallOptions {
  /** Another API key; null for none. */
  readonly apiKey?: string | null;
  /** Replaces the whole Authorization header. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the serialised body. */
  readonly rawBody?: string | Uint8Array;
  readonly transport?: Transport;
  readonly retry?: Retry;
  /**
   * For values drawn from seeds: renews texts that a service may reject as duplicates (`x-unique`), and lowers sizes to
   * the bound that a response states (`x-told-maximum`).
   */
  readonly fresh?: boolean;
  /**
   * Sends only the input and what the document requires, not what only the target requires: to find out what that is.
   */
  readonly asIs?: boolean;
  /** Does not add what the document requires and the input lacks: for requests that break a rule. */
  readonly incomplete?: boolean;
  /** For a valid request that must be rejected: it is repeated if its response is lost. */
  readonly mustBeRejected?: boolean;
  /** Sends the request even if the operation has stopped responding: with a transport that gives it more time. */
  readonly despiteSilence?: boolean;
  /** Sends the request before all waiting ones: for when little may happen after the previous request. */
  readonly urgent?: boolean;
  /** Waits until all requests of a race can be sent; otherwise the first could end before the others begin. */
  readonly barrier?: Barrier;
  /** Sends the request even if another change of the same resource is pending: to test simultaneous changes. */
  readonly racing?: boolean;
}

/** Options of a request outside the API. */
export type OutsideOptions = Pick<CallOptions, "urgent" | "retry" | "transport" | "despiteSilence">;

/** Options of a request that must be rejected. */
export const REJECTED = { mustBeRejected: true } as const satisfies CallOptions;

/** A valid request that the target accepted, with its response. */
export interface Baseline {
  readonly input: RequestInput;
  readonly exchange: Exchange;
}

/** The result of the search for a baseline: one, or the rejections of all valid requests that were tried. */
export type BaselineSearch =
  | { readonly found: Baseline }
  | { readonly found: null; readonly rejections: readonly Exchange[] };

/** One case: the traffic of one stimulus, kept as evidence. */
export interface CaseContext {
  readonly context: RunContext;
  /** The exchanges so far, retries included. */
  readonly trace: readonly Exchange[];
  /** Calls an operation of the document. References in the input are replaced by ids that the run has. */
  call(operationId: string, input?: Partial<RequestInput>, options?: CallOptions): Promise<Exchange>;
  /**
   * Returns the input with every reference replaced by an id. With `anyState` the resource need not be in the state
   * that the operation needs: enough if the request must be rejected anyway.
   */
  resolve(input: RequestInput, anyState?: boolean): Promise<RequestInput>;
  /**
   * Returns a plain valid request that the target accepted. Throws Inconclusive, blocked by that finding, if it accepts
   * none.
   */
  baseline(operationId: string): Promise<Baseline>;
  /** Returns the result of the search for a baseline, with the rejections instead of an error. */
  searchBaseline(operationId: string): Promise<BaselineSearch>;
  /** Counts one request that tested a constraint of the document, by the address of the constraint. */
  tried(address: string): void;
  /** Records how far stimuli have combined the variations of an operation's requests. */
  stimulated(interactions: OperationInteractions): void;
  /** Sends a request to a URL outside the API (presigned). */
  send(request: WireRequest, options?: OutsideOptions): Promise<Exchange>;
  /** Returns true if the host of a URL outside the API has responded to anyone in this run. */
  hasResponded(url: string): boolean;
  /** Returns an id of this kind that exists and is usable. Throws Skipped or Inconclusive without one. */
  reference(kind: ReferenceKind, state?: string): Promise<string>;
  /** Returns the requests of an operation so far, as far as the budget keeps them (`historyBytes`). */
  history(operationId: string): readonly HistoryEntry[];
  /** Counts evaluated assertions. A check without any is inconclusive. */
  asserted(times?: number): void;
  /**
   * Records the behaviour of the target at an open point. `source` says whether the point was tested on purpose
   * (`asked`).
   */
  observe(openPoint: string, answer: string, evidence: string, source?: EvidenceSource): void;
  /** Repeats a failing attempt until it succeeds or the consistency timeout is over. */
  eventually<T>(attempt: () => Promise<T>): Promise<T>;
  /** Repeats an attempt for as long as an index may lag: for what must not appear. */
  throughout(attempt: () => Promise<void>): Promise<void>;
  /** Lets other checks continue and begin while the attempt waits for resources that they create. */
  whileOthersContinue<T>(attempt: () => Promise<T>): Promise<T>;
  /** Waits for this many milliseconds, or until the run ends; the next request then throws. */
  pause(ms: number): Promise<void>;
  /** Waits until an item that was found once is found everywhere, judging by the lags seen. */
  settled(): Promise<void>;
  /** Returns the milliseconds that this takes; 0 if no lag was seen. */
  settlingMs(): number;
  /** The name of the shared resource that the case is creating now; null if none. */
  readonly creating: string | null;
  /** Returns the same case while it creates a shared resource: its requests are then made for that resource. */
  whileCreating(resource: string): CaseContext;
}

/** The context of a check. */
export interface CheckContext extends CaseContext {
  /** Seed of this check, derived from that of the run. */
  readonly seed: number;
  operation(id: string): Operation;
  /** Runs every case concurrently. The check fails with the first failure by position. */
  forEach<T>(
    cases: readonly T[],
    run: (item: T, context: CaseContext) => Promise<void>,
    options?: ForEachOptions<T>,
  ): Promise<void>;
  /** Samples the arbitrary, runs the cases concurrently, and shrinks only the first failure. */
  property<T>(
    arbitrary: fc.Arbitrary<T>,
    run: (value: T, context: CaseContext) => Promise<void>,
    options: PropertyOptions,
  ): Promise<void>;
  /** Returns the number of cases for the budget of the run, given that of the standard budget. */
  cases(standard: number): number;
}

export interface ForEachOptions<T> {
  /** True for a list that was already thinned out for the budget: all of it is run. */
  readonly all?: boolean;
  /** For a list that begins with its most useful cases: the first pass runs this many. */
  readonly first?: number;
  /** True if each failing case leaves a scarce resource on the target: the cases run one after the other. */
  readonly oneByOne?: boolean;
  /** Returns a failing item as the report shows it. */
  readonly describe?: (item: T) => Json;
}

export interface PropertyOptions {
  /** Cases at the `standard` budget. */
  readonly cases: number;
}

/** How a check ended. */
export interface CheckOutcome {
  readonly check: Pick<Check, "requirement" | "name" | "operations" | "judgesTraffic">;
  readonly verdict: "pass" | "fail" | "skip" | "inconclusive";
  readonly reason: string | null;
  /** The requirement whose failure prevents a verdict; null if none does. */
  readonly blockedBy: string | null;
  readonly missingFixtures: readonly string[];
  /** True for a check that was not applicable: it counts only if no other check of its requirement was run. */
  readonly isNotApplicable: boolean;
  /** True for a check that was not applicable because the contract of this target excludes its subject. */
  readonly isInapplicable?: boolean;
  /** True for a check without a verdict because the budget of the run was spent. */
  readonly isCutShort?: boolean;
  /** True if the reason may be temporary, such as a missing response: the check is worth another try. */
  readonly isUnanswered?: boolean;
  /** Id of the operation, or origin of the presigned URLs, that did not respond. */
  readonly silent?: string | undefined;
  /** True for a check that was run again at the end, alone. */
  readonly retried?: boolean;
  /** True for a check that did not run, or not completely, because no requests were left, and that leaves no gap. */
  readonly isLeftOut?: boolean;
  readonly cases: number;
  readonly requests: number;
  readonly durationMs: number;
  readonly seed: number;
  readonly failure: CheckFailure | null;
}

/** A failure with all that is needed to understand and repeat it. */
export interface CheckFailure {
  readonly evidence: Evidence;
  readonly counterexample: Json;
  readonly shrinks: number;
  readonly path: string | null;
  readonly echoes: number;
  /** Position of the exchange that first showed it, before shrinking; null if no exchange did. */
  readonly firstSeen: number | null;
  /** How often it was sent again without failing; absent if it failed again or was not repeated. */
  readonly notRepeated?: number;
}
