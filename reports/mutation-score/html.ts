import { createHash } from "node:crypto";
import { html, type Markup, trusted } from "../formats/html/markup.ts";
import { STYLE } from "../formats/html/style.ts";
import { type Block, type Inline, scorePage } from "./page.ts";
import type { ScoreResult } from "./result.ts";

/** Styles for tables wider than those of `report.html`. */
const TABLES = `
main > * { margin-bottom: 1rem; } h2 { margin-top: 2rem; } .wide { overflow-x: auto; }
table { border-collapse: collapse; background: var(--surface); font-variant-numeric: tabular-nums; }
th, td { border: 1px solid var(--line); padding: 0.3rem 0.6rem; text-align: left; vertical-align: top; }
thead th { background: var(--sunken); }
`;

/** Returns `mutation-score.html`: one file without network requests and without a script. */
export function scoreHtml(results: readonly ScoreResult[]): string {
  const style = STYLE + TABLES;
  const hash = createHash("sha256").update(style).digest("base64");
  const policy = `default-src 'none'; img-src data:; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  return html`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<title>Mutation score</title>
<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="icon" href="data:,">
<style>${trusted(style)}</style>
</head>
<body>
<main class="frame">
${scorePage(results).map(blockOf)}
</main>
</body>
</html>
`.markup;
}

function blockOf(block: Block): Markup {
  switch (block.kind) {
    case "heading":
      return html`${trusted(`<h${block.level}>`)}${block.text}${trusted(`</h${block.level}>`)}\n`;
    case "text":
      return html`<p>${block.text.map(inlineOf)}</p>\n`;
    case "table": {
      const headings = block.headings.map((name) => html`<th scope="col">${name}</th>`);
      const rows = block.rows.map((row) => html`<tr>${row.map((cell) => html`<td>${inlineOf(cell)}</td>`)}</tr>\n`);
      return html`<div class="wide" tabindex="0"><table>\n<thead><tr>${headings}</tr></thead>\n<tbody>\n${rows}</tbody>\n</table></div>\n`;
    }
  }
}

const inlineOf = (inline: Inline): Markup =>
  typeof inline === "string" ? html`${inline}` : html`<code>${inline.code}</code>`;
