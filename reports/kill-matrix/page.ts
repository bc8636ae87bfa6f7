import { createHash } from "node:crypto";
import { type Content, html as markup, trusted } from "../formats/html/markup.ts";
import { STYLE } from "../formats/html/style.ts";
import { areaOf } from "../select.ts";
import { byArea, isCaught, type KillMatrix, type Kills, type MatrixRow, totalsOf } from "./matrix.ts";
import { introduction, killsInWords, numberInWords, TOTAL_HEADINGS, totalCells } from "./words.ts";

/** `kill-matrix.html`: one file that asks nothing of the network; its table can be sorted and searched. */
export function matrixPage(matrix: KillMatrix): string {
  const rows = byArea(matrix.rows).flatMap(([, own]) => own);
  return markup`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<title>Kill matrix</title>
<meta http-equiv="Content-Security-Policy" content="${trusted(policy())}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>${trusted(STYLE + OWN_STYLE)}</style>
</head>
<body>
<div class="frame">
<main id="main">
<h1>Kill matrix</h1>
<p class="lead">${introduction(matrix)}</p>
<section>${totalsTable(matrix)}</section>
<section>
<p><label>Show only <input type="search" id="wanted" autocomplete="off"></label> <span id="count"></span></p>
${faultTable(rows)}
</section>
<p class="end">Measured with ${matrix.builds.map(({ build, trials }) => `${build} (${trials} runs)`).join(", ")}.</p>
</main>
</div>
<script>${trusted(SCRIPT)}</script>
</body>
</html>
`.markup;
}

function totalsTable({ rows }: KillMatrix): Content {
  const areas = byArea(rows).map(([area, own]) => totalCells(area, totalsOf(own)));
  return markup`<table><thead><tr>${TOTAL_HEADINGS.map((one) => markup`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>${[...areas, totalCells("all", totalsOf(rows))].map(cellsRow)}</tbody></table>`;
}

function cellsRow(cells: readonly string[]): Content {
  return markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`;
}

const HEADINGS = ["area", "fault", "what is wrong", "breaks", "smoke", "standard", "after", "echoes"] as const;

function faultTable(rows: readonly MatrixRow[]): Content {
  const headings = HEADINGS.map(
    (one) => markup`<th scope="col" aria-sort="none"><button type="button">${one}</button></th>`,
  );
  return markup`<table id="faults"><thead><tr>${headings}</tr></thead>
<tbody>${rows.map(faultRow)}</tbody></table>`;
}

function faultRow(row: MatrixRow): Content {
  return markup`<tr><td>${areaOf(row.breaks)}</td><td><code>${row.server === "fake" ? row.fault : `judge:${row.fault}`}</code></td><td>${row.title}</td><td><code>${row.breaks}</code></td>${kills(row.smoke)}${kills(row.standard)}<td>${numberInWords(row.standard.after)}</td><td>${row.whole === 0 ? "not looked for" : row.echoes.join(" ")}</td></tr>\n`;
}

function kills(some: Kills): Content {
  const tone = some.tried === 0 ? "muted" : isCaught(some) ? "caught" : "bad";
  return markup`<td class="${tone}">${killsInWords(some)}</td>`;
}

const OWN_STYLE = `
table { border-collapse: collapse; width: 100%; font-size: 0.9rem; background: var(--surface); }
th, td { border: 1px solid var(--line); padding: 0.3rem 0.5rem; text-align: left; vertical-align: top; }
th button { font: inherit; font-weight: 600; background: none; border: 0; color: inherit; cursor: pointer; padding: 0; }
th[aria-sort="ascending"] button::after { content: " \\2191"; } th[aria-sort="descending"] button::after { content: " \\2193"; }
.caught { color: var(--pass); }
`;

/** Sorts by a click on a heading, numbers as numbers, and hides what does not hold the words that are typed. */
const SCRIPT = `
const table = document.getElementById("faults");
const body = table.tBodies[0];
const rows = [...body.rows];
const wanted = document.getElementById("wanted");
const count = document.getElementById("count");
const order = new Intl.Collator("en", { numeric: true });
table.tHead.addEventListener("click", (event) => {
  const heading = event.target.closest("th");
  if (!heading) return;
  const up = heading.getAttribute("aria-sort") !== "ascending";
  for (const other of heading.parentNode.cells) other.setAttribute("aria-sort", "none");
  heading.setAttribute("aria-sort", up ? "ascending" : "descending");
  const at = heading.cellIndex;
  rows.sort((one, other) => (up ? 1 : -1) * order.compare(one.cells[at].textContent, other.cells[at].textContent));
  body.append(...rows);
});
function show() {
  const words = wanted.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const row of rows) {
    row.hidden = !words.every((word) => row.textContent.toLowerCase().includes(word));
    if (!row.hidden) shown += 1;
  }
  count.textContent = shown + " of " + rows.length;
}
wanted.addEventListener("input", show);
show();
`;

function policy(): string {
  const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
  return `default-src 'none'; style-src ${hash(STYLE + OWN_STYLE)}; script-src ${hash(SCRIPT)}; img-src data:; base-uri 'none'; form-action 'none'`;
}
