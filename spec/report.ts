import type { Json } from "./json.ts";
import type { Level } from "./requirement.ts";
import type { ExitCode, GateResult, RunVerdict, Verdict } from "./verdict.ts";

/** One request and its response, as sent and received, redacted. */
export interface ReportExchange {
  readonly operation: string | null;
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Body as text. A long body is folded around the difference or cut, with a note. */
    readonly body: string | null;
    /** Characters of the body as sent; absent if all of it is shown. */
    readonly size?: number;
  };
  /** Null if no response came; then `error` has the reason. */
  readonly response: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string | null;
    /** Characters of the body as received; absent if all of it is shown. */
    readonly size?: number;
  } | null;
  readonly error: string | null;
  readonly durationMs: number;
}

/** Why a check failed: the smallest, most useful evidence. */
export interface ReportFailure {
  /** One sentence: the expected, the actual, and why it matters. */
  readonly message: string;
  readonly expected: string;
  readonly actual: string;
  /** Identity of the cause: requirement + verifier + pointer + keyword. */
  readonly cause: string;
  /** Place in the response (JSON pointer) that shows the failure, or "" for the whole. */
  readonly pointer: string;
  /** The shrunk input; null if the check has none. */
  readonly counterexample: Json;
  readonly shrinks: number;
  /** The exchanges that show it, in order; the last is the one that was judged. */
  readonly exchanges: readonly ReportExchange[];
  /** A line to paste into a shell; the key is `$WAC_API_KEY`. */
  readonly curl: string | null;
  /** The body that this command reads from a file next to the report, if the command would be too long with it. */
  readonly requestBody?: {
    /** From the folder of the report: `requests/tasks.create.description.1f2e3d4c.json`. */
    readonly file: string;
    readonly text: string;
  };
  /** A command that repeats the failure: `wac replay report.json ID`. */
  readonly replay: string;
  /** fast-check coordinates; null if the check is not a property. */
  readonly path: string | null;
  /** The number of further failures with the same cause. */
  readonly echoes: number;
  /** The number of exchanges of the run when this first showed, before shrinking; absent if unknown. */
  readonly afterRequests?: number;
  /** How often the failing input was repeated without failing; absent if it failed again or was not repeated. */
  readonly notRepeated?: number;
}

/** Outcome of one check of one requirement. */
export interface ReportCheck {
  readonly name: string;
  readonly verdict: Verdict;
  readonly reason: string | null;
  /** The requirement whose failure blocks a verdict; null if none does. */
  readonly blockedBy: string | null;
  /** The number of cases in which the precondition held and the assertion was evaluated. */
  readonly cases: number;
  readonly requests: number;
  readonly durationMs: number;
  readonly seed: number;
  readonly failure: ReportFailure | null;
  /** True for a check that got no verdict at first and was run once more at the end; absent otherwise. */
  readonly retried?: boolean;
}

/** Outcome of one requirement. */
export interface ReportRequirement {
  readonly id: string;
  readonly level: Level;
  readonly statement: string;
  readonly clause: string;
  readonly operations: readonly string[];
  readonly verdict: Verdict;
  readonly reason: string | null;
  /** True when a known-failures entry excuses this failure. */
  readonly known: boolean;
  /** True when the catalogue marks it as not observable from outside: outside the verdict. */
  readonly unobservable: boolean;
  /** True when no check exists yet: outside the verdict, counted apart. */
  readonly unchecked: boolean;
  /** True if the target never sent the optional value that this is about: not applicable, and not a gap. */
  readonly notApplicable: boolean;
  /** Names of the fixtures whose absence made checks skip. */
  readonly missingFixtures: readonly string[];
  /** What lets the gate pass although this is neither proven nor failed; absent if nothing does. */
  readonly accepted?: ReportAcceptance;
  /** True if a check of it needed a second attempt at the end of the run; absent otherwise. */
  readonly retried?: boolean;
  /** The checks with the verdict of the requirement come first. */
  readonly checks: readonly ReportCheck[];
}

/** Why the gate does not count a gap. */
export interface ReportAcceptance {
  /** `acceptSkips`: the target file accepts the gap. `knownFailures`: a known failure prevents the judgement. */
  readonly by: "acceptSkips" | "knownFailures";
  /** The entries of `acceptSkips`, or the requirements of the known failures. */
  readonly entries: readonly string[];
  /** The reason and the last day; absent if the entry is the name of a fixture, or a known failure. */
  readonly reason?: string;
  readonly expires?: string;
}

/** The result of the run for the job that started it. */
export interface ReportGate {
  readonly result: GateResult;
  readonly exitCode: ExitCode;
  /** Why the gate passed or did not, at least one: `1 known failure`, `3 skips accepted`. */
  readonly reasons: readonly string[];
}

/** The behaviour of the target at a point that the contract leaves open. */
export interface ReportObservation {
  readonly id: string;
  readonly question: string;
  readonly clause: string;
  /** Null if the run did not find out; then `evidence` has the reason. */
  readonly answer: string | null;
  readonly evidence: string;
  /** Why two runs of the same server may answer differently; `wac diff` leaves such a point out. */
  readonly varies?: string;
}

/** The state of one entry of the known-failures file; every state but `failing` fails the gate. */
export interface ReportKnownFailure {
  readonly requirement: string;
  readonly operation: string | null;
  readonly reason: string;
  readonly owner: string;
  /** Day after which the entry no longer excuses anything: `2026-12-31`. */
  readonly expires: string;
  /**
   * - `failing`: still fails as declared, and is excused.
   * - `passing`: its counterexample passes now, so the entry must be removed.
   * - `expired`: its last day is over.
   * - `unknown`: names a requirement or an operation that does not exist.
   * - `untried`: this run did not test it.
   */
  readonly state: "failing" | "passing" | "expired" | "unknown" | "untried";
}

/** Counts of one level. */
export interface ReportCounts {
  readonly pass: number;
  readonly fail: number;
  readonly skip: number;
  readonly inconclusive: number;
  /** Failures excused by a known-failures entry; not part of `fail`. */
  readonly known: number;
}

/** Resources that the run left on the target. */
export interface ReportCreated {
  readonly tasks: number;
  readonly messages: number;
  readonly memories: number;
  readonly uploads: number;
  /** Bytes of accepted request bodies and of uploads; a target may keep fewer. */
  readonly bytes: number;
}

/** The only result model: every report format is a pure function of it. Schema: `spec/schemas/report.schema.json`. */
export interface Report {
  readonly schemaVersion: 1;
  /** The verdict on the target only. */
  readonly verdict: RunVerdict;
  /** The result for the job, considering known failures, accepted gaps and `--strict`. */
  readonly gate: ReportGate;
  /** Equals `gate.exitCode`. */
  readonly exitCode: ExitCode;
  /** The first line of every output: the verdict, how many MUST are proven, and why the others are not. */
  readonly headline: string;
  /** Why nothing, or not everything, could be judged; null otherwise. */
  readonly problem: string | null;
  readonly tool: { readonly name: string; readonly version: string; readonly node: string };
  readonly contract: {
    readonly title: string;
    readonly version: string;
    readonly sha256: string;
    readonly overlay: string | null;
  };
  readonly target: {
    readonly baseUrl: string;
    /** True if it was the fake that `wac run` starts without a target; absent in reports of earlier versions. */
    readonly bundledFake?: boolean;
  };
  readonly run: {
    readonly id: string;
    readonly seed: number;
    readonly budget: "smoke" | "standard" | "thorough";
    /** True when a SHOULD failure fails the run too; absent means false. */
    readonly strict?: boolean;
    readonly startedAt: string;
    readonly durationMs: number;
    /** Of these, the milliseconds in which nothing was sent because the run waited on purpose; absent in older reports. */
    readonly waitedMs?: number;
    /** Requests that were served. */
    readonly requests: number;
    /** In addition to these, the requests that were rejected for their rate (429); absent in older reports. */
    readonly rateLimited?: number;
    /** Further passes over requirements that were left out as no request remained; absent in older reports. */
    readonly leftOut?: number;
    readonly cases: number;
    readonly created: ReportCreated;
    /** Fixtures that were present, those missing, and those whose absence the target file accepts. */
    readonly fixtures: {
      readonly present: readonly string[];
      readonly missing: readonly string[];
      readonly accepted: readonly string[];
    };
  };
  readonly summary: {
    readonly MUST: ReportCounts;
    readonly SHOULD: ReportCounts;
    readonly observations: number;
    readonly unchecked: number;
    readonly unobservable: number;
  };
  readonly requirements: readonly ReportRequirement[];
  readonly observations: readonly ReportObservation[];
  /** The entries of the known-failures file; absent if the run had none. */
  readonly knownFailures?: readonly ReportKnownFailure[];
  readonly coverage: {
    readonly operations: readonly { readonly id: string; readonly requests: number; readonly successes: number }[];
    readonly constraints: readonly { readonly address: string; readonly requirement: string; readonly tried: number }[];
    readonly responseFields: readonly { readonly address: string; readonly seen: number; readonly nonNull: number }[];
    readonly statuses: readonly { readonly operation: string; readonly status: number; readonly count: number }[];
    /** The covered combinations of request factors; absent in reports of versions that did not count them. */
    readonly interactions?: readonly OperationInteractions[];
  };
}

/** The share of combinations of factor levels that the requests of an operation have covered. */
export interface OperationInteractions {
  readonly operation: string;
  /** Combinations that were sent. */
  readonly rows: number;
  /** Of these the ones that were responded to with 200. */
  readonly accepted: number;
  readonly pairs: InteractionShare;
  readonly triples: InteractionShare;
  /** Levels for which the target file lacks a fixture. */
  readonly missing: readonly { readonly factor: string; readonly level: string; readonly fixture: string }[];
}

/** The number of possible combinations of this many levels: each is in one of the other counts. */
export interface InteractionShare {
  readonly possible: number;
  /** In an accepted request. */
  readonly covered: number;
  /** Only in requests that were rejected, or that got no response. */
  readonly rejected: number;
  /** In no request, as a fixture is missing. */
  readonly withoutFixture: number;
  /** In no request, as the budget ended. */
  readonly left: number;
}
