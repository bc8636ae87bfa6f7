import { groupBy } from "../../../spec/group-by.ts";
import type { Report } from "../../../spec/report.ts";
import { findings } from "../../select.ts";
import { anchor, html, type Markup } from "./markup.ts";

/** Links within the page; plain text if the page does not have the place. */
export interface Links {
  readonly requirement: (id: string) => Markup;
  readonly operation: (id: string) => Markup;
  /** Returns links to the findings of a requirement by number; nothing if it has none. */
  readonly findingsOf: (requirement: string) => Markup;
}

export function linksOf(report: Report): Links {
  const requirements = new Set(report.requirements.map((each) => each.id));
  const operations = new Set(report.coverage.operations.map((each) => each.id));
  const numbers = groupBy(
    findings(report).map(({ requirement }, index) => ({ id: requirement.id, number: index + 1 })),
    (finding) => finding.id,
  );
  const numbersOf = new Map(numbers);
  return {
    findingsOf: (requirement) =>
      html`${(numbersOf.get(requirement) ?? []).map(({ number }) => html` ${numberLink(number)}`)}`,
    requirement: (id) => {
      const name = html`<code>${id}</code>`;
      return requirements.has(id) ? html`<a href="#${anchor("r", id)}">${name}</a>` : name;
    },
    operation: (id) => {
      if (!operations.has(id)) return html`<span class="operation">${id}</span>`;
      return html`<a class="operation" href="#${anchor("o", id)}">${id}</a>`;
    },
  };
}

/** Returns the number of a finding, as a link to it. */
export function numberLink(number: number): Markup {
  return html`<a class="number" href="#f-${number}"><span class="unseen">Finding </span>F${number}</a>`;
}
