import { ifPossible } from "../../engine/cases/attempt.ts";
import type { CheckContext } from "../../engine/check/check.ts";
import { StoodAside } from "../../outcome/skipped.ts";
import { answered, stringAt, valueAt } from "../../verifiers/read.ts";
import { tryToRemember } from "../memories/claims.ts";

/** A memory that was derived from one which has ended, and from another one as well. */
export interface Derived {
  readonly id: string;
  /** The other source, which is as current as any; null where a claim is taken from the first alone. */
  readonly twin: string | null;
  /** The scope that it was written to; null where none was named. */
  readonly scope: string | null;
}

/** Derives a memory from one that is in that status; which memories can be a source is open. */
export async function deriveFromEnded(check: CheckContext, id: string, status: string): Promise<Derived> {
  const baseline = await ifPossible(() => check.baseline("remember"));
  const twin = baseline === null ? null : valueAt(baseline.exchange, "/data/id");
  const sources = typeof twin === "string" ? [[id, twin], [id]] : [[id]];
  for (const ids of sources) {
    const derived_from = ids.map((source) => ({ id: source }));
    const { answer, asked } = await tryToRemember(check, `derived from what is ${status}`, { derived_from });
    if (answered(answer).status !== 200) continue;
    const scope = typeof asked.scope_id === "string" ? asked.scope_id : null;
    return { id: stringAt(answer, "/data/id"), twin: ids[1] ?? null, scope };
  }
  throw new StoodAside(`a memory that is ${status} cannot be the source of another, which is open`);
}
