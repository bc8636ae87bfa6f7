import { counted, percent } from "../text.ts";
import type { KillMatrix, Kills, Share, Totals } from "./matrix.ts";

/** `5 of 5`, or a dash where nothing was tried. */
export function killsInWords({ tried, caught }: Kills): string {
  return tried === 0 ? "–" : `${caught} of ${tried}`;
}

/** `731 of 731 (100 %)`, or a dash where nothing was tried. */
export function shareInWords({ tried, caught }: Share): string {
  return tried === 0 ? "–" : `${caught} of ${tried} (${percent(caught, tried)})`;
}

/** What is missing is said as such: `–`. */
export function numberInWords(value: number | null): string {
  return value === null ? "–" : String(value);
}

/** The sentence that a reader needs before the figures. */
export function introduction({ rows, seeds, builds }: KillMatrix): string {
  const servers = new Set(rows.map((row) => row.server)).size;
  const trials = builds.reduce((sum, { trials }) => sum + trials, 0);
  return [
    `${rows.length} servers with one rule broken each, of ${counted(servers, "implementation")};`,
    `${trials} runs of the suite, with ${seeds.length === 1 ? "seed" : "seeds"} ${seeds.join(", ")}.`,
    "A fault counts as caught when the very requirement that it breaks failed in every run that was tried.",
  ].join(" ");
}

/** The rows of the table of totals: who, how many, caught at smoke and at standard, requests until then, echoes. */
export function totalCells(name: string, totals: Totals): readonly string[] {
  return [
    name,
    String(totals.faults),
    shareInWords(totals.smoke),
    shareInWords(totals.standard),
    numberInWords(totals.standard.after),
    numberInWords(totals.echoing),
  ];
}

/** Headings of the table of totals. */
export const TOTAL_HEADINGS = [
  "area",
  "faults",
  "caught at smoke",
  "caught at standard",
  "requests until caught (median)",
  "with echoes",
] as const;
