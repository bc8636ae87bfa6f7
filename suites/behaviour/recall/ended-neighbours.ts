import { tryOrNull } from "../../engine/cases/attempt.ts";
import type { CheckContext, RunContext } from "../../engine/check/check.ts";
import { HIDDEN } from "../../models/memory-statuses.ts";
import { NotApplicable } from "../../outcome/skipped.ts";
import { requireResponse, stringAt, valueAt } from "../../verifiers/read.ts";
import { requestUniqueMemory } from "../memories/claims.ts";
import type { EndedMemorySource, EndedStatus } from "./ended-memories.ts";

/** A memory that was derived from one that has ended, and from another one. */
export interface Derived {
  readonly id: string;
  /** The other source, which is current; null if a claim may only derive from the first. */
  readonly currentSource: string | null;
  /** The scope that it was written to; null if none was named. */
  readonly scope: string | null;
}

/** Derives a memory from one in that status. The contract leaves open which memories can be a source. */
export async function deriveFromEnded(check: CheckContext, id: string, status: string): Promise<Derived> {
  const currentSource = await baselineMemory(check);
  const sources = currentSource === null ? [[id]] : [[id, currentSource], [id]];
  for (const ids of sources) {
    const derived = await requestDerived(check, `derived from what is ${status}`, ids);
    if (derived !== null) return { ...derived, currentSource: ids[1] ?? null };
  }
  throw new NotApplicable(`the target does not accept a memory that is ${status} as the source of another`);
}

/** Returns true if the target file names a memory in that status. */
export function hasFixture({ target }: RunContext, status: EndedStatus): boolean {
  return target.fixtures.memories?.[status] !== undefined;
}

/** Returns one memory derived from all ended ones of the target file; null if that is rejected. */
export async function deriveFromAllEnded(check: CheckContext, find: EndedMemorySource): Promise<Derived | null> {
  const ended: string[] = [];
  for (const status of Object.keys(HIDDEN) as EndedStatus[]) {
    const specimen = hasFixture(check.context, status) ? await tryOrNull(() => find(check, status)) : null;
    if (specimen !== null) ended.push(specimen.id);
  }
  return ended.length > 1 ? deriveFromAll(check, ended) : null;
}

/** Derives one memory from all of these, in whatever status, and from a current one; null if that is rejected. */
async function deriveFromAll(check: CheckContext, ended: readonly string[]): Promise<Derived | null> {
  const currentSource = await baselineMemory(check);
  const derived =
    currentSource === null
      ? null
      : await requestDerived(check, "derived from what has ended", [...ended, currentSource]);
  return derived && { ...derived, currentSource };
}

async function baselineMemory(check: CheckContext): Promise<string | null> {
  const baseline = await tryOrNull(() => check.baseline("remember"));
  const currentSource = baseline === null ? null : valueAt(baseline.exchange, "/data/id");
  return typeof currentSource === "string" ? currentSource : null;
}

async function requestDerived(check: CheckContext, key: string, ids: readonly string[]) {
  const derived_from = ids.map((id) => ({ id }));
  const { response, requested } = await requestUniqueMemory(check, key, { derived_from });
  if (requireResponse(response).status !== 200) return null;
  return {
    id: stringAt(response, "/data/id"),
    scope: typeof requested.scope_id === "string" ? requested.scope_id : null,
  };
}
