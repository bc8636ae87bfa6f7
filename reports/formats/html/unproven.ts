import type { Report, ReportKnownFailure, ReportRequirement } from "../../../spec/report.ts";
import { notCounted, notCountedLine } from "../../not-counted.ts";
import { gapSize, gaps, gapText } from "../../select.ts";
import { levelChip } from "./chips.ts";
import { open } from "./exchange.ts";
import type { Links } from "./links.ts";
import { html, type Markup } from "./markup.ts";
import { scrollingTable } from "./scrolling-table.ts";

/** Requirements of a reason that are listed before the rest is folded. */
const LISTED = 12;

/** Returns the section on why requirements are neither proven nor refuted; the reason with most MUST comes first. */
export function unprovenSection(report: Report, links: Links): Markup {
  const all = gaps(report);
  const apart = notCounted(report);
  if (all.length === 0 && apart.length === 0) return html``;
  return html`<section id="unproven"><h2>Not proven</h2>
${all.length === 0 ? html`<p>Everything that could be judged was judged.</p>` : html`<p class="lead">What each needs to be judged; the first wins most.</p>`}
${all.map(
  (gap, index) =>
    html`<details class="gap"${open(index === 0)}><summary><b>${gapSize(gap)}</b> ${gapText(gap)}</summary>${list(gap.requirements, links)}</details>`,
)}
${apart.length === 0 ? null : html`<details class="gap" id="not-counted"><summary><b>Not counted</b> ${notCountedLine(apart)}</summary>${apart.map(({ kind, reason, requirements }) => html`<div><p><b>${kind}</b>: ${reason}</p>${list(requirements, links)}</div>`)}</details>`}
</section>`;
}

function list(requirements: readonly ReportRequirement[], links: Links): Markup {
  const rest = requirements.slice(LISTED);
  const more =
    rest.length === 0 ? null : html`<details><summary>${rest.length} more</summary>${items(rest, links)}</details>`;
  return html`${items(requirements.slice(0, LISTED), links)}${more}`;
}

function items(requirements: readonly ReportRequirement[], links: Links): Markup {
  return html`<ul class="requirements">${requirements.map(
    (each) => html`<li>${levelChip(each.level)} ${links.requirement(each.id)} ${each.statement}</li>`,
  )}</ul>`;
}

const STATES: Readonly<Record<ReportKnownFailure["state"], string>> = {
  failing: "still fails: excused",
  passing: "passes now: remove the entry",
  expired: "expired: fix it or renew the entry",
  unknown: "names nothing that exists: remove the entry",
  untried: "not tried in this run",
};

/** Returns the section on the state of the known-failures file. */
export function knownFailuresSection({ knownFailures = [] }: Report, links: Links): Markup {
  if (knownFailures.length === 0) return html``;
  const rows = knownFailures.map(
    (entry) =>
      html`<tr><td class="${entry.state === "failing" ? "muted" : "bad"}">${STATES[entry.state]}</td><th scope="row">${links.requirement(entry.requirement)}${entry.operation === null ? null : html` ${links.operation(entry.operation)}`}</th><td>${entry.reason}</td><td>${entry.owner}</td><td class="date">${entry.expires}</td></tr>`,
  );
  return html`<section id="known"><h2>Known failures</h2>
${scrollingTable(
  "Failures that were declared beforehand",
  html`<thead><tr><th scope="col">State</th><th scope="col">Requirement</th><th scope="col">Reason</th><th scope="col">Owner</th><th scope="col">Until</th></tr></thead>
<tbody>${rows}</tbody>`,
)}
</section>`;
}
