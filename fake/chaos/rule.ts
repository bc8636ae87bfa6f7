/** A number of milliseconds, or a range to draw one from. */
export type Delay = number | { readonly from: number; readonly to: number };

/** An error in the family of the called operation: a status, a code, or both. */
export interface ErrorAnswer {
  readonly status?: number;
  readonly code?: string;
  readonly message?: string;
  /** Header Retry-After, in seconds; 1 by default if the status is 429. */
  readonly retryAfter?: number;
}

/** Forms of a body that is not JSON; the status and everything else stay unchanged. */
export const MALFORMED = ["truncated", "html", "empty"] as const;

/**
 * When the connection is cut: `before` anything is performed, in the middle of the response's `body`, or `after` the call
 * was performed and before any byte of its response.
 */
const CUTS = ["before", "body", "after"] as const;

/** The age of the state that a read returns: this many milliseconds, or this many writes of its workspace. */
export type Age = { readonly ms: number } | { readonly writes: number };

/**
 * A disturbance for developers of clients: the calls that it concerns, those of them that it acts on, and its effect.
 * Schema: `spec/schemas/chaos.schema.json`.
 */
export interface ChaosRule {
  /** Name, which every disturbed response carries in the header X-Fake-Rule; `rule-N` by default. */
  readonly name?: string;

  /** Ids or globs of operations; `upload-bytes` and `download-bytes` are the presigned URLs. */
  readonly operation?: string | readonly string[];
  readonly method?: string;
  /** Glob of the path, without the query. */
  readonly path?: string;
  /** Request headers, each with a glob of its value. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Id or name of the agent that calls. */
  readonly agent?: string;

  /** Skips the first this many calls. */
  readonly after?: number;
  /** Acts on every n-th call only. */
  readonly every?: number;
  /** Acts at most this many times. */
  readonly times?: number;
  /** Acts by chance, 0 to 1; the fake's seed fixes which calls it hits. */
  readonly probability?: number;

  /** Waits before anything else is done. */
  readonly delayMs?: Delay;
  /** Responds with an error; nothing is performed. */
  readonly error?: number | ErrorAnswer;
  /** Performs the call and breaks the response's body. */
  readonly malformed?: (typeof MALFORMED)[number];
  /** Cuts the connection. */
  readonly cut?: (typeof CUTS)[number];
  /** Serves a read from an earlier state. */
  readonly stale?: Age;
  /** Cuts the connection of an upload once so many of its bytes have come; nothing is kept. */
  readonly cutUploadAt?: number;
}

/** A rule in force, with its counts. */
export interface ActiveRule extends ChaosRule {
  readonly name: string;
  /** Calls that it has concerned so far. */
  readonly matched: number;
  /** Calls that it acted on. */
  readonly acted: number;
}

/** The effects of a rule other than a delay: at most one of these. */
export const OUTCOMES = ["error", "malformed", "cut", "stale", "cutUploadAt"] as const;
