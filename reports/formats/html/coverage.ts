import { percent, thousands } from "../../../spec/format-text.ts";
import type { InteractionShare, OperationInteractions, Report } from "../../../spec/report.ts";
import { notCovered } from "../../not-covered.ts";
import type { Links } from "./links.ts";
import { anchor, html, type Markup } from "./markup.ts";
import { scrollingTable } from "./scrolling-table.ts";

type Coverage = Report["coverage"];

/** Returns the section on the parts of the document that the run covered, and those that it did not. */
export function coverageSection({ coverage }: Report, links: Links): Markup {
  const { operations, constraints, responseFields, interactions = [] } = coverage;
  if (operations.length + constraints.length + responseFields.length === 0) return html``;
  return html`<section id="coverage"><h2>Coverage</h2>
${operations.length === 0 ? null : operationsTable(coverage)}
${interactions.length === 0 ? null : interactionsPart(interactions)}
${constraints.length === 0 ? null : constraintsPart(constraints, links)}
${responseFields.length === 0 ? null : fieldsPart(responseFields)}
</section>`;
}

function operationsTable({ operations, statuses }: Coverage): Markup {
  const rows = operations.map((operation) => {
    const answers = statuses.filter((each) => each.operation === operation.id);
    return html`<tr id="${anchor("o", operation.id)}"><th scope="row"><code>${operation.id}</code></th><td class="number">${thousands(operation.requests)}</td><td class="number${operation.successes === 0 ? " bad" : ""}">${thousands(operation.successes)}</td><td>${answers.map(statusMarkup)}</td></tr>`;
  });
  return html`<h3>Operations</h3>
${scrollingTable(
  "Requests and responses by operation",
  html`<thead><tr><th scope="col">Operation</th><th scope="col" class="number">Requests</th><th scope="col" class="number">Successes</th><th scope="col">Statuses</th></tr></thead>
<tbody>${rows}</tbody>`,
)}`;
}

function interactionsPart(interactions: readonly OperationInteractions[]): Markup {
  const share = ({ covered, possible }: InteractionShare) =>
    html`<td class="number">${thousands(covered)} of ${thousands(possible)}</td>`;
  const rows = interactions.map(
    (each) =>
      html`<tr><th scope="row"><code>${each.operation}</code></th><td class="number">${thousands(each.accepted)} of ${thousands(each.rows)}</td>${share(each.pairs)}${share(each.triples)}<td>${notCovered(each)}</td></tr>`,
  );
  return html`<h3>Combinations</h3>
${scrollingTable(
  "What requests differed in, in combination",
  html`<thead><tr><th scope="col">Operation</th><th scope="col" class="number">Accepted</th><th scope="col" class="number">Pairs</th><th scope="col" class="number">Triples</th><th scope="col">Pairs not covered</th></tr></thead>
<tbody>${rows}</tbody>`,
)}`;
}

function statusMarkup({ status, count }: Coverage["statuses"][number]): Markup {
  return html`<span class="status-count s${Math.floor(status / 100)}"><b>${status}</b> × ${thousands(count)}</span> `;
}

function constraintsPart(constraints: Coverage["constraints"], links: Links): Markup {
  const tried = constraints.filter((each) => each.tried > 0).length;
  const rows = [...constraints]
    .sort((a, b) => Number(a.tried > 0) - Number(b.tried > 0))
    .map(
      (each) =>
        html`<tr><th scope="row"><code>${each.address}</code></th><td>${links.requirement(each.requirement)}</td><td class="number${each.tried === 0 ? " bad" : ""}">${thousands(each.tried)}</td></tr>`,
    );
  return fold(
    html`Constraints of the document: <b>${thousands(tried)} of ${thousands(constraints.length)}</b> tried (${percent(tried, constraints.length)})`,
    scrollingTable(
      "Constraints, those not tried first",
      html`<thead><tr><th scope="col">Constraint</th><th scope="col">Requirement</th><th scope="col" class="number">Tried</th></tr></thead><tbody>${rows}</tbody>`,
    ),
  );
}

function fieldsPart(fields: Coverage["responseFields"]): Markup {
  const seen = fields.filter((each) => each.seen > 0).length;
  const rows = [...fields]
    .sort((a, b) => Number(a.nonNull > 0) - Number(b.nonNull > 0) || Number(a.seen > 0) - Number(b.seen > 0))
    .map(
      (each) =>
        html`<tr><th scope="row"><code>${each.address}</code></th><td class="number${each.seen === 0 ? " bad" : ""}">${thousands(each.seen)}</td><td class="number">${thousands(each.nonNull)}</td></tr>`,
    );
  return fold(
    html`Fields of responses: <b>${thousands(seen)} of ${thousands(fields.length)}</b> seen (${percent(seen, fields.length)})`,
    scrollingTable(
      "Fields, those never seen first",
      html`<thead><tr><th scope="col">Field</th><th scope="col" class="number">Seen</th><th scope="col" class="number">With a value</th></tr></thead><tbody>${rows}</tbody>`,
    ),
  );
}

function fold(summary: Markup, content: Markup): Markup {
  return html`<details class="gap"><summary>${summary}</summary>${content}</details>`;
}
