import { createHash } from "node:crypto";
import { jsonForScript } from "../../spec/escape.ts";
import type { Report } from "../../spec/report.ts";
import { oneLine } from "../../spec/text.ts";
import { findings } from "../select.ts";
import { coverageSection } from "./html/coverage.ts";
import { findingsSection } from "./html/findings.ts";
import { linksOf } from "./html/links.ts";
import { type Content, type Markup, html as markup, trusted } from "./html/markup.ts";
import { observationsSection } from "./html/observations.ts";
import { countsSection, overview, runDetails } from "./html/overview.ts";
import { requirementsSection } from "./html/requirements.ts";
import { SCRIPT } from "./html/script.ts";
import { STYLE } from "./html/style.ts";
import { knownFailuresSection, unprovenSection } from "./html/unproven.ts";

/**
 * `report.html`: one file that asks nothing of the network, readable without its script, with report.json inside. Its content
 * security policy lets only its own style and script work, whatever a target may have managed to say.
 */
export function html(report: Report): string {
  const links = linksOf(report);
  const sections = {
    findings: findingsSection(report, links),
    counts: countsSection(report),
    known: knownFailuresSection(report, links),
    unproven: unprovenSection(report, links),
    requirements: requirementsSection(report, links),
    observations: observationsSection(report),
    coverage: coverageSection(report, links),
    run: runDetails(report),
  };
  const page = markup`<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<title>${oneLine(report.headline)}</title>
<meta http-equiv="Content-Security-Policy" content="${trusted(policy())}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<style>${trusted(STYLE)}</style>
</head>
<body>
<a class="skip-link" href="#main">To the report</a>
<div class="frame">
${overview(report)}
${contents(report, sections)}
<main id="main">
${Object.values(sections)}
<p class="end">Made by ${report.tool.name} ${report.tool.version}. <button type="button" id="save" hidden>Save report.json</button></p>
</main>
</div>
${script(' type="application/json" id="report"', jsonForScript(report))}
${script("", SCRIPT)}
</body>
</html>
`;
  return page.markup;
}

const TITLES: Readonly<Record<string, string>> = {
  findings: "Findings",
  counts: "Counts",
  known: "Known failures",
  unproven: "Not proven",
  requirements: "Requirements",
  observations: "Observations",
  coverage: "Coverage",
  run: "Run details",
};

function contents(report: Report, sections: Readonly<Record<string, Markup>>): Markup {
  const numbers: Readonly<Record<string, Content>> = {
    findings: findings(report).length,
    requirements: report.requirements.length,
    observations: report.summary.observations,
  };
  const items = Object.entries(sections)
    .filter(([, section]) => section.markup !== "")
    .map(([id]) => {
      const number = numbers[id];
      const count = number === undefined ? null : markup` <span class="count">${number}</span>`;
      return markup`<li><a href="#${id}">${TITLES[id] ?? id}</a>${count}</li>`;
    });
  return markup`<nav class="toc" aria-label="Sections"><ul>${items}</ul></nav>`;
}

function policy(): string {
  return [
    "default-src 'none'",
    "img-src data:",
    `style-src '${hashOf(STYLE)}'`,
    `script-src '${hashOf(SCRIPT)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** A script element; its end in the text of a tagged template is what bundlers rewrite. */
function script(attributes: string, code: string): Markup {
  return trusted(`<script${attributes}>${code}</script>`);
}
