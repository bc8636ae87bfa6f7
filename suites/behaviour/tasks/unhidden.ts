import { asObject, type JsonObject } from "../../../spec/json.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { onceARun } from "../../engine/cases/once-a-run.ts";
import type { CaseContext } from "../../engine/check/check.ts";
import { FILTERED_FIELDS, type FieldFilter } from "../../models/task-filters.ts";
import { ownChannels } from "../../target/own-channels.ts";
import { valueAt } from "../../verifiers/read.ts";
import { foundAtLast } from "../preconditions.ts";
import { expectPresent, inListing, type ListInput, list } from "./listing.ts";

/**
 * Filters that a task satisfies do not hide it: each alone, and beside its identifier where a search finds it by that.
 * Which filters were looked at is told; where more tasks match than a listing shows, its absence proves nothing.
 */
export async function expectUnhidden(
  check: CaseContext,
  task: JsonObject & { readonly id: string },
  roles: readonly FieldFilter[],
  who: string,
): Promise<readonly FieldFilter[]> {
  const narrow = await identified(check, task, who);
  const seen: FieldFilter[] = [];
  for (const role of roles) {
    const value = task[FILTERED_FIELDS[role]];
    if (typeof value !== "string" || value === "") continue;
    // By a channel of others tasks need not be listed, even those that are seen for another reason.
    if (role === "channel" && !ownChannels(check.context).includes(value)) continue;
    for (const input of [{ [role]: value }, ...narrow.map((by) => ({ ...by, [role]: value }))]) {
      const listing = await tryOrNull(() => list(check, input));
      if (listing === null) continue;
      if (listing.full && inListing(listing, task.id) === undefined) continue;
      seen.push(role);
      expectPresent(listing, task, `${who} must be listed with a filter that it satisfies (${role})`);
    }
  }
  return seen;
}

/**
 * The search that finds the task by its identifier, as far as there is one: few others answer to it. Where a search finds
 * the caller's own by theirs, it finds whatever else is seen.
 */
async function identified(
  check: CaseContext,
  { id, identifier }: JsonObject & { readonly id: string },
  who: string,
): Promise<readonly ListInput[]> {
  if (typeof identifier !== "string" || identifier === "") return [];
  const input = { text: identifier };
  const listing = await tryOrNull(() => list(check, input));
  if (listing === null || inListing(listing, id) !== undefined) return listing === null ? [] : [input];
  if (!listing.full && (await findsOwn(check.context)(check))) {
    const isStill = inListing(await list(check, input), id) !== undefined;
    if (!isStill) expectPresent(listing, { id }, `${who} must be listed with a filter that it satisfies (text)`);
  }
  return [];
}

/** True where the search by an identifier finds a task that the caller made. */
const findsOwn = onceARun(() =>
  once(async (check: CaseContext): Promise<boolean> => {
    const { exchange } = await check.baseline("create-task");
    const { id, identifier } = asObject(valueAt(exchange, "/data"));
    if (typeof id !== "string" || typeof identifier !== "string" || identifier === "") return false;
    const found = await foundAtLast(check, async () => {
      const listing = await tryOrNull(() => list(check, { text: identifier }));
      return listing === null ? null : (inListing(listing, id) ?? null);
    });
    return found !== null;
  }),
);
