import { escapeMarkdown, markdownCode } from "../spec/escape.ts";
import { counted, oneLine, truncated } from "../spec/format-text.ts";
import type { Comparison, ObservationChange, Outcome, RequirementChange } from "./compare.ts";
import { gateLine } from "./gate.ts";

const TEXT_EXCERPT = 400;
const WORDS: Readonly<Record<Outcome, string>> = {
  pass: "proven",
  fail: "failed",
  known: "known failure",
  skip: "skipped",
  inconclusive: "inconclusive",
};

interface Section {
  readonly title: string;
  readonly changes: readonly RequirementChange[];
}

/** Sections in the order in which they matter to a reviewer. */
function sections(comparison: Comparison): Section[] {
  return [
    { title: "Newly failing", changes: comparison.newlyFailing },
    { title: "No longer proven", changes: comparison.noLongerProven },
    { title: "Newly declared as known failures", changes: comparison.newlyKnown },
    { title: "No longer proven, and accepted", changes: comparison.newlyAccepted },
    { title: "Newly passing", changes: comparison.newlyPassing },
    { title: "Other changes", changes: comparison.otherChanges },
    { title: "New requirements", changes: comparison.added },
    { title: "Gone requirements", changes: comparison.gone },
  ].filter((section) => section.changes.length > 0);
}

/** One sentence on the whole: `regressed: 1 newly failing, 2 newly passing; conformant, then nonconformant`. */
export function comparisonHeadline(comparison: Comparison): string {
  const parts = sections(comparison).map(({ title, changes }) => {
    const words = title.toLowerCase();
    return `${changes.length} ${changes.length === 1 ? words.replace(/s$/u, "") : words}`;
  });
  const observed = comparison.observations.length;
  if (observed > 0) parts.push(counted(observed, "changed observation"));
  const { verdict, gate } = comparison;
  const runs = `${turn(verdict.before, verdict.after)}; gate ${turn(gate.before.result, gate.after.result)}`;
  return `${comparison.regressed ? "regressed" : "no regression"}: ${parts.length > 0 ? parts.join(", ") : "nothing changed"}; ${runs}`;
}

function turn(before: string, after: string): string {
  return before === after ? `${after} as before` : `${before}, then ${after}`;
}

/** Returns the comparison as plain text for a terminal. */
export function comparisonText(comparison: Comparison): string {
  const blocks = [
    comparisonHeadline(comparison),
    [
      `  before  ${oneLine(comparison.headline.before)}`,
      `          ${oneLine(gateLine(comparison.gate.before))}`,
      `  after   ${oneLine(comparison.headline.after)}`,
      `          ${oneLine(gateLine(comparison.gate.after))}`,
    ].join("\n"),
    comparison.caveats.map((caveat) => `  note: ${oneLine(caveat)}`).join("\n"),
    ...sections(comparison).map(({ title, changes }) =>
      [`${title} (${changes.length})`, ...changes.map(changeText)].join("\n"),
    ),
    observationsText(comparison.observations),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function changeText(change: RequirementChange): string {
  const why = change.why === null ? "" : `\n      ${truncated(oneLine(change.why), TEXT_EXCERPT)}`;
  return `  ${change.level.padEnd(6)} ${oneLine(change.id)}: ${word(change.before)} → ${word(change.after)}${why}`;
}

function observationsText(changes: readonly ObservationChange[]): string {
  if (changes.length === 0) return "";
  const lines = changes.map(
    (change) => `  ${oneLine(change.question)}\n      ${answer(change.before)} → ${answer(change.after)}`,
  );
  return [`Changed observations (${changes.length})`, ...lines].join("\n");
}

function word(outcome: Outcome | null): string {
  return outcome === null ? "not there" : WORDS[outcome];
}

function answer(text: string | null): string {
  return text === null ? "no response" : truncated(oneLine(text), TEXT_EXCERPT);
}

/** Returns the comparison as Markdown, for a step summary or a pull request comment. */
export function comparisonMarkdown(comparison: Comparison): string {
  const mark = comparison.regressed ? "❌" : "✅";
  const blocks = [
    `## ${mark} ${escapeMarkdown(comparisonHeadline(comparison))}`,
    [
      `- before: ${markdownText(`${comparison.headline.before}; ${gateLine(comparison.gate.before)}`)}`,
      `- after: ${markdownText(`${comparison.headline.after}; ${gateLine(comparison.gate.after)}`)}`,
    ].join("\n"),
    comparison.caveats.map((caveat) => `> ${markdownText(caveat)}`).join("\n"),
    ...sections(comparison).map(changesMarkdown),
    observationsMarkdown(comparison.observations),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function changesMarkdown({ title, changes }: Section): string {
  const rows = changes.map(
    (change) =>
      `| ${change.level} | ${markdownCode(change.id)} | ${word(change.before)} | ${word(change.after)} | ${markdownText(change.why ?? "")} |`,
  );
  return [
    `### ${title} (${changes.length})`,
    "",
    "| level | requirement | before | after | why |",
    "|:--|:--|:--|:--|:--|",
    ...rows,
  ].join("\n");
}

function observationsMarkdown(changes: readonly ObservationChange[]): string {
  if (changes.length === 0) return "";
  const rows = changes.map(
    (change) =>
      `| ${markdownText(change.question)} | ${markdownText(answer(change.before))} | ${markdownText(answer(change.after))} |`,
  );
  return [
    `### Changed observations (${changes.length})`,
    "",
    "| question | before | after |",
    "|:--|:--|:--|",
    ...rows,
  ].join("\n");
}

function markdownText(text: string): string {
  return escapeMarkdown(truncated(text, TEXT_EXCERPT));
}
