import { inputs } from "../../overrides/hooks.ts";
import type { Operator } from "../model.ts";

/** What is broken when a page is longer than the longest; whether more is rejected or taken for the most is open. */
const CLAIMS: Readonly<Record<string, string>> = {
  "list-tasks?limit": "tasks.list.max-limit",
  "search-memories?limit": "memories.search.max-limit",
};

export const noMaximum: Operator = {
  name: "no-maximum",
  title: "gives as many items as are asked for",
  at: (site) => {
    const breaks = site.kind === "input" ? CLAIMS[site.id] : undefined;
    if (site.kind !== "input" || breaks === undefined) return null;
    return {
      breaks,
      plant: ({ confined }) => confined(inputs(site.operation, { [site.role]: { maximum: undefined } })),
    };
  },
};
