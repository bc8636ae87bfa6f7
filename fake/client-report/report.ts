import type { JournalEntry } from "../control/journal/entry.ts";
import type { Clause, Severity } from "./rule.ts";

/** Something that a client did wrong, with the requests that show it. */
export interface ClientFinding {
  /** Id of the rule. */
  readonly rule: string;
  readonly severity: Severity;
  /** What a client does that keeps the rule. */
  readonly title: string;
  /** What the client did, the first time. */
  readonly message: string;
  readonly clause: Clause | null;
  readonly remedy: string;
  readonly workspace: string | null;
  readonly agent: JournalEntry["agent"];
  /** How many times the same was done. */
  readonly occurrences: number;
  /** The requests of the first time, and of some further ones. */
  readonly exchanges: readonly JournalEntry[];
}

/** What one rule came to. */
export interface RuleSummary {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  /** How many times the client came into the situation that the rule is about; 0 says nothing of the client. */
  readonly judged: number;
  readonly findings: number;
}

/** What a client has used of an operation. */
export interface OperationCoverage {
  readonly id: string;
  readonly requests: number;
  readonly succeeded: number;
  /** Query parameters and members of the body, each with how often it was sent. */
  readonly inputs: readonly { readonly name: string; readonly in: "query" | "body"; readonly sent: number }[];
  /** The statuses that the document lists, each with how often the client got it. */
  readonly statuses: readonly { readonly status: number; readonly met: number }[];
}

/** How often a client met an error code. */
export interface ErrorCodeCoverage {
  readonly family: "agent" | "sdk";
  /** `AUTH_*` stands for all codes that begin so. */
  readonly code: string;
  readonly met: number;
  /** True when it was met, and no finding shows a request that got it. */
  readonly handled: boolean;
}

/** How much there is of something, and how much of it the client met. */
export interface Share {
  readonly met: number;
  readonly total: number;
}

/** What a fake says of its client: what it has used of the contract, and what it did wrong. */
export interface ClientReport {
  readonly schemaVersion: 1;
  readonly tool: { readonly name: string; readonly version: string };
  readonly contract: { readonly title: string; readonly version: string; readonly sha256: string };
  /** By the fake's clock. */
  readonly createdAt: string;
  /** The report in one line. */
  readonly headline: string;
  readonly summary: {
    readonly errors: number;
    readonly warnings: number;
    readonly operations: Share;
    readonly inputs: Share;
    readonly statuses: Share;
    readonly errorCodes: Share & { readonly handled: number };
  };
  readonly requests: {
    readonly judged: number;
    /** How many the journal had dropped before: nothing is known of these. */
    readonly dropped: number;
  };
  readonly findings: readonly ClientFinding[];
  readonly rules: readonly RuleSummary[];
  /** Ids of the rules that were left out. */
  readonly ignored: readonly string[];
  readonly coverage: {
    readonly operations: readonly OperationCoverage[];
    readonly errorCodes: readonly ErrorCodeCoverage[];
  };
}
