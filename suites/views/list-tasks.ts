import { isObject, type Json } from "../../spec/json.ts";
import { askedFor } from "../knowledge/exchanges.ts";
import type { Past } from "../knowledge/history.ts";
import type { Knowledge, RunContext } from "../knowledge/knowledge.ts";
import { areAlike } from "../models/alike.ts";
import { parameterSchema } from "../models/document-facts.ts";
import { FIELD_FILTERS, FILTERED_FIELDS, type FieldFilter, searchedOf } from "../models/task-filters.ts";
import { ownChannels } from "../target/own-channels.ts";
import { valueAt } from "../verifiers/read.ts";
import { FILTER_REQUIREMENTS } from "./task-filters.ts";
import { holdsWord, isMadeUp } from "./text.ts";
import type { Filter, View } from "./view.ts";

function fieldFilter(role: FieldFilter): Filter {
  const field = FILTERED_FIELDS[role];
  return {
    role,
    requirements: [FILTER_REQUIREMENTS[role]],
    requirement: () => FILTER_REQUIREMENTS[role],
    test({ value }, asked, page, { world }) {
      const shown = value[field];
      if (typeof shown !== "string" || typeof asked !== "string") return "unknown";
      if (shown !== asked) return isListed(world, role, asked) ? "out" : "unknown";
      // By a channel of which the caller is no member nothing need be listed.
      const own = page.isOwn ? ownChannels(world) : [world.target.fixtures.otherAgent?.channel];
      return role !== "channel" || own.includes(asked) ? "in" : "unknown";
    },
  };
}

const textFilter: Filter = {
  role: "text",
  requirements: ["tasks.list.text-title", "tasks.list.text-description"],
  unwanted: "tasks.list.text-relevant",
  requirement: ({ value }, asked) =>
    holdsWord(value.title, asked) ? "tasks.list.text-title" : "tasks.list.text-description",
  test({ value, making }, asked) {
    if (holdsWord(value.title, asked) || holdsWord(value.description, asked)) return "in";
    const held = making?.isOwn === true ? valueAt(making.exchange, "/data") : null;
    const isUnlike = isObject(held) && isMadeUp(asked) && !areAlike(searchedOf(held), asked);
    return isUnlike ? "out" : "unknown";
  },
};

/** A value that is not listed has to be rejected: that it was taken is another finding. */
function isListed({ document }: RunContext, role: FieldFilter, asked: string): boolean {
  const listed = parameterSchema(document, "list-tasks", role)?.enum;
  return asked.trim() !== "" && (!Array.isArray(listed) || listed.includes(asked));
}

function isMoved(knowledge: Knowledge, { exchange }: Past): boolean {
  const id = valueAt(exchange, "/data/id");
  return ["block-task", "release-task"].some((operation) => namedIn(knowledge.history(operation)).has(id));
}

const named = new WeakMap<readonly Past[], ReadonlySet<Json | undefined>>();

function namedIn(moves: readonly Past[]): ReadonlySet<Json | undefined> {
  const ids = named.get(moves) ?? new Set(moves.map((past) => askedFor(past, "taskId")));
  named.set(moves, ids);
  return ids;
}

/** Tasks that the caller takes part in. */
export const listTasks: View = {
  operation: "list-tasks",
  pointer: "/data",
  making: "create-task",
  what: "task",
  filters: [...FIELD_FILTERS.map(fieldFilter), textFilter],
  // What was moved may be listed late as what it is.
  isJudged: ({ making }, knowledge) => making !== null && !isMoved(knowledge, making),
  changing: Object.values(FILTERED_FIELDS),
  together: "tasks.list.combined",
  unfiltered: "tasks.create.listed",
  paging: ["limit"],
};
