import type { Report } from "../../../spec/report.ts";
import { anchor, html, type Markup } from "./markup.ts";

/** References within the page; one whose place is not on it is plain text. */
export interface Links {
  readonly requirement: (id: string) => Markup;
  readonly operation: (id: string) => Markup;
}

export function linksOf(report: Report): Links {
  const requirements = new Set(report.requirements.map((each) => each.id));
  const operations = new Set(report.coverage.operations.map((each) => each.id));
  return {
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
