import { asObject, type Json, type JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { orNotApplicable, succeedsEventually, tryOrNull } from "../../engine/cases/attempt.ts";
import { oncePer } from "../../engine/cases/once.ts";
import type { CaseContext, CheckContext } from "../../engine/check/check.ts";
import type { HIDDEN } from "../../models/memory-statuses.ts";
import { NotApplicable, Skipped } from "../../outcome/skipped.ts";
import type { CreatedMemory } from "../memories/claims.ts";
import { type ExpiringMemorySource, expectExpired, waitUntilExpired } from "../memories/expiry.ts";
import { expectFound, searchAll } from "../memories/listing.ts";
import { requireEventually } from "../preconditions.ts";

export type EndedStatus = keyof typeof HIDDEN;

/** A memory in a status, with a query that finds it. */
export interface EndedMemory {
  readonly id: string;
  readonly query: string;
  readonly metadata: JsonObject;
  /** The scope that it is known to belong to. */
  readonly scope: string | null;
  /** True if it shows its confidence. A minimum confidence, even 0, may leave out memories without one. */
  readonly showsConfidence: boolean;
}

export type EndedMemorySource = (check: CheckContext, status: EndedStatus) => Promise<EndedMemory>;

/** Returns a function that calls `find` once for each status, for all checks. */
export function oncePerStatus<T>(find: (check: CheckContext, status: EndedStatus) => Promise<T>) {
  return oncePer((_check, status) => status, find);
}

export function fixturesOf(status: EndedStatus): readonly string[] {
  return status === "expired" ? [] : [`memories.${status}`];
}

/** Returns the memory of the target file, with its content as a search shows it. */
export async function fixtureInStatus(check: CaseContext, status: EndedStatus): Promise<EndedMemory> {
  const { memories, scope } = check.context.target.fixtures;
  const id = memories?.[status] ?? "";
  // A search in the scope shows whether it belongs there.
  const inScope = scope === undefined ? null : await tryOrNull(() => searchAll(check, { status, scope }));
  const hitInScope = inScope?.find((hit) => hit.id === id);
  const hit =
    hitInScope ??
    (await requireEventually(check, "memories.search.status", async () => {
      return expectFound(await searchAll(check, { status }), id, `a memory that is ${status} is not found as such`);
    }));
  const { content, metadata, confidence } = hit.memory;
  if (typeof content === "string" && content !== "") {
    const knownScope = hitInScope ? (scope ?? null) : null;
    return {
      id,
      query: content,
      metadata: asObject(metadata),
      scope: knownScope,
      showsConfidence: isNumber(confidence),
    };
  }
  throw new Inconclusive(`the content of a memory that is ${status} is not shown`, "memories.search.status");
}

/**
 * Returns a function that finds the expired memory of the target file, or one of the run if the target lets it expire.
 */
export function expiredMemorySource(expiringMemory: ExpiringMemorySource): EndedMemorySource {
  return async (check, status) => {
    if (check.context.target.fixtures.memories?.expired !== undefined) return fixtureInStatus(check, status);
    const expired = await tryOrNull(() => expiredInRunSource(expiringMemory)(check));
    if (expired) return expired;
    throw new Skipped("no memory of the run has expired, and the target file names none", ["memories.expired"]);
  };
}

/**
 * Returns a function that finds a memory of the run that a search shows as expired. How soon it does is judged by a
 * SHOULD.
 */
export function expiredInRunSource(
  expiringMemory: ExpiringMemorySource,
): (check: CheckContext) => Promise<EndedMemory> {
  return async (check) => {
    // The shortest lifetime that a target must accept is not stated.
    const { created, expiresAt } = await orNotApplicable(() => expiringMemory(check));
    await waitUntilExpired(check, expiresAt);
    if (!(await succeedsEventually(check, () => expectExpired(check, created)))) {
      throw new NotApplicable("no memory of the run has expired");
    }
    const { content, metadata } = created.requested;
    return {
      id: created.id,
      query: String(content),
      metadata: asObject(metadata),
      scope: scopeOf(created),
      showsConfidence: isNumber(created.memory.confidence),
    };
  };
}

function isNumber(value: Json | undefined): boolean {
  return typeof value === "number";
}

function scopeOf({ requested }: CreatedMemory): string | null {
  return typeof requested.scope_id === "string" ? requested.scope_id : null;
}
