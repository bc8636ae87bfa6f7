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
import type { Past } from "../../knowledge/history.ts";
import type { Fineness } from "../../observations/answers.ts";
import type { Evidence } from "../../outcome/failure.ts";
import type { ResolvedTarget } from "../../target/types.ts";

/** How much a run may spend. */
export type BudgetName = "smoke" | "standard" | "thorough";

/** What suites know before any traffic: enough to say which checks there are. */
export interface RunContext {
  readonly document: ApiDocument;
  readonly catalogue: Catalogue;
  /** The operations that the run is about: all of the document, or those of the requirements it is restricted to. */
  readonly operations: readonly Operation[];
  readonly target: ResolvedTarget;
  readonly budget: BudgetName;
  readonly seed: number;
  /** A word of letters that nothing on the target holds yet: marks what this run writes. */
  readonly mark: string;
  /** True when nothing may be left on the target. */
  readonly readOnly: boolean;
  /** True when nobody will read how a check failed: nothing is shrunk then. */
  readonly verdictOnly?: boolean;
}

/** The checks and observers of one area, created from the document and the catalogue. */
export interface Suite {
  readonly name: string;
  checks(context: RunContext): readonly Check[];
  /** Operations whose traffic tells of the requirements that are selected, in addition to those that the catalogue names. */
  judgedOperations?(selected: (requirement: string) => boolean): readonly string[];
  /** Observers of open points: they run with the checks, and affect no verdict. */
  observers?(context: RunContext): readonly Observer[];
}

/** A test of one requirement: a plain value. */
export interface Check {
  /** Id of the requirement that a failure breaks. */
  readonly requirement: string;
  /** The behaviour that it expects, unique within the requirement: "a blocked task is listed under status=blocked". */
  readonly name: string;
  readonly operations: readonly string[];
  /** Fixtures that it needs; without them it is skipped with that reason. */
  readonly fixtures: readonly string[];
  /** True when it sends anything that leaves a trace on the target. */
  readonly writes: boolean;
  /** True for one that adds to others of its requirement: it comes after the first check of each. */
  readonly isFurther?: boolean;
  /** True for one that adds to others of its requirement, or to a SHOULD, with many requests: it comes last in the budget. */
  readonly costly?: boolean;
  /** True for one that waits for a time to pass: its requests go first, and others continue meanwhile. */
  readonly waits?: boolean;
  /** True for one that costs little and finds what others of its requirement do not: it comes right after the first checks. */
  readonly early?: boolean;
  /** True for one that judges responses which other checks request anyway: unless it is a first check, it comes with the early ones. */
  readonly shared?: boolean;
  /** True for one that finds more the more a run has created: it comes after the first checks. */
  readonly late?: boolean;
  /** True for one that sends nothing and judges the traffic of all others: it comes after them. */
  readonly last?: boolean;
  /** True for one that judges nothing: it sends what the last ones judge, also where only their requirements are selected. */
  readonly isStimulus?: boolean;
  /** True for one that repeats a check of the caller as the other agent. */
  readonly asAnother?: boolean;
  readonly run: (check: CheckContext) => Promise<void>;
}

/** Observes what a target does where the contract leaves it open. */
export type Observer = Omit<Check, "requirement">;

/** How a request differs from the ordinary. */
export interface CallOptions {
  /** Another API key, or null for none. */
  readonly apiKey?: string | null;
  /** Replaces the Authorization header as a whole. */
  readonly authorization?: string | null;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the serialised body. */
  readonly rawBody?: string | Uint8Array;
  readonly transport?: Transport;
  readonly retry?: Retry;
  /**
   * For values drawn from seeds: renews texts that a service may refuse to hold twice (`x-unique`), and lowers sizes to
   * the bound that a response tells (`x-told-maximum`).
   */
  readonly fresh?: boolean;
  /** Sends the input and what the document requires, and nothing that only the target requires: to find out what that is. */
  readonly asIs?: boolean;
  /** Leaves out what the document requires and the input lacks: for requests that break a rule. */
  readonly incomplete?: boolean;
  /** For a valid request that has to be rejected: where its response is lost, it is sent again. */
  readonly hasToBeRejected?: boolean;
  /** Goes although the operation has stopped responding: with a transport that gives it more time. */
  readonly despiteSilence?: boolean;
  /** Goes before all waiting requests: where little may happen between this one and the one before. */
  readonly urgent?: boolean;
  /** Waits until all requests of a race can go: else the first could end before the others begin. */
  readonly barrier?: Barrier;
  /** Goes although another change of the same resource is pending: to test simultaneous changes. */
  readonly racing?: boolean;
}

/** How a request outside the API differs from the ordinary. */
export type OutsideOptions = Pick<CallOptions, "urgent" | "retry" | "transport" | "despiteSilence">;

/** Options of a request that has to be rejected. */
export const REJECTED = { hasToBeRejected: true } as const satisfies CallOptions;

/** A valid request that the target accepted, with its response. */
export interface Baseline {
  readonly input: RequestInput;
  readonly exchange: Exchange;
}

/** The outcome of looking for a baseline: one, or the rejections of everything valid that was tried. */
export type BaselineSearch =
  | { readonly found: Baseline }
  | { readonly found: null; readonly rejections: readonly Exchange[] };

/** One case: the traffic of one stimulus, kept as evidence. */
export interface CaseContext {
  readonly context: RunContext;
  /** The exchanges so far, retries included. */
  readonly trace: readonly Exchange[];
  /** Calls an operation of the document; references in the input are replaced by ids that the run has. */
  call(operationId: string, input?: Partial<RequestInput>, options?: CallOptions): Promise<Exchange>;
  /**
   * The input with every reference replaced by an id. With `anyState` an id of the kind will do that need not be in
   * the state that the operation asks for: enough where the request has to be rejected anyway.
   */
  resolve(input: RequestInput, anyState?: boolean): Promise<RequestInput>;
  /** A plain valid request that the target accepted; Inconclusive, blocked by that finding, when it accepts none. */
  baseline(operationId: string): Promise<Baseline>;
  /** The same, with the rejections instead of an error. */
  searchBaseline(operationId: string): Promise<BaselineSearch>;
  /** Counts one try of a constraint of the document, by address. */
  tried(address: string): void;
  /** Records how far stimuli have combined what requests of an operation differ in. */
  stimulated(interactions: OperationInteractions): void;
  /** Sends a request to a URL outside the API (presigned). */
  send(request: WireRequest, options?: OutsideOptions): Promise<Exchange>;
  /** Whether the host of a URL outside the API has responded in this run, to whomever. */
  hasResponded(url: string): boolean;
  /** An id of this kind that exists and is usable; throws Skipped or Inconclusive without one. */
  reference(kind: ReferenceKind, state?: string): Promise<string>;
  /** What the run has asked an operation so far, as far as its budget keeps it (`historyBytes`). */
  history(operationId: string): readonly Past[];
  /** Counts one assertion that was evaluated: a check that evaluated none is inconclusive. */
  asserted(times?: number): void;
  /** Records what the target did at an open point; `fineness` says whether a question of its own was put (`asked`). */
  observe(openPoint: string, answer: string, evidence: string, fineness?: Fineness): void;
  /** Repeats an attempt that fails until it succeeds or the target's patience is over. */
  eventually<T>(attempt: () => Promise<T>): Promise<T>;
  /** Repeats an attempt for as long as an index may lag: for what must not come to be. */
  throughout(attempt: () => Promise<void>): Promise<void>;
  /** Lets others of the run go on, and more of them begin, while the attempt waits for what they make. */
  whileOthersGoOn<T>(attempt: () => Promise<T>): Promise<T>;
  /** Waits for this many milliseconds; less where the run ends meanwhile, and the next request hears why. */
  pause(ms: number): Promise<void>;
  /** Waits until what was found once is everywhere, as far as the lags that the run has seen tell. */
  settled(): Promise<void>;
  /** How many milliseconds that takes; 0 where no lag was seen. */
  settlingMs(): number;
  /** The shared thing that the case is making at present, where it is making one. */
  readonly making: string | null;
  /** The same case while it makes a shared thing: what it asks for then is asked for on behalf of that. */
  whileMaking(thing: string): CaseContext;
}

/** What a check works with. */
export interface CheckContext extends CaseContext {
  /** Seed of this check, derived from the run's. */
  readonly seed: number;
  operation(id: string): Operation;
  /** Runs every case, concurrently; the first failure (by position) is the check's. */
  forEach<T>(
    cases: readonly T[],
    run: (item: T, context: CaseContext) => Promise<void>,
    options?: ForEachOptions<T>,
  ): Promise<void>;
  /** Samples the arbitrary, runs the cases concurrently, and shrinks the first failure alone. */
  property<T>(
    arbitrary: fc.Arbitrary<T>,
    run: (value: T, context: CaseContext) => Promise<void>,
    options: PropertyOptions,
  ): Promise<void>;
  /** Number of cases for the budget of the run, from that of a standard one. */
  cases(standard: number): number;
}

export interface ForEachOptions<T> {
  /** True for a list that was thinned out for the budget of the run already: all of it is tried. */
  readonly all?: boolean;
  /** For a list whose first cases tell the most: so many of them are the first look. */
  readonly first?: number;
  /** True where each case that fails leaves one behind of what the target has few of: they go one after the other. */
  readonly oneByOne?: boolean;
  /** What a failing item looks like in the report. */
  readonly describe?: (item: T) => Json;
}

export interface PropertyOptions {
  /** Cases at the `standard` budget. */
  readonly cases: number;
}

/** How a check ended. */
export interface CheckOutcome {
  readonly check: Pick<Check, "requirement" | "name" | "operations">;
  readonly verdict: "pass" | "fail" | "skip" | "inconclusive";
  readonly reason: string | null;
  /** Requirement whose failure is in the way, where one does. */
  readonly blockedBy: string | null;
  readonly missingFixtures: readonly string[];
  /** True for a check that stood aside: it counts only where no other check of its requirement was tried. */
  readonly aside: boolean;
  /** True for a check that stood aside because the contract of this target does not allow for what it is about. */
  readonly isInapplicable?: boolean;
  /** True for a check without a verdict because the budget of the run was spent. */
  readonly isCutShort?: boolean;
  /** True for one that met something which need not come again, such as a request without a response: it is worth another try. */
  readonly isUnanswered?: boolean;
  /** Id of the operation, or origin of the presigned URLs, that gave it no response, where one did not. */
  readonly silent?: string | undefined;
  /** True for a check that was tried once more at the end, alone. */
  readonly retried?: boolean;
  /** True for a check that was not taken up, or not to its end, as no requests were left, and leaves no gap. */
  readonly isLeftOut?: boolean;
  readonly cases: number;
  readonly requests: number;
  readonly durationMs: number;
  readonly seed: number;
  readonly failure: CheckFailure | null;
}

/** A failure with what is needed to understand and repeat it. */
export interface CheckFailure {
  readonly evidence: Evidence;
  readonly counterexample: Json;
  readonly shrinks: number;
  readonly path: string | null;
  readonly echoes: number;
  /** Position of the exchange that first showed it, before it was shrunk; null where no exchange did. */
  readonly firstSeen: number | null;
  /** How often it was sent again without showing; absent where it showed again, or was not tried. */
  readonly notRepeated?: number;
}
