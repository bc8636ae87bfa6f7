/** One bound, with what was measured. */
export interface Measurement {
  readonly what: string;
  readonly measured: number;
  readonly bound: number;
  readonly unit: string;
  /** Whether the bound is the least or the most that passes. */
  readonly side: "at least" | "at most";
  /** What the figure is made of. */
  readonly detail: string;
}

/** Prints a measurement next to its bound; a miss is the exit status 1 of the process. */
export function tell({ what, measured, bound, unit, side, detail }: Measurement): void {
  const holds = side === "at least" ? measured >= bound : measured <= bound;
  const figure = `${measured.toFixed(2)}${unit}, ${side} ${bound}${unit}`;
  console.log(`${holds ? "PASS" : "MISS"}  ${what}: ${figure}\n      ${detail}`);
  if (!holds) process.exitCode = 1;
}

/** Milliseconds as seconds, for people. */
export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}
