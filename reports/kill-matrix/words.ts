import { percent } from "../text.ts";
import { measuredColumns, type Table } from "./columns.ts";
import type { KillMatrix, Kills, Share, Totals } from "./matrix.ts";

/** What stands in a cell without a figure. */
const NONE = "–";

/** `5 of 5`, or a dash where nothing was tried. */
export function killsInWords({ tried, caught }: Kills): string {
  return tried === 0 ? NONE : `${caught} of ${tried}`;
}

/** `731 of 731 (100 %)`, or a dash where nothing was tried. */
function shareInWords({ tried, caught }: Share): string {
  return tried === 0 ? NONE : `${caught} of ${tried} (${percent(caught, tried)})`;
}

/** What is missing is said as such: `–`. */
export function numberInWords(value: number | null): string {
  return value === null ? NONE : String(value);
}

const RESTRICTED = "Each run was restricted to the checks that claim this requirement.";

/** The sentences that a reader needs before the figures. */
export function introduction({ rows, seeds, builds }: KillMatrix): string {
  const trials = builds.reduce((sum, { trials }) => sum + trials, 0);
  return [
    `${rows.length} servers with one rule broken each;`,
    `${trials} runs of the suite, with ${seeds.length === 1 ? "seed" : "seeds"} ${seeds.join(", ")}.`,
    "A fault counts as caught when the very requirement that it breaks failed in every run that was tried.",
    ...(rows.some(({ whole }) => whole > 0) ? [] : [RESTRICTED]),
  ].join(" ");
}

/**
 * The table of totals, a row for each name: how many, caught at smoke and at standard, requests until then, echoes. Columns
 * without any figure are left out.
 */
export function totalsTable(first: string, named: readonly (readonly [string, Totals])[]): Table<string> {
  const rows = named.map(([name, totals]) => totalCells(name, totals));
  return measuredColumns({ headings: [first, ...TOTAL_HEADINGS], rows }, isFigure);
}

/** True for a cell that says more than that nothing was measured. */
export function isFigure(cell: string): boolean {
  return cell !== NONE && cell !== NOT_LOOKED_FOR;
}

/** What is said of the echoes of a fault that no run of the whole suite met. */
export const NOT_LOOKED_FOR = "not looked for";

function totalCells(name: string, totals: Totals): readonly string[] {
  return [
    name,
    String(totals.faults),
    shareInWords(totals.smoke),
    shareInWords(totals.standard),
    numberInWords(totals.standard.after),
    numberInWords(totals.echoing),
  ];
}

const TOTAL_HEADINGS = [
  "faults",
  "caught at smoke",
  "caught at standard",
  "requests until caught (median)",
  "with echoes",
] as const;
