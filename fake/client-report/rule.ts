import type { JournalEntry } from "../control/journal/entry.ts";
import type { History } from "./history.ts";

/**
 * How bad it is when a client breaks a rule: an error breaks the contract, loses or duplicates data, or gives a secret away; a
 * warning is waste, or a likely mistake that a careful author may have meant.
 */
export const SEVERITIES = ["error", "warning"] as const;

/** One of {@link SEVERITIES}. */
export type Severity = (typeof SEVERITIES)[number];

/** Where the contract says it: a heading or an operation of `spec/openapi.yaml`, and its words. */
export interface Clause {
  readonly section: string;
  readonly text: string;
}

/** One time that a client broke a rule. */
export interface Violation {
  /** What is the same for all violations that one line of the client causes; they become one finding. */
  readonly cause: string;
  /** What the client did, with the values that show it. */
  readonly message: string;
  /** The requests that show it, in their order. */
  readonly exchanges: readonly JournalEntry[];
}

/** What a rule says of a history. */
export interface Judgement {
  /** How many times the client came into the situation that the rule is about; 0 says nothing of the client. */
  readonly judged: number;
  readonly violations: readonly Violation[];
}

/** A rule that clients keep, as a pure function over what they have sent. */
export interface ClientRule {
  /** Permanent: filters and JUnit know the rule by it. */
  readonly id: string;
  readonly severity: Severity;
  /** What a client does that keeps it. */
  readonly title: string;
  /** Null where the contract says nothing, and good practice does. */
  readonly clause: Clause | null;
  /** What to change in the client. */
  readonly remedy: string;
  /** True for a rule that says nothing of a request which another finding shows already. */
  readonly isFallback?: boolean;
  judge(history: History): Judgement;
}
