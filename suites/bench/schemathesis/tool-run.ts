/** Something that a tool reports against a server. */
export interface Finding {
  /**
   * What makes two findings the same: a requirement of the suite, or a check of Schemathesis with the operation. A finding on a
   * mutant is true where the correct server has none of the same key.
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
  /** Requests that the server had; null where it does not count them. */
  readonly requests: number | null;
  /** Operation id → responses with a 2xx status; null where the server does not count them. */
  readonly successes: Readonly<Record<string, number>> | null;
}

/** What a tool itself tells of a run. */
export type ToolResult = Pick<ToolRun, "findings" | "seconds" | "exitStatus">;

/** The first finding of each key. */
export function firstOfEach(findings: readonly Finding[]): readonly Finding[] {
  const first = new Map<string, Finding>();
  for (const one of findings.toSorted((a, b) => a.seconds - b.seconds))
    if (!first.has(one.key)) first.set(one.key, one);
  return [...first.values()];
}
