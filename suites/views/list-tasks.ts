import { isObject, type Json } from "../../spec/json.ts";
import { memoize } from "../../spec/memoize.ts";
import { precedes } from "../client/exchange.ts";
import { accepted, requested } from "../knowledge/exchanges.ts";
import type { HistoryEntry } from "../knowledge/history.ts";
import type { Knowledge, KnowledgeContext } from "../knowledge/knowledge.ts";
import { isSettled } from "../knowledge/settled.ts";
import { tasksOfOthers } from "../knowledge/tasks-of-others.ts";
import { parameterSchema } from "../models/document-facts.ts";
import { shareLetterPair } from "../models/shared-letters.ts";
import { FIELD_FILTERS, FILTERED_FIELDS, type FieldFilter, searchedTextOf } from "../models/task-filters.ts";
import { namedIds } from "../target/named-ids.ts";
import { ownChannels } from "../target/own-channels.ts";
import { isUnset, valueAt } from "../verifiers/read.ts";
import { FILTER_REQUIREMENTS } from "./task-filters.ts";
import { holdsWord, isMadeUp } from "./text-matching.ts";
import type { Filter, View } from "./view.ts";

function fieldFilter(role: FieldFilter): Filter {
  const field = FILTERED_FIELDS[role];
  return {
    role,
    field,
    requirements: [FILTER_REQUIREMENTS[role]],
    requirement: () => FILTER_REQUIREMENTS[role],
    test({ value, creation }, filterValue, page, knowledge) {
      const { context } = knowledge;
      const shown = value[field];
      if (typeof filterValue !== "string") return "unknown";
      if (typeof shown !== "string") {
        const isNone = creation !== null && isUnset(shown) && isCreatedWithout(creation, field);
        return isNone && isAtRest(knowledge, value.id, page) && showsField(knowledge, field) ? "out" : "unknown";
      }
      if (shown !== filterValue) {
        const isCertain = !MOVED_FIELDS.includes(field) || isAtRest(knowledge, value.id, page);
        return isCertain && isListed(context, role, filterValue) ? "out" : "unknown";
      }
      // A service need not list tasks of a channel of which the caller is not a member.
      const own = page.isOwn ? ownChannels(context) : [context.target.fixtures.otherAgent?.channel];
      return role !== "channel" || own.includes(filterValue) ? "in" : "unknown";
    },
  };
}

/** The characters of a title or description that every index must cover. */
const INDEXED = 5_200;

const textFilter: Filter = {
  role: "text",
  requirements: ["tasks.list.text-title", "tasks.list.text-description", "tasks.list.text-identifier"],
  unwanted: "tasks.list.text-relevant",
  requirement({ value }, filterValue) {
    if (value.identifier === filterValue) return "tasks.list.text-identifier";
    return holdsWord(value.title, filterValue, INDEXED) ? "tasks.list.text-title" : "tasks.list.text-description";
  },
  test({ value, creation }, filterValue) {
    const containsText = [value.title, value.description].some((written) => holdsWord(written, filterValue, INDEXED));
    if (value.identifier === filterValue || containsText) return "in";
    const created = creation?.isOwn === true ? valueAt(creation.exchange, "/data") : null;
    const isExcluded =
      isObject(created) && isMadeUp(filterValue) && !shareLetterPair(searchedTextOf(created), filterValue);
    return isExcluded ? "out" : "unknown";
  },
};

function isCreatedWithout(creation: HistoryEntry, field: string): boolean {
  return requested(creation, field) === undefined && isUnset(valueAt(creation.exchange, `/data/${field}`));
}

/** Returns true if created tasks show this field whenever it was set, so that a task that does not show it has none. */
function showsField(knowledge: Knowledge, field: string): boolean {
  return isShownIn(accepted(knowledge, "create-task"), field);
}

/** Cached, since it is needed for each item of each page. */
const isShownIn = memoize(
  (creations: readonly HistoryEntry[], field: string) => {
    const requests = creations.filter((entry) => entry.isOwn && requested(entry, field) !== undefined);
    return (
      requests.length > 0 &&
      requests.every((entry) => valueAt(entry.exchange, `/data/${field}`) === requested(entry, field))
    );
  },
  (field) => field,
);

/**
 * Returns true if the document lists the value. An unlisted value must be rejected; its acceptance is a separate
 * finding.
 */
function isListed({ document }: KnowledgeContext, role: FieldFilter, requested: string): boolean {
  const listed = parameterSchema(document, "list-tasks", role)?.enum;
  return requested.trim() !== "" && (!Array.isArray(listed) || listed.includes(requested));
}

/**
 * Fields that a block or a release changes. A list may match a task by the old value of such a field and show the new
 * one.
 */
const MOVED_FIELDS: readonly string[] = ["status", "assigneeAgentId", "assigneeUserId"];

/** Returns true if every block or release of the task came long before the page was requested, or after it. */
function isAtRest(knowledge: Knowledge, id: Json | undefined, page: HistoryEntry): boolean {
  return ["block-task", "release-task"].every((operation) =>
    movesOf(knowledge.history(operation), String(id)).every(
      (move) => isSettled(knowledge, move.exchange, page.exchange) || precedes(page.exchange, move.exchange),
    ),
  );
}

/** Returns the requests that concern a task. */
const movesOf = memoize(
  (moves: readonly HistoryEntry[], id: string) => moves.filter((move) => requested(move, "taskId") === id),
  (id) => id,
);

/** The list of the tasks that the caller takes part in. */
export const listTasks: View = {
  operation: "list-tasks",
  pointer: "/data",
  creation: "create-task",
  what: "task",
  filters: [...FIELD_FILTERS.map(fieldFilter), textFilter],
  isJudged: ({ creation, value }, { context }) => creation !== null || namedIds(context.target).has(String(value.id)),
  changing: [FILTERED_FIELDS.assigneeAgent, FILTERED_FIELDS.assigneeUser, FILTERED_FIELDS.channel],
  combined: "tasks.list.combined",
  unfiltered: "tasks.create.listed",
  hidden: tasksOfOthers,
  filled: { withLimit: "tasks.list.limit-fills", withoutLimit: "tasks.list.default-limit" },
  paging: ["limit"],
};
