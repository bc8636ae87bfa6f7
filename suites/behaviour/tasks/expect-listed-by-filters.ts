import { asObject, type JsonObject } from "../../../spec/json.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { FILTERED_FIELDS, type FieldFilter } from "../../models/task-filters.ts";
import { ownChannels } from "../../target/own-channels.ts";
import { valueAt } from "../../verifiers/read.ts";
import { findEventually } from "../preconditions.ts";
import { expectPresent, inListing, type ListInput, list } from "./listing.ts";

/**
 * Fails if a filter that a task matches hides it, on its own or with the task's identifier if a search finds that.
 * Returns the filters that were judged. If more tasks match than a listing shows, an absence proves nothing.
 */
export async function expectListedByFilters(
  check: CaseContext,
  task: JsonObject & { readonly id: string },
  roles: readonly FieldFilter[],
  description: string,
): Promise<readonly FieldFilter[]> {
  const identifierSearch = await identifierSearchOf(check, task, description);
  const judged: FieldFilter[] = [];
  for (const role of roles) {
    const value = task[FILTERED_FIELDS[role]];
    if (typeof value !== "string" || value === "") continue;
    // Tasks in the channels of others need not be listed by channel, even if they are visible for another reason.
    if (role === "channel" && !ownChannels(check.context).includes(value)) continue;
    for (const input of [{ [role]: value }, ...identifierSearch.map((by) => ({ ...by, [role]: value }))]) {
      const listing = await tryOrNull(() => list(check, input));
      if (listing === null) continue;
      if (listing.isFull && inListing(listing, task.id) === undefined) continue;
      judged.push(role);
      expectPresent(listing, task, `${description} must be listed with a filter that it satisfies (${role})`);
    }
  }
  return judged;
}

/**
 * Returns the search for the task's identifier, if it has one, which matches few other tasks. If such a search finds
 * the caller's own task, it must find any visible one.
 */
async function identifierSearchOf(
  check: CaseContext,
  { id, identifier }: JsonObject & { readonly id: string },
  description: string,
): Promise<readonly ListInput[]> {
  if (typeof identifier !== "string" || identifier === "") return [];
  const input = { text: identifier };
  const listing = await tryOrNull(() => list(check, input));
  if (listing === null || inListing(listing, id) !== undefined) return listing === null ? [] : [input];
  if (!listing.isFull && (await findsOwnTaskByIdentifier(check.context)(check))) {
    const isFoundAgain = inListing(await list(check, input), id) !== undefined;
    if (!isFoundAgain)
      expectPresent(listing, { id }, `${description} must be listed with a filter that it satisfies (text)`);
  }
  return [];
}

/** Returns true if a search for an identifier finds a task that the caller created. */
const findsOwnTaskByIdentifier = oncePerRun(() =>
  once(async (check: CaseContext): Promise<boolean> => {
    const { exchange } = await check.baseline("create-task");
    const { id, identifier } = asObject(valueAt(exchange, "/data"));
    if (typeof id !== "string" || typeof identifier !== "string" || identifier === "") return false;
    const found = await findEventually(check, async () => {
      const listing = await tryOrNull(() => list(check, { text: identifier }));
      return listing === null ? null : (inListing(listing, id) ?? null);
    });
    return found !== null;
  }),
);
