import { createHash } from "node:crypto";
import { type Content, html as markup, trusted } from "../formats/html/markup.ts";
import { STYLE } from "../formats/html/style.ts";
import { areaOf } from "../select.ts";
import { measuredColumns } from "./columns.ts";
import { byArea, isCaught, type KillMatrix, type Kills, type MatrixRow, totalsOf } from "./matrix.ts";
import { introduction, isFigure, killsInWords, NOT_LOOKED_FOR, numberInWords, totalsTable } from "./words.ts";

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
<section>${totals(matrix)}</section>
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

function totals({ rows }: KillMatrix): Content {
  const areas = byArea(rows).map(([area, own]) => [area, totalsOf(own)] as const);
  const table = totalsTable("area", [...areas, ["all", totalsOf(rows)]]);
  return markup`<table><thead><tr>${table.headings.map((one) => markup`<th scope="col">${one}</th>`)}</tr></thead>
<tbody>${table.rows.map(cellsRow)}</tbody></table>`;
}

function cellsRow(cells: readonly string[]): Content {
  return markup`<tr>${cells.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`;
}

const HEADINGS = ["area", "fault", "what is wrong", "breaks", "smoke", "standard", "after", "echoes"] as const;

/** A cell: what it says, and as it is shown. */
interface Cell {
  readonly text: string;
  readonly shown: Content;
}

function faultTable(faults: readonly MatrixRow[]): Content {
  const table = measuredColumns({ headings: HEADINGS, rows: faults.map(faultCells) }, ({ text }) => isFigure(text));
  const headings = table.headings.map(
    (one) => markup`<th scope="col" aria-sort="none"><button type="button">${one}</button></th>`,
  );
  const rows = table.rows.map((cells) => markup`<tr>${cells.map(({ shown }) => shown)}</tr>\n`);
  return markup`<table id="faults"><thead><tr>${headings}</tr></thead>
<tbody>${rows}</tbody></table>`;
}

function faultCells(row: MatrixRow): readonly Cell[] {
  return [
    plain(areaOf(row.breaks)),
    code(row.fault),
    plain(row.title),
    code(row.breaks),
    kills(row.smoke),
    kills(row.standard),
    plain(numberInWords(row.standard.after)),
    plain(row.whole === 0 ? NOT_LOOKED_FOR : row.echoes.join(" ")),
  ];
}

function plain(text: string): Cell {
  return { text, shown: markup`<td>${text}</td>` };
}

function code(text: string): Cell {
  return { text, shown: markup`<td><code>${text}</code></td>` };
}

function kills(some: Kills): Cell {
  const tone = some.tried === 0 ? "muted" : isCaught(some) ? "caught" : "bad";
  const text = killsInWords(some);
  return { text, shown: markup`<td class="${tone}">${text}</td>` };
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
