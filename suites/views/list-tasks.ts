import { FIELD_FILTERS, FILTERED_FIELDS, type FieldFilter } from "../models/task-filters.ts";
import { ownChannels } from "../target/own-channels.ts";
import { FILTER_REQUIREMENTS } from "./task-filters.ts";
import { holdsWord } from "./text.ts";
import type { Filter, View } from "./view.ts";

function fieldFilter(role: FieldFilter): Filter {
  const field = FILTERED_FIELDS[role];
  return {
    role,
    requirement: () => FILTER_REQUIREMENTS[role],
    test({ value }, asked, page, { world }) {
      const shown = value[field];
      if (typeof shown !== "string" || typeof asked !== "string") return "unknown";
      if (shown !== asked) return "out";
      // By a channel of which the caller is no member nothing need be listed.
      const own = page.isOwn ? ownChannels(world) : [world.target.fixtures.otherAgent?.channel];
      return role !== "channel" || own.includes(asked) ? "in" : "unknown";
    },
  };
}

const textFilter: Filter = {
  role: "text",
  requirement: ({ value }, asked) =>
    holdsWord(value.title, asked) ? "tasks.list.text-title" : "tasks.list.text-description",
  test: ({ value }, asked) => (holdsWord(value.title, asked) || holdsWord(value.description, asked) ? "in" : "unknown"),
};

/** Tasks that the caller takes part in. */
export const listTasks: View = {
  operation: "list-tasks",
  pointer: "/data",
  making: "create-task",
  what: "task",
  filters: [...FIELD_FILTERS.map(fieldFilter), textFilter],
  changing: Object.values(FILTERED_FIELDS),
  requirements: [...Object.values(FILTER_REQUIREMENTS), "tasks.list.text-title", "tasks.list.text-description"],
  together: "tasks.list.combined",
  unfiltered: "tasks.create.listed",
  paging: ["limit"],
};
