import type { ToolRun } from "./tool-run.ts";

/** The number of requests in a fake's journal: more than a run sends. */
export const JOURNAL_ENTRIES = 100_000;

interface Count {
  readonly count: number;
  /** Number of the newest request. */
  readonly last: number;
}

/** Returns the number of requests of a fake since its start; null for a server that is not a fake. */
export async function requestsSoFar(baseUrl: string): Promise<number | null> {
  return (await countOf(baseUrl, ""))?.last ?? null;
}

/**
 * Returns what a fake has served after this many requests, from its own journal, so that the result does not depend on
 * the tools.
 */
export async function servedBy(
  baseUrl: string,
  since: number,
  operations: readonly string[],
): Promise<Pick<ToolRun, "requests" | "successes">> {
  const successes: Record<string, number> = {};
  for (const operation of operations)
    successes[operation] = (await countOf(baseUrl, `since=${since}&status=2xx&operation=${operation}`))?.count ?? 0;
  return { requests: ((await requestsSoFar(baseUrl)) ?? since) - since, successes };
}

async function countOf(baseUrl: string, query: string): Promise<Count | null> {
  const response = await fetch(`${baseUrl}/_fake/journal/count?${query}`);
  return response.ok ? ((await response.json()) as Count) : null;
}
