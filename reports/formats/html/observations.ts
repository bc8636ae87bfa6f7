import { counted } from "../../../spec/format-text.ts";
import type { Report, ReportObservation } from "../../../spec/report.ts";
import { anchor, html, type Markup } from "./markup.ts";
import { scrollingTable } from "./scrolling-table.ts";

/** Returns the section on the behaviour of the target at open points, which does not affect the verdict. */
export function observationsSection({ observations }: Report): Markup {
  if (observations.length === 0) return html``;
  const answered = observations.filter((each) => each.answer !== null);
  const others = observations.filter((each) => each.answer === null);
  return html`<section id="observations"><h2>Observations <span class="count">${answered.length}</span></h2>
<p class="lead">Points that the contract leaves open, and what this target does there. They do not affect the verdict.</p>
${answered.length === 0 ? html`<p class="empty">None of them was answered in this run.</p>` : table(answered, "Answered open points")}
${others.length === 0 ? null : html`<details class="gap"><summary>${counted(others.length, "unanswered open point")}</summary>${table(others, "Unanswered open points")}</details>`}
</section>`;
}

function table(observations: readonly ReportObservation[], caption: string): Markup {
  const rows = observations.map(
    (each) =>
      html`<tr id="${anchor("q", each.id)}"><th scope="row"><p>${each.question}</p><p class="muted small"><code>${each.id}</code> ${each.clause}</p></th><td class="answer">${each.answer ?? "–"}</td><td class="muted">${each.evidence}</td></tr>`,
  );
  return scrollingTable(
    caption,
    html`
<thead><tr><th scope="col">Question</th><th scope="col">Answer</th><th scope="col">Evidence</th></tr></thead>
<tbody>${rows}</tbody>`,
  );
}
