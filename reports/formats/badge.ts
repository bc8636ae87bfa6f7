import { escapeXml } from "../../spec/escape.ts";
import { oneLine, thousands, truncated } from "../../spec/format-text.ts";
import type { Report } from "../../spec/report.ts";
import type { RunVerdict } from "../../spec/verdict.ts";
import { gateLine } from "../gate.ts";

const COLOURS: Readonly<Record<RunVerdict, string>> = {
  conformant: "#18723a",
  nonconformant: "#b42318",
  incomplete: "#8a5a00",
  unusable: "#5a6572",
};

/** Width of a character in units of the drawing; the text is stretched to fit, so it need not be exact. */
const CHARACTER = 6.6;
const PADDING = 8;
const LABEL_LIMIT = 40;

/** `badge.svg`: contract, verdict and the share of MUST that is proven, for a README. */
export function badge(report: Report): string {
  const { MUST } = report.summary;
  const total = MUST.pass + MUST.fail + MUST.known + MUST.skip + MUST.inconclusive;
  const label = truncated(oneLine(`${report.contract.title} ${report.contract.version}`), LABEL_LIMIT);
  const value = `${report.verdict} ${thousands(MUST.pass)}/${thousands(total)} MUST`;
  const left = widthOf(label);
  const right = widthOf(value);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${escapeXml(`${label}: ${value}`)}">
<title>${escapeXml(oneLine(`${report.headline}; ${gateLine(report.gate)}`))}</title>
<clipPath id="edge"><rect width="${left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#edge)"><rect width="${left}" height="20" fill="#3b434c"/><rect x="${left}" width="${right}" height="20" fill="${COLOURS[report.verdict]}"/></g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">
${textAt(0, left, label)}
${textAt(left, right, value)}
</g>
</svg>
`;
}

function widthOf(text: string): number {
  return Math.round([...text].length * CHARACTER) + 2 * PADDING;
}

function textAt(x: number, width: number, text: string): string {
  return `<text x="${x + PADDING}" y="14" textLength="${width - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${escapeXml(text)}</text>`;
}
