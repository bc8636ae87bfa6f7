import type { ReportCounts } from "./report.ts";
import type { RunVerdict } from "./verdict.ts";

/** The verdict on the target, from its MUST requirements; known failures are failures. */
export function verdictOf(must: ReportCounts, isUnusable: boolean): RunVerdict {
  if (isUnusable) return "unusable";
  if (failuresOf(must) > 0) return "nonconformant";
  return must.skip + must.inconclusive > 0 ? "incomplete" : "conformant";
}

/** Failed requirements of a level, declared or not. */
export function failuresOf({ fail, known }: ReportCounts): number {
  return fail + known;
}

/** Requirements of a level that take part in the verdict. */
export function totalOf({ pass, fail, known, skip, inconclusive }: ReportCounts): number {
  return pass + fail + known + skip + inconclusive;
}

/** Returns the first line of every output: the verdict, what is proven, and what is missing for the rest. */
export function headlineOf(
  verdict: RunVerdict,
  must: ReportCounts,
  should: ReportCounts,
  problem: string | null,
): string {
  if (verdict === "unusable") return `unusable: ${problem ?? "nothing could be judged"}`;
  const parts = [`${must.pass} of ${totalOf(must)} MUST proven`];
  if (failuresOf(must) > 0) parts.push(`${failuresOf(must)} failed`);
  if (must.skip > 0) parts.push(`${must.skip} skipped`);
  if (must.inconclusive > 0) parts.push(`${must.inconclusive} inconclusive`);
  if (failuresOf(should) > 0) parts.push(`${failuresOf(should)} SHOULD failed`);
  const why = problem === null ? "" : ` (${problem})`;
  return `${verdict}: ${parts.join(", ")}${why}`;
}
