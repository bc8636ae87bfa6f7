import type { JournalEntry } from "../control/journal/entry.ts";
import type { Clause, Severity } from "./rule.ts";

/** Something that a client did wrong, with the requests that show it. */
export interface ClientFinding {
  /** Id of the rule. */
  readonly rule: string;
  readonly severity: Severity;
  /** The behaviour of a client that follows the rule. */
  readonly title: string;
  /** The first mistake of the client. */
  readonly message: string;
  readonly clause: Clause | null;
  readonly remedy: string;
  readonly workspace: string | null;
  readonly agent: JournalEntry["agent"];
  /** The number of repetitions of the mistake. */
  readonly occurrences: number;
  /** The requests of the first mistake, and of some further ones. */
  readonly exchanges: readonly JournalEntry[];
}

/** The result of one rule. */
export interface RuleSummary {
  readonly id: string;
  readonly severity: Severity;
  readonly title: string;
  /** How often the client was in the situation of the rule; with 0 there is no result. */
  readonly judged: number;
  readonly findings: number;
}

/** The parts of an operation that a client used. */
export interface OperationCoverage {
  readonly id: string;
  readonly requests: number;
  readonly succeeded: number;
  /** Query parameters and members of the body, each with the number of times that it was sent. */
  readonly inputs: readonly { readonly name: string; readonly in: "query" | "body"; readonly sent: number }[];
  /** The statuses in the document, each with the number of times that the client got it. */
  readonly statuses: readonly { readonly status: number; readonly met: number }[];
}

/** How often a client got an error code. */
export interface ErrorCodeCoverage {
  readonly family: "agent" | "sdk";
  /** `AUTH_*` covers all codes with this prefix. */
  readonly code: string;
  readonly met: number;
  /** True if the client got it, and no finding shows such a request. */
  readonly handled: boolean;
}

/** A total, and the part of it that the client met. */
export interface Share {
  readonly met: number;
  readonly total: number;
}

/** The report of a fake on its client: the parts of the contract that it used, and its mistakes. */
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
    /** The number of earlier requests that the journal dropped and the report does not include. */
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
