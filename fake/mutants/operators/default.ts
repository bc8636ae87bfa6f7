import { inputs } from "../../changes/hooks.ts";
import type { Operator } from "../model.ts";

/** Defaults that the contract names. */
export const DEFAULT_CLAIMS: Readonly<Record<string, string>> = {
  "list-tasks?limit": "tasks.list.default-limit",
  "search-messages?limit": "messages.search.default-limit",
  "search-memories?limit": "memories.search.default-limit",
  "search-memories?status": "memories.search.default-status",
};

export const otherDefault: Operator = {
  name: "default",
  title: "takes another value where none is given",
  at: (site) => {
    const breaks = site.kind === "input" ? DEFAULT_CLAIMS[site.id] : undefined;
    if (site.kind !== "input" || breaks === undefined) return null;
    const { operation, role, field } = site;
    const fallback = typeof field.fallback === "number" ? field.fallback - 1 : field.values?.at(-1);
    return { breaks, plant: ({ confined }) => confined(inputs(operation, { [role]: { fallback } })) };
  },
};
