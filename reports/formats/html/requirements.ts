import { counted, duration, thousands } from "../../../spec/format-text.ts";
import type { Report, ReportCheck, ReportRequirement } from "../../../spec/report.ts";
import { acceptedLabel } from "../../gate.ts";
import { type Area, areas, whyNotCounted } from "../../select.ts";
import {
  bar,
  chip,
  countsOf,
  countsText,
  levelChip,
  REQUIREMENT_STATUSES,
  type RequirementStatus,
  requirementStatus,
} from "./chips.ts";
import { open } from "./exchange.ts";
import type { Links } from "./links.ts";
import { anchor, html, type Markup } from "./markup.ts";
import { scrollingTable } from "./scrolling-table.ts";

/** Every requirement with its verdict, by area; an area in which something is not proven is open from the start. */
export function requirementsSection(report: Report, links: Links): Markup {
  const total = report.requirements.length;
  if (total === 0) return html``;
  return html`<section id="requirements"><h2>Requirements <span class="count">${thousands(total)}</span></h2>
${filters(report)}
${areas(report.requirements).map((area) => areaMarkup(area, links))}
<p class="empty" id="no-match" hidden>No requirement matches.</p>
</section>`;
}

/** Hidden until the script has made it work. */
function filters(report: Report): Markup {
  const present = new Set(report.requirements.map(requirementStatus));
  const standings = (Object.keys(REQUIREMENT_STATUSES) as RequirementStatus[]).filter((standing) =>
    present.has(standing),
  );
  return html`<form class="filters" id="filters" role="search" aria-label="Filter requirements" hidden>
<label class="search">Search <input type="search" name="text" placeholder="id, statement, clause, operation, reason" autocomplete="off" aria-keyshortcuts="/"></label>
<fieldset><legend>Verdict</legend>${standings.map(
    (standing) =>
      html`<label class="toggle"><input type="checkbox" name="standing" value="${standing}" checked> ${chip(standing)}</label>`,
  )}</fieldset>
<fieldset><legend>Level</legend><label class="toggle"><input type="checkbox" name="level" value="MUST" checked> ${levelChip("MUST")}</label><label class="toggle"><input type="checkbox" name="level" value="SHOULD" checked> ${levelChip("SHOULD")}</label></fieldset>
<p class="matches"><output id="match-count" aria-live="polite"></output> <button type="button" data-fold="open">Open all</button> <button type="button" data-fold="close">Fold all</button></p>
</form>`;
}

function areaMarkup(area: Area, links: Links): Markup {
  const tally = countsOf(area.requirements);
  const isOpen = area.requirements.some((each) => !["pass", "apart"].includes(requirementStatus(each)));
  return html`<details class="area" id="${anchor("a", area.name)}"${open(isOpen)}>
<summary><h3>${area.name}</h3> <span class="muted">${countsText(tally)}</span> ${bar(tally)}</summary>
${scrollingTable(
  `Requirements of the area ${area.name}`,
  html`<thead><tr><th scope="col">Verdict</th><th scope="col">Requirement</th><th scope="col">Level</th><th scope="col" class="number">Assertions</th></tr></thead>
<tbody>${area.requirements.map((each) => row(each, links))}</tbody>`,
)}
</details>`;
}

function row(requirement: ReportRequirement, links: Links): Markup {
  const standing = requirementStatus(requirement);
  const cases = requirement.checks.reduce((sum, check) => sum + check.cases, 0);
  return html`<tr id="${anchor("r", requirement.id)}" data-standing="${standing}" data-level="${requirement.level}">
<td>${chip(standing)}${links.findingsOf(requirement.id)}</td>
<th scope="row"><code class="id">${requirement.id}</code><p>${requirement.statement}</p>${reason(requirement)}<p class="muted small">${requirement.clause}${requirement.operations.map((each) => html` ${links.operation(each)}`)}</p>${checks(requirement.checks)}</th>
<td>${levelChip(requirement.level)}</td>
<td class="number">${cases === 0 ? "–" : thousands(cases)}</td>
</tr>`;
}

function reason(requirement: ReportRequirement): Markup | null {
  const { accepted } = requirement;
  const label = accepted === undefined ? null : acceptedLabel(accepted);
  const words = [whyNotCounted(requirement), label, requirement.reason].filter((word) => word !== null);
  return words.length === 0 ? null : html`<p class="reason">${words.join(": ")}</p>`;
}

function checks(all: readonly ReportCheck[]): Markup | null {
  if (all.length === 0) return null;
  const items = all.map(
    (check) =>
      html`<li>${chip(check.verdict)} ${check.name} <span class="muted">${[
        counted(check.cases, "assertion"),
        counted(check.requests, "request"),
        duration(check.durationMs),
      ].join(", ")}${check.reason === null ? "" : `: ${check.reason}`}</span></li>`,
  );
  return html`<details class="checks"><summary>${counted(all.length, "check")}</summary><ul>${items}</ul></details>`;
}
