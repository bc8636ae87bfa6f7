/** A mutant of the independent server's code, as the instrumenter made it. */
export interface CodeMutant {
  /** `code:FILE:LINE:COLUMN:MUTATOR#N`: N tells those apart that one mutator makes at one place. */
  readonly id: string;
  /** By which the instrumented code knows it. */
  readonly number: string;
  readonly file: string;
  readonly line: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

/** The code that a mutant replaces and what is there instead, whatever its line: `tasks.ts: a < b -> a <= b`. */
export function changeOf({ file, original, replacement }: CodeMutant): string {
  return `${file}: ${onOneLine(original)} -> ${onOneLine(replacement)}`;
}

/** As much of a text as tells one change from another. */
const LONGEST = 90;

function onOneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length <= LONGEST ? line : `${line.slice(0, LONGEST)}…`;
}
