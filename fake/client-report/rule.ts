import type { JournalEntry } from "../control/journal/entry.ts";
import type { History } from "./history.ts";

/**
 * The severity of breaking a rule: an error breaks the contract, loses or duplicates data, or exposes a secret; a
 * warning is waste, or a likely mistake that may be intended.
 */
export const SEVERITIES = ["error", "warning"] as const;

/** One of {@link SEVERITIES}. */
export type Severity = (typeof SEVERITIES)[number];

/** The source in the contract: a heading or an operation of `spec/openapi.yaml`, and its words. */
export interface Clause {
  readonly section: string;
  readonly text: string;
}

/** One time that a client broke a rule. */
export interface Violation {
  /** The common part of all violations that one line of the client causes; they become one finding. */
  readonly cause: string;
  /** The mistake of the client, with the values that show it. */
  readonly message: string;
  /** The requests that show it, in order. */
  readonly exchanges: readonly JournalEntry[];
}

/** The judgement of a rule on a history. */
export interface Judgement {
  /** How often the client was in the situation of the rule; with 0 there is no result. */
  readonly judged: number;
  readonly violations: readonly Violation[];
}

/** A rule for clients, as a pure function of their requests. */
export interface ClientRule {
  /** Permanent: filters and JUnit know the rule by it. */
  readonly id: string;
  readonly severity: Severity;
  /** The behaviour of a client that follows it. */
  readonly title: string;
  /** Null if the rule is good practice and not part of the contract. */
  readonly clause: Clause | null;
  /** The change to make in the client. */
  readonly remedy: string;
  /** True if the rule ignores requests that another finding shows already. */
  readonly isFallback?: boolean;
  judge(history: History): Judgement;
}
