import type { Json } from "../../spec/json.ts";
import type { AcceptedGap, CommandLine, Fixtures, ParameterNames } from "../../spec/target-file.ts";
import type { ProxySettings } from "../client/proxy.ts";

/** The longest lag of an index of the target behind a write, and the polling interval, in milliseconds. */
export interface Consistency {
  readonly timeoutMs: number;
  readonly intervalMs: number;
}

/** The limits that the owner of the target file sets for a run; null if only the budget limits it. */
export interface TargetLimits {
  /** Requests in flight at once. */
  readonly concurrency: number;
  /** 0: no limit. */
  readonly requestsPerSecond: number;
  readonly requests: number | null;
  readonly tasks: number | null;
  readonly uploadMiB: number;
  /** Longest run; null for no limit. */
  readonly seconds: number | null;
}

/** The settings of HTTP connections. */
export interface TargetHttp {
  readonly timeoutMs: number;
  /** Sent with every API request, never with presigned URLs. */
  readonly headers: Readonly<Record<string, string>>;
  /** PEM text of extra certificate authorities, null for the system's own. */
  readonly ca: string | null;
  /** Proxies to the target and to presigned URLs; null for none. */
  readonly proxy: ProxySettings | null;
}

/** A command of the target file with its defaults. */
export interface ResolvedCommand {
  readonly command: CommandLine;
  readonly timeoutSeconds: number;
}

/** A target ready for a run: validated, environment substituted, defaults set, paths absolute. */
export interface ResolvedTarget {
  /** Without a trailing slash; a path prefix is kept. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly fixtures: Fixtures;
  readonly parameters: ParameterNames;
  /** Absolute path of the overlay. */
  readonly overlay: string | null;
  readonly consistency: Consistency;
  /** Fixture paths (`exhaustedPlan`, `tasks.done`) whose absence is accepted; a path includes everything below it. */
  readonly acceptSkips: readonly string[];
  /** Requirements whose gaps are accepted, including expired entries. */
  readonly acceptedGaps: readonly AcceptedGap[];
  readonly limits: TargetLimits;
  readonly http: TargetHttp;
  /** Absolute path of the known-failures file. */
  readonly knownFailures: string | null;
  /** Commands before and after the target is used; only the commands of `wac` that document it run them. */
  readonly setup: ResolvedCommand | null;
  readonly teardown: ResolvedCommand | null;
  /** Absolute path of the target file; null without one. */
  readonly file: string | null;
}

/** A failure that its owner knows of, with an end date. */
export interface KnownFailure {
  readonly requirement: string;
  /** Operation id; null if the entry concerns all operations of the requirement. */
  readonly operation: string | null;
  readonly reason: string;
  readonly owner: string;
  /** Last day on which the entry excuses anything: `YYYY-MM-DD`, UTC. */
  readonly expires: string;
  /** The shrunk input that shows the failure (`failure.counterexample` of the report); tried first. */
  readonly counterexample: Json;
  /** Identity of the cause (`failure.cause` of the report); null excuses any cause of the requirement and operation. */
  readonly cause: string | null;
}

/** A known-failures entry that excuses nothing, with the reason: it fails the gate. */
export interface KnownFailureProblem {
  readonly entry: KnownFailure;
  readonly kind: "expired" | "unknown-requirement" | "unknown-operation";
  /** One sentence for people. */
  readonly message: string;
}

/** The known-failures file for the gate. */
export interface KnownFailures {
  /** Entries that may excuse a failure. */
  readonly entries: readonly KnownFailure[];
  readonly problems: readonly KnownFailureProblem[];
}
