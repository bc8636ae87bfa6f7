import type { Agent } from "../../directory.ts";
import type { JournalEntry } from "./entry.ts";

/** Members of an entry that are computed or redacted only when it is read. */
type ShownLater = "time" | "outcome" | "query" | "operation" | "agent" | "request" | "response";

/** A stored exchange of the journal. */
export interface Kept extends Omit<JournalEntry, ShownLater> {
  readonly at: number;
  readonly query: URLSearchParams;
  readonly operation: string | null;
  readonly agent: Agent | null;
  readonly request: KeptBody;
  readonly response: KeptBody;
}

/** A body: nothing, its text, or the beginning of a long one. */
export type KeptBody = null | { readonly text: string } | { readonly beginning: Buffer };
