import type { JsonObject } from "../../../spec/json.ts";
import { Inconclusive } from "../../client/inconclusive.ts";
import { tryOrNull } from "../../engine/cases/attempt.ts";
import { once } from "../../engine/cases/once.ts";
import { oncePerRun } from "../../engine/cases/once-per-run.ts";
import type { Check, CheckContext, RunContext } from "../../engine/check/check.ts";
import { parameterSchema, wordsOf } from "../../models/document-facts.ts";
import { FIELD_FILTERS, FILTERED_FIELDS } from "../../models/task-filters.ts";
import { Skipped } from "../../outcome/skipped.ts";
import { hasFixture } from "../../target/fixtures.ts";
import { ownChannels } from "../../target/own-channels.ts";
import { fail } from "../../verifiers/expect.ts";
import { defineCheck } from "../define-check.ts";
import { commentedTaskListed, taskOfOwnedAgentListed } from "./commented-and-owned-tasks.ts";
import { expectListedByFilters } from "./expect-listed-by-filters.ts";
import { inListing, type ListInput, type Listing, list, statusesOf } from "./listing.ts";

/** Reasons for visibility that only the owner of a target can arrange, each with the fixture that names the task. */
const REASONS = [
  {
    requirement: "tasks.visibility.commented",
    fixture: "tasks.commented",
    description: "a task on which the caller commented",
  },
  {
    requirement: "tasks.visibility.mentioned",
    fixture: "tasks.mentioning",
    description: "a task that mentions the caller",
  },
  {
    requirement: "tasks.visibility.channel",
    fixture: "tasks.inChannel",
    description: "a task of others in a channel of the caller",
  },
  {
    requirement: "tasks.visibility.owned-assigned",
    fixture: "tasks.ofOwnedAgent.assigned",
    description: "a task that is assigned to an agent of the caller",
  },
  {
    requirement: "tasks.visibility.owned-created",
    fixture: "tasks.ofOwnedAgent.created",
    description: "a task that an agent of the caller created",
  },
  {
    requirement: "tasks.visibility.owned-commented",
    fixture: "tasks.ofOwnedAgent.commented",
    description: "a task on which an agent of the caller commented",
  },
  {
    requirement: "tasks.visibility.owned-mentioned",
    fixture: "tasks.ofOwnedAgent.mentioning",
    description: "a task that mentions an agent of the caller",
  },
] as const;

/** Checks that tasks of the target file are listed. */
export function targetFileTaskChecks(context: RunContext): Check[] {
  return REASONS.map((reason) => checkOfCreatedTask(context, reason.fixture) ?? isListed(reason));
}

/** Returns a check in which another agent creates the task, if the target file names none and the API allows it. */
function checkOfCreatedTask({ target }: RunContext, fixture: string): Check | null {
  if (hasFixture(target.fixtures, fixture) || !hasFixture(target.fixtures, "otherAgent.apiKey")) return null;
  if (fixture === "tasks.commented") return commentedTaskListed();
  const owned = fixture === "tasks.ofOwnedAgent.assigned" && hasFixture(target.fixtures, "ownedAgent");
  return owned ? taskOfOwnedAgentListed() : null;
}

function isListed({ requirement, fixture, description }: (typeof REASONS)[number]): Check {
  return defineCheck(
    { requirement, name: `${description} is listed`, operations: ["list-tasks"], fixtures: [fixture], writes: false },
    async (check) => {
      const id = fixtureAt(check.context, fixture);
      const { found: foundWith, isCertain } = await search(check, id);
      if (!foundWith && !isCertain)
        throw new Inconclusive(
          "more tasks are visible than listings show, so that it cannot be found: name a recent one",
        );
      check.asserted();
      // No other check tries filters on the tasks of owned agents.
      const isOwned = fixture.startsWith("tasks.ofOwnedAgent");
      if (foundWith) return isOwned ? expectListedWithFilters(check, id, foundWith, description) : undefined;
      fail({
        message: `${description} must be listed for the caller`,
        expected: `the task ${id}`,
        actual: "it is in no listing",
        verifier: "listed",
        pointer: "",
        keyword: "missing",
      });
    },
  );
}

/** A filter that the task matches must not hide it. */
async function expectListedWithFilters(
  check: CheckContext,
  id: string,
  foundWith: ListInput,
  description: string,
): Promise<void> {
  const isUnfiltered = Object.keys(foundWith).length === 0;
  const task = inListing(
    await (isUnfiltered ? listUnfilteredOnce(check.context)(check) : list(check, foundWith)),
    id,
  )?.task;
  if (task === undefined || (await isListedWithAllFilters(check, { ...task, id }))) return;
  await expectListedByFilters(check, { ...task, id }, FIELD_FILTERS, description);
  const { status } = task;
  if (typeof status !== "string" || (await searchWith(check, id, { status })) !== "absent") return;
  fail({
    message: `${description} must be listed for the caller, with a filter for its status as well`,
    expected: `the task ${id} among those that are ${status}`,
    actual: "not in the list",
    verifier: "listed",
    pointer: "",
    keyword: "missing",
  });
}

/** Returns true if one request with all filters that the task matches, and its identifier, lists it. */
async function isListedWithAllFilters(
  check: CheckContext,
  task: JsonObject & { readonly id: string },
): Promise<boolean> {
  const filters = FIELD_FILTERS.flatMap((role) => {
    const value = task[FILTERED_FIELDS[role]];
    const isChannelOfOthers = role === "channel" && !ownChannels(check.context).includes(String(value));
    return typeof value !== "string" || value === "" || isChannelOfOthers ? [] : [[role, value] as const];
  });
  const { identifier } = task;
  const text = typeof identifier === "string" && identifier !== "" ? { text: identifier } : {};
  const listing = await tryOrNull(() => list(check, { ...Object.fromEntries(filters), ...text }));
  return listing !== null && (listing.isFull || inListing(listing, task.id) !== undefined);
}

/** Searches for a task of unknown content, by status and priority if one listing cannot show all. */
async function search(check: CheckContext, id: string): Promise<{ found: ListInput | null; isCertain: boolean }> {
  const statuses = statusesOf(check.context);
  const priorities = wordsOf(parameterSchema(check.context.document, "list-tasks", "priority"), "the priority filter");
  const unfiltered = searchResultIn(await listUnfilteredOnce(check.context)(check), id);
  if (unfiltered !== "cut") return { found: unfiltered === "found" ? {} : null, isCertain: true };
  let certain = true;
  for (const status of statuses) {
    const byStatus = await searchWith(check, id, { status });
    if (byStatus === "found") return { found: { status }, isCertain: certain };
    for (const priority of byStatus === "cut" ? priorities : []) {
      const byStatusAndPriority = await searchWith(check, id, { status, priority });
      if (byStatusAndPriority === "found") return { found: { status, priority }, isCertain: certain };
      certain &&= byStatusAndPriority === "absent";
    }
  }
  return { found: null, isCertain: certain };
}

/** Tasks of the target file exist before the run, so one listing is enough for all checks. */
export const listUnfilteredOnce = oncePerRun(() => once((check: CheckContext) => list(check, {})));

async function searchWith(check: CheckContext, id: string, input: ListInput): Promise<SearchResult> {
  return searchResultIn(await list(check, input), id);
}

/** "cut" if the listing is full, so it may lack the task. */
type SearchResult = "found" | "absent" | "cut";

function searchResultIn(listing: Listing, id: string): SearchResult {
  if (inListing(listing, id)) return "found";
  return listing.isFull ? "cut" : "absent";
}

function fixtureAt(context: RunContext, path: string): string {
  let value: unknown = context.target.fixtures;
  for (const step of path.split(".")) {
    value = typeof value === "object" && value !== null ? Reflect.get(value, step) : undefined;
  }
  if (typeof value !== "string") throw new Skipped(`the target file has no fixture ${path}`, [path]);
  return value;
}
