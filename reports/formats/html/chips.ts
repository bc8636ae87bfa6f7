import { thousands } from "../../../spec/format-text.ts";
import type { ReportCounts, ReportRequirement } from "../../../spec/report.ts";
import type { GateResult } from "../../../spec/verdict.ts";
import { html, type Markup } from "./markup.ts";

/** The status of a requirement in the page; `apart` is outside the verdict. */
export type RequirementStatus = "pass" | "fail" | "known" | "skip" | "inconclusive" | "apart";

/** Word and sign of each standing: colour is never the only difference. */
export const REQUIREMENT_STATUSES: Readonly<
  Record<RequirementStatus, { readonly word: string; readonly sign: string }>
> = {
  fail: { word: "failed", sign: "✗" },
  known: { word: "known failure", sign: "!" },
  inconclusive: { word: "inconclusive", sign: "?" },
  skip: { word: "skipped", sign: "–" },
  pass: { word: "proven", sign: "✓" },
  apart: { word: "not judged", sign: "·" },
};

/** The sign of a gate's result. */
export const GATE_SIGNS: Readonly<Record<GateResult, string>> = {
  passed: "✓",
  failed: "✗",
  incomplete: "?",
  unusable: "✗",
};

export function requirementStatus(requirement: ReportRequirement): RequirementStatus {
  const { verdict, known, unobservable, unchecked, notApplicable } = requirement;
  if (unobservable || unchecked || notApplicable) return "apart";
  return known && verdict === "fail" ? "known" : verdict;
}

export function chip(standing: RequirementStatus): Markup {
  const { word, sign } = REQUIREMENT_STATUSES[standing];
  return html`<span class="chip ${standing}"><span aria-hidden="true">${sign}</span> ${word}</span>`;
}

export function levelChip(level: string): Markup {
  return html`<span class="level ${level.toLowerCase()}">${level}</span>`;
}

/** Even a single failure among thousands is seen. */
const MIN_WIDTH = 1.5;

/** Returns a bar of the counts, as SVG so that it is printed too. The numbers are next to it in text. */
export function bar(counts: ReportCounts): Markup {
  const parts: [RequirementStatus, number][] = [
    ["pass", counts.pass],
    ["fail", counts.fail],
    ["known", counts.known],
    ["inconclusive", counts.inconclusive],
    ["skip", counts.skip],
  ];
  const shown = parts.filter(([, count]) => count > 0);
  const total = shown.reduce((sum, [, count]) => sum + count, 0);
  const free = 100 - MIN_WIDTH * shown.length;
  let left = 0;
  const rects = shown.map(([standing, count]) => {
    const width = MIN_WIDTH + (free * count) / total;
    const rect = html`<rect class="${standing}" x="${left.toFixed(3)}" y="0" width="${width.toFixed(3)}" height="8"/>`;
    left += width;
    return rect;
  });
  return html`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true" focusable="false"><rect class="track" width="100" height="8"/>${rects}</svg>`;
}

/** Returns the counts of requirements by status. */
export function countsOf(requirements: readonly ReportRequirement[]): ReportCounts {
  const count = (standing: RequirementStatus) =>
    requirements.filter((each) => requirementStatus(each) === standing).length;
  return {
    pass: count("pass"),
    fail: count("fail"),
    skip: count("skip"),
    inconclusive: count("inconclusive"),
    known: count("known"),
  };
}

/** Returns `12 of 14 proven`, then the statuses of the others. */
export function countsText(counts: ReportCounts): string {
  const total = counts.pass + counts.fail + counts.known + counts.skip + counts.inconclusive;
  if (total === 0) return REQUIREMENT_STATUSES.apart.word;
  const others = (["fail", "known", "inconclusive", "skip"] as const)
    .filter((standing) => counts[standing] > 0)
    .map((standing) => `${thousands(counts[standing])} ${REQUIREMENT_STATUSES[standing].word}`);
  return [`${thousands(counts.pass)} of ${thousands(total)} proven`, ...others].join(", ");
}
