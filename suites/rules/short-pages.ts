import { requested } from "../knowledge/exchanges.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { numberAt, parameterSchema } from "../models/document-facts.ts";
import { expectThat } from "../verifiers/expect.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { View } from "../views/view.ts";
import { VIEWS } from "../views/views.ts";
import { expectedPages, filteredBy } from "./expected-items.ts";
import type { Rule } from "./rule.ts";

/** No list is shorter than its limit while enough items match its filters. */
export const shortPageRules: readonly Rule[] = VIEWS.flatMap((view) =>
  Object.values(view.filled ?? {}).map((requirement) => ({
    requirement,
    name: "a page is full while enough items satisfy the filters",
    operations: [view.operation, view.creation],
    judge: (knowledge: Knowledge) => judge(knowledge, view, requirement),
  })),
);

function judge(knowledge: Knowledge, view: View, requirement: string): number {
  const schema = parameterSchema(knowledge.context.document, view.operation, "limit");
  const max = numberAt(schema, "maximum") ?? Number.POSITIVE_INFINITY;
  let judged = 0;
  for (const { listing, roles, items } of expectedPages(knowledge, view)) {
    const { page, ids } = listing;
    const requestedLimit = requested(page, "limit");
    const limit = requestedLimit ?? numberAt(schema, "default");
    if (
      typeof limit !== "number" ||
      requirement !== view.filled?.[requestedLimit === undefined ? "withoutLimit" : "withLimit"]
    )
      continue;
    const min = Math.min(limit, max, items.length);
    if (min < 1) continue;
    judged += 1;
    withEvidence([page.exchange], () =>
      expectThat(ids.size >= min, {
        message: `a list ${filteredBy(roles)} must fill its limit while enough items match`,
        expected: `at least ${min}`,
        actual: String(ids.size),
        pointer: view.pointer,
        keyword: "too-few",
      }),
    );
  }
  return judged;
}
