import type { Report, ReportCounts } from "../../../spec/report.ts";
import { counted, duration, percent, size, thousands } from "../../../spec/text.ts";
import { gateLine } from "../../gate.ts";
import { totalLine } from "../../not-counted.ts";
import { retriedOf } from "../../select.ts";
import { bar, GATE_SIGNS, STANDINGS, type Standing } from "./chips.ts";
import { type Content, html, type Markup } from "./markup.ts";

/** The head of the page: gate and verdict, then what was judged. */
export function overview(report: Report): Markup {
  const { contract, target, run, verdict, gate } = report;
  return html`<header class="top">
<div class="masthead ${verdict}">
<p class="gate ${gate.result}"><span aria-hidden="true">${GATE_SIGNS[gate.result]}</span> ${gateLine(gate)}</p>
<h1>${report.headline}</h1>
<p class="facts">${contract.title} ${contract.version} <span aria-hidden="true">·</span> <code>${target.baseUrl}</code> <span aria-hidden="true">·</span> <time datetime="${run.startedAt}">${minute(run.startedAt)}</time></p>
${report.problem === null ? null : html`<p class="problem"><strong>Note</strong> ${report.problem}</p>`}
</div>
</header>`;
}

/** The counts behind the headline: below the findings, which whoever opens the page of a failed run looks for. */
export function countsSection(report: Report): Markup {
  if (report.requirements.length === 0) return html``;
  return html`<section id="counts"><h2>Counts</h2>
<div class="score">
${levelPanel("MUST", "what the contract states", report.summary.MUST, totalLine(report))}
${levelPanel("SHOULD", "what it implies", report.summary.SHOULD, "")}
${runPanel(report)}
</div>
</section>`;
}

function levelPanel(level: string, meaning: string, counts: ReportCounts, note: string): Markup {
  const total = counts.pass + counts.fail + counts.known + counts.skip + counts.inconclusive;
  const standings: Standing[] = ["pass", "fail", "known", "inconclusive", "skip"];
  const items = standings.map((standing) => {
    const count = standing === "apart" ? 0 : counts[standing];
    if (standing === "known" && count === 0) return null;
    const { sign, word } = STANDINGS[standing];
    return html`<li class="${standing}${count === 0 ? " none" : ""}"><span aria-hidden="true">${sign}</span> <b>${thousands(count)}</b> ${word}</li>`;
  });
  return html`<div class="panel">
<h3>${level} <span class="muted">${meaning}</span></h3>
<p class="big">${thousands(counts.pass)}<span class="muted"> of ${thousands(total)} proven</span> <span class="share">${percent(counts.pass, total)}</span></p>
${bar(counts)}
<ul class="legend">${items}</ul>
${note === "" ? null : html`<p class="muted small"><a href="#not-counted">${note}</a></p>`}
</div>`;
}

function runPanel({ run, summary }: Report): Markup {
  return html`<div class="panel">
<h3>Run <span class="muted">${run.budget}, seed ${run.seed}${run.strict === true ? ", strict" : ""}</span></h3>
<p class="big">${thousands(run.requests)}<span class="muted"> requests in ${duration(run.durationMs)}</span></p>
<ul class="plain">
<li>${counted(run.cases, "case")} judged</li>
<li>${counted(summary.observations, "open point")} observed</li>
<li>left behind: ${created(run.created)}</li>
</ul>
</div>`;
}

function created({ tasks, messages, memories, uploads, bytes }: Report["run"]["created"]): string {
  return [
    counted(tasks, "task"),
    counted(messages, "message"),
    counted(memories, "memory", "memories"),
    `${counted(uploads, "upload")}; ${size(bytes)} sent for them`,
  ].join(", ");
}

/** Everything that is needed to tell two runs apart. */
export function runDetails(report: Report): Markup {
  const { run, contract, target, tool } = report;
  const rows: [string, Content][] = [
    ["Target", html`<code>${target.baseUrl}</code>`],
    ["Contract", `${contract.title} ${contract.version}`],
    ["Document", html`<code>sha256:${contract.sha256}</code>`],
    ["Overlay", contract.overlay ?? "none"],
    ["Run", html`<code>${run.id}</code>`],
    ["Started", run.startedAt],
    ["Took", duration(run.durationMs)],
    ["Budget and seed", html`${run.budget}, <code>--seed ${run.seed}</code>`],
    ["Requests and cases", `${thousands(run.requests)} and ${thousands(run.cases)}`],
    ["Left to a larger budget", run.leftOut === undefined ? "not told" : counted(run.leftOut, "further check")],
    ["Tried again at the end, alone", counted(retriedOf(report).length, "requirement")],
    ["Left behind", created(run.created)],
    ["Fixtures present", names(run.fixtures.present)],
    ["Fixtures missing", names(run.fixtures.missing)],
    ["Missing and accepted", names(run.fixtures.accepted)],
    ["Made by", `${tool.name} ${tool.version}, Node.js ${tool.node}`],
    ["Exit status", `${report.exitCode} (${gateLine(report.gate)})`],
  ];
  return html`<section id="run"><h2>Run details</h2>
<dl class="facts-list">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</section>`;
}

function names(list: readonly string[]): Content {
  if (list.length === 0) return "none";
  return list.map((name, index) => html`${index === 0 ? "" : ", "}<code>${name}</code>`);
}

function minute(iso: string): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/u.exec(iso);
  return match === null ? iso : `${match[1]} ${match[2]} UTC`;
}
