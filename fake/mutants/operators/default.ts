import { inputs } from "../../overrides/hooks.ts";
import type { Operator } from "../model.ts";

/** Defaults that the contract names. */
export const DEFAULT_CLAIMS: Readonly<Record<string, string>> = {
  "list-tasks?limit": "tasks.list.default-limit",
  "search-messages?limit": "messages.search.default-limit",
  "search-memories?limit": "memories.search.default-limit",
  "search-memories?status": "memories.search.default-status",
};

/** An operator that takes other values where none is given. */
const defaulting = (name: string, title: string, number: (usual: number) => number): Operator => ({
  name,
  title,
  at: (site) => {
    const breaks = site.kind === "input" ? DEFAULT_CLAIMS[site.id] : undefined;
    if (site.kind !== "input" || breaks === undefined) return null;
    const { operation, role, field } = site;
    const fallback = typeof field.fallback === "number" ? number(field.fallback) : field.values?.at(-1);
    return { breaks, plant: ({ confined }) => confined(inputs(operation, { [role]: { fallback } })) };
  },
});

export const otherDefault = defaulting("default", "takes another value where none is given", (usual) => usual - 1);

export const doubleDefault = defaulting(
  "double-default",
  "takes twice as many where no number is given",
  (usual) => usual * 2,
);

export const halfDefault = defaulting(
  "half-default",
  "takes half as many where no number is given",
  (usual) => usual / 2,
);
