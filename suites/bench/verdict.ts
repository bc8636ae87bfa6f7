/** A bound with its measurement. */
export interface Measurement {
  readonly what: string;
  readonly measured: number;
  readonly bound: number;
  readonly unit: string;
  /** The kind of bound: a minimum or a maximum. */
  readonly side: "at least" | "at most";
  /** The parts of the figure. */
  readonly detail: string;
}

/** Prints a measurement next to its bound; a miss makes the exit status of the process 1. */
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
