import type { JournalOperation } from "./operations.ts";

/** A body in the journal. */
export interface JournalBody {
  /** The JSON; the text if it is not JSON or was cut. */
  readonly content: unknown;
  /** True when it was longer than the journal keeps. */
  readonly cut: boolean;
}

/** The end of a request: accepted, rejected, or without a response. */
export type JournalOutcome = "ok" | "rejected" | "dropped";

/** The content of a request's Authorization header: nothing, a key of the fake, or anything else. */
export type JournalCredentials = "none" | "known" | "unknown";

/**
 * The start and end of a request, in milliseconds of real time since the process began, since the fake's clock may
 * stand still or be moved. A request on the same connection, or on one opened later, was sent after the response to
 * the earlier one.
 */
export interface JournalTiming {
  /** Number of the connection. */
  readonly connection: number;
  /** When the connection was opened. */
  readonly connectedMs: number;
  readonly arrivedMs: number;
  /** The time when the response was sent, or the client disconnected. */
  readonly endedMs: number;
}

/** The paging of a response. */
export interface JournalPage {
  readonly more: boolean;
  /** The cursor of the next page; null if the list is paged by the ids of its items. */
  readonly cursor: string | null;
}

/** One request to the API with its response, without keys and signatures. */
export interface JournalEntry {
  /** Counts from 1, also across {@link Journal.clear}. */
  readonly number: number;
  /** When it came, by the fake's clock. */
  readonly time: string;
  readonly timing: JournalTiming;
  /** Its duration in milliseconds of real time. */
  readonly durationMs: number;
  /** HTTP method; `STEP` for a step of a scenario. */
  readonly method: string;
  /** Path without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  /** Operation id, `upload-bytes` or `download-bytes` for a presigned URL, null for anything else. */
  readonly operation: JournalOperation | null;
  /** Id of the workspace, null for a request without a valid key. */
  readonly workspace: string | null;
  readonly agent: { readonly id: string; readonly name: string } | null;
  readonly credentials: JournalCredentials;
  /** Null when no response was sent. */
  readonly status: number | null;
  readonly outcome: JournalOutcome;
  /** `error.code` of the response. */
  readonly code: string | null;
  /** Header Retry-After of the response, in seconds. */
  readonly retryAfter: number | null;
  /** Null if the response is not a page. */
  readonly page: JournalPage | null;
  /** Name of the chaos rule that acted on it. */
  readonly rule: string | null;
  /** Why it was rejected. */
  readonly why: string | null;
  /** The most similar request that would succeed. */
  readonly hint: string | null;
  /** Ignored input, such as unknown members of the body. */
  readonly notes: readonly string[];
  readonly requestId: string;
  readonly request: JournalBody | null;
  readonly response: JournalBody | null;
}

/** A filter of entries; every given member must match. */
export interface JournalFilter {
  readonly operation?: JournalOperation;
  readonly method?: string;
  /** Path, complete or its beginning. */
  readonly path?: string;
  /** `403`, or `4xx` for all of that hundred. */
  readonly status?: number | string;
  readonly outcome?: JournalOutcome;
  readonly code?: string;
  /** Id or name of the agent. */
  readonly agent?: string;
  /** Id of the workspace. */
  readonly workspace?: string;
  readonly rule?: string;
  /** Entries with a greater number. */
  readonly since?: number;
  /** Text anywhere in path, query, bodies, reason or hint, ignoring case. */
  readonly text?: string;
}
