import { isObject, type Json } from "../../spec/json.ts";
import { askedFor } from "../knowledge/exchanges.ts";
import { instantOf } from "../models/instant.ts";
import { type FilterRole, precisionOf, verdictOn, verdictOnText } from "../models/memory-filters.ts";
import { usualStatus } from "../models/memory-statuses.ts";
import { FILTER_REQUIREMENTS } from "./memory-filters.ts";
import type { Filter, Verdict, View } from "./view.ts";

type Test = Filter["test"];

const equal =
  (field: string): Test =>
  ({ value: { [field]: shown } }, asked) =>
    typeof shown !== "string" ? "unknown" : shown === asked ? "in" : "out";

/** In which form several tags are asked for is open. */
const tags: Test = ({ value: { metadata } }, asked) => {
  const held: Json | undefined = isObject(metadata) ? metadata.tags : undefined;
  if (!Array.isArray(held) || !Array.isArray(asked) || asked.length !== 1) return "unknown";
  return typeof asked[0] === "string" && held.includes(asked[0]) ? "in" : "unknown";
};

const text: Test = ({ value: { content } }, asked) => {
  if (typeof content !== "string" || typeof asked !== "string" || !/^[\p{L}\p{N}]+$/u.test(asked)) return "unknown";
  return verdictOnText(content, asked) === "in" ? "in" : "unknown";
};

function created(role: "createdFrom" | "createdTo"): Test {
  return ({ value: { created_at: shown } }, asked): Verdict => {
    const [createdAt, bound] = [instantOf(shown), instantOf(asked)];
    if (!Number.isFinite(createdAt) || !Number.isFinite(bound)) return "unknown";
    const known = {
      id: "",
      content: "",
      kind: "",
      scope: "",
      tags: [],
      createdAt,
      precision: precisionOf(String(shown)),
    };
    return verdictOn(known, { [role]: bound });
  };
}

const TESTS: Readonly<Record<FilterRole, Test>> = {
  kind: equal("kind"),
  scope: ({ making }, asked) => (askedFor(making, "scope_id") === asked ? "in" : "unknown"),
  text,
  tags,
  createdFrom: created("createdFrom"),
  createdTo: created("createdTo"),
};

const STATUS_REQUIREMENT = "memories.search.status";

const STATUS: Filter = {
  role: "status",
  requirement: () => STATUS_REQUIREMENT,
  test: equal("status"),
  unasked: ({ world }) => usualStatus(world),
};

/** Memories that a search finds by what they are. */
export const searchMemories: View = {
  operation: "search-memories",
  pointer: "/data/hits",
  making: "remember",
  what: "memory",
  filters: [
    ...Object.entries(TESTS).map(
      ([role, test]): Filter => ({ role, requirement: () => FILTER_REQUIREMENTS[role as FilterRole], test }),
    ),
    STATUS,
  ],
  changing: ["status", "content", "kind"],
  requirements: [...Object.values(FILTER_REQUIREMENTS), STATUS_REQUIREMENT],
  together: "memories.search.combined",
  unfiltered: "memories.remember.found",
  paging: ["limit"],
  next: "/data/nextCursor",
};
