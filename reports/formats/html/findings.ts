import { counted, truncated } from "../../../spec/format-text.ts";
import type { Report, ReportFailure } from "../../../spec/report.ts";
import { findingMarkdown } from "../../finding-markdown.ts";
import { type Finding, findings, findingsTitle } from "../../select.ts";
import { chip, levelChip } from "./chips.ts";
import { bodyMarkup, exchangeMarkup } from "./exchange.ts";
import { type Links, numberLink } from "./links.ts";
import { html, type Markup } from "./markup.ts";

/** Findings before the list of them is worth its place. */
const INDEX_FROM = 4;
/** The most exchanges shown: the last are the relevant ones, and a long sequence would flood the page. */
const MAX_EXCHANGES = 12;
const TEXT_EXCERPT = 4000;
const INPUT_EXCERPT = 8000;

/** Every failure with its evidence, the gravest first. */
export function findingsSection(report: Report, links: Links): Markup {
  const all = findings(report);
  if (all.length === 0) return html``;
  return html`<section id="findings"><h2>${findingsTitle(all)}</h2>
${all.length < INDEX_FROM ? null : index(all)}
${all.map((finding, index) => findingMarkup(finding, index + 1, links))}
</section>`;
}

function index(all: readonly Finding[]): Markup {
  return html`<nav aria-label="Findings"><details class="index"><summary>List of all ${all.length}</summary><ol>${all.map(
    ({ requirement, failure }, number) =>
      html`<li><a href="#f-${number + 1}">${levelChip(requirement.level)} <code>${requirement.id}</code></a> <span>${truncated(failure.message, 160)}</span></li>`,
  )}</ol></details></nav>`;
}

function findingMarkup(finding: Finding, number: number, links: Links): Markup {
  const { requirement, check, failure, alsoFoundBy, operations } = finding;
  return html`<article class="finding ${requirement.known ? "known" : requirement.level.toLowerCase()}" id="f-${number}" aria-labelledby="f-${number}-title">
<header>
<p class="tags">${numberLink(number)} ${chip(requirement.known ? "known" : "fail")} ${levelChip(requirement.level)} ${links.requirement(requirement.id)} ${operations.map((operation) => html`${links.operation(operation)} `)}</p>
<h3 id="f-${number}-title">${truncated(failure.message, TEXT_EXCERPT)}</h3>
<p class="rule">${requirement.statement} <span class="muted">${requirement.clause}</span></p>
</header>
<div class="pair compare">
<div class="expected"><h4>Expected</h4><p>${truncated(failure.expected, TEXT_EXCERPT)}</p></div>
<div class="actual"><h4>Actual</h4><p>${truncated(failure.actual, TEXT_EXCERPT)}</p>${failure.pointer === "" ? null : html`<p class="muted">at <code>${failure.pointer}</code></p>`}</div>
</div>
${evidence(failure)}
${generatedCase(failure)}
${command("Repeat it", failure.replay)}
${failure.curl === null ? null : command("With curl", failure.curl)}
<p class="actions"><button type="button" data-markdown="${findingMarkdown(finding)}" hidden>Copy as Markdown</button></p>
<p class="foot muted">Check “${check.name}”, seed ${check.seed}${failure.path === null ? "" : html`, path <code>${failure.path}</code>`}${failure.echoes === 0 ? "" : `; ${counted(failure.echoes, "more failure")} with the same cause`}${alsoFoundBy.length === 0 ? "" : `; also found by ${alsoFoundBy.map((name) => `“${name}”`).join(", ")}`}.</p>
</article>`;
}

function evidence(failure: ReportFailure): Markup {
  const shown = failure.exchanges.slice(-MAX_EXCHANGES);
  const hidden = failure.exchanges.length - shown.length;
  const exchanges = shown.map((exchange, index) =>
    exchangeMarkup(exchange, index === shown.length - 1 ? failure : null),
  );
  return html`${exchanges.length === 0 ? null : html`<h4>${counted(failure.exchanges.length, "exchange")}${hidden === 0 ? null : html` <span class="muted">the first ${hidden} are only in report.json</span>`}</h4>${exchanges}`}`;
}

/** Returns the generated case from which the check built its request, for readers of the check's code. */
function generatedCase({ counterexample }: ReportFailure): Markup | null {
  if (counterexample === null) return null;
  const text = truncated(JSON.stringify(counterexample), INPUT_EXCERPT);
  return html`<details class="exchange"><summary>The generated case</summary><pre class="short" tabindex="0">${bodyMarkup(text, null)}</pre></details>`;
}

function command(title: string, line: string): Markup {
  return html`<div class="command"><h4>${title}</h4><pre tabindex="0" data-copy>${line}</pre></div>`;
}
