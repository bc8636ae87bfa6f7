import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectThat } from "../verifiers/expect.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { View } from "../views/view.ts";
import { VIEWS } from "../views/views.ts";
import { type Due, dueIn, filteredBy } from "./due.ts";
import type { Rule } from "./rule.ts";

/**
 * Each resource of the run or of the target file is in every list whose filters it matches, if the list was read to its
 * end.
 */
export const completeRules: readonly Rule[] = VIEWS.flatMap((view) =>
  requirementsOf(view).map((requirement) => ({
    requirement,
    name: `each ${view.what} that was shown before and after is in the lists whose filters it satisfies`,
    operations: [view.operation, view.creation],
    judge: (knowledge: Knowledge) => judge(knowledge, view, requirement),
  })),
);

function requirementsOf({ filters, together, unfiltered }: View): readonly string[] {
  return [...new Set([...filters.flatMap(({ requirements }) => requirements), together, unfiltered])];
}

function judge(knowledge: Knowledge, view: View, requirement: string): number {
  const all = dueIn(knowledge, view).filter(({ isComplete }) => isComplete);
  const lost = all.flatMap((due) =>
    due.items.filter(({ id }) => !due.listing.ids.has(id)).map((item) => ({ due, item })),
  );
  // An item that is also missing with some of the filters is a finding about those filters.
  const isOfPart = ({ roles }: Due) =>
    lost.some(({ due }) => due.roles.length < roles.length && due.roles.every((role) => roles.includes(role)));
  const own = lost.find(({ due, item }) => item.requirement === requirement && !isOfPart(due));
  if (own !== undefined) {
    const { listing, roles } = own.due;
    withEvidence([own.item.before.exchange, listing.page.exchange], () =>
      expectThat(false, {
        message: `a list ${filteredBy(roles)} must show each ${view.what} that satisfies them`,
        expected: `the ${view.what} ${String(own.item.id)}, which was shown before and after`,
        actual: `${listing.ids.size} others, and no more to come`,
        pointer: view.pointer,
        keyword: "missing",
      }),
    );
  }
  const isAbout = ({ listing }: Due, item: Due["items"][number]) =>
    item.requirement === requirement || (item.shows.includes(requirement) && listing.ids.has(item.id));
  return all.reduce((sum, due) => sum + due.items.filter((item) => isAbout(due, item)).length, 0);
}
