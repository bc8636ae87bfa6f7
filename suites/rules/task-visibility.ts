import type { JsonObject } from "../../spec/json.ts";
import { precedes } from "../client/exchange.ts";
import { accepted, hasTargetDetails, itemsAt, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import {
  FIELD_FILTERS,
  FILTERED_FIELDS,
  type FieldFilter,
  type FilterValues,
  givenFilters,
  matches,
} from "../models/task-filters.ts";
import { ownChannels } from "../target/own-channels.ts";
import { expectThat } from "../verifiers/expect.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import { FILTER_REQUIREMENTS } from "../views/task-filters.ts";
import { hasRoomLeft } from "./limits.ts";
import type { Rule } from "./rule.ts";

/** Tasks of the target file that are visible for one reason each, with the requirement on that reason. */
const REASONS = [
  { requirement: "tasks.visibility.mentioned", fixture: "tasks.mentioning", idOf: (tasks: Tasks) => tasks.mentioning },
  { requirement: "tasks.visibility.commented", fixture: "tasks.commented", idOf: (tasks: Tasks) => tasks.commented },
  { requirement: "tasks.visibility.channel", fixture: "tasks.inChannel", idOf: (tasks: Tasks) => tasks.inChannel },
  ...(["assigned", "created", "commented", "mentioning"] as const).map((reason) => ({
    requirement: `tasks.visibility.owned-${reason === "mentioning" ? "mentioned" : reason}`,
    fixture: `tasks.ofOwnedAgent.${reason}`,
    idOf: ({ ofOwnedAgent }: Tasks) => ofOwnedAgent?.[reason],
  })),
] as const;

type Tasks = NonNullable<Knowledge["context"]["target"]["fixtures"]["tasks"]>;

/** A task that the caller sees without filters is in each listing whose filters it matches. */
export const taskVisibilityRules: readonly Rule[] = [
  ...REASONS.map(({ requirement, fixture, idOf }) => ({
    requirement,
    name: "the task is in each listing whose filters it satisfies",
    operations: ["list-tasks"],
    fixtures: [fixture],
    judge: (knowledge: Knowledge) => judgeListings(knowledge, idOf(knowledge.context.target.fixtures.tasks ?? {})),
  })),
  // A done task is as visible as one in another status.
  ...FIELD_FILTERS.filter((role) => role !== "status").map((role) => ({
    requirement: FILTER_REQUIREMENTS[role],
    name: "a task that is done is in each listing with this filter alone that it satisfies",
    operations: ["list-tasks"],
    fixtures: ["tasks.done"],
    judge: (knowledge: Knowledge) => judgeListings(knowledge, knowledge.context.target.fixtures.tasks?.done, role),
  })),
];

/** Returns how many listings had to show the task; with `only`, those that use that filter and no other. */
function judgeListings(knowledge: Knowledge, id: string | undefined, only?: FieldFilter): number {
  if (id === undefined || !hasTargetDetails(knowledge)) return 0;
  const own = accepted(knowledge, "list-tasks").filter(({ isOwn }) => isOwn);
  const views = own.flatMap((entry) => itemsAt(entry, "/data").filter(({ value }) => value.id === id));
  const [first] = views;
  // Not judged if someone changed the task in between. A task that no unfiltered listing shows is a separate finding.
  if (first === undefined || views.some(({ value }) => !isUnchanged(value, first.value))) return 0;
  const seen = own.filter((entry) => isWide(entry) && shows(entry, id));
  const between = own.filter(({ exchange }) => seen.some((entry) => precedes(entry.exchange, exchange)));
  let judged = 0;
  const isNamed = (entry: HistoryEntry) => only === undefined || givenFilters(filterValuesOf(entry)).join() === only;
  for (const entry of between.filter((entry) => isNamed(entry) && isMeant(knowledge, entry, first.value))) {
    judged += 1;
    withEvidence([entry.exchange], () =>
      expectThat(shows(entry, id), {
        message: "a task that is listed without filters must be listed with filters that it matches",
        expected: `the task ${id}`,
        actual: `${itemsAt(entry, "/data").length} tasks without it`,
        pointer: "/data",
        keyword: "missing",
      }),
    );
  }
  return judged;
}

function isUnchanged(one: JsonObject, other: JsonObject): boolean {
  return Object.values(FILTERED_FIELDS).every((field) => (one[field] ?? null) === (other[field] ?? null));
}

function shows(entry: HistoryEntry, id: string): boolean {
  return itemsAt(entry, "/data").some(({ value }) => value.id === id);
}

function isWide(entry: HistoryEntry): boolean {
  return [...FIELD_FILTERS, "text"].every((role) => requested(entry, role) === undefined);
}

/**
 * Returns true if the task matches every filter and the page had room for more. A listing by another agent's channel
 * need not show it.
 */
function isMeant(knowledge: Knowledge, entry: HistoryEntry, task: JsonObject): boolean {
  const roles = [...FIELD_FILTERS, "text"].filter((role) => requested(entry, role) !== undefined);
  const filters: FilterValues = filterValuesOf(entry);
  return (
    roles.length === givenFilters(filters).length &&
    (filters.channel === undefined || ownChannels(knowledge.context).includes(filters.channel)) &&
    matches(task, filters) &&
    hasRoomLeft(knowledge, entry)
  );
}

/** Returns the values of the filters of a request. */
function filterValuesOf(entry: HistoryEntry): FilterValues {
  return Object.fromEntries(
    FIELD_FILTERS.flatMap((role) => {
      const value = requested(entry, role);
      return typeof value === "string" && value.trim() !== "" ? [[role, value]] : [];
    }),
  );
}
