import type { Agent } from "../../directory.ts";

/** An exchange as the journal keeps it: little is worked out before somebody asks. */
export interface Kept {
  readonly number: number;
  readonly at: number;
  readonly durationMs: number;
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly operation: string | null;
  readonly workspace: string | null;
  readonly agent: Agent | null;
  readonly status: number | null;
  readonly code: string | null;
  readonly rule: string | null;
  readonly why: string | null;
  readonly hint: string | null;
  readonly notes: readonly string[];
  readonly requestId: string;
  readonly request: KeptBody;
  readonly response: KeptBody;
}

/** A body: nothing, its text, or the beginning of a long one. */
export type KeptBody = null | { readonly text: string } | { readonly beginning: Buffer };
