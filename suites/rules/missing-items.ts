import type { Knowledge } from "../knowledge/knowledge.ts";
import { expectThat } from "../verifiers/expect.ts";
import { withEvidence } from "../verifiers/with-evidence.ts";
import type { View } from "../views/view.ts";
import { VIEWS } from "../views/views.ts";
import { type ExpectedPage, expectedPages, filteredBy } from "./expected-items.ts";
import type { Rule } from "./rule.ts";

/**
 * Each resource of the run or of the target file is in every list whose filters it matches, if the list was read to its
 * end.
 */
export const missingItemRules: readonly Rule[] = VIEWS.flatMap((view) =>
  requirementsOf(view).map((requirement) => ({
    requirement,
    name: `each ${view.what} that was shown before and after is in the lists whose filters it satisfies`,
    operations: [view.operation, view.creation],
    judge: (knowledge: Knowledge) => judge(knowledge, view, requirement),
  })),
);

function requirementsOf({ filters, combined, unfiltered }: View): readonly string[] {
  return [...new Set([...filters.flatMap(({ requirements }) => requirements), combined, unfiltered])];
}

function judge(knowledge: Knowledge, view: View, requirement: string): number {
  const all = expectedPages(knowledge, view).filter(({ isComplete }) => isComplete);
  const missing = all.flatMap((expected) =>
    expected.items.filter(({ id }) => !expected.listing.ids.has(id)).map((item) => ({ expected, item })),
  );
  // An item that is also missing with some of the filters is a finding about those filters.
  const isOfPart = ({ roles }: ExpectedPage) =>
    missing.some(
      ({ expected }) => expected.roles.length < roles.length && expected.roles.every((role) => roles.includes(role)),
    );
  const finding = missing.find(({ expected, item }) => item.requirement === requirement && !isOfPart(expected));
  if (finding !== undefined) {
    const { listing, roles } = finding.expected;
    withEvidence([finding.item.before.exchange, listing.page.exchange], () =>
      expectThat(false, {
        message: `a list ${filteredBy(roles)} must show each ${view.what} that matches`,
        expected: `the ${view.what} ${String(finding.item.id)}, which was shown before and after`,
        actual: `${listing.ids.size} other items, and no further page`,
        pointer: view.pointer,
        keyword: "missing",
      }),
    );
  }
  const isAbout = ({ listing }: ExpectedPage, item: ExpectedPage["items"][number]) =>
    item.requirement === requirement || (item.shows.includes(requirement) && listing.ids.has(item.id));
  return all.reduce((sum, expected) => sum + expected.items.filter((item) => isAbout(expected, item)).length, 0);
}
