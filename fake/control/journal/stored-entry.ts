import type { Agent } from "../../directory.ts";
import type { JournalEntry } from "./entry.ts";

/** Members of an entry that are computed or redacted only when it is read. */
type ComputedMember = "time" | "outcome" | "query" | "operation" | "agent" | "request" | "response";

/** A stored exchange of the journal. */
export interface StoredEntry extends Omit<JournalEntry, ComputedMember> {
  readonly at: number;
  readonly query: URLSearchParams;
  readonly operation: string | null;
  readonly agent: Agent | null;
  readonly request: StoredBody;
  readonly response: StoredBody;
}

/** A body: nothing, its text, or the beginning of a long one. */
export type StoredBody = null | { readonly text: string } | { readonly beginning: Buffer };
