import type { RunContext } from "../../engine/check/check.ts";
import { parameterSchema, wordsOf } from "../../models/document-facts.ts";
import type { SearchInput } from "./listing.ts";
import type { Population } from "./population.ts";

/**
 * Returns filters that match many members, on their own and with their tag, and each status, whatever memories have it.
 */
export function wideFilters(context: RunContext, { base, members, word, tag }: Population): SearchInput[] {
  const kind = mostFrequent(members.map(({ known }) => known.kind));
  const scope = mostFrequent(members.flatMap(({ known }) => known.scope ?? []));
  return [
    { ...base, tags: [tag] },
    { ...base, text: word, tags: [tag] },
    ...(kind === undefined ? [] : [{ ...base, kind }]),
    ...(scope === undefined ? [] : [{ ...base, scope }]),
    { ...base, ...SINCE },
    { ...base, ...UNTIL },
    ...wordsOf(parameterSchema(context.document, "search-memories", "status"), "the status filter").map((status) => ({
      ...base,
      status,
    })),
  ];
}

/** Bounds that include everything that a run can meet. */
export const SINCE = { createdFrom: "2001-01-01T00:00:00Z" };
export const UNTIL = { createdTo: "2091-01-01T00:00:00Z" };

function mostFrequent(values: readonly string[]): string | undefined {
  const times = (value: string) => values.filter((one) => one === value).length;
  return values.toSorted((one, other) => times(one) - times(other)).at(-1);
}
