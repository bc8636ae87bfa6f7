/** Something that a tool reports against a server. */
export interface Finding {
  /**
   * The identity of a finding: a requirement of the suite, or a check of Schemathesis with the operation. A finding on
   * a mutant is true if the correct server has none with the same key.
   */
  readonly key: string;
  /** Seconds from the start of the tool's process until it was known. */
  readonly seconds: number;
}

/** One run of a tool against one server. */
export interface ToolRun {
  /** The first finding of each key, in order of time. */
  readonly findings: readonly Finding[];
  /** Seconds from the start of the tool's process to its end. */
  readonly seconds: number;
  readonly exitStatus: number | null;
  /** Requests that the server received; null if it does not count them. */
  readonly requests: number | null;
  /** Operation id → responses with a 2xx status; null if the server does not count them. */
  readonly successes: Readonly<Record<string, number>> | null;
}

/** The part of a run that the tool itself reports. */
export type ToolResult = Pick<ToolRun, "findings" | "seconds" | "exitStatus">;

/** Returns the first finding of each key. */
export function firstOfEach(findings: readonly Finding[]): readonly Finding[] {
  const first = new Map<string, Finding>();
  for (const finding of findings.toSorted((a, b) => a.seconds - b.seconds))
    if (!first.has(finding.key)) first.set(finding.key, finding);
  return [...first.values()];
}
